// Beats keep to AXI4-Stream: one that is offered stays until it is taken; only the last of a packet may
// be partial, its bytes first, or malformed on purpose. A record is taken when the words of that before
// have gone. What waits with it for a beat is what waited at the end of the record before of its context.

logic waited, record_waited;
logic [BEAT_BITS-1:0] whole_beat, beat_before;
logic [BEAT_BITS-1:0] latest;  // the beat that was made last
logic waiting_last;  // of the beat that waits
logic [LANES-1:0] waiting_keep;
logic [1:0] held;  // beats that were made and have not been taken
logic [CONTEXT_BITS+LANE_BITS+COMMAND_BITS+15:0] whole_record, record_before;
logic [7:0] gone;  // bytes of the record whose words have gone
logic [7:0] record_size;  // all of its bytes
(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [KEPT_BITS-1:0] waits;  // what waits for a beat of it
logic has_some;  // there are some
logic of_context;  // its record was taken
logic ended;  // and its end was reached
logic loads;  // a record of it was taken in the clock before
logic [KEPT_BITS-1:0] expected;  // what waits with it
logic [LANE_BITS-1:0] lane;  // of the first byte in the next word
logic [7:0] room;  // bytes from there to the end of the word

assign room = 8'(LANES) - 8'(lane);
assign of_context = record_context_q == any_context;

assign waiting_last = waiting_q[CONTEXT_BITS+COMMAND_BITS];
assign waiting_keep = waiting_q[CONTEXT_BITS+COMMAND_BITS+1+:LANES];
assign whole_beat = {beat_data, beat_keep, beat_last, beat_context, beat_command};
assign whole_record = {record_context, record_lane, record_bytes, record_ends, record_first,
    record_last, record_bad, record_number, record_command};

always_ff @(posedge clk) begin
  waited <= beat_valid && !beat_ready;
  beat_before <= whole_beat;
  record_waited <= record_valid && !record_ready;
  record_before <= whole_record;
  if (takes) gone <= gone + 8'(bytes_q);
  if (load || rst) gone <= 8'd0;
  if (takes || load) lane <= load ? record_lane : '0;
  if (load) record_size <= record_bytes;
  if (saves && of_context) begin
    waits <= saved;
    has_some <= keeps;
  end
  if (rst) has_some <= 1'b0;
  if (made) latest <= made_beat;
  held <= held + 2'(made) - 2'(beat_valid && beat_ready);
  if (rst) held <= 2'd0;
  ended <= saves;
  loads <= load && record_context == any_context && 32'(any_context) < CONTEXTS;
  expected <= saves && of_context ? (keeps ? saved : '0) : has_some ? waits : '0;
end

always_ff @(posedge clk) if (checked) begin
  a_record_stays : assume (!followed || !record_waited
      || (record_valid && whole_record == record_before));
  a_context : assume (32'(record_context) < CONTEXTS);
  a_bytes : assume (record_bytes <= 8'd128);
  a_memory : assume (CONTEXTS == 1 || record_context != any_context || !has_some || kept == waits);

  p_stays : assert (!followed || !waited || (beat_valid && whole_beat == beat_before));
  p_held : assert (held == 2'(valid_q) + 2'(waits_q) && (valid_q || !waits_q));
  p_room : assert (!made || free);
  p_order : assert ((waits_q ? waiting_q : whole_beat) == latest || !beat_valid);
  p_waiting : assert (!waits_q || waiting_last || waiting_keep == '1);
  p_waiting_first : assert (!waits_q || waiting_keep == HOLE
      || (waiting_keep & (waiting_keep + 1'b1)) == '0);
  p_full : assert (!beat_valid || beat_last || beat_keep == '1);
  p_bytes_first : assert (!beat_valid || beat_keep == HOLE
      || (beat_keep & (beat_keep + 1'b1)) == '0);
  p_one : assert (!(busy_q && end_q));
  p_context : assert (!(busy_q || end_q) || 32'(record_context_q) < CONTEXTS);
  p_left : assert (!busy_q || (left_q != 8'd0 && left_q <= record_size
      && gone + left_q == record_size));
  p_bytes : assert (!busy_q || (8'(bytes_q) == (left_q < room ? left_q : room)
      && final_q == (left_q <= room)));
  p_all : assert (!end_q || gone == record_size);
  p_taken : assert (!record_ready || (!busy_q && !end_q) || (busy_q ? gone + 8'(bytes_q) == record_size
      && takes && !record_ends_q : ends));
  p_sent : assert (!sent || (end_q && whole_q && closes_q));
  p_flags : assert (!(busy_q || end_q) || ((!whole_q || record_ends_q) && (!closes_q || whole_q)
      && (!answers_q || closes_q) && finishes_q == (record_ends_q && !answers_q)));
  p_loaded : assert (!followed || !loads || {broken_q, fill_q, rest_q} == expected);
  p_waits : assert (CONTEXTS > 1 || any_context != '0 || busy_q || end_q || !has_some
      || {broken, fill_q, rest_q} == waits);
  p_kept : assert (32'(any_context) >= CONTEXTS || (kept_q[any_context] == has_some));
  p_saved : assert (!followed || !ended || !busy_q || record_size == left_q);
  p_empty : assert (!(end_q && closed_q) || fill_q == '0);
end
