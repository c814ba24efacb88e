// Of any one byte of a beat, in the order of the message: it goes to its place in the row, where a word
// has its first byte on top, with the flag that says whether it is there. Everything else passes as it
// is. `ordered`: the bytes of the beat are the first ones.

(* anyconst *) logic [5:0] any_byte;
logic [31:0] of_byte, place;  // the byte, and its place in the row
logic ordered;

assign of_byte = 32'(any_byte) % LANES;
assign place = of_byte / BYTES * BYTES + (BYTES - 1 - of_byte % BYTES);

always_comb begin
  ordered = &beat_keep;
  for (int bytes = 0; bytes < LANES; bytes++) begin
    ordered = ordered || beat_keep == LANES'((65'd1 << bytes) - 65'd1);
  end
end

always_comb begin
  p_byte : assert (8'(word_data >> (8 * place)) == 8'(beat_data >> (8 * of_byte)));
  p_there : assert (1'(word_keep >> place) == 1'(beat_keep >> of_byte));
  p_offered : assert (word_valid == beat_valid && beat_ready == word_ready);
  p_passes : assert ({word_last, word_context, word_command}
      == {beat_last, beat_context, beat_command});
end
