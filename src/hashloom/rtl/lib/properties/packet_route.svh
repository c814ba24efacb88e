// A row goes to one place, and leaves when it is taken there. Only the close that comes before the
// row of a saved state's end is taken without it, once.

logic waited;  // a row was offered and did not leave
logic closed_before;  // of the row that waits: the block before it has been closed
logic [3+CONTEXT_BITS+2+PAD_WORDS*WORD/8-1:0] whole, waited_whole;
logic to_message, to_key, to_state;  // taken there in this clock

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

  p_one_place : assert (2'(message_valid) + 2'(key_valid) + 2'(state_valid) + 2'(tag_valid) <= 1);
  p_taken : assert (!leave || row_route == TO_TAGS || row_route == 3'd3 || row_route > TO_STATES
      || (to_message ^ to_key ^ to_state));
  p_not_lost : assert (!(to_message && !message_close) || leave);
  p_key_not_lost : assert (!(to_key || to_state) || leave);
  p_row_goes : assert (!(leave && message_close && message_valid) || silent);
  p_closed_once : assert (!(closed_before && message_close && message_valid));
end
