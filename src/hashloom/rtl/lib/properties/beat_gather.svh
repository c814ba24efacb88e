// No beat is taken that the row on offer would have to make room for.

`include "waiting_row.svh"

logic completed;  // a beat ended its row a clock before

always_ff @(posedge clk) begin
  completed <= take && complete;
  if (rst) completed <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_context : assume (!beat_valid || 32'(beat_context) < CONTEXTS);

  p_context : assert (!word_valid || 32'(word_context) < CONTEXTS);
  p_room : assert (!(take && complete && word_valid && !word_ready));
  p_sweeping : assert (!(sweeping && word_valid));
  p_given : assert (!followed || word_valid == (waited || completed));
end
