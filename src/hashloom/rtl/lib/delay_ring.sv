// Delay line in memory that counts its own places: no address comes from far away.

`default_nettype none

module delay_ring #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int CLOCKS       = 16,  // from d to q; at least 4, at most 2 ** PLACE_BITS
    parameter int PLACE_BITS   = 4,   // bits of a place
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic             clk,  // clock
    input  logic             rst,  // synchronous reset
    input  logic [WIDTH-1:0] d,    // the word
    output logic [WIDTH-1:0] q     // the word CLOCKS clocks ago
);

  logic [PLACE_BITS-1:0] place_q;  // that is written, the next one in every clock

  always_ff @(posedge clk) begin
    place_q <= place_q + 1'b1;
    if (rst) place_q <= '0;
  end

  delay_line #(
      .WIDTH        (WIDTH),
      .CLOCKS       (CLOCKS),
      .PLACE_BITS   (PLACE_BITS),
      .BLOCK_MEMORY (BLOCK_MEMORY)
  ) u_line (
      .clk   (clk),
      .place (place_q),
      .d     (d),
      .q     (q)
  );

endmodule

`default_nettype wire
