// Frames that are kept are sound, came one behind the other from 0 on since the restart, and lost no
// byte; a frame that is dropped takes the link down, and nothing is kept while it is. `lost`: a byte of
// the frame found no room.

logic lost;
logic [NUMBER_BITS-1:0] count;  // frames that were kept

always_ff @(posedge clk) begin
  if (content_valid && begun_q && full) lost <= 1'b1;
  if (keep) count <= count + 1'b1;
  if (frame_end || rst) lost <= 1'b0;
  if (restart) count <= '0;
end

always_ff @(posedge clk) if (checked) begin
  a_apart : assume (!(content_valid && frame_end));
  a_begun : assume (!frame_end || begun_q);

  p_lost : assert (lost == over_q);
  p_count : assert (!up_q || count == next_q);
  p_keep : assert (!keep || (frame_end && frame_good && up && !kind_q[1] && number_q == count
      && !lost && !full && write && write_mark));
  p_mark : assert (!write_mark || (keep && write_data == {7'd0, kind_q[0]}));
  p_write : assert (!write || keep || (content_valid && begun_q && up && write_data == content_data));
  p_either : assert (!frame_end || keep != drop);
  p_one : assert (!keep || !drop);
  p_restart : assert (!restart || (frame_end && frame_good && kind_q == 2'd2 && drop));
  p_complain : assert (!complain || (drop && !restart));
  p_down : assert (!followed || !$past(complain) || !up);
  p_silent : assert (!drop || restart || complain || !up);
  p_up : assert (!followed || !up || $past(up) || $past(restart));
end
