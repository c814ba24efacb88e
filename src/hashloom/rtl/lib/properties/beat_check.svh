// A beat keeps the rules when its bytes are the first lanes, as many as there are, and all of them where it does not end
// its message.

int bytes;  // of the beat

always_comb begin
  bytes = 0;
  for (int lane = 0; lane < LANES; lane++) bytes = bytes + int'(beat_keep[lane]);
end

always_comb begin
  p_rules : assert (beat_error
      == !((beat_keep >> bytes) == '0 && (beat_last || bytes == LANES)));
end
