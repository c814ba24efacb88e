// a + (en ? b : 0), a sum whose second operand can be switched off, in the carry cells of the ECP5 alone.

`default_nettype none

module add_and #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic             en,  // 1 adds b, 0 leaves a as it is
    input  logic [WIDTH-1:0] b,   // second operand
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  carry_add #(
      .WIDTH(WIDTH),
      .TABLE(16'h6A6A)  // a ^ (b & c)
  ) u_add (
      .a(a),
      .b({WIDTH{en}}),
      .c(b),
      .d({WIDTH{1'b0}}),
      .sum(sum)
  );
endmodule

`default_nettype wire
