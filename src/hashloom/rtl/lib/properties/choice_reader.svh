// The number said with a beat is the one that came with the first beat of its message, whatever
// comes for other contexts and with later beats. `number`: of the message under way of any one
// context.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic under_way, here;
logic [CHOICE_BITS-1:0] number;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign here = beat_valid && beat_context == of_context;

always_ff @(posedge clk) begin
  if (here && beat_ready) begin
    under_way <= !beat_last;
    if (!under_way) number <= beat_number;
  end
  if (rst) under_way <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!beat_valid || 32'(beat_context) < CONTEXTS);

  p_choice : assert (!here || beat_choice == (under_way ? number : beat_number));
  p_begun : assert (begun_q[of_context] == under_way);
  p_number : assert (!under_way || number_q[of_context] == number);
end
