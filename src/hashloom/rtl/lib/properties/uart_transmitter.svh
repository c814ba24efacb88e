// What is taken is on the line for ten bits: a start bit, the byte, the lowest bit first, a stop bit;
// before and behind it the line is high.

logic [9:0] told;  // the frame that was taken last
logic [3:0] sent;  // bits of it behind those on the line

assign sent = 4'd10 - left_q;

always_ff @(posedge clk) if (byte_valid && byte_ready) told <= {1'b1, byte_data, 1'b0};

always_ff @(posedge clk) if (checked) begin
  p_left : assert (left_q <= 4'd10);
  p_count : assert (32'(count_q) < BIT_CLOCKS);
  p_told : assert (left_q == '0 || (told[9] && !told[0]));
  p_ones : assert (left_q != '0 || (&line_q));
  p_rest : assert (left_q == '0 || line_q == 9'({9'h1ff, told} >> sent));
  p_bit : assert (left_q == '0 || txd == told[sent]);
  p_idle : assert (left_q != '0 || txd);
  p_stays : assert (!followed || $past(count_q) == '0 || $past(byte_ready) || txd == $past(txd));
end
