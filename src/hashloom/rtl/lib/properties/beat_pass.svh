// A beat is a row with its bytes in their places. It breaks the rules when it does not end its message
// and is not full, or when its bytes are not the first ones.

`include "row_of_beat.svh"

always_comb begin
  p_error : assert (word_error == (beat_last ? !ordered : !(&beat_keep)));
end
