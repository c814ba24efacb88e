// Two block buffers for each context, 16 words each, for engines that read the words of a block in
// an order of their own until its last round: one is read while the next block goes to the other.
//
// Words are written PAD_WORDS at a time; with write_ends, the last ones of a block, writing turns to
// the context's other buffer. Reading turns LAG clocks after the block has started, when the engine
// may ask for its first row and has asked for the last one of every block before. From then on the
// next block can be written, which reopen says a clock before. Slots start LAG clocks apart or more.
//
// A row consists of any LANES words, each with a number of its own; every lane has a copy of the
// buffers. It leaves exactly two clocks after read, see block_buffer.
`default_nettype none

module turn_buffer #(
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words written at a time: 1, 2, 4, 8 or 16
    parameter int LANES        = 1,   // words of a row
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int LAG          = 1,   // clocks from a slot's start to its first row, 1 or more
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                      clk,             // clock
    input  logic                      rst,             // synchronous reset: no block is there
    input  logic                      write,           // words are written
    input  logic [CONTEXT_BITS-1:0]   write_context,   // of this context
    input  logic [3:0]                write_position,  // the first: multiple of PAD_WORDS
    input  logic [PAD_WORDS-1:0]      write_enable,    // these of them
    input  logic [PAD_WORDS*WORD-1:0] write_data,      // word j at j * WORD
    input  logic                      write_ends,      // with write: all of the block are written
    input  logic [CONTEXTS-1:0]       started,         // contexts whose block starts in this clock
    output logic [CONTEXTS-1:0]       reopen,          // contexts whose buffer opens next clock
    input  logic                      read,            // a row is wanted
    input  logic [CONTEXT_BITS-1:0]   read_context,    // of this context
    input  logic [4*LANES-1:0]        read_row,        // its words: number j at 4 * j
    output logic [LANES*WORD-1:0]     read_data        // two clocks later: word j at j * WORD
);

  localparam int SHIFT = $clog2(PAD_WORDS);
  localparam int ROW_BITS = PAD_WORDS == 16 ? 1 : 4 - SHIFT;  // of a lane's buffer
  localparam int BUFFER_BITS = CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1;

  logic [CONTEXTS-1:0] write_turn_q, read_turn_q;  // the buffer that is written or read
  logic [BUFFER_BITS-1:0] write_buffer, read_buffer;

  if (CONTEXTS == 1) begin : g_single
    logic unused_context;  // there is one

    assign unused_context = &{1'b0, read_context};
    assign write_buffer = write_turn_q;
    assign read_buffer = read_turn_q;
  end else begin : g_several
    assign write_buffer = {write_context, write_turn_q[write_context]};
    assign read_buffer = {read_context, read_turn_q[read_context]};
  end

  always_ff @(posedge clk) begin
    read_turn_q <= read_turn_q ^ reopen;
    for (int index = 0; index < CONTEXTS; index++) begin
      if (write && write_ends && write_context == CONTEXT_BITS'(index)) begin
        write_turn_q[index] <= !write_turn_q[index];
      end
    end
    if (rst) begin
      read_turn_q  <= '1;  // and turns when the first block starts
      write_turn_q <= '0;
    end
  end

  if (LAG == 1) begin : g_at_once
    assign reopen = started;
  end else begin : g_later
    logic [LAG-2:0] start_q;  // a slot started so many clocks ago
    logic [CONTEXTS-1:0] due_q;  // contexts whose block has started, and reading not yet turned

    assign reopen = due_q & {CONTEXTS{start_q[LAG-2]}};

    always_ff @(posedge clk) begin
      start_q <= (LAG - 1)'({start_q, |started});
      due_q <= started | (due_q & ~reopen);
      if (rst) begin
        start_q <= '0;
        due_q   <= '0;
      end
    end
  end

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    logic [3:0] wanted;
    logic [PAD_WORDS*WORD-1:0] words;

    assign wanted = read_row[4*lane+:4];

    block_buffer #(
        .WORD        (WORD),
        .PAD_WORDS   (PAD_WORDS),
        .COLUMNS     (PAD_WORDS),
        .ROW_BITS    (ROW_BITS),
        .CONTEXTS    (2 * CONTEXTS),
        .CONTEXT_BITS(BUFFER_BITS),
        .BLOCK_MEMORY(BLOCK_MEMORY)
    ) u_words (
        .clk           (clk),
        .write         (write),
        .write_context (write_buffer),
        .write_position(write_position),
        .write_enable  (write_enable),
        .write_data    (write_data),
        .read          (read),
        .read_context  (read_buffer),
        .read_row      (ROW_BITS'(wanted >> SHIFT)),
        .read_data     (words)
    );

    if (PAD_WORDS == 1) begin : g_word
      assign read_data[lane*WORD+:WORD] = words;
    end else begin : g_choice
      logic [SHIFT-1:0] place_q, place_late_q;  // of the word in what is read

      always_ff @(posedge clk) begin
        place_q <= wanted[SHIFT-1:0];
        place_late_q <= place_q;
      end
      assign read_data[lane*WORD+:WORD] = WORD'(words >> (WORD * int'(place_late_q)));
    end
  end

endmodule

`default_nettype wire
