// a + (x ^ y), a sum whose second operand is an exclusive or, in the carry cells of the ECP5 alone.

`default_nettype none

module add_xor2 #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] x,   // first half of the second operand
    input  logic [WIDTH-1:0] y,   // second half of the second operand
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  carry_add #(
      .WIDTH(WIDTH),
      .TABLE(16'hA55A)  // a ^ c ^ d
  ) u_add (
      .a(a),
      .b({WIDTH{1'b0}}),
      .c(x),
      .d(y),
      .sum(sum)
  );
endmodule

`default_nettype wire
