// a + (c | d), a sum whose second operand is joined from two words, in the carry cells of the ECP5
// alone.

`default_nettype none

module add_or #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] c,   // second operand, or zero
    input  logic [WIDTH-1:0] d,   // second operand, or zero
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  carry_add #(
      .WIDTH(WIDTH),
      .TABLE(16'h555A)  // a ^ (c | d)
  ) u_add (
      .a(a),
      .b({WIDTH{1'b0}}),
      .c(c),
      .d(d),
      .sum(sum)
  );
endmodule

`default_nettype wire
