// Every packet is answered exactly once, also over zeroize. `held` counts, for each context, the
// packets the gate has taken and the core has not answered; zeroize takes them all from it. What the
// gate has taken of the stream it says a clock later; of a dead packet it takes the end alone.

logic [2:0] held[CONTEXTS];
logic [CONTEXTS-1:0] whole;  // one of these is a packet whose last beat has been taken
logic [CONTEXTS-1:0] room, five, account, begins_empty, incomplete_held, dead_open;

for (genvar index = 0; index < CONTEXTS; index++) begin : g_account
  logic scanned, enters, leaves, incomplete, late, come;
  logic [2:0] dead_one, to_come;

  assign scanned = packet_valid && packet_ready && packet_doomed
      && packet_context == CONTEXT_BITS'(index);
  assign enters = scanned || (came && came_context == CONTEXT_BITS'(index)
      && (dead_q[index] ? came_last && counted_q[index] : !open_q[index] && counts));
  assign leaves = answer_valid && answer_ready && answer_last
      && answer_context == CONTEXT_BITS'(index);
  assign incomplete = open_q[index] && counted_q[index] && !dead_q[index];
  assign dead_one = 3'(dead_q[index] && counted_q[index]);
  assign whole[index] = held[index] > 3'(incomplete);

  always_ff @(posedge clk) begin
    held[index] <= held[index] + 3'(enters) - 3'(leaves);
    if (rst || zeroize) held[index] <= 3'd0;
  end

  // What the scan has still to offer for this context.
  assign late = scan_q && scan_context_q < CONTEXT_BITS'(index);
  assign come = scan_q && scan_context_q == CONTEXT_BITS'(index);
  assign to_come = late || (come && !due_known_q) ? owed_q[index] - dead_one : come ? due_q : 3'd0;

  assign room[index] = !enters || held[index] <= 3'd4;
  assign five[index] = owed_q[index] <= 3'd5 && held[index] <= 3'd5 && to_come <= 3'd5;
  assign account[index] = 5'(owed_q[index]) == 5'(held[index]) + 5'(to_come) + 5'(dead_one);
  assign begins_empty[index] = !(late || (come && !due_known_q)) || held[index] == 3'd0;
  assign incomplete_held[index] = !incomplete || (held[index] != 3'd0 && !scan_q);
  assign dead_open[index] = !dead_q[index] || (open_q[index] && owed_q[index] >= dead_one);
end

always_ff @(posedge clk) if (checked) begin
  // What the gate promises: when it takes a packet it holds four others of the context at most.
  a_room : assume (&room);
  a_came_first : assume (followed || !came);
  // What the core promises: it answers whole packets that it holds, one answer after the other.
  a_packet_exists : assume (!offer_valid || !offer_exists || 32'(offer_context) < CONTEXTS);
  a_answer_exists : assume (!answer_valid || 32'(answer_context) < CONTEXTS);
  a_answers_whole : assume (!answer_valid || whole[answer_context]);
  a_together : assume (!answer_valid || !begun_q || broken_q || answer_context == begun_context_q);

  p_five_at_most : assert (&five);
  p_account : assert (&account);
  p_account_empty : assert (&begins_empty);
  p_account_open : assert (&incomplete_held);
  p_dead_open : assert (&dead_open);
  p_owed : assert (!answered || owed_q[beat_context] != 3'd0);
  p_begun_exists : assert (!begun_q || 32'(begun_context_q) < CONTEXTS);
  p_begun : assert (!begun_q || owed_q[begun_context_q]
      > 3'(open_q[begun_context_q] && counted_q[begun_context_q]));
  p_begun_held : assert (!begun_q || broken_q || whole[begun_context_q]);
  p_broken : assert (!broken_q || (begun_q && scan_q && !due_known_q && scan_context_q == '0));
  p_scan : assert (scan_q == shut_q && 32'(scan_context_q) < CONTEXTS && (!due_known_q || scan_q));

  // TAG and RESTORE are not answered. An answer that was broken off ends without bytes, status 7.
  p_counts : assert (!came || counts == !(came_operation == 4'd3
      || (RESUME && came_operation == 4'd8)));
  p_broken_off : assert (!broken_q || (beat_valid && beat_last && beat_keep == '0
      && beat_status == 3'd7 && beat_context == begun_context_q));

  // While everything is erased no beat is taken; what comes in place of a packet is one beat.
  p_shut : assert (!(shut_q || zeroize) || !offer_ready);
  p_doomed_whole : assert (!packet_valid || !packet_doomed || packet_last);
end

// A beat on offer stays until it is taken, except at zeroize. Erasing everything begins with it.
always_ff @(posedge clk) if (followed) begin
  a_came : assume (came == $past(packet_valid && packet_ready && !packet_doomed && !zeroize && !rst));
  a_came_packet : assume (!came || (came_last == $past(packet_last)
      && came_context == $past(packet_context)));
  a_wiping : assume (!wiping || $past(wiping || zeroize || rst));
  if ($past(answer_valid && !answer_ready && !zeroize)) begin
    a_stays : assume (answer_valid
        && $stable({answer_keep, answer_last, answer_context, answer_status}));
  end
  if ($past(beat_valid && !beat_ready && !zeroize)) begin
    p_stays : assert (beat_valid && $stable({beat_keep, beat_last, beat_context, beat_status}));
  end
end
