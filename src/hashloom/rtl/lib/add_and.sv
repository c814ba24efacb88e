// a + (en ? b : 0), a sum whose second operand can be switched off.

`default_nettype none

module add_and #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic             en,  // 1 adds b, 0 leaves a as it is
    input  logic [WIDTH-1:0] b,   // second operand
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + (b & {WIDTH{en}});
endmodule

`default_nettype wire
