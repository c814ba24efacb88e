// Beats keep to AXI4-Stream: one that is offered stays until it is taken; only the last of a packet may
// be partial, its bytes first, or malformed on purpose. A record stays until it goes, and goes when
// its words have.

localparam int BEAT_BITS = WIDTH + WIDTH / 8 + 1 + CONTEXT_BITS + COMMAND_BITS;

logic waited, record_waited;
logic [BEAT_BITS-1:0] whole_beat, beat_before;
logic [CONTEXT_BITS+LANE_BITS+COMMAND_BITS+15:0] whole_record, record_before;
logic [7:0] gone;  // bytes of the record whose words have gone

assign whole_beat = {beat_data, beat_keep, beat_last, beat_context, beat_command};
assign whole_record = {record_context, record_lane, record_bytes, record_ends, record_first,
    record_last, record_bad, record_number, record_command};

always_ff @(posedge clk) begin
  waited <= beat_valid && !beat_ready;
  beat_before <= whole_beat;
  record_waited <= record_valid && !record_ready;
  record_before <= whole_record;
  if (takes) gone <= gone + bytes;
  if (load || rst) gone <= 8'd0;
end

always_ff @(posedge clk) if (checked) begin
  a_record_stays : assume (!followed || !record_waited
      || (record_valid && whole_record == record_before));
  a_context : assume (32'(record_context) < CONTEXTS);
  a_bytes : assume (record_bytes <= 8'd128);

  p_stays : assert (!followed || !waited || (beat_valid && whole_beat == beat_before));
  p_full : assert (!beat_valid || beat_last || beat_keep == '1);
  p_bytes_first : assert (!beat_valid || beat_keep == HOLE
      || (beat_keep & (beat_keep + 1'b1)) == '0);
  p_one : assert (!(busy_q && end_q));
  p_record : assert (!(busy_q || end_q) || record_valid);
  p_left : assert (!busy_q || (left_q != 8'd0 && left_q <= record_bytes
      && gone + left_q == record_bytes));
  p_all : assert (!end_q || gone == record_bytes);
  p_sent : assert (!sent || (end_q && record_last));
  p_empty : assert (!(end_q && closed_q) || fill_q == '0);
end
