// Words of a digest stay until they are taken, leave in order, and belong to the context whose
// digest was taken. `left`: words of it that have left.

logic [2:0] left;
logic amid;  // a digest is being sent
logic [CONTEXT_BITS:0] amid_of;  // its context and whether it is flawed

always_ff @(posedge clk) begin
  if (word_valid && word_ready) left <= word_last ? 3'd0 : left + 3'd1;
  if (head_take) amid_of <= {head_context, head_error};
  if (head_take) amid <= 1'b1;
  else if (sent) amid <= 1'b0;
  if (rst) begin
    left <= 3'd0;
    amid <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_head : assume (!head_valid || 32'(head_context) < CONTEXTS);

  p_in_range : assert (32'(context_q) < CONTEXTS && 32'(word_context_q) < CONTEXTS);
  p_sending : assert (amid == sending_q);
  p_own : assert (!amid || amid_of == {context_q, error_q});
  p_index : assert (32'(index_q) < DIGEST_WORDS);
  p_left : assert (32'(left) < DIGEST_WORDS);
  p_order : assert (valid_q || index_q == left);
  p_last : assert (!valid_q || word_last == (32'(left) == DIGEST_WORDS - 1));
  p_next : assert (!valid_q || (word_last ? index_q == 3'd0 : 32'(index_q) == 32'(left) + 1));
  p_together : assert (!valid_q || word_last || {word_context, word_error} == amid_of);
  p_whole : assert (amid || index_q == 3'd0);
  p_steady : assert (left == 3'd0 || valid_q);
  p_sends : assert (!valid_q || word_last || amid);
end

always_ff @(posedge clk) if (followed) begin
  if ($past(word_valid && !word_ready)) begin
    p_stays : assert (word_valid && $stable({word_data, word_last, word_context, word_error}));
  end
end
