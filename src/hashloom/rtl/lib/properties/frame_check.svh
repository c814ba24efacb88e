// The check of RFC 1662, appendix C, bit by bit: the lowest bit of the byte first, by the polynomial
// with its lowest term on top.

logic [15:0] expected;

always_comb begin
  expected = check;
  for (int place = 0; place < 8; place++) begin
    if (expected[0] ^ byte_data[place]) expected = {1'b0, expected[15:1]} ^ 16'(POLYNOMIAL);
    else expected = {1'b0, expected[15:1]};
  end
end

always_comb begin
  p_division : assert (next_check == expected);
end
