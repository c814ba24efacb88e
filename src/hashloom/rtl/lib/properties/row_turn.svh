// Every word that comes leaves, once: with its bytes in the other order and in its position, or, of
// a length, as it is and in the other one's position. Of any one word of a row and byte of the word.

(* anyconst *) logic [3:0] any_lane;
(* anyconst *) logic [2:0] any_byte;
logic [3:0] lane, lane_out, position, position_out;
logic [2:0] byte_in, byte_out;  // from the bottom
logic [1:0] told;  // so many clocks before: the block has a length
logic [1:0] settled = '0;  // two clocks have gone
logic of_length;

always_ff @(posedge clk) begin
  told <= {told[0], length};
  settled <= {settled[0], 1'b1};
end

assign lane = 4'(32'(any_lane) % PAD_WORDS);
assign byte_in = 3'(32'(any_byte) % BYTES);
assign position = come_position + lane;
assign of_length = told[1] && position >= 4'd14;
assign position_out = of_length ? position ^ 4'd1 : position;
assign lane_out = PAD_WORDS == 1 ? 4'd0 : position_out - come_position;
assign byte_out = of_length ? byte_in : 3'(BYTES - 1) - byte_in;

always_ff @(posedge clk) if (settled[1] && 32'(come_position) % PAD_WORDS == 0) begin
  p_position : assert (leave_position + lane_out == position_out);
  p_enable : assert (1'(leave_enable >> lane_out) == 1'(come_enable >> lane));
  p_byte : assert (8'(leave_data >> (WORD * 32'(lane_out) + 8 * 32'(byte_out)))
      == 8'(come_data >> (WORD * 32'(lane) + 8 * 32'(byte_in))));
  p_length : assert (told == length_q);
end
