// Of every answer that is taken each beat is read once, in order, from its entry, and offered until
// it is taken; then its entry is free. `entry`: of the answer that is being read, `count` its beats
// that have been; `given`: beats of the answer on offer that have been taken.

logic reading;
logic [PLACE_BITS+SLOT_BITS-1:0] entry;
logic [TID_BITS-1:0] tid, offered_tid, stayed_tid;
logic [BEAT_BITS:0] count, given;
logic offers;  // the beat that was read is offered
logic stayed;  // a beat was offered and not taken
logic stayed_last;

always_ff @(posedge clk) begin
  if (reading && advance) count <= count + 1'b1;
  if (sent) reading <= 1'b0;
  if (head_take) begin
    reading <= 1'b1;
    entry <= head_entry;
    tid <= head_tid;
    count <= '0;
  end
  if (advance) begin
    offers <= reading;
    offered_tid <= tid;
  end
  if (beat_valid && beat_ready) given <= beat_last ? '0 : given + 1'b1;
  stayed <= beat_valid && !beat_ready;
  {stayed_last, stayed_tid} <= {beat_last, beat_tid};
  if (rst) begin
    reading <= 1'b0;
    offers <= 1'b0;
    given <= '0;
    stayed <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_head : assume (!head_valid || 32'(COPY_BITS'(head_entry >> SLOT_BITS)) < COPIES);

  p_read : assert (read == (reading ? COPIES'(1) << COPY_BITS'(entry >> SLOT_BITS) : '0));
  p_place : assert (!reading || (read_place[SLOT_BITS-1:0] == SLOT_BITS'(entry)
      && 32'(read_place) >> SLOT_BITS == 32'(entry) >> (SLOT_BITS + COPY_BITS)
      && 32'(read_beat) == 32'(count)));
  p_all : assert (!sent || (reading && 32'(count) == BEATS - 1 && sent_entry == entry));
  p_taken : assert (!head_take || (head_valid && (!reading || sent)));
  p_advance : assert (advance == (!beat_valid || beat_ready));
  p_offered : assert (beat_valid == offers && (!beat_valid || beat_tid == offered_tid));
  p_last : assert (!beat_valid || beat_last == (32'(given) == BEATS - 1));
  p_stays : assert (!stayed || (beat_valid && {beat_last, beat_tid} == {stayed_last, stayed_tid}));

  p_reading : assert (sending_q == reading && (!reading
      || (entry_q == entry && tid_q == tid && 32'(count) < BEATS)));
  p_count : assert (reading ? 32'(beat_q) == 32'(count) : beat_q == '0);
  p_given : assert (32'(given) < BEATS && (beat_valid
      ? (beat_last ? !reading || count == '0 : reading && 32'(count) == 32'(given) + 1)
      : given == '0 && (!reading || count == '0) || (reading && count == given)));
  p_tid : assert (!reading || count == '0 || !beat_valid || beat_last || offered_tid == tid);
end
