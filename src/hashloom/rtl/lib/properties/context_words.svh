// A context's word is the latest that was written for it. Of any one context.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic comes;
logic [WIDTH-1:0] came;  // its latest word
logic known = 1'b0;  // there is one

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign comes = write && (CONTEXTS == 1 || write_context == of_context);

always_ff @(posedge clk) begin
  if (comes) came <= write_data;
  known <= known || comes;
end

always_ff @(posedge clk) begin
  a_exists : assume (CONTEXTS == 1 || !write || 32'(write_context) < CONTEXTS);

  p_shown : assert (!known || (CONTEXTS > 1 && read_context != of_context) || read_data == came);
end

if (CONTEXTS > 1) begin : g_several_kept
  always_ff @(posedge clk) p_kept : assert (!known || g_several.store[of_context] == came);
end else begin : g_one_kept
  always_ff @(posedge clk) p_kept : assert (!known || g_one.store_q == came);
end
