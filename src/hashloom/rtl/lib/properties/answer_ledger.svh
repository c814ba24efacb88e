// What belongs to a packet comes with its answer: in the order of its context, unchanged. Of any one
// place. Packets are sent where there is room, and answered when one was sent.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [1:0] any_slot;
logic [CONTEXT_BITS-1:0] of_context;  // the same, of those that there are
logic [WIDTH-1:0] came;  // the latest that was put there
logic [2:0] waiting;  // of the context
logic [1:0] ahead;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign waiting = put_q[of_context] - get_q[of_context];
assign ahead = any_slot - get_q[of_context][1:0];

always_ff @(posedge clk) begin
  if (sent && sent_context == of_context && put[1:0] == any_slot) came <= sent_job;
end

always_ff @(posedge clk) if (checked) begin
  a_contexts : assume (32'(sent_context) < CONTEXTS && 32'(answer_context) < CONTEXTS);
  a_room : assume (!sent || sent_room[sent_context]);
  a_answered : assume (!answered || put_q[answer_context] != get_q[answer_context]);

  p_waiting : assert (waiting <= 3'd4);
  p_room : assert (sent_room[of_context] == (waiting != 3'd4));
  p_kept : assert (3'(ahead) >= waiting || store[{of_context, any_slot}] == came);
end
