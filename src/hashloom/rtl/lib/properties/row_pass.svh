// A beat is a row with its bytes in their places. A clock later it is told whether it broke the rules: it
// did not end its message and was not full, or its bytes were not the first ones.

`include "row_of_beat.svh"

logic begun = 1'b0;
logic broke;  // the beat of the clock before did

always_ff @(posedge clk) begin
  begun <= 1'b1;
  broke <= beat_last ? !ordered : !(&beat_keep);
end

always_ff @(posedge clk) if (begun) begin
  p_error : assert (word_error == broke);
end
