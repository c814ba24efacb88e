// Beats keep to AXI4-Stream: one that is offered stays until it is taken, zeroize excepted; only the
// last of a packet may be partial, its bytes first. A packet has one last beat and is done once. What
// is refused says why, once, and a write waits a bounded time. Nothing of a packet is left by zeroize.
//
// The registers write what they ask and is neither held nor refused, and keep what was written.

logic waited, erased, was_last;
logic [36:0] beat_before;
logic [WAIT_BITS:0] held_clocks;  // that a write has waited without end
logic [31:0] message_before;
logic [2:0] finish_before;
logic message_kept, finish_kept;
logic in_packet;  // a packet has begun and is not done

always_ff @(posedge clk) begin
  waited <= beat_valid && !beat_ready && !zeroize;
  erased <= zeroize;
  beat_before <= {beat_data, beat_keep, beat_last};
  held_clocks <= hold ? held_clocks + 1'b1 : '0;
  message_before <= message_data;
  finish_before <= finish_bytes;
  message_kept <= !message_written && !message_clear;
  finish_kept <= !finish_written;
  was_last <= beat_valid && beat_ready && beat_last;
  if (begins) in_packet <= 1'b1;
  if (ends || rst) in_packet <= 1'b0;
  if (rst) held_clocks <= '0;
end

always_ff @(posedge clk) if (checked) begin
  a_one : assume (32'(operation_asked) + 32'(message_asked) + 32'(finish_asked) <= 1);
  a_operation : assume (operation_written == (operation_asked && !hold && !refuse));
  a_message : assume (message_written == (message_asked && !hold && !refuse));
  a_finish : assume (finish_written == (finish_asked && !hold && !refuse));
  a_message_kept : assume (!followed || !message_kept || message_data == message_before);
  a_finish_kept : assume (!followed || !finish_kept || finish_bytes == finish_before);
  a_answered : assume (!answered || (ended_q && sent_q));
  a_keyed : assume (KEYED || !zeroize);
  a_shut : assume (!zeroize || !beat_ready);

  p_offer_stays : assert (!followed || !waited || (beat_valid
      && {beat_data, beat_keep, beat_last} == beat_before) || erased);
  p_bytes_first : assert (!beat_valid || (beat_keep & (beat_keep + 4'd1)) == 4'd0);
  p_full : assert (!beat_valid || beat_last || beat_keep == 4'hf);
  p_of_packet : assert (!beat_valid || open_q || ended_q);
  p_last : assert (!(beat_valid && beat_last) || (ended_q && !closing_q && !sent_q));
  p_not_behind_last : assert (!followed || !was_last || !beat_valid);
  p_states : assert (!(open_q && ended_q) && (!closing_q || ended_q) && (!sent_q || begun_q));
  p_sent_gone : assert (!sent_q || !beat_valid);
  p_open_not_sent : assert (!(open_q || closing_q) || !sent_q);
  p_on_its_way : assert (!ended_q || closing_q || sent_q || (beat_valid && beat_last));
  p_packet : assert (in_packet == (open_q || ended_q));
  p_done_once : assert (!ends || in_packet);
  p_held : assert ((held_q & (held_q + 4'd1)) == 4'd0);
  p_bound : assert (held_clocks == (WAIT_BITS + 1)'(wait_q));
  p_says_why : assert (refuse == (error_order || error_bytes || error_operation || error_full));
  p_why_once : assert (32'(error_order) + 32'(error_bytes) + 32'(error_operation)
      + 32'(error_full) <= 1);
  p_refused_asked : assert (!refuse || operation_asked || message_asked || finish_asked);
  p_erased : assert (!followed || !erased || (data_q == 32'd0 && !open_q && !closing_q));
end
