// Delay line: a word comes out CLOCKS clocks later, out of a memory instead of registers.
//
// In every clock a word is written at one place, and one is read that was written CLOCKS clocks
// before it comes out. Until so many clocks have passed what comes out is anything.

`default_nettype none

module delay_line #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int CLOCKS       = 16,  // from d to q; at least 4, at most 2 ** PLACE_BITS
    parameter int PLACE_BITS   = 4,   // bits of a place
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                  clk,    // clock
    input  logic [PLACE_BITS-1:0] place,  // to write; the next one in every clock
    input  logic [WIDTH-1:0]      d,      // the word
    output logic [WIDTH-1:0]      q       // the word CLOCKS clocks ago
);

  // By so much the place to read is behind that to write a clock before.
  localparam int BEHIND = CLOCKS - (BLOCK_MEMORY ? 3 : 2);

  logic [PLACE_BITS-1:0] read_place;  // place to read

  always_ff @(posedge clk) read_place <= place - PLACE_BITS'(BEHIND);

  word_memory #(
      .WIDTH        (WIDTH),
      .DEPTH        (2 ** PLACE_BITS),
      .ADDRESS_BITS (PLACE_BITS),
      .BLOCK_MEMORY (BLOCK_MEMORY)
  ) u_words (
      .clk           (clk),
      .write         (1'b1),
      .write_address (place),
      .write_data    (d),
      .read_address  (read_place),
      .read_data     (q)
  );

endmodule

`default_nettype wire
