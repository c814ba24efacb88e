// What changes keys goes to all copies, each beat in the clock in which all take it, begins when no
// packet is unfinished and no answer owed, and is alone until it is over. Any other packet goes to
// the copy of its tid, or nowhere when it begins amid one for all; then it is answered here, once,
// behind its last beat, and told whether zeroize came. A tid is looked at, the same for ever:
// `open`, a packet of it is unfinished, `nowhere`, its beats go nowhere, and `asks`, such a packet
// waits for its answer. Of packets for all, `shared`: one is under way; `shared_open`: its last
// beat has not come.

(* anyconst *) logic [TID_BITS-1:0] any_number;
logic [TID_BITS-1:0] any_tid;
logic open, nowhere, asks;
logic hit, asks_hit;  // zeroize came while it was unfinished, or waited for its answer
logic [3:0] operation;  // of the packet
logic shared, shared_open;
logic [TID_BITS-1:0] shared_tid;
logic [OWED_BITS-1:0] due;  // answers of copies
logic [COPIES-1:0] were_ready;  // copies that would have taken a beat, and none came

logic [COPIES-1:0] sent;  // copies that take the beat
logic taken, here;
logic of_all;  // by all of them
logic begins_all;  // a packet for all begins
logic nowhere_now;  // the beat belongs to a packet that goes nowhere
logic waited;  // a refusal was not taken
logic [TID_BITS-1:0] waited_tid;
logic waited_zeroised;

assign any_tid = TID_BITS'(32'(any_number) % TIDS);
assign sent = copy_valid & copy_ready;
assign taken = beat_valid && beat_ready;
assign here = taken && beat_tid == any_tid;
assign of_all = sent == '1;
assign begins_all = of_all && !shared;
assign nowhere_now = open ? nowhere : shared_open;

always_ff @(posedge clk) begin
  if (here) begin
    open <= !beat_last;
    nowhere <= nowhere_now && !beat_last;
    if (!open) operation <= beat_operation;
  end
  if (here && !open) hit <= 1'b0;
  if (refusal_valid && refusal_ready && refusal_tid == any_tid) asks <= 1'b0;
  if (here && nowhere_now && beat_last && beat_operation != TAG) begin
    asks <= 1'b1;
    asks_hit <= open && hit;
  end
  if (zeroize) {hit, asks_hit} <= '1;
  if (of_all) begin
    shared <= 1'b1;
    shared_open <= !beat_last;
    shared_tid <= beat_tid;
  end else if (common_over) shared <= 1'b0;
  due <= due - OWED_BITS'(left)
      + OWED_BITS'(sent != '0 && !opens[beat_tid] && beat_operation != TAG);
  were_ready <= copy_ready & ~sent & {COPIES{!rst}};
  waited <= refusal_valid && !refusal_ready;
  waited_tid <= refusal_tid;
  waited_zeroised <= refusal_zeroised || zeroize;
  if (rst) begin
    open <= 1'b0;
    nowhere <= 1'b0;
    asks <= 1'b0;
    shared <= 1'b0;
    shared_open <= 1'b0;
    due <= '0;
    waited <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_zeroize : assume (!zeroize || copy_ready == '0);
  a_ready_stays : assume (zeroize || (were_ready & ~copy_ready) == '0);
  a_same : assume (!beat_valid || !open || rst || beat_tid != any_tid
      || beat_operation == operation);
  a_over : assume (!common_over || (common && !shared_open));
  a_left : assume (!left || (due != '0 && !common));
  a_due : assume (!taken || 32'(due) <= 5 * TIDS);
  a_refusal : assume (!refusal_ready || refusal_valid);

  // To all, to its own, or nowhere; and never without being taken.
  p_sent : assert (sent == '0 || (taken && (of_all
      || sent == COPIES'(1) << (32'(beat_tid) / CONTEXTS))));
  p_exists : assert (sent == '0 || 32'(beat_tid) < TIDS);
  p_context : assert (sent == '0 || 32'(copy_context) == 32'(beat_tid) % CONTEXTS);
  p_nowhere : assert (!here || (sent == '0) == nowhere_now);

  // What changes keys.
  p_keys : assert (sent == '0 || of_all || copy_operation < KEY || copy_operation > ERASE_ALL);
  p_as_asked : assert (copy_operation == beat_operation || copy_operation == UNDEFINED);
  p_alone : assert (!shared || sent == '0 || (of_all && shared_open && beat_tid == shared_tid));
  p_rest : assert (!shared_open || !taken || beat_tid != shared_tid || of_all);
  p_begins : assert (!begins_all || (!open && !asks && due == '0
      && (copy_operation == KEY || (beat_last && copy_operation == beat_operation))));
  p_common : assert (common == shared && (!common || 32'(common_tid_q) < TIDS)
      && (!common || common_own == COPIES'(1) << (32'(common_tid_q) / CONTEXTS)));

  // What goes nowhere.
  p_asks : assert ((refusal_valid && refusal_tid == any_tid) == asks);
  p_zeroised : assert (!asks || refusal_zeroised == asks_hit);
  p_refusal_exists : assert (!refusal_valid || 32'(refusal_tid) < TIDS);
  p_waits : assert (!waited || (refusal_valid && refusal_tid == waited_tid
      && refusal_zeroised == waited_zeroised));

  p_open : assert (open_q[any_tid] == open && refused_q[any_tid] == nowhere
      && (!nowhere || dead_q[any_tid] == hit));
  p_due : assert (due == owed_q + OWED_BITS'(begins_q));
  p_shared : assert (shared_open == common_open_q && (!shared_open || shared)
      && (!shared || shared_tid == common_tid_q));
  p_refused : assert ((refused_q & ~open_q) == '0 && (dead_q & ~refused_q) == '0);
  p_beside : assert (!shared || (open_q & ~refused_q)
      == (shared_open ? TIDS'(1) << shared_tid : '0));
end
