// Of any one byte of a beat, in the order of the message: it goes to its place in the word, the first
// byte on top, with the flag that says whether it is there. Everything else passes as it is.

(* anyconst *) logic [5:0] any_byte;
logic [31:0] of_byte, place;  // the byte, and its place in the word

assign of_byte = 32'(any_byte) % BYTES;
assign place = BYTES - 1 - of_byte;

always_comb begin
  p_byte : assert (8'(word_data >> (8 * place)) == 8'(beat_data >> (8 * of_byte)));
  p_there : assert (1'(word_keep >> place) == 1'(beat_keep >> of_byte));
  p_error : assert (!word_error);
  p_offered : assert (word_valid == beat_valid && beat_ready == word_ready);
  p_passes : assert ({word_last, word_context, word_command}
      == {beat_last, beat_context, beat_command});
end
