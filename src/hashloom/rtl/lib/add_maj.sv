// a + Maj(x, y, z), the majority function of FIPS 180-4 section 4.1.

`default_nettype none

module add_maj #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] x,   // first voter
    input  logic [WIDTH-1:0] y,   // second voter
    input  logic [WIDTH-1:0] z,   // third voter
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + ((x & y) ^ (x & z) ^ (y & z));
endmodule

`default_nettype wire
