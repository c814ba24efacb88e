// A burst does not cross 4 KiB, is of the data that are left, and is asked for when there is room for
// it; what is asked for stays. Words leave their room when they were asked for. A turn is that of a
// context with a descriptor, and goes on where its last one ended. A context whose descriptor is awaited
// is not passed over.

logic request_waited;
logic [39:0] request_before;
logic [8:0] asked;  // words that were asked for and have not left
logic [8:0] asked_next;
logic went_on;  // with the same context
logic has_begun, awaited;  // a turn has; a descriptor was awaited by an idle reader
logic [CONTEXT_BITS-1:0] look_before;
logic [MOVING_BITS-1:0] moving_before;
logic [12:0] page_left;  // bytes up to 4 KiB
logic [7:0] block_left;  // bytes up to the end of the block

assign page_left = 13'd4096 - {1'b0, address_q[11:0]};
assign block_left = 8'(BLOCK_BYTES) - 8'(position_q);

assign asked_next = asked + (issue ? 9'(beats_q) : 9'd0) - 9'(freed);

always_ff @(posedge clk) begin
  request_waited <= request_valid && !request_ready;
  request_before <= {request_address, request_beats};
  asked <= asked_next;
  went_on <= again && !rst;
  has_begun <= begins && !rst;
  awaited <= awaits && idle && !rst;
  look_before <= look_q;
  moving_before <= moving;
  if (rst) asked <= 9'd0;
end

always_ff @(posedge clk) if (checked) begin
  a_freed : assume (!freed || asked != 9'd0);
  a_context : assume (32'(failed_context) < CONTEXTS);

  p_stays : assert (!followed || !request_waited || (request_valid
      && {request_address, request_beats} == request_before));
  p_room : assert (asked <= 9'(ROOM) && room_q == 9'(ROOM) - asked);
  p_one : assert (32'(size_q) + 32'(count_q) + 32'(add_q) + 32'(issue_q) <= 1);
  p_limit : assert (!(count_q || add_q || issue_q)
      || limit_q == (page_left < 13'(block_left) ? page_left[7:0] : block_left));
  p_bytes : assert (!(add_q || issue_q) || (bytes_q <= limit_q && 32'(bytes_q) <= left_q));
  p_final : assert (!(add_q || issue_q) || final_q || 32'(bytes_q) < left_q);
  p_beats : assert (!issue_q || beats_q == (bytes_q == 8'd0 ? 8'd0 : edges >> LANE_BITS));
  p_space : assert (!(count_q || add_q || issue_q) || space_q == '0
      || space_q + (9 + LANE_BITS)'(address_q[LANE_BITS-1:0]) <= {room_q, LANE_BITS'(0)});
  p_fits : assert (!issue_q || !fits_q || 9'(beats_q) <= room_q);
  p_next : assert (!issue_q || (next_address_q == address_q + 32'(bytes_q)
      && next_left_q == left_q - 32'(bytes_q)));
  p_some : assert (!request_valid || request_beats != 8'd0);
  p_word : assert (request_address[LANE_BITS-1:0] == '0 || !request_valid);
  p_page : assert (!request_valid
      || 13'(request_address[11:0]) + (13'(request_beats) << LANE_BITS) <= 13'd4096);
  p_active : assert (idle || active_q[turn_q]);
  p_again : assert (!followed || !went_on || (size_q
      && {address_q, left_q, position_q} == moving && active_q[turn_q]));
  p_begun : assert (!followed || !has_begun || (size_q && turn_q == look_before
      && {address_q, left_q, position_q} == moving_before && active_q[turn_q]));
  p_other : assert (CONTEXTS == 1 || idle || look_q != turn_q);
  p_kept : assert (!followed || !awaited || look_q == look_before);
  p_turn : assert (32'(turn_q) < CONTEXTS && 32'(look_q) < CONTEXTS && 32'(next_q) < CONTEXTS && 32'(latest_q) < CONTEXTS);
end
