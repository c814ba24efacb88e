// a + Ch(e, f, g), the choice function of FIPS 180-4 section 4.1.

`default_nettype none

module add_ch #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] e,   // chooses f where 1, g where 0
    input  logic [WIDTH-1:0] f,   // taken where e is 1
    input  logic [WIDTH-1:0] g,   // taken where e is 0
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + ((e & f) ^ (~e & g));
endmodule

`default_nettype wire
