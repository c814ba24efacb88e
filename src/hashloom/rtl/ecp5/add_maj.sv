// a + Maj(x, y, z), the majority function of FIPS 180-4 section 4.1, in the carry cells of the ECP5 alone.

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
  carry_add #(
      .WIDTH(WIDTH),
      .TABLE(16'h566A)  // a ^ Maj(b, c, d)
  ) u_add (
      .a(a),
      .b(x),
      .c(y),
      .d(z),
      .sum(sum)
  );
endmodule

`default_nettype wire
