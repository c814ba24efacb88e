// Beats keep to AXI4-Stream: one that is offered stays until it is taken, zeroize excepted; only the
// last of a packet may be partial, its bytes first. A packet has one last beat and is done once. What
// is refused says why, in the clock behind, and a write waits a bounded time. Nothing of a packet is
// left by zeroize.
//
// The registers judge one access at a time, in the clock behind one in which its address is there, and
// let it take effect in the next if it is neither held nor refused. They keep what was written.

logic waited, erased, was_last;
logic [36:0] beat_before;
logic [WAIT_BITS:0] held_clocks;  // that a write has waited without end
logic [5:0] all_held, all_told;  // low bits of clocks that writes have waited, and that were counted
logic [31:0] message_before;
logic [2:0] finish_before;
logic message_kept, finish_kept;
logic in_packet;  // a packet has begun and is not done
logic [7:0] asked_before;  // what the access writes, as it was in the clock before
logic served, served_before;  // an access was served in the clock before, or in that before it
logic effect;  // and takes effect
logic asked, asked_then;  // an access was there in the clock before, and in that before it
logic opened, both;  // a packet was open in the clock before; it followed another
logic [2:0] effective;  // this one
logic [3:0] whys;
logic was_reset;  // there was a reset in the clock before
logic [3:0] held;  // bytes of MESSAGE that were written
logic [3:0] behind, joined;  // bytes that a write comes behind, with those it brings

assign held = {whole_q, held_q | {3{whole_q}}};
assign behind = held & {4{!whole_q}};
assign joined = behind | write_strobe;

always_ff @(posedge clk) begin
  waited <= beat_valid && !beat_ready && !erase;
  erased <= erase;
  beat_before <= {beat_data, beat_keep, beat_last};
  held_clocks <= asks && hold ? held_clocks + 1'b1 : '0;
  message_before <= message_data;
  finish_before <= finish_bytes;
  message_kept <= !message_written && !message_clear;
  finish_kept <= !finish_written;
  was_last <= beat_valid && beat_ready && beat_last;
  if (begins) in_packet <= 1'b1;
  if (ends || rst) in_packet <= 1'b0;
  if (rst) held_clocks <= '0;
  all_held <= all_held + 6'(asks && hold);
  if (stall) all_told <= all_told + (stall_two ? 6'd2 : 6'd1);
  if (rst) {all_held, all_told} <= '0;
  asked_before <= {write_code, write_strobe};
  served <= serve;
  served_before <= served;
  asked <= asks;
  asked_then <= asked;
  opened <= open_q;
  both <= followed;
  effect <= serve && !refuse;
  effective <= {operation_found, message_found, finish_found};
  was_reset <= rst;
  whys <= {4{serve}} & {order, bytes && !order, wrong && !order, full};
end

always_ff @(posedge clk) if (checked) begin
  a_one : assume (32'(operation_found) + 32'(message_found) + 32'(finish_found) <= 1);
  a_serve : assume (serve == (asks && !hold));
  a_apart : assume (!followed || !(served || served_before) || !asks);
  a_found : assume (!followed || !asks || asked || !asked_then);
  a_stays : assume (!followed || !(asks || served) || asked_before == {write_code, write_strobe});
  a_effect : assume ({operation_written, message_written, finish_written}
      == (followed && effect ? effective : 3'd0));
  a_message_kept : assume (!followed || !message_kept || message_data == message_before);
  a_finish_kept : assume (!followed || !finish_kept || finish_bytes == finish_before);
  a_answered : assume (!answered || (ended_q && sent_q));
  a_keyed : assume (KEYED || !zeroize);
  a_shut : assume (!erase || !beat_ready);

  p_erase : assert (!followed || erase == (KEYED && $past(zeroize)));
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
  p_held : assert (!followed || !open_q || (held & (held + 4'd1)) == 4'd0 && (!whole_q || held_q == 3'd0));
  p_bound : assert (!(asks && hold) || (held_clocks == (WAIT_BITS + 1)'(wait_q) && !(&wait_q)));
  p_stall : assert (stalling ? wait_q != '0 : wait_q == '0);
  p_stalled : assert (stall ? stalling : !stall_two);
  p_late : assert (late_q == &wait_q);
  p_told : assert (all_held == all_told + (stall_two ? 6'd2 : 6'(wait_q[0])));
  p_told_apart : assert (!followed || !stall || !$past(stall));
  p_forgotten : assert (!was_reset
      || {error_order, error_bytes, error_operation, error_full} == '0);
  p_says_why : assert (!followed || whys == {error_order, error_bytes, error_operation, error_full});
  p_refused : assert (refuse == (order || bytes || wrong || full));
  p_bar : assert (bar == (refuse || hold));
  p_refused_found : assert (!refuse || operation_found || message_found || finish_found);
  p_apart : assert (!followed || !erase
      || {operation_written, message_written, finish_written} == 3'd0);
  p_order : assert (!followed || !operation_written || !(open_q || ended_q));
  p_order_open : assert (!followed || !(message_written || finish_written) || open_q);
  p_fits : assert (!followed || !both || !asks || !open_q || !opened
      || (low_q && high_q) == (write_strobe != 4'd0 && (behind & write_strobe) == 4'd0
          && (joined & (joined + 4'd1)) == 4'd0));
  p_erased : assert (!followed || !erased || (data_q == 32'd0 && !open_q && !closing_q));
end
