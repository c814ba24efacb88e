// Keeps the expected tag of each context's next messages, two a context, which take turns.
`default_nettype none

module tag_store #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS        = 1,   // words of a row
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                    clk,            // clock
    input  logic                    write,          // a row of a tag comes
    input  logic [CONTEXT_BITS-1:0] write_context,  // of this context
    input  logic                    write_side,     // of this one of its two
    input  logic [2:0]              write_row,      // the row
    input  logic [PAD_WORDS*WORD-1:0]   write_data,     // its words
    input  logic                    clear,          // a row is to be forgotten
    input  logic [CONTEXT_BITS-1:0] clear_context,  // of this context
    input  logic [3:0]              clear_word,     // at {side, word}
    input  logic [CONTEXT_BITS-1:0] read_context,   // a word of this context is wanted
    input  logic                    read_side,      // of this one of its two
    input  logic [2:0]              read_word,      // the word
    output logic [WORD-1:0]         read_data       // two clocks later
);

  localparam int SHIFT = $clog2(PAD_WORDS);
  localparam int ROWS = PAD_WORDS >= 8 ? 1 : 8 / PAD_WORDS;  // of a tag
  localparam int ROW_BITS = $clog2(ROWS);
  localparam int PLACE_BITS = (CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1) + ROW_BITS;

  logic write_q;  // of the clock before
  logic [PLACE_BITS-1:0] write_place, write_place_q, read_place, fetch_place;
  logic [PAD_WORDS*WORD-1:0] write_data_q;
  logic [PAD_WORDS*WORD-1:0] fetched;
  logic [3:0] read_column_q, column_q;

  if (ROWS == 1) begin : g_row
    logic unused;  // there is only row 0

    assign unused = &{1'b0, write_row, clear_word[2:0]};
    assign write_place = clear
        ? PLACE_BITS'({clear_context, clear_word[3]}) : PLACE_BITS'({write_context, write_side});
    assign read_place = PLACE_BITS'({read_context, read_side});
  end else begin : g_rows
    logic unused;  // words of a row and rows beyond a tag have no place of their own

    assign unused = &{1'b0, write_row, clear_word};
    assign write_place = clear
        ? PLACE_BITS'({clear_context, clear_word[3], ROW_BITS'(clear_word[2:0] >> SHIFT)})
        : PLACE_BITS'({write_context, write_side, ROW_BITS'(write_row)});
    assign read_place = PLACE_BITS'({read_context, read_side, ROW_BITS'(read_word >> SHIFT)});
  end

  always_ff @(posedge clk) begin
    write_q <= write || clear;
    write_place_q <= write_place;
    write_data_q <= clear ? '0 : write_data;
    read_column_q <= 4'(read_word) & 4'(PAD_WORDS - 1);
    column_q <= read_column_q;
  end

  if (BLOCK_MEMORY) begin : g_block
    assign fetch_place = read_place;
  end else begin : g_distributed
    logic [PLACE_BITS-1:0] read_place_q;

    always_ff @(posedge clk) read_place_q <= read_place;
    assign fetch_place = read_place_q;
  end

  word_memory #(
      .WIDTH       (PAD_WORDS * WORD),
      .DEPTH       (2 * CONTEXTS * ROWS),
      .ADDRESS_BITS(PLACE_BITS),
      .BLOCK_MEMORY(BLOCK_MEMORY)
  ) u_tags (
      .clk          (clk),
      .write        (write_q),
      .write_address(write_place_q),
      .write_data   (write_data_q),
      .read_address (fetch_place),
      .read_data    (fetched)
  );

  assign read_data = WORD'(fetched >> (WORD * int'(column_q)));

endmodule

`default_nettype wire
