// Of every digest so many bytes go on as its hash has, the first ones, and its last word is marked
// once: what is behind it is taken and goes nowhere. `sent`: bytes of the digest that have gone on;
// `ended`: all have. `number`: of the digest's hash.

logic begun, ended;  // a word of the digest has been taken, the last has not; and its own last has
logic [7:0] sent, sent_now, bytes;
logic [CHOICE_BITS-1:0] number;
logic [WORD_BYTES-1:0] below;  // cut_keep, a byte further down
logic waited;  // a word was offered and not taken
logic [WORD+CHOICE_BITS+CONTEXT_BITS+1:0] whole, waited_whole;
logic [WORD+WORD_BYTES+CONTEXT_BITS+1:0] gone, waited_gone;

assign bytes = 8'(BYTES >> (8 * 32'(word_choice)));
assign below = {1'b1, cut_keep[WORD_BYTES-1:1]};
assign whole = {word_data, word_last, word_context, word_error, word_choice};
assign gone = {cut_data, cut_keep, cut_last, cut_context, cut_error};

always_comb begin
  sent_now = sent;
  for (int index = 0; index < WORD_BYTES; index++) begin
    sent_now = sent_now + 8'(cut_valid && (!cut_last || cut_keep[index]));
  end
end

always_ff @(posedge clk) begin
  if (word_valid && word_ready) begin
    begun <= !word_last;
    ended <= !word_last && (ended || (cut_valid && cut_last));
    sent <= word_last ? 8'd0 : sent_now;
    number <= word_choice;
  end
  waited <= word_valid && !word_ready;
  waited_whole <= whole;
  waited_gone <= gone;
  if (rst) begin
    begun <= 1'b0;
    ended <= 1'b0;
    sent <= 8'd0;
    waited <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_stays : assume (!waited || (word_valid && whole == waited_whole));
  a_choice : assume (!word_valid || !begun || word_choice == number);
  // A digest has eight words at most, and all of its hash's own.
  a_words : assume (!word_valid || 32'(index_q) < 7 || word_last);
  a_enough : assume (!word_valid || !word_last || ended || cut_last);

  p_bytes : assert (!cut_valid || !cut_last || bytes == 8'd0 || sent_now == bytes);
  p_not_before : assert (!cut_valid || cut_last || bytes == 8'd0 || sent_now < bytes);
  p_first_bytes : assert (!cut_valid || !cut_last || (cut_keep & ~below) == '0);
  p_once : assert (!(cut_valid && ended));
  p_whole : assert (!cut_valid
      || {cut_data, cut_context, cut_error} == {word_data, word_context, word_error});
  p_lost : assert (!(word_valid && word_ready) || ended || (cut_valid && cut_ready));
  p_taken : assert (!(cut_valid && cut_ready) || (word_valid && word_ready));
  p_stays : assert (!waited || !cut_valid || gone == waited_gone);
  p_waits : assert (!waited || cut_valid);

  p_ended : assert (over_q == ended && (!ended || begun));
  p_index : assert (begun || index_q == 3'd0);
  p_sent : assert (begun ? ended || (index_q != 3'd0 && 32'(sent) == 32'(index_q) * WORD_BYTES)
      : sent == 8'd0);
  p_sent_less : assert (!begun || ended || 8'(BYTES >> (8 * 32'(number))) == 8'd0
      || sent < 8'(BYTES >> (8 * 32'(number))));
end
