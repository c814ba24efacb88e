// Writes blocks that need no padding to the block buffers, a word a clock: K0 with ipad or opad
// (or as it is) from the key loader, and the block of an inner digest, which consists of the
// digest, 0x80, zeros and its length together with the ipad block before it (FIPS 198-1,
// FIPS 180-4 section 5).
//
// A word stepped in clock t reaches the buffer in clock t + 2, as the padder's do; it is zero in
// clocks without one, so that it can be joined with the padder's words by OR. A block counts as
// complete at word CLOSE_AT: the words behind it come a word a clock, in time for the engine.
//
// Where the padder writes the same buffers it is held, from the clock before the first word on.
// Buffers that are DEDICATED to such blocks still hold the words behind the digest from the block
// before, unless that was one of K0; then a digest takes eight clocks, and the next one follows
// without a pause.
`default_nettype none

module block_writer #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,  // bytes of a digest
    parameter int SLOT_BITS    = 2,   // bits of a slot's number
    parameter int CLOSE_AT     = 15,  // word with which a block is complete
    parameter bit DEDICATED    = 0,   // 1: nobody else writes these buffers
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is being written
    input  logic [CONTEXTS-1:0]     closed,          // contexts whose buffer must not be written
    output logic                    hold,            // the padder must not step
    output logic                    hold_next,       // in the next clock, unless there is a reset

    input  logic                    play,            // the loader has a block to write
    input  logic [CONTEXT_BITS-1:0] play_context,    // in this context
    input  logic [1:0]              play_pad,        // 0: as it is, 1: with ipad, 2: with opad
    output logic                    play_granted,    // it may step, from now on until play ends
    input  logic                    play_step,       // a word is written
    input  logic [3:0]              play_position,   // this one
    input  logic [WORD-1:0]         play_word,       // two clocks later: the word; zero without one

    input  logic                    digest_valid,    // a word of an inner digest is offered
    output logic                    digest_ready,    // it is taken in this clock
    output logic                    digest_next,     // not dedicated: its first is in the next
    input  logic [WORD-1:0]         digest_data,     // the word
    input  logic [CONTEXT_BITS-1:0] digest_context,  // its context
    input  logic [SLOT_BITS-1:0]    digest_slot,     // the slot of its key
    output logic                    settled,         // the digest's block is complete

    output logic                    close,           // a block is complete
    output logic [CONTEXT_BITS-1:0] close_context,   // in this context
    output logic                    close_ends,      // the context's next block begins a message
    output logic                    close_digest,    // its state is a digest
    output logic                    close_keyed,     // it begins with the state of a key
    output logic [SLOT_BITS-1:0]    close_slot,      // in this slot

    output logic                    write,           // a word goes to the block buffer
    output logic [CONTEXT_BITS-1:0] write_context,   // of this context
    output logic [3:0]              write_position,  // to this position
    output logic [WORD-1:0]         write_data       // the word
);

  localparam int BYTES = WORD / 8;
  localparam int DIGEST_WORDS = (DIGEST_BYTES + BYTES - 1) / BYTES;
  localparam int REST = DIGEST_BYTES % BYTES;  // bytes of its last word, 0: all
  localparam logic [WORD-1:0] LAST_MASK = REST == 0 ? '1 : ~({WORD{1'b1}} >> (8 * REST));
  localparam logic [WORD-1:0] MARK = {1'b1, {(WORD - 1) {1'b0}}};  // 0x80 in the first byte
  localparam logic [WORD-1:0] LENGTH = WORD'(16 * WORD + 8 * DIGEST_BYTES);
  // Words 7 to 14: where 0x80 is, once the digest is over.
  localparam int MARK_WORD = DIGEST_BYTES / BYTES;

  logic granted_q;  // to the loader
  logic writing;  // the block of a digest
  logic [3:0] position_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic of_digest, digest_step, step, ends;
  logic complete;  // with this word of a digest
  logic [CONTEXT_BITS-1:0] job_context;

  // One clock later.
  logic step_q, played_q;
  logic [7:0] pad_q;  // of every byte
  logic [3:0] step_position_q;
  logic [CONTEXT_BITS-1:0] step_context_q;
  logic [WORD-1:0] digest_q, fixed;

  // And one more.
  logic played_late_q;
  logic [WORD-1:0] digest_late_q, fixed_q;

  assign of_digest = {1'b0, position_q} < 5'(DIGEST_WORDS);
  assign digest_ready = writing && position_q < 4'd8;
  assign digest_step = writing && (digest_valid || position_q >= 4'd8);
  assign step = play_step || digest_step;
  assign play_granted = granted_q;
  assign settled = digest_step && complete;

  assign close = settled || (play_step && play_position == 4'(DEDICATED ? 15 : CLOSE_AT));
  assign close_context = job_context;
  assign close_ends = !granted_q || play_pad != 2'd0;
  assign close_digest = !granted_q;
  assign close_keyed = !granted_q;

  always_ff @(posedge clk) begin
    if (digest_step) position_q <= ends ? '0 : position_q + 4'd1;
    if (rst) position_q <= '0;
  end

  if (DEDICATED) begin : g_dedicated
    logic [CONTEXTS-1:0] tail_q;  // the words behind the digest are in the buffer
    logic tail, first;
    logic [SLOT_BITS-1:0] slot_q;

    assign hold = 1'b0;
    assign hold_next = 1'b0;
    assign digest_next = 1'b0;
    assign first = position_q == '0;
    assign writing = !first || (digest_valid && !closed[digest_context] && !play && !granted_q);
    assign tail = tail_q[job_context];
    assign ends = position_q == 4'd15 || (position_q == 4'd7 && tail);
    assign complete = ends;
    assign job_context = granted_q ? play_context : first ? digest_context : context_q;
    assign close_slot = slot_q;

    always_ff @(posedge clk) begin
      granted_q <= play && (granted_q || (!writing && !closed[play_context]))
          && !(play_step && play_position == 4'd15);
      if (first) begin
        context_q <= digest_context;
        slot_q <= digest_slot;
      end
      for (int index = 0; index < CONTEXTS; index++) begin
        if (job_context == CONTEXT_BITS'(index) && step) tail_q[index] <= !granted_q && (ends || tail);
      end
      if (rst) begin
        granted_q <= 1'b0;
        tail_q <= '0;
      end
    end
  end else begin : g_shared
    logic writing_q;
    logic hold_q;  // granted or writing, a register for the padder's sake
    logic claims;  // a block begins
    logic done;  // or ends

    assign hold = hold_q;
    assign hold_next = hold_q ? !done : claims;
    assign digest_next = !hold_q && claims && !play;
    assign claims = play ? !closed[play_context] : digest_valid && !closed[digest_context];
    assign done = (play_step && play_position == 4'd15) || (digest_step && ends);
    assign writing = writing_q;
    assign ends = position_q == 4'd15;
    assign complete = position_q == 4'(CLOSE_AT);
    assign job_context = context_q;

    always_ff @(posedge clk) begin
      hold_q <= hold_next;
      if (!hold_q) begin
        context_q <= play ? play_context : digest_context;
        close_slot <= digest_slot;
        granted_q <= claims && play;
        writing_q <= claims && !play;
      end else if (done) begin
        granted_q <= 1'b0;
        writing_q <= 1'b0;
      end
      if (rst) begin
        granted_q <= 1'b0;
        writing_q <= 1'b0;
        hold_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk) begin
    step_q <= step;
    if (rst) step_q <= 1'b0;
    played_q <= granted_q;
    pad_q <= play_pad[0] ? 8'h36 : play_pad[1] ? 8'h5c : 8'h00;
    step_position_q <= granted_q ? play_position : position_q;
    step_context_q <= job_context;
    digest_q <= digest_data;
    // Only the digest's own bytes go on.
    if (!digest_step || !of_digest) digest_q <= '0;
    else if (REST != 0 && position_q == 4'(DIGEST_WORDS - 1)) digest_q <= digest_data & LAST_MASK;
  end

  always_comb begin
    fixed = '0;
    if (!step_q) fixed = '0;
    else if (played_q) fixed = {BYTES{pad_q}};
    else if (step_position_q == 4'(MARK_WORD)) fixed = MARK >> (8 * REST);
    else if (step_position_q == 4'd15) fixed = LENGTH;
  end

  always_ff @(posedge clk) begin
    write <= step_q;
    if (rst) write <= 1'b0;
    write_context <= step_context_q;
    write_position <= step_position_q;
    played_late_q <= played_q;
    digest_late_q <= digest_q;
    fixed_q <= fixed;
  end

  // The word played may be for the other engine, where there are two.
  assign write_data = (play_word & {WORD{played_late_q || !DEDICATED}}) ^ digest_late_q ^ fixed_q;

endmodule

`default_nettype wire
