// A byte comes when ten bits have been looked at, half a bit behind where the line fell and then a bit
// apart, the lowest first. `age`: clocks for which a byte has been on its way; `fallen` what the line
// said when it was looked at.

localparam int AGE_BITS = $clog2(10 * BIT_CLOCKS + 1);

logic [AGE_BITS-1:0] age;
logic [9:0] fallen;  // the bits that were looked at, the latest on top

always_ff @(posedge clk) begin
  age <= busy_q ? age + 1'b1 : '0;
  if (look) fallen <= {line, fallen[9:1]};
end

always_ff @(posedge clk) if (checked) begin
  p_bit : assert (!busy_q || bit_q <= STOP);
  p_count : assert (!busy_q || 32'(count_q) < BIT_CLOCKS);
  p_age : assert (!busy_q || 32'(age) == 32'(HALF) - 32'(count_q) + 32'(bit_q) * BIT_CLOCKS);
  p_part : assert (!busy_q || bit_q == STOP
      || ((byte_q ^ fallen[9:2]) >> (4'd8 - (bit_q == STOP ? 4'd8 : bit_q))) == '0);
  p_byte : assert (!busy_q || bit_q != STOP || byte_q == fallen[9:2]);
  p_start : assert (!busy_q || bit_q == '0 || !fallen[4'd10-bit_q]);
  p_given : assert (!byte_valid || (byte_data == fallen[8:1] && !fallen[0]
      && byte_flaw == !fallen[9] && !busy_q));
  p_idle : assert (!followed || !$past(byte_valid) || !byte_valid);
end
