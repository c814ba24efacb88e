// Takes a byte into the check of a frame, FCS-16 of RFC 1662, the lowest bit first.
`default_nettype none

module frame_check #(
    parameter int POLYNOMIAL = 33800  // 0x8408: x^16 + x^12 + x^5 + 1, its lowest term on top
) (
    input  logic [15:0] check,      // before the byte; all ones before the first
    input  logic [7:0]  byte_data,  // the byte
    output logic [15:0] next_check  // with it; that of the whole frame is its complement
);

  // What is left of eight bits, divided
  function automatic logic [15:0] rest(input logic [15:0] whole);
    rest = whole;
    for (int index = 0; index < 8; index++) begin
      rest = {1'b0, rest[15:1]} ^ (16'(POLYNOMIAL) & {16{rest[0]}});
    end
  endfunction

  assign next_check = rest(check ^ {8'd0, byte_data});

endmodule

`default_nettype wire
