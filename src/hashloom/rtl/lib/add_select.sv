// a + (s ? d1 : d0), a sum whose second operand is selected.

`default_nettype none

module add_select #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic [WIDTH-1:0] a,   // first operand
    input  logic             s,   // 1 selects d1, 0 selects d0
    input  logic [WIDTH-1:0] d1,  // second operand where s is 1
    input  logic [WIDTH-1:0] d0,  // second operand where s is 0
    output logic [WIDTH-1:0] sum  // modulo 2^WIDTH
);
  assign sum = a + (s ? d1 : d0);
endmodule

`default_nettype wire
