// Of the bytes of a packet the first three are its command and the others beats, each once and in its
// order; a packet has one last beat. A beat that is offered stays until it is taken, if the entry does.

logic [1:0] seen;  // bytes of the packet, up to three
logic [23:0] told;  // the first three, the first one lowest
logic waited;
logic [7:0] kept_data;
logic kept_mark;

always_ff @(posedge clk) begin
  if (taken && !entry_mark && seen != 2'd3) begin
    seen <= seen + 1'b1;
    told[8*seen+:8] <= entry_data;
  end
  if (taken && entry_mark && entry_data[0]) seen <= '0;
  if (rst) seen <= '0;
  waited <= entry_valid && !entry_ready && !rst;
  kept_data <= entry_data;
  kept_mark <= entry_mark;
end

always_ff @(posedge clk) if (checked) begin
  a_stays : assume (!waited || (entry_valid && entry_data == kept_data && entry_mark == kept_mark));

  p_seen : assert (seen == count_q);
  p_one : assert (seen != 2'd1 || command_q[23:16] == told[7:0]);
  p_two : assert (seen != 2'd2 || command_q[23:8] == told[15:0]);
  p_command : assert (seen != 2'd3 || beat_command == COMMAND_BITS'(told));
  p_byte : assert (!beat_valid || !beat_keep || (seen == 2'd3 && beat_data == entry_data));
  p_last : assert (!beat_valid || beat_last == !beat_keep);
  p_end : assert (!beat_last || !beat_valid || (entry_mark && entry_data[0] && beat_data == '0));
  p_taken : assert (!(entry_valid && entry_ready) || beat_valid == beat_ready || !beat_valid);
  p_all : assert (!taken || entry_mark || seen != 2'd3 || (beat_valid && beat_ready));
  p_marks : assert (consumed == (entry_valid && entry_ready && entry_mark));
  p_offered : assert (!followed || !$past(beat_valid && !beat_ready) || $past(rst) || beat_valid);
end
