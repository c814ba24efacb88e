// There is no reset where there was none for STAGES clocks, those before the last three, and only there.
// `known`: clocks from the start on, a one for each.

logic [STAGES+1:0] ran, earlier;  // what `run` was, the latest at the bottom; the same a clock ago
logic [STAGES+2:0] known = '0;

always_ff @(posedge clk) begin
  ran <= (STAGES + 2)'({ran, run});
  earlier <= ran;
  known <= (STAGES + 3)'({known, 1'b1});
end

always_ff @(posedge clk) begin
  p_known : assert ((known & (known + 1'b1)) == '0);
  p_line : assert ((({steady_q, run_q} ^ ran) & known[STAGES+1:0]) == '0);
  p_reset : assert (!known[STAGES+2] || rst == !(&earlier[STAGES+1:2]));
end
