// Counts through the program of a folded round: the rows before the loop, the loop once for every
// sixteen rounds but the last, the rows behind it, and behind the last block of a message those that
// send its digest.
//
// Row 0 does nothing; it is read while no block is at work. While a word of a digest waits the
// program stands still, at a row that does nothing or only reads.
`default_nettype none

module fold_sequencer #(
    parameter int ROW_BITS   = 9,   // bits of a row's number
    parameter int LOOP       = 1,   // first row of the loop
    parameter int LOOP_END   = 2,   // its last row
    parameter int OUTPUT     = 3,   // first row behind a block that is not the last
    parameter int END        = 4,   // last row
    parameter int PASSES     = 4,   // passes of the loop, and of the rows behind it as one more
    parameter int PASS_BITS  = 2    // bits of a pass's number
) (
    input  logic                 clk,          // clock
    input  logic                 rst,          // synchronous reset: no block is at work
    input  logic                 block_valid,  // a block is complete
    output logic                 block_taken,  // work on it begins
    input  logic                 block_last,   // it is the last of its message
    input  logic                 wait_here,    // a word of a digest waits
    output logic [ROW_BITS-1:0]  row,          // the row of the program to be read
    output logic [PASS_BITS-1:0] pass,         // the pass it belongs to
    output logic                 last          // the block at work is the last of its message
);

  logic running_q, again, over;

  assign block_taken = block_valid && !running_q;
  assign again = row == ROW_BITS'(LOOP_END) && pass != PASS_BITS'(PASSES - 2);
  assign over = row == ROW_BITS'(END) || (row == ROW_BITS'(OUTPUT) && !last);

  always_ff @(posedge clk) begin
    if (block_taken) last <= block_last;
    if (!running_q) begin
      running_q <= block_valid;
      row <= '0;
      pass <= '0;
    end else if (!wait_here) begin
      if (over) running_q <= 1'b0;
      if (row == ROW_BITS'(LOOP_END)) pass <= pass + 1'b1;
      row <= again ? ROW_BITS'(LOOP) : row + 1'b1;
    end
    if (rst) running_q <= 1'b0;
  end

endmodule

`default_nettype wire
