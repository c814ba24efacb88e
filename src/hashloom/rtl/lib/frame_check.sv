// Takes a byte into the check of a frame, FCS-16 of RFC 1662, the lowest bit first.
`default_nettype none

module frame_check #(
    parameter int POLYNOMIAL = 33800  // 0x8408: x^16 + x^12 + x^5 + 1, its lowest term on top
) (
    input  logic [15:0] check,      // before the byte; all ones before the first
    input  logic [ 7:0] byte_data,  // the byte
    output logic [15:0] next_check  // with it; that of the whole frame is its complement
);

  always_comb begin
    next_check = check ^ {8'd0, byte_data};
    for (int index = 0; index < 8; index++) begin
      next_check = {1'b0, next_check[15:1]} ^ (16'(POLYNOMIAL) & {16{next_check[0]}});
    end
  end

endmodule

`default_nettype wire
