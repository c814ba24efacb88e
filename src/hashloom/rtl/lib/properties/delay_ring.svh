// Places are written one after another: what is told of a delay_line holds for it.

logic [PLACE_BITS-1:0] before;  // place a clock ago

always_ff @(posedge clk) before <= place_q;

always_ff @(posedge clk) if (followed) begin
  p_counts : assert (place_q == PLACE_BITS'(before + 1'b1));
end
