// a + f(b, c, d) in a chain of ECP5 carry cells, for any f, bit by bit, with f(b, 0, 0) = 0.
//
// The table of a carry cell propagates the carry where a ^ f is 1. Where it is 0, the cell takes
// the table at c = d = 0 as its carry out, and that is a, the right carry since a = f there.

`default_nettype none

module carry_add #(
    parameter int          WIDTH = 32,       // bits of a word
    parameter logic [15:0] TABLE = 16'hAAAA  // a ^ f(b, c, d) at index {d, c, b, a}
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic [WIDTH-1:0] b,   // first input of f, the one that alone leaves f at 0
    input  logic [WIDTH-1:0] c,   // second input of f
    input  logic [WIDTH-1:0] d,   // third input of f
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  localparam int CELLS = (WIDTH + 1) / 2;  // each adds two bits

  logic [2*CELLS-1:0] a_even;
  logic [2*CELLS-1:0] b_even;
  logic [2*CELLS-1:0] c_even;
  logic [2*CELLS-1:0] d_even;
  logic [2*CELLS-1:0] sum_even;
  logic [CELLS:0]     carry;
  logic               unused;  // the last carry and, when WIDTH is odd, the bit above the sum

  assign a_even = (2 * CELLS)'(a);
  assign b_even = (2 * CELLS)'(b);
  assign c_even = (2 * CELLS)'(c);
  assign d_even = (2 * CELLS)'(d);
  assign carry[0] = 1'b0;
  assign sum = sum_even[WIDTH-1:0];
  assign unused = &{sum_even, carry};

  for (genvar i = 0; i < CELLS; i++) begin : g_cell
    CCU2C #(
        .INIT0(TABLE),
        .INIT1(TABLE),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_carry (
        .CIN(carry[i]),
        .A0(a_even[2*i]),
        .B0(b_even[2*i]),
        .C0(c_even[2*i]),
        .D0(d_even[2*i]),
        .A1(a_even[2*i+1]),
        .B1(b_even[2*i+1]),
        .C1(c_even[2*i+1]),
        .D1(d_even[2*i+1]),
        .S0(sum_even[2*i]),
        .S1(sum_even[2*i+1]),
        .COUT(carry[i+1])
    );
  end
endmodule

`default_nettype wire
