// a + (c | d), a sum whose second operand is joined from two words, one of which is zero. This is
// the portable text; families whose carry cells take it in have one of their own.

`default_nettype none

module add_or #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] c,   // second operand, or zero
    input  logic [WIDTH-1:0] d,   // second operand, or zero
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + (c | d);
endmodule

`default_nettype wire
