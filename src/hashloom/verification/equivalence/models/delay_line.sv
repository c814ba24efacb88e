// What rtl/lib/delay_line.sv does, with registers: for proofs that follow words through it.

`default_nettype none

(* mem2reg *)  // for Yosys: every array is registers
module delay_line #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int CLOCKS       = 16,  // from d to q
    parameter int PLACE_BITS   = 4,   // as there
    parameter bit BLOCK_MEMORY = 0    // as there
) (
    input  logic                  clk,    // clock
    input  logic [PLACE_BITS-1:0] place,  // as there; nothing depends on it
    input  logic [WIDTH-1:0]      d,      // the word
    output logic [WIDTH-1:0]      q       // the word CLOCKS clocks ago
);

  logic [CLOCKS:1][WIDTH-1:0] d_q;  // [i]: the word i clocks ago

  always_ff @(posedge clk) begin
    d_q[1] <= d;
    d_q[CLOCKS:2] <= d_q[CLOCKS-1:1];
  end

  assign q = d_q[CLOCKS];

endmodule

`default_nettype wire
