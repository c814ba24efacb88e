// A row goes to one place, and leaves when it is taken there. Only the close that comes before the
// row of a saved state's end is taken without it, once.

// Of an expected tag that is not malformed the length is told as it is, or as 0 when no tag is as
// long. `told`: bytes of each context's packet so far, up to more than a tag can have.

localparam int MOST = 511;

logic [8:0] told[CONTEXTS];
logic spoilt[CONTEXTS];  // an earlier row of the packet broke the rules
logic [9:0] told_now;
logic [8:0] told_q;
logic spoilt_now, spoilt_q;
logic [CONTEXTS-1:0] counted_so;  // the rows counted are those that came
logic waited;  // a row was offered and did not leave
logic closed_before;  // of the row that waits: the block before it has been closed
logic [3+CONTEXT_BITS+2+PAD_WORDS*WORD/8-1:0] whole, waited_whole;
logic to_message, to_key, to_state;  // taken there in this clock
logic [31:0] row_flags;  // bytes of a last row, wherever they are

assign told_now = 10'(first ? 9'd0 : told[row_context])
    + 10'(!row_last || row_bytes[SHIFT] ? BYTES : 32'(row_bytes));
assign spoilt_now = (!first && spoilt[row_context]) || row_error;

always_ff @(posedge clk) begin
  if (leave) begin
    told[row_context] <= 32'(told_now) > MOST ? 9'(MOST) : 9'(told_now);
    spoilt[row_context] <= spoilt_now;
  end
  told_q <= 32'(told_now) > MOST ? 9'(MOST) : 9'(told_now);
  spoilt_q <= spoilt_now;
end

for (genvar index = 0; index < CONTEXTS; index++) begin : g_counted
  assign counted_so[index] = !open_q[index] || (tag_counts[index] == '1
      ? spoilt[index] || 32'(told[index]) >= ((1 << COUNT_BITS) - 1) * BYTES
      : !spoilt[index] && 32'(told[index]) == 32'(tag_counts[index]) * BYTES);
end

always_comb begin
  row_flags = 32'd0;
  for (int index = 0; index < BYTES; index++) row_flags = row_flags + 32'(row_keep[index]);
end

assign whole = {row_route, row_context, row_last, row_error, row_keep};
assign to_message = message_valid && message_ready;
assign to_key = key_valid && key_ready;
assign to_state = state_valid && state_ready;

always_ff @(posedge clk) begin
  waited <= row_valid && !row_ready;
  closed_before <= row_valid && !row_ready && (closed_before || (to_message && message_close));
  waited_whole <= whole;
  if (rst) begin
    waited <= 1'b0;
    closed_before <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_stays : assume (!waited || (row_valid && whole == waited_whole));
  // Only where states are saved are messages cut and states stored.
  a_route : assume (RESUME || !row_valid || (row_route != TO_BE_CUT && row_route != TO_STATES));
  // Of a row that keeps the rules the bytes are its first ones: packet_place counts on it.
  a_ordered : assume (!row_valid || !row_last || row_error || 32'(row_bytes) == row_flags);

  p_one_place : assert (2'(message_valid) + 2'(key_valid) + 2'(state_valid) + 2'(tag_valid) <= 1);
  p_taken : assert (!leave || row_route == TO_TAGS || row_route == 3'd3 || row_route > TO_STATES
      || (to_message ^ to_key ^ to_state));
  p_not_lost : assert (!(to_message && !message_close) || leave);
  p_key_not_lost : assert (!(to_key || to_state) || leave);
  p_row_goes : assert (!(leave && message_close && message_valid) || silent);
  p_counted : assert (&counted_so);
  p_tag_length : assert (!landed || landed_state || landed_bytes == 7'd0
      || (!spoilt_q && 9'(landed_bytes) == told_q));
  p_tag_told : assert (!landed || landed_state || spoilt_q || told_q > 9'd64
      || 9'(landed_bytes) == told_q);
  p_closed_once : assert (!(closed_before && message_close && message_valid));
end
