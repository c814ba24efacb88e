// Opens a context's buffer for writing DELAY + 1 clocks after its block has started in the engine.
//
// For engines that read the rows of a context at least as fast as words can be written
// (INTERLEAVE <= UNROLL): once row 0 has been read, or will have been before the next block's
// first word arrives in the buffer, the writer cannot overtake the reader.
`default_nettype none

module reopen_after_start #(
    parameter int CONTEXTS = 1,  // contexts
    parameter int DELAY    = 0   // clocks from started to reopen
) (
    input  logic                clk,      // clock
    input  logic                rst,      // synchronous reset
    input  logic [CONTEXTS-1:0] started,  // contexts whose block starts in this clock
    output logic [CONTEXTS-1:0] reopen    // contexts whose buffer opens next clock
);

  if (DELAY == 0) begin : g_at_once
    logic unused_clock;  // nothing is kept

    assign unused_clock = &{1'b0, clk, rst};
    assign reopen = started;
  end else begin : g_later
    logic [DELAY*CONTEXTS-1:0] line_q;

    assign reopen = line_q[(DELAY-1)*CONTEXTS+:CONTEXTS];

    always_ff @(posedge clk) begin
      line_q <= (DELAY * CONTEXTS)'({line_q, started});
      if (rst) line_q <= '0;
    end
  end

endmodule

`default_nettype wire
