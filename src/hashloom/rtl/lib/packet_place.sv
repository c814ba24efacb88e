// Counts the rows of a SAVE or RESTORE packet, for each context, and tells what follows from a
// row's place: of a SAVE, which rows complete blocks; of a RESTORE, whether it has ten words.
`default_nettype none

module packet_place #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                        clk,          // clock
    input  logic                        leave,        // the row goes on, and the count
    input  logic                        first,        // it is the first of its packet
    input  logic [CONTEXT_BITS-1:0]     row_context,  // its context
    input  logic [PAD_WORDS*WORD/8-1:0] row_keep,     // with row_last: bytes of the packet
    input  logic                        row_last,     // it ends the packet
    input  logic                        row_error,    // the packet broke the rules
    output logic [3:0]                  position,     // in a block, of the row's first word
    output logic                        block_open,   // the row before it completed a block
    output logic                        block_ends,   // this row completes one
    output logic                        state_whole   // it ends a packet of ten words
);

  localparam int BYTES = WORD / 8;
  localparam int ROWS = 16 / PAD_WORDS;  // of a block
  localparam int ROW_BITS = ROWS == 1 ? 1 : $clog2(ROWS);
  localparam int STATE_ROWS = 10 / PAD_WORDS;  // whole ones of ten words
  localparam int REST = 10 % PAD_WORDS;  // words behind them

  // {more than a block has come, or it broke the rules; row of the block}
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [ROW_BITS:0] places[CONTEXTS];
  logic [ROW_BITS-1:0] row;
  logic beyond;
  logic full;  // all bytes of the row are of the packet
  logic at_end;  // it is the last of its block
  logic ten_words;

  assign {beyond, row} = first ? '0 : places[row_context];
  assign full = !row_last || row_keep[(PAD_WORDS-1)*BYTES];
  assign at_end = ROWS == 1 || row == ROW_BITS'(ROWS - 1);

  assign position = 4'(row) << $clog2(PAD_WORDS);
  assign block_open = beyond && row == '0;
  assign block_ends = full && at_end;
  assign state_whole = row_last && !row_error && !beyond && ten_words;

  if (REST == 0) begin : g_even
    assign ten_words = (row == ROW_BITS'(STATE_ROWS - 1) && full)
        || (row == ROW_BITS'(STATE_ROWS) && !row_keep[BYTES-1]);
  end else begin : g_rest
    assign ten_words = row == ROW_BITS'(STATE_ROWS)
        && row_keep[(REST-1)*BYTES] && !row_keep[REST*BYTES+BYTES-1];
  end

  always_ff @(posedge clk) begin
    if (leave) begin
      places[row_context] <= {beyond || at_end || row_error, ROWS == 1 ? '0 : row + 1'b1};
    end
  end

endmodule

`default_nettype wire
