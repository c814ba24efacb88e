// a + (x ^ y), a sum whose second operand is an exclusive or.

`default_nettype none

module add_xor2 #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] x,   // first half of the second operand
    input  logic [WIDTH-1:0] y,   // second half of the second operand
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + (x ^ y);
endmodule

`default_nettype wire
