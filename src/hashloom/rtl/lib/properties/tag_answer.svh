// Of the words of a digest the first `bytes` bytes are sent, when they are, and compared with zero,
// and the others are neither. An answer without bytes is sent as one word with none.
//
// `words`: words that have been taken; `set`: a bit of the first bytes was.

localparam int MOST = 64 / BYTES;  // words of a digest

(* anyconst *) logic [SHIFT-1:0] any_byte;  // of a word
logic checked = 1'b0;  // there has been a clear
logic [4:0] words;
logic set, wanted;
logic [6:0] passed, bytes_before;  // bytes of the words that have been taken

assign passed = 7'(words) * 7'(BYTES);
assign wanted = passed < bytes;

always_ff @(posedge clk) begin
  checked <= checked || clear;
  bytes_before <= bytes;
  if (word_valid && word_ready) begin
    words <= words + 1'b1;
    for (int index = 0; index < BYTES; index++) begin
      if (passed + 7'(index) < bytes && word_data[WORD-8-8*index+:8] != '0) set <= 1'b1;
    end
  end
  if (clear) begin
    words <= '0;
    set <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked && !clear) begin
  a_bytes : assume (!word_valid || (bytes >= 7'd4 && bytes <= 7'd64));
  a_same : assume (bytes == bytes_before);
  a_words : assume (!word_valid || 32'(words) < MOST);
  a_say : assume (!say_valid || !word_valid);

  p_most : assert (32'(words) <= MOST);
  p_differs : assert (differs == set);
  p_sent : assert (answer_valid == (say_valid || (word_valid && speaks && wanted)));
  p_dropped : assert (!word_valid || (speaks && wanted) || word_ready);
  p_waits : assert (!word_valid || !(speaks && wanted) || word_ready == answer_ready);
  p_said : assert (!say_valid || (answer_last && answer_keep == '0 && say_ready == answer_ready));
  p_last : assert (say_valid || !word_valid || !wanted || answer_last == (passed + 7'(BYTES) >= bytes));

  p_keep : assert (say_valid || !word_valid || !wanted || !answer_last
      || answer_keep[SHIFT'(BYTES-1)-any_byte] == (passed + 7'(any_byte) < bytes));

  p_over : assert (bytes == '0 || over_q == !wanted);
  p_count : assert (count_q == COUNT_BITS'(words) + COUNT_BITS'(rest == '0));
end
