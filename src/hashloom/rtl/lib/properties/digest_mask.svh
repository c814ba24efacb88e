// Of a chaining value the bytes of its digest go on, and zeros behind them. `count`: words of it
// that have been taken. Of any one byte of a word, from the first.

(* anyconst *) logic [2:0] any_byte;
logic [2:0] of_byte, count;
logic [7:0] passed, original;

assign of_byte = 3'(32'(any_byte) % WORD_BYTES);
assign passed = 8'(masked >> (8 * (WORD_BYTES - 1 - 32'(of_byte))));
assign original = 8'(word_data >> (8 * (WORD_BYTES - 1 - 32'(of_byte))));

always_ff @(posedge clk) begin
  if (word_valid && word_ready) count <= count + 3'd1;
  if (rst) count <= '0;
end

always_ff @(posedge clk) if (checked) begin
  p_byte : assert (passed == (32'(count) * WORD_BYTES + 32'(of_byte)
      < 32'(8'(BYTES >> (8 * 32'(word_choice)))) ? original : 8'd0));

  p_count : assert (index_q == count);
end
