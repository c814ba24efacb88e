// No beat is taken that the row on offer would have to make room for.

`include "waiting_row.svh"

logic brought;  // a beat was held a clock before, and there was room for its row

always_ff @(posedge clk) begin
  brought <= held_q && advance;
  if (rst) brought <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  p_room : assert (!(load && held_q && !(advance && final_row)));
  p_given : assert (!followed || !brought || word_valid);
end
