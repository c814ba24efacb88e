// A beat that is read is the one that was stored last with its number in its entry, and nothing is
// shown of a store that is not read; the answers of a context come to its entries in turn. A beat is
// `told`, once it is `known`, of any one place, the same for ever; `turn` is the entry of the next
// answer of its context.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [SLOT_BITS-1:0] any_slot;
(* anyconst *) logic [BEAT_BITS-1:0] any_beat;
logic [CONTEXT_BITS-1:0] of_context;
logic [CONTEXT_BITS+SLOT_BITS-1:0] of_place;
logic [BEAT_BITS-1:0] of_beat;
logic [SLOT_BITS-1:0] turn;
logic [BEAT_BITS-1:0] number;  // of the next beat of the answer that comes
logic amid;  // an answer has begun and not ended
logic [CONTEXT_BITS:0] amid_of;  // its context, and whether its message broke the rules
logic known, comes;
logic [WIDTH:0] told;
logic asked, idle;  // a clock ago the beat was read; or nothing of this store
logic [WIDTH:0] told_then;
logic held;  // or nothing was taken
logic [WIDTH:0] shown;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign of_beat = BEAT_BITS'(32'(any_beat) % BEATS);
assign of_place = {of_context, any_slot};
assign comes = answer_valid && answer_context == of_context && turn == any_slot
    && number == of_beat;

always_ff @(posedge clk) begin
  if (answer_valid) begin
    number <= answer_last ? '0 : number + 1'b1;
    amid <= !answer_last;
    amid_of <= {answer_context, answer_error};
    if (answer_last && answer_context == of_context) turn <= turn + 1'b1;
  end
  if (comes) told <= {answer_error, answer_data};
  known <= checked && (known || comes);
  asked <= advance && read && read_place == of_place && read_beat == of_beat && known;
  told_then <= told;
  idle <= advance && !read;
  held <= !advance;
  shown <= {read_error, read_data};
  if (rst) begin
    number <= '0;
    amid <= 1'b0;
    turn <= '0;
    known <= 1'b0;
    asked <= 1'b0;
    idle <= 1'b0;
    held <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!answer_valid || 32'(answer_context) < CONTEXTS);
  a_together : assume (!answer_valid || !amid || {answer_context, answer_error} == amid_of);
  a_beats : assume (!answer_valid || answer_last || 32'(number) < BEATS - 1);

  p_read : assert (!asked || {read_error, read_data} == told_then);
  p_idle : assert (!idle || {read_error, read_data} == '0);
  p_held : assert (!held || {read_error, read_data} == shown);
  p_complete_turn : assert (!answer_valid || !answer_last || answer_context != of_context
      || complete[{of_context, turn}]);

  p_turn : assert (turn_q[of_context] == turn);
  p_number : assert (beat_q == number && (amid || number == '0) && 32'(number) < BEATS);
  p_kept : assert (!known || store[ADDRESS_BITS'(BEATS > 1 ? 32'({of_place, of_beat})
      : 32'(of_place))] == told);
end
