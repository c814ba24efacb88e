// A packet that has an answer is answered once, when its last beat has been taken, and none is taken
// before that answer has left. No beat is taken and no answer is offered while everything is erased,
// and then no slot holds a key and no tag is expected. Beats go on of what is possible alone: of a
// message with a key when its slot holds one.
//
// `open`: of a packet some beats have been taken and the last has not; `owes`: its answer has not
// left; `shown`: an answer is on its way; `operation`: of the packet; `doomed`: zeroize came.

logic open, owes, shown, doomed, before_zeroize;
logic [3:0] operation;

always_ff @(posedge clk) begin
  before_zeroize <= zeroize;
  if (taken) begin
    open <= !offer_last;
    if (!open) operation <= operation_q;
    if (!open) doomed <= 1'b0;
    if (!is_tag) owes <= 1'b1;
  end
  if ((answer_valid && answer_ready) || (done && !wipe && speaks && owes)) shown <= 1'b1;
  if (answered) {owes, shown} <= '0;
  if (zeroize) shown <= 1'b0;
  if (zeroize && (open || owes)) doomed <= 1'b1;
  if (rst) {open, owes, shown, doomed} <= '0;
end

always_ff @(posedge clk) if (checked) begin
  // A short tag leaves while the rest of its digest is still made.
  a_answered : assume (!answered || shown || (speaks && owes && !open));
  a_flawed : assume (!done || wipe || owes || speaks || is_tag);
  a_done : assume (!done || wipe || (at_work && !open));

  p_quiet : assert (!zeroize || (!offer_ready && !beat_valid));
  p_wipes : assert (!wipe || (!offer_ready && !answer_valid && known_q == '0 && !given_q));
  p_order : assert (!offer_ready || open || !owes);
  p_answer : assert (!answer_valid || (owes && !open && !shown && !is_tag));
  p_possible : assert (!beat_valid || operation_q <= KEY);
  p_keyed : assert (!beat_valid || !keyed || (32'(slot_q) < SLOTS && slot_known));
  p_slot : assert (!beat_valid || !is_key || 32'(slot_q) < SLOTS);
  p_gone : assert (!(beat_valid && is_key) || !slot_known);
  p_erased : assert (!erase || wipe || (every ? known_q == '0 : !slot_known));
  p_status : assert (!answer_valid || !doomed || answer_status == ZEROISED);
  p_undefined : assert (!answer_valid || doomed || operation <= ERASE_ALL
      || answer_status == NOT_POSSIBLE);
  p_speaks : assert (!speaks || operation_q == HASH || operation_q == MAC);

  p_open : assert (open == (begun_q && (state_q == Take || state_q == Drop)));
  p_owes : assert (owes == owed_q);
  p_shown : assert (!shown || state_q == Leave);
  p_owed : assert (!owed_q || (state_q != Idle && state_q != Judge));
  p_begun : assert (!owed_q || begun_q);
  p_says : assert (state_q != Say || (owed_q && !is_tag));
  p_operation : assert (!begun_q || state_q == Idle || state_q == Judge || operation == operation_q);
  p_doomed : assert (!doomed || !(open || owes) || (status_q == ZEROISED
      && (state_q == Drop || state_q == Say || state_q == Leave)));
  p_refused : assert (operation_q <= ERASE_ALL || (state_q != Drop && state_q != Say)
      || status_q == NOT_POSSIBLE || (status_q == ZEROISED && doomed && begun_q));
  p_works : assert (state_q != Work || operation_q <= ERASE_ALL);
  p_dropped : assert (state_q != Drop || status_q != OK
      || (erases && (every ? known_q == '0 : !slot_known)));
  p_erases : assert (state_q != Work || !erases || (every ? known_q == '0 : !slot_known));
  p_loads : assert ((state_q != Take && state_q != Work) || !is_key || !slot_known);
  p_wiping : assert (!wipe_q || (state_q != Judge && state_q != Take && state_q != Work));
  p_uses : assert (state_q != Take || !keyed || slot_known);
  p_take : assert (state_q != Take || (operation_q <= KEY
      && (!(keyed || is_key) || 32'(slot_q) < SLOTS)));
  p_tags : assert (!(is_tag && owed_q));
end
