// A block has the hash that its context's latest packet had when it was complete, and no initial
// value of another one where it begins with the state of a key. All of any one context: `block` is
// that of the block that was complete last, with whether it begins with the state of a key on top.
// What becomes of it behind the start is block_numbers'.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic block_known;  // a block has been complete
logic [CHOICE_BITS:0] block;
logic [CHOICE_BITS-1:0] named;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign named = CHOICE_BITS'(choices >> (CHOICE_BITS * 32'(of_context)));

always_ff @(posedge clk) begin
  if (close && close_context == of_context) begin
    block <= {close_key, named};
    block_known <= 1'b1;
  end
  if (rst) block_known <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!close || 32'(close_context) < CONTEXTS);

  p_block : assert (!block_known || block_q[of_context] == block);
  p_other : assert (!close || close_context != of_context || close_other == (named != '0));
  p_key : assert (!started_key || state_choice == '0);
  p_state : assert (started_key || state_choice == started_choice);
end
