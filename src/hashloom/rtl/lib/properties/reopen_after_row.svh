// A context's buffer opens once for each of its blocks that starts, when row ROW is asked for, and at no other time. Of
// any one context.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic begun;  // its block is in the engine and the row has not been asked for
logic asked;  // it is, in this clock

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign asked = read && read_context == of_context && read_row == ROW_BITS'(ROW);

always_ff @(posedge clk) begin
  if (asked) begun <= 1'b0;
  if (started[of_context]) begun <= 1'b1;
  if (rst) begun <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  p_opens : assert (reopen[of_context] == (begun && asked));
  p_begun : assert (reading_q[of_context] == begun);
end
