// The block of the outer hash, which the engine reads from where it has left the inner digest: the
// digest, 0x80, zeros, and its length together with the ipad block before it (FIPS 198-1, FIPS 180-4
// section 5). No block buffer is written, and the rows of other blocks pass.
//
// The chaining words of every block are kept, of each context those of its latest one. They come
// CHAIN_WORDS per half and clock, H3 and H7 first: in step f, word j of chain_a is
// H[3 - (f * CHAIN_WORDS + j)] and word j of chain_e the one four further on.
//
// There is one group of contexts. An outer block counts as complete TELL clocks behind the start of
// its digest's slot: a slot that starts then asks for its first row no earlier than the digest's
// last words are here. No slot starts before, so that the group's contexts do not miss it.
`default_nettype none

module inner_recall #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CHAIN_WORDS  = 1,   // words per half and step: 1, 2 or 4
    parameter int STEP_BITS    = 2,   // bits of a step's number, at least 1
    parameter int DIGEST_BYTES = 32,  // bytes of a digest
    parameter int COLUMNS      = 1,   // words of a row: CHAIN_WORDS, or 8 or 16 where that is 4
    parameter int ROW_BITS     = 4,   // bits of a row's number, at least 1
    parameter int TELL         = 71,  // clocks from slot_start to a complete outer block, 2 or more
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                        clk,            // clock
    input  logic                        rst,            // synchronous reset: no block is under way

    input  logic                        note,           // a block is complete, an outer one too
    input  logic [CONTEXT_BITS-1:0]     note_context,   // in this context
    input  logic                        note_inner,     // its chaining value is an inner digest
    input  logic                        slot_start,     // a slot starts
    input  logic [CONTEXTS-1:0]         started,        // contexts whose block starts in it
    output logic [CONTEXTS-1:0]         expected,       // contexts whose outer block is to come

    input  logic                        others_next,    // in the next clock others hold the padder
    output logic                        hold,           // the padder must not step, also for them
    output logic                        close,          // an outer block is complete
    output logic [CONTEXT_BITS-1:0]     close_context,  // in this context

    input  logic                        chain_valid,    // chaining words of a block come
    input  logic [CONTEXT_BITS-1:0]     chain_context,  // of this context
    input  logic [STEP_BITS-1:0]        chain_step,     // the step
    input  logic [CHAIN_WORDS*WORD-1:0] chain_a,        // of H3 .. H0
    input  logic [CHAIN_WORDS*WORD-1:0] chain_e,        // of H7 .. H4

    input  logic                        read,           // the engine wants a row
    input  logic [CONTEXT_BITS-1:0]     read_context,   // of this context
    input  logic [ROW_BITS-1:0]         read_row,       // this row
    input  logic [COLUMNS*WORD-1:0]     buffer_data,    // two clocks later: what its buffer has
    output logic [COLUMNS*WORD-1:0]     read_data       // and the row: word j at j * WORD
);

  localparam int BYTES = WORD / 8;
  localparam int STEPS = 4 / CHAIN_WORDS;
  localparam int STEP_SHIFT = $clog2(STEPS);
  localparam int CLOCK_BITS = $clog2(TELL);
  localparam int DEPTH = CONTEXTS * STEPS;
  localparam int PLACE_BITS = DEPTH == 1 ? 1 : $clog2(DEPTH);
  localparam int DIGEST_WORDS = (DIGEST_BYTES + BYTES - 1) / BYTES;
  localparam int REST = DIGEST_BYTES % BYTES;  // bytes of its last word, 0: all
  localparam logic [WORD-1:0] LAST_MASK = REST == 0 ? '1 : ~({WORD{1'b1}} >> (8 * REST));
  localparam logic [WORD-1:0] MARK = {1'b1, {(WORD - 1) {1'b0}}};  // 0x80 in the first byte
  localparam int MARK_WORD = DIGEST_BYTES / BYTES;
  localparam logic [WORD-1:0] LENGTH = WORD'(16 * WORD + 8 * DIGEST_BYTES);

  // ---- account ------------------------------------------------------------------------------

  logic [CONTEXTS-1:0] noted_inner_q;  // the latest complete block leaves an inner digest
  logic [CONTEXTS-1:0] noted_outer_q;  // it is an outer one
  logic [CONTEXTS-1:0] reading_q;  // the latest block that has started is an outer one
  logic [CONTEXTS-1:0] inner_q;  // the block of the slot under way leaves an inner digest
  logic running_q;  // that has not been told
  logic [CLOCK_BITS-1:0] left_q;  // clocks until then
  logic tell;
  logic [CONTEXTS-1:0] arrives;  // an inner digest is as good as here
  logic [CONTEXTS-1:0] ready_q;  // the outer block is complete, and nobody knows

  logic [CONTEXTS-1:0] ready_next;
  logic hold_q, close_q;  // registers for the padder's sake

  assign hold = hold_q;
  assign close = close_q;

  always_ff @(posedge clk) begin
    hold_q <= others_next || ready_next != '0;
    close_q <= !others_next && ready_next != '0;
    ready_q <= ready_next;
    if (rst) begin
      hold_q <= 1'b0;
      close_q <= 1'b0;
      ready_q <= '0;
    end
  end

  always_comb begin
    close_context = '0;
    for (int index = CONTEXTS - 1; index >= 0; index--) begin
      if (ready_q[index]) close_context = CONTEXT_BITS'(index);
    end
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic noted, closes;

    assign noted = note && note_context == CONTEXT_BITS'(index);
    assign closes = close && close_context == CONTEXT_BITS'(index);
    assign ready_next[index] = arrives[index] || (ready_q[index] && !closes);

    always_ff @(posedge clk) begin
      if (noted) begin
        noted_inner_q[index] <= note_inner;
        noted_outer_q[index] <= closes;
      end
      if (started[index]) reading_q[index] <= noted_outer_q[index];
      if (rst) reading_q[index] <= 1'b0;
    end
  end

  assign tell = running_q && left_q == '0;
  assign arrives = inner_q & {CONTEXTS{tell}};
  assign expected = inner_q | ready_q;

  always_ff @(posedge clk) begin
    left_q <= left_q - 1'b1;
    if (tell) begin
      running_q <= 1'b0;
      inner_q <= '0;
    end
    if (slot_start) begin
      running_q <= 1'b1;
      left_q <= CLOCK_BITS'(TELL - 2);
    end
    for (int index = 0; index < CONTEXTS; index++) begin
      if (started[index]) inner_q[index] <= noted_inner_q[index];
    end
    if (rst) begin
      running_q <= 1'b0;
      inner_q <= '0;
    end
  end

  // ---- words --------------------------------------------------------------------------------

  // The row wanted, a clock later and two.
  logic outer_q, outer_late_q;  // it is of an outer block
  logic [CONTEXT_BITS-1:0] context_q;
  logic [ROW_BITS-1:0] row_q;
  logic [PLACE_BITS-1:0] write_place;

  assign write_place = PLACE_BITS'((32'(chain_context) << STEP_SHIFT)
      | (STEPS == 1 ? 32'd0 : 32'(chain_step)));

  always_ff @(posedge clk) begin
    outer_q <= read && reading_q[read_context];
    outer_late_q <= outer_q;
    context_q <= read_context;
    row_q <= read_row;
  end

  for (genvar column = 0; column < COLUMNS; column++) begin : g_column
    logic [3:0] index;  // of the word in its block
    logic [WORD-1:0] digest_word;  // zero where the word is none of the digest
    logic [WORD-1:0] fixed_q;  // 0x80, zeros and the length

    assign index = 4'(COLUMNS * 32'(row_q)) | 4'(column);

    if (column < 8) begin : g_digest
      localparam int PART = 3 - column % 4;  // with it the word that is wanted comes, of a half
      logic [PLACE_BITS-1:0] read_place;
      (* mem2reg *) logic [WORD-1:0] words[2];

      assign read_place = PLACE_BITS'((32'(context_q) << STEP_SHIFT)
          | ((32'd3 - 32'(index[1:0])) / CHAIN_WORDS));

      for (genvar half = 0; half < 2; half++) begin : g_half
        // Columns of a row of eight words or more are each of one half.
        if (COLUMNS <= 4 || column / 4 == half) begin : g_words
          logic [WORD-1:0] chain_word, kept, fetched;
          logic wanted;

          assign wanted = outer_q && 32'(index) < DIGEST_WORDS && index[2] == 1'(half);
          assign words[half] = fetched;

          assign chain_word = half == 0 ? chain_a[WORD*(PART%CHAIN_WORDS)+:WORD]
              : chain_e[WORD*(PART%CHAIN_WORDS)+:WORD];
          if (REST != 0 && (DIGEST_WORDS - 1) / 4 == half) begin : g_cut
            // Of the digest's last word only its own bytes are kept.
            logic last;

            assign last = (DIGEST_WORDS - 1) % CHAIN_WORDS == column % CHAIN_WORDS
                && (STEPS == 1 || 32'(chain_step) == (3 - (DIGEST_WORDS - 1) % 4) / CHAIN_WORDS);
            assign kept = last ? chain_word & LAST_MASK : chain_word;
          end else begin : g_whole
            assign kept = chain_word;
          end

          gated_memory #(
              .WIDTH       (WORD),
              .DEPTH       (DEPTH),
              .ADDRESS_BITS(PLACE_BITS)
          ) u_words (
              .clk          (clk),
              .write        (chain_valid),
              .write_address(write_place),
              .write_data   (kept),
              .wanted       (wanted),
              .read_address (read_place),
              .read_data    (fetched)
          );
        end else begin : g_none
          assign words[half] = '0;
        end
      end
      assign digest_word = words[0] | words[1];
    end else begin : g_padding
      assign digest_word = '0;
    end

    always_ff @(posedge clk) begin
      fixed_q <= '0;
      if (index == 4'(MARK_WORD)) fixed_q <= MARK >> (8 * REST);
      if (index == 4'd15) fixed_q <= LENGTH;
    end
    assign read_data[column*WORD+:WORD] = outer_late_q ? digest_word | fixed_q
        : buffer_data[column*WORD+:WORD];
  end

endmodule

`default_nettype wire
