// Loads and erases keys: gathers a key into one block (K0 of FIPS 198-1), has it written to a
// block buffer with ipad and with opad, and waits until the engine has left the states of these
// two blocks in the key store.
//
// A key longer than a block is first hashed in its own context: its first block is written to the
// buffer as it is, the rest goes on as a message, and the digest comes back to be the key.
//
// Erasing is loading a block of zeros that no message may use. It is done once in every context,
// which leaves block buffers, digest store and engine with nothing but zeros and what follows from
// them; ERASE_ALL, and every reset, also goes through all slots. Each pass takes two blocks.
`default_nettype none

module key_loader #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int DIGEST_BYTES = 32,  // bytes of a digest
    parameter int SLOTS        = 4,   // key slots
    parameter int SLOT_BITS    = 2,   // bits of a slot's number
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit TOGETHER     = 0,   // 1: both blocks at once, in two engines
    parameter bit BLOCK_MEMORY = 0    // 1: K0 in block RAM, 0: in distributed RAM
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: erase everything

    input  logic                    begin_load,       // an operation begins
    input  logic                    begin_erase,      // it is ERASE or ERASE_ALL
    input  logic                    begin_every,      // it is ERASE_ALL
    input  logic [SLOT_BITS-1:0]    begin_slot,       // its slot
    input  logic [CONTEXT_BITS-1:0] begin_context,    // its context
    output logic                    busy,             // an operation is under way
    output logic                    erases,           // it is ERASE or ERASE_ALL
    output logic                    written,          // it is KEY, and a message may follow its blocks
    output logic [SLOT_BITS-1:0]    slot,             // the slot at work
    output logic [CONTEXT_BITS-1:0] context_id,       // the context at work
    output logic [CONTEXT_BITS-1:0] owner,            // the context whose operation it is
    output logic                    wiping,           // everything is erased, for nobody
    output logic                    mark,             // from now on the slot
    output logic                    mark_known,       // holds a key, or does not
    output logic                    mark_ends,        // until another operation begins

    input  logic                    key_valid,        // a row of the key is offered
    output logic                    key_ready,        // it is taken in this clock
    input  logic [PAD_WORDS*WORD-1:0]   key_data,         // the row
    input  logic [PAD_WORDS*WORD/8-1:0] key_keep,         // with key_last: bytes of the key
    input  logic                    key_last,         // the row ends the key
    input  logic                    key_error,        // the packet broke the rules
    output logic                    key_long,         // the rest of the key is hashed as a message

    input  logic                    digest_valid,     // a word of the key's digest is offered
    input  logic [WORD-1:0]         digest_data,      // the word
    input  logic                    digest_last,      // it is the last one
    input  logic                    digest_error,     // the packet broke the rules

    input  logic                    may,              // what is written over is needed no more
    input  logic                    may_long,         // nor does a digest come that is not the key's
    output logic                    play,             // a block is to be written
    output logic [1:0]              play_pad,         // 0: as it is, 1: with ipad, 2: with opad
    input  logic                    play_granted,     // every writer is free for it
    output logic                    play_step,        // a word is written in this clock
    output logic [3:0]              play_position,    // this one
    output logic [WORD-1:0]         play_word,        // two clocks later: the word; zero without one
    output logic                    storing,          // a block's state is to be stored
    output logic                    store_second,     // that of the second block, behind opad
    input  logic [1:0]              stored,           // it is, in the inner and the outer engine

    output logic                    answer,           // the operation is done and owed an answer
    output logic                    answer_error,     // the key's packet broke the rules
    input  logic                    answered          // the answer has been given
);

  localparam int ROWS = 16 / PAD_WORDS;
  localparam int ROW_BITS = ROWS == 1 ? 1 : $clog2(ROWS);
  localparam logic [63:0] DIGEST_MASK = digest_mask();  // at {word, byte}: it is of a digest

  function automatic logic [63:0] digest_mask();
    digest_mask = '0;
    for (int index = 0; index < 2 * WORD; index++) begin
      // The first byte of a word is on top.
      if (index < DIGEST_BYTES) begin
        digest_mask[8*(index/(WORD/8)) + WORD / 8 - 1 - index % (WORD / 8)] = 1'b1;
      end
    end
  endfunction

  // Phases, as bits of phase_q.
  localparam int READY = 0;  // nothing to do
  localparam int GATHER = 1;  // further rows of the key come
  localparam int FILL = 2;  // zeros behind the key
  localparam int PLAY = 3;  // the block is being written
  localparam int STORE = 4;  // the block is in the engine
  localparam int LONG_PLAY = 5;  // the first block of a long key is being written
  localparam int LONG_REST = 6;  // its digest is awaited
  localparam int ANSWER = 7;  // the answer is being given

  logic [7:0] phase_q, next;
  logic erase_q, every_q, silent_q;  // silent: after reset there is nobody to answer
  logic error_q;
  logic seen_q;  // an erasure has been through all contexts
  logic half_q;  // the second block of a pass is being written, that with opad
  logic [4:0] word_q;  // words written, or the word to be written next
  logic gathers, key_ends, last_context, last_slot;
  logic plays;  // nothing is in the way of a block
  logic full;  // the block has been written
  logic by_row, by_word;  // words are written
  logic both_written, both_stored;  // what is to be written before states are awaited, and these
  logic pass_ends;  // both states of a slot are stored
  logic done;  // of the last one
  logic gathered;  // the key's last row has come
  logic long_begins;  // a row has come that does not fit in a block

  // K0, row by row.
  logic [PAD_WORDS*WORD-1:0] new_row, new_row_q, read_row;
  logic [ROW_BITS:0] write_place_q;
  logic [PAD_WORDS*WORD/8-1:0] of_key, of_digest;
  logic [3:0] place;  // of a word in its row
  logic [PAD_WORDS-1:0] write_words, write_words_q;
  logic [ROW_BITS-1:0] row;

  assign full = word_q[4];
  assign busy = !phase_q[READY];
  assign erases = erase_q;
  assign last_context = !erase_q || seen_q || context_id == CONTEXT_BITS'(CONTEXTS - 1);
  assign last_slot = !every_q || slot == SLOT_BITS'(SLOTS - 1);

  // The first row may come in the clock in which the operation begins.
  assign gathers = phase_q[READY] || phase_q[GATHER];
  // A key of a whole block may end with a row without bytes.
  assign key_ends = key_last && !key_keep[WORD/8-1];
  assign key_ready = gathers && (!full || key_ends);
  assign key_long = phase_q[LONG_REST];
  // With two engines a message that follows would begin before the first state is stored.
  assign written = !erase_q && ((phase_q[STORE] && !TOGETHER) || phase_q[ANSWER]);
  // Before an erasure nothing is owed.
  assign plays = erase_q || (phase_q[LONG_PLAY] ? may_long : may);
  assign play = (phase_q[PLAY] || phase_q[LONG_PLAY]) && !full && plays;
  assign play_pad = phase_q[LONG_PLAY] ? 2'd0 : half_q && !TOGETHER ? 2'd2 : 2'd1;
  assign play_step = play && play_granted;
  assign play_position = word_q[3:0];
  assign storing = (phase_q[PLAY] && plays) || phase_q[STORE];
  assign wiping = busy && silent_q;
  assign mark = phase_q[FILL] || pass_ends;
  assign mark_ends = pass_ends;
  assign mark_known = pass_ends && !erase_q && !error_q;
  assign answer = phase_q[ANSWER];
  assign answer_error = error_q;

  assign by_row = !full && (phase_q[FILL] || (gathers && key_valid));
  assign by_word = play_step || (phase_q[LONG_REST] && digest_valid);

  assign long_begins = phase_q[GATHER] && key_valid && full && !key_ends;
  assign gathered = gathers && key_valid && key_ready && key_last;
  assign done = pass_ends && last_context && last_slot;

  assign next[READY] = phase_q[READY] ? !begin_load
      : (phase_q[ANSWER] && answered) || (done && silent_q);
  assign next[GATHER] = (phase_q[READY] && begin_load && !begin_erase && !gathered)
      || (phase_q[GATHER] && !gathered && !long_begins);
  assign next[FILL] = (phase_q[READY] && begin_load && begin_erase) || gathered
      || (phase_q[LONG_REST] && digest_valid && digest_last) || (phase_q[FILL] && !full);
  assign next[PLAY] = (phase_q[FILL] && full) || (phase_q[PLAY] && !both_written)
      || (phase_q[STORE] && both_stored && !done);
  assign next[STORE] = (phase_q[PLAY] && both_written) || (phase_q[STORE] && !both_stored);
  assign next[LONG_PLAY] = long_begins || (phase_q[LONG_PLAY] && !full);
  assign next[LONG_REST] = (phase_q[LONG_PLAY] && full)
      || (phase_q[LONG_REST] && !(digest_valid && digest_last));
  assign next[ANSWER] = (done && !silent_q) || (phase_q[ANSWER] && !answered);

  always_ff @(posedge clk) begin
    phase_q <= next;
    if (rst) phase_q <= 8'd1 << FILL;
  end

  always_ff @(posedge clk) begin
    if (by_row) word_q <= word_q + 5'(PAD_WORDS);
    else if (by_word) word_q <= word_q + 5'd1;
    // A row of sixteen words has no other that could be filled behind a digest.
    if (ROWS == 1 && phase_q[LONG_REST] && next[FILL]) word_q <= 5'd16;
    if (rst || (full && !phase_q[GATHER]) || long_begins) word_q <= '0;
  end

  always_ff @(posedge clk) begin
    if (phase_q[READY]) begin
      erase_q  <= begin_erase;
      every_q  <= begin_every;
      silent_q <= 1'b0;
      owner    <= begin_context;
    end
    if (rst) begin
      erase_q  <= 1'b1;
      every_q  <= 1'b1;
      silent_q <= 1'b1;
    end

    if (phase_q[READY]) error_q <= key_valid && key_error;
    else if (phase_q[GATHER]) error_q <= error_q || (key_valid && key_error);
    else if (phase_q[LONG_REST]) error_q <= error_q || (digest_valid && digest_error);

    if (phase_q[READY]) slot <= begin_every ? '0 : begin_slot;
    else if (pass_ends && !last_slot) slot <= slot + 1'b1;
    if (rst) slot <= '0;

    if (phase_q[READY]) context_id <= begin_erase ? '0 : begin_context;
    else if (done) context_id <= owner;
    else if (pass_ends && !last_context) context_id <= context_id + 1'b1;
    if (rst) context_id <= '0;

    if (phase_q[READY] || rst) seen_q <= 1'b0;
    else if (pass_ends) seen_q <= last_context;
  end

  if (TOGETHER) begin : g_together
    logic [1:0] stored_q, stored_now;  // engines that have stored the state

    assign stored_now = stored_q | stored;
    assign both_written = full;
    assign both_stored = stored_now == 2'b11;
    // An erasure goes through both entries of the digest store.
    assign pass_ends = phase_q[STORE] && both_stored && (half_q || !erase_q);
    assign store_second = half_q;

    always_ff @(posedge clk) begin
      stored_q <= phase_q[STORE] ? stored_now : '0;
      if (phase_q[STORE] && both_stored) half_q <= !pass_ends;
      if (rst) half_q <= 1'b0;
    end
  end else begin : g_one_after_the_other
    // The second block is written while the first one is in the engine.
    logic second_q;  // the first one's state is stored
    logic unused_outer;  // there is no other engine

    assign unused_outer = &{1'b0, stored[1]};
    assign both_written = full && half_q;
    assign both_stored = stored[0] && second_q;
    assign pass_ends = phase_q[STORE] && both_stored;
    assign store_second = second_q;

    always_ff @(posedge clk) begin
      if (phase_q[PLAY] && full) half_q <= !half_q;
      // What a reset has broken off may still be told a clock later.
      if (stored[0] && storing) second_q <= !second_q;
      if (rst) begin
        half_q <= 1'b0;
        second_q <= 1'b0;
      end
    end
  end

  // ---- K0 -----------------------------------------------------------------------------------

  // A byte of K0 is the key's, the digest's, or zero.
  for (genvar index = 0; index < PAD_WORDS * WORD / 8; index++) begin : g_byte
    assign of_key[index] = gathers && (!key_last || key_keep[index]);
    assign of_digest[index] = phase_q[LONG_REST] && 4'(index / (WORD / 8)) == place
        && DIGEST_MASK[{word_q[2:0], 3'(index % (WORD / 8))}];
    assign new_row[8*index+:8] = (key_data[8*index+:8] & {8{of_key[index]}})
        | (digest_data[8*(index%(WORD/8))+:8] & {8{of_digest[index]}});
  end

  // The first word of a row clears the others.
  for (genvar index = 0; index < PAD_WORDS; index++) begin : g_clear
    assign write_words[index] = by_row || phase_q[FILL]
        || (phase_q[LONG_REST] && digest_valid && (place == '0 || place == 4'(index)));
  end

  assign place = word_q[3:0] & 4'(PAD_WORDS - 1);
  assign row = ROW_BITS'(word_q[3:0] >> $clog2(PAD_WORDS));

  // Rows are written a clock later.
  always_ff @(posedge clk) begin
    write_words_q <= write_words;
    write_place_q <= {full, row};
    new_row_q <= new_row;
  end

  // With a row behind the others that is zero: filling ends with it, and it is read in clocks
  // without a step.
  if (BLOCK_MEMORY) begin : g_block
    logic [3:0] place_q, place_late_q;

    for (genvar index = 0; index < PAD_WORDS; index++) begin : g_word
      word_memory #(
          .WIDTH       (WORD),
          .DEPTH       (2 << ROW_BITS),
          .ADDRESS_BITS(ROW_BITS + 1),
          .BLOCK_MEMORY(1'b1)
      ) u_word (
          .clk          (clk),
          .write        (write_words_q[index]),
          .write_address(write_place_q),
          .write_data   (new_row_q[index*WORD+:WORD]),
          .read_address (play_step ? {1'b0, row} : {1'b1, ROW_BITS'(0)}),
          .read_data    (read_row[index*WORD+:WORD])
      );
    end

    always_ff @(posedge clk) begin
      place_q <= place;
      place_late_q <= place_q;
    end
    assign play_word = WORD'(read_row >> (WORD * int'(place_late_q)));
  end else begin : g_distributed
    logic step_q;
    logic [3:0] place_q;

    for (genvar index = 0; index < PAD_WORDS; index++) begin : g_word
      word_memory #(
          .WIDTH       (WORD),
          .DEPTH       (1 << ROW_BITS),
          .ADDRESS_BITS(ROW_BITS),
          .BLOCK_MEMORY(1'b0)
      ) u_word (
          .clk          (clk),
          .write        (write_words_q[index] && !write_place_q[ROW_BITS]),
          .write_address(write_place_q[ROW_BITS-1:0]),
          .write_data   (new_row_q[index*WORD+:WORD]),
          .read_address (row),
          .read_data    (read_row[index*WORD+:WORD])
      );
    end

    always_ff @(posedge clk) begin
      step_q <= play_step;
      place_q <= place;
      play_word <= WORD'(read_row >> (WORD * int'(place_q)));
      if (!step_q) play_word <= '0;
    end
  end

endmodule

`default_nettype wire
