// A message is saved when the block that was complete last was cut off, and words of such a message
// go on as they are, all others as they were cut to their digest. All of any one context. That the
// mark stays with its block from the start on to the words of the chaining value is block_numbers'.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic block_known;  // a block has been complete
logic block_cut;  // and its message is saved

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);

always_ff @(posedge clk) begin
  if (close && close_context == of_context) begin
    block_cut <= close_cut;
    block_known <= 1'b1;
  end
  if (rst) block_known <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!close || 32'(close_context) < CONTEXTS);

  p_block : assert (!block_known || cut_q[of_context] == block_cut);
  p_saved : assert (!word_saved || word_sent == word_data);
  p_digest : assert (word_saved || word_sent == word_masked);
end
