// A beat breaks the rules when it does not end its message and is not full, or when its bytes are not
// the first ones (`ordered`: they are). It is told of the beat of a clock ago.

logic known = 1'b0;  // there was one
logic [LANES-1:0] was_keep;
logic was_last, ordered;

always_comb begin
  ordered = &was_keep;
  for (int bytes = 0; bytes < LANES; bytes++) begin
    ordered = ordered || was_keep == LANES'((129'd1 << bytes) - 129'd1);
  end
end

always_ff @(posedge clk) begin
  known <= 1'b1;
  was_keep <= beat_keep;
  was_last <= beat_last;
end

always_ff @(posedge clk) begin
  p_error : assert (!known || beat_error == (was_last ? !ordered : !(&was_keep)));
end
