// Of one byte of a frame, whichever: it is given when two more have come, as it was before it was
// escaped, and once. A frame that ends was begun. A flag gives nothing of the next frame away.

(* anyconst *) logic [3:0] index;  // of a byte of a frame, among the first ones
logic [4:0] come, gone;  // bytes of the frame that came and were given, up to 16
logic [7:0] told;  // the byte with that index
logic turned;  // the next byte is to be turned

always_ff @(posedge clk) begin
  if (byte_valid) turned <= byte_data == 8'(ESCAPE);
  if (data) begin
    if (!come[4]) come <= come + 1'b1;
    if (come == {1'b0, index}) told <= turned ? byte_data ^ 8'h20 : byte_data;
  end
  if (content_valid && !gone[4]) gone <= gone + 1'b1;
  if (rst || flag) begin
    come   <= '0;
    gone   <= '0;
    turned <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  p_turned : assert (turned == escaped_q);
  p_held : assert (32'(held_count_q) == (come > 5'd2 ? 32'd2 : 32'(come)));
  p_lag : assert (come[4] || gone == (come > 5'd2 ? come - 5'd2 : 5'd0));
  p_behind : assert (!come[4] || gone >= 5'd14);
  p_last : assert (come[4] || come != {1'b0, index} + 5'd1 || held_q == told);
  p_before : assert (come[4] || come != {1'b0, index} + 5'd2 || before_q == told);
  p_given : assert (!content_valid || come[4] || come != {1'b0, index} + 5'd2
      || content_data == told);
  p_begun : assert (begun_q == (gone != '0));
  p_end : assert (!frame_end || (byte_valid && byte_data == 8'(FLAG) && gone != '0));
  p_apart : assert (!(frame_end && content_valid));
  p_flag : assert (!content_valid || byte_data != 8'(FLAG));
end
