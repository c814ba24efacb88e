// Opens a context's buffer for writing when the engine asks for row ROW of its block.
//
// For engines that read the rows of a context more slowly than words can be written
// (INTERLEAVE > UNROLL): ROW is chosen so that, from its read on, the writer cannot overtake the
// reader. Reads for contexts without a block in the engine are ignored.
`default_nettype none

module reopen_after_row #(
    parameter int CONTEXTS     = 4,  // contexts
    parameter int CONTEXT_BITS = 2,  // bits of a context's number
    parameter int ROW_BITS     = 4,  // bits of a row's number
    parameter int ROW          = 15  // the row awaited
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset
    input  logic [CONTEXTS-1:0]     started,       // contexts whose block starts in this clock
    input  logic                    read,          // the engine asks for a row
    input  logic [CONTEXT_BITS-1:0] read_context,  // of this context
    input  logic [ROW_BITS-1:0]     read_row,      // this row
    output logic [CONTEXTS-1:0]     reopen         // contexts whose buffer opens next clock
);

  logic [CONTEXTS-1:0] reading_q;  // the block is in the engine and row ROW not yet read

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign reopen[index] = read && reading_q[index] && read_row == ROW_BITS'(ROW)
        && read_context == CONTEXT_BITS'(index);
  end

  always_ff @(posedge clk) begin
    reading_q <= (reading_q & ~reopen) | started;
    if (rst) reading_q <= '0;
  end

endmodule

`default_nettype wire
