// A word that is taken leaves once and as it was, on the way that was right when it was taken: to the
// loader while that waits for its context's digest, to the outer engine's writer with the slot of its
// key when its message is keyed and kept the rules, as a word of an answer otherwise, and then only
// when its record is the context's oldest. `word`: the word that is here; `odd`: of any one context an
// odd number of digests have gone on, those of long keys not among them.

localparam int WHOLE = WORD + CONTEXT_BITS + 2;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic comes, goes;  // a word is taken, the word that is here leaves
logic here;
logic to_loader, to_writer;  // where it goes; neither: to be an answer
logic [WHOLE-1:0] word;
logic [SLOT_BITS-1:0] slot;
logic odd;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign comes = word_valid && word_ready;
assign goes = key_valid || (inner_valid && inner_ready) || (plain_valid && plain_ready);

always_ff @(posedge clk) begin
  if (goes) here <= 1'b0;
  if (comes) begin
    here <= 1'b1;
    to_loader <= key_long && word_context == key_context;
    to_writer <= !(key_long && word_context == key_context) && record_keyed && !word_error;
    slot <= record_slot;
    word <= {word_last, word_error, word_context, word_data};
  end
  if (clear) word[WORD-1:0] <= '0;
  if (goes && last && !to_loader && context_id == of_context) odd <= !odd;
  if (rst) begin
    here <= 1'b0;
    odd <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!word_valid || 32'(word_context) < CONTEXTS);

  p_one_way : assert (2'(key_valid) + 2'(inner_valid) + 2'(plain_valid) <= 2'd1);
  p_not_lost : assert (!here || !comes || goes);
  p_nothing : assert (here || !(key_valid || inner_valid || plain_valid));
  p_word : assert (!here || {last, error, context_id, data} == word);
  p_loader : assert (!here || key_valid == to_loader);
  p_writer : assert (!here || (inner_valid == to_writer && (!to_writer || inner_slot == slot)));
  p_answer : assert (!here || context_id != of_context
      || plain_valid == (!to_loader && !to_writer && odd == oldest[of_context]));
  p_turn : assert (!word_valid || word_context != of_context || record_turn == odd);
  p_waits : assert (!here || !last || !comes || word_context != context_id);

  p_here : assert (valid_q == here && (!here || 32'(context_id) < CONTEXTS));
  p_way : assert (!here || (long_q == to_loader && keyed_q == to_writer));
  p_odd : assert (turn_q[of_context] == odd);
end

// Nothing of a digest is left.
always_ff @(posedge clk) if (followed) begin
  if ($past(clear)) p_cleared : assert (data == '0);
end
