// No descriptor is fetched that was not filled, and none outside the ring; one is on its way or on
// offer at a time, and stays until it is taken. The tail is what new_tail_fits let in, and zero in a
// ring that does not run; the ring stays where it is while it runs. What is written to one of both stays
// for two clocks, in which nothing else is, and a ring that was written runs two clocks later at the
// earliest. A reset leaves run low. What is on its way stays so until it is offered or the ring halts,
// and nothing is offered that was not on its way.

logic request_waited, offer_waited, was_running;
logic [31:0] request_before;
logic [30:0] ring_before, ring_earlier;
logic [15:0] waiting;  // descriptors to be fetched
logic exact, settled;  // new_tail may be the next, by differences; end_q is that of head
logic twice;  // there were two clocks before
logic [15:0] tail_before, new_before;
logic was_cleared, fitted;
logic was_coming;  // a descriptor was on its way while the ring ran
logic [3:0] number_before;

assign waiting = tail - head_q;

always_ff @(posedge clk) begin
  twice <= followed;
  ring_earlier <= ring_before;
  exact <= new_tail - head_q <= 16'd1 << size && new_tail - head_q >= waiting;
  settled <= running_q && end_q - head_q == 16'd1 << size;
  request_waited <= request_valid && !request_ready;
  offer_waited <= offer_valid && !offer_ready;
  request_before <= request_address;
  ring_before <= {base, size};
  tail_before <= tail;
  new_before <= new_tail;
  fitted <= running_q && new_tail_fits
      && {new_tail, tail, base, size} == {new_before, tail_before, ring_before};
  was_cleared <= clear_q;
  was_coming <= offer_coming && running_q;
  number_before <= offer_number;
  was_running <= running_q || stopping_q;
end

always_ff @(posedge clk) if (checked) begin
  a_ring : assume (!followed || !was_running || {base, size} == ring_before);
  a_written : assume (!running_q || ((!followed || {base, size} == ring_before)
      && (!twice || ring_before == ring_earlier)));
  a_run : assume (followed || !run);
  a_tail : assume (!followed || (was_cleared ? tail == 16'd0
      : tail == tail_before || (fitted && tail == new_before)));
  a_stopped : assume (running_q || stopping_q || tail == 16'd0);
  a_word : assume (!word_valid || wait_q);
  a_quiet : assume (!quiet || (!request_q && !wait_q));

  p_end : assert (!followed || !running_q || end_q - head_q == 16'd1 << size
      || end_q - head_q == (16'd1 << size) - 16'd1);
  p_tail : assert (!followed || !running_q || end_q - tail <= 16'd1 << size);
  p_exact : assert (!followed || !settled || fits_q == exact);
  p_filled : assert (waiting <= 16'd1 << size || stopped);
  p_one : assert (32'(request_q) + 32'(wait_q) + 32'(offer_q) <= 1);
  p_states : assert (!(running_q && stopping_q) && (!clear_q || stopping_q));
  p_request_stays : assert (!followed || !request_waited
      || (request_valid && request_address == request_before));
  p_within : assert (!request_q || slot_q <= mask);
  p_known : assert (!known_q || (offer_q && bad_q == (beyond || !meant || result[5:0] != 6'd0)));
  p_offer_stays : assert (!followed || !offer_waited || !running_q
      || (offer_valid && offer_number == number_before));
  p_coming : assert (!followed || !running_q || halted_q || !was_coming || offer_coming || offer_valid);
  p_offered : assert (!followed || !running_q || !offer_valid || was_coming || offer_waited);
  p_stopped : assert (!stopped
      || (!request_q && !wait_q && !offer_q && !known_q && head_q == 16'd0));
end
