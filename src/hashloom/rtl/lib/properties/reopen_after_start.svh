// A context's buffer opens DELAY clocks behind each start of its block, and at no other time.

logic [DELAY:0][CONTEXTS-1:0] begun;  // what has started, in this clock and up to DELAY clocks ago
logic [DELAY:0][CONTEXTS-1:0] begun_q;

assign begun = ((DELAY + 1) * CONTEXTS)'({begun_q, started});

always_ff @(posedge clk) begun_q <= rst ? '0 : begun;

always_ff @(posedge clk) if (checked) p_opens : assert (reopen == begun[DELAY]);

if (DELAY > 0) begin : g_line
  always_ff @(posedge clk) if (checked) begin
    p_line : assert (g_later.line_q == (DELAY * CONTEXTS)'(begun_q));
  end
end
