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
    parameter int unsigned WORD         = 32,  // bits of a word: 32 or 64
    parameter int unsigned PAD_WORDS        = 1,   // words of a row
    parameter int unsigned DIGEST_BYTES = 32,  // bytes of a digest
    parameter int unsigned SLOTS        = 4,   // key slots
    parameter int unsigned SLOT_BITS    = 2,   // bits of a slot's number
    parameter int unsigned CONTEXTS     = 1,   // contexts
    parameter int unsigned CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit          TOGETHER     = 0    // 1: both blocks at once, in two engines
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
    output logic [SLOT_BITS-1:0]    slot,             // the slot at work
    output logic [CONTEXT_BITS-1:0] context_id,       // the context at work
    input  logic                    idle,             // that context has nothing to do
    output logic                    mark,             // from now on the slot
    output logic                    mark_known,       // holds a key, or does not

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

    output logic                    play,             // a block is to be written
    output logic [1:0]              play_pad,         // 0: as it is, 1: with ipad, 2: with opad
    input  logic                    play_granted,     // every writer is free for it
    output logic                    play_step,        // a word is written in this clock
    output logic [3:0]              play_position,    // this one
    output logic [WORD-1:0]         play_word,        // a clock later: the word
    output logic                    storing,          // a block's state is to be stored
    input  logic [1:0]              stored,           // it is, in the inner and the outer engine

    output logic                    answer,           // the operation is done and owed an answer
    output logic                    answer_error,     // the key's packet broke the rules
    input  logic                    answered          // the answer has been given
);

  localparam int unsigned ROWS = 16 / PAD_WORDS;
  localparam int unsigned ROW_BITS = ROWS == 1 ? 1 : $clog2(ROWS);
  localparam int unsigned DIGEST_WORDS = (8 * DIGEST_BYTES + WORD - 1) / WORD;
  localparam int unsigned REST = DIGEST_BYTES % (WORD / 8);  // bytes of its last word, 0: all
  localparam logic [WORD-1:0] LAST_MASK = ~({WORD{1'b1}} >> (8 * REST));

  typedef enum logic [3:0] {
    READY,  // nothing to do
    GATHER,  // further rows of the key come
    FILL,  // zeros behind the key
    CLAIM,  // the context is kept from others, and finishes what it has
    PLAY,  // the block is being written
    STORE,  // the block is in the engine
    NEXT,  // a pass has ended
    LONG_PLAY,  // the first block of a long key is being written
    LONG_REST,  // its digest is awaited
    ANSWER  // the answer is being given
  } phase_t;

  phase_t phase_q;
  logic erase_q, every_q, silent_q;  // silent: after reset there is nobody to answer
  logic error_q;
  logic [CONTEXT_BITS-1:0] owner_q;  // whose operation it is
  logic seen_q;  // an erasure has been through all contexts
  logic half_q;  // opad
  logic [1:0] settle_q;  // clocks until a claimed context is known to be idle
  logic [ROW_BITS:0] row_q;  // the row to be written next; ROWS: none
  logic [3:0] word_q;  // the digest's word, or the block's, to be written next
  logic [1:0] stored_q, stored_now;  // engines that have stored the state
  logic played;  // the last word of the block is written
  logic gathers, key_ends, last_context, last_slot;

  // K0, row by row.
  logic [PAD_WORDS*WORD-1:0] masked, new_row, read_row;
  logic [3:0] place;  // of a word in its row
  logic [WORD-1:0] digest_word;
  logic [PAD_WORDS-1:0] write_words;
  logic [ROW_BITS-1:0] write_row;
  logic full;

  assign full = row_q[ROW_BITS] || (ROWS == 1 && row_q[0]);
  assign busy = phase_q != READY;
  assign erases = erase_q;
  assign last_context = !erase_q || seen_q || context_id == CONTEXT_BITS'(CONTEXTS - 1);
  assign last_slot = !every_q || slot == SLOT_BITS'(SLOTS - 1);

  assign gathers = phase_q == READY || phase_q == GATHER;
  // A key of a whole block may end with a row without bytes.
  assign key_ends = key_last && !key_keep[WORD/8-1];
  assign key_ready = gathers && (!full || key_ends);
  assign key_long = phase_q == LONG_REST;
  assign play = phase_q == PLAY || phase_q == LONG_PLAY;
  assign play_step = play && play_granted;
  assign play_position = word_q;
  assign played = play_step && word_q == 4'd15;
  assign stored_now = stored_q | stored | {!TOGETHER, 1'b0};
  assign play_pad = phase_q == LONG_PLAY ? 2'd0 : half_q ? 2'd2 : 2'd1;
  assign storing = phase_q == PLAY || phase_q == STORE;
  assign mark = phase_q == CLAIM || (phase_q == NEXT && !erase_q);
  assign mark_known = phase_q == NEXT && !error_q;
  assign answer = phase_q == ANSWER;
  assign answer_error = error_q;

  always_ff @(posedge clk) begin
    case (phase_q)
      READY: begin
        erase_q <= begin_erase;
        every_q <= begin_every;
        silent_q <= 1'b0;
        error_q <= key_valid && key_error;
        half_q <= 1'b0;
        row_q <= (ROW_BITS + 1)'(key_valid);
        word_q <= '0;
        slot <= begin_every ? '0 : begin_slot;
        context_id <= begin_erase ? '0 : begin_context;
        owner_q <= begin_context;
        seen_q <= 1'b0;
        if (begin_load) phase_q <= begin_erase || key_last ? FILL : GATHER;
      end
      GATHER: begin
        if (key_valid && key_ready) begin
          row_q <= row_q + {{ROW_BITS{1'b0}}, !full};
          error_q <= error_q || key_error;
          if (key_last) phase_q <= FILL;
        end else if (key_valid) begin
          phase_q <= LONG_PLAY;
        end
      end
      FILL: begin
        row_q <= row_q + 1'b1;
        settle_q <= '0;
        if (full) phase_q <= CLAIM;
      end
      CLAIM: begin
        settle_q <= settle_q + {1'b0, !settle_q[1]};
        if (settle_q[1] && idle) phase_q <= PLAY;
      end
      PLAY: begin
        stored_q <= '0;
        word_q <= word_q + {3'b0, play_step};
        if (played) phase_q <= STORE;
      end
      STORE: begin
        stored_q <= stored_now;
        if (stored_now == 2'b11) begin
          half_q <= !half_q && !TOGETHER;
          phase_q <= half_q || TOGETHER ? NEXT : PLAY;
        end
      end
      NEXT: begin
        settle_q <= '0;
        seen_q <= last_context;
        if (!last_context) context_id <= context_id + 1'b1;
        else if (last_slot) context_id <= owner_q;
        if (!last_slot) slot <= slot + 1'b1;
        if (erase_q && !(last_context && last_slot)) phase_q <= CLAIM;
        else phase_q <= silent_q ? READY : ANSWER;
      end
      LONG_PLAY: begin
        row_q <= '0;
        word_q <= word_q + {3'b0, play_step};
        if (played) phase_q <= LONG_REST;
      end
      LONG_REST: begin
        if (digest_valid) begin
          word_q <= word_q + 4'd1;
          row_q <= (ROW_BITS + 1)'((word_q + 4'd1) >> $clog2(PAD_WORDS));
          error_q <= error_q || digest_error;
          if (digest_last) begin
            word_q  <= '0;
            phase_q <= FILL;
          end
        end
      end
      default: if (answered) phase_q <= READY;
    endcase
    if (rst) begin
      phase_q <= FILL;
      erase_q <= 1'b1;
      every_q <= 1'b1;
      silent_q <= 1'b1;
      half_q <= 1'b0;
      row_q <= '0;
      word_q <= '0;
      slot <= '0;
      context_id <= '0;
      seen_q <= 1'b0;
    end
  end

  // ---- K0 -----------------------------------------------------------------------------------

  always_comb begin
    for (int index = 0; index < int'(PAD_WORDS * WORD / 8); index++) begin
      masked[8*index+:8] = key_data[8*index+:8] & {8{!key_last || key_keep[index]}};
    end

    digest_word = digest_data;
    if (word_q >= 4'(DIGEST_WORDS)) digest_word = '0;
    else if (REST != 0 && word_q == 4'(DIGEST_WORDS - 1)) digest_word = digest_data & LAST_MASK;

    new_row = '0;
    write_row = ROW_BITS'(row_q);
    write_words = '0;
    if (gathers) begin
      new_row = masked;
      write_words = {PAD_WORDS{key_valid && !full}};
    end else if (phase_q == FILL) begin
      write_words = {PAD_WORDS{!full}};
    end else if (phase_q == LONG_REST) begin
      // The first word of a row clears the others.
      new_row = (PAD_WORDS * WORD)'(digest_word) << (WORD * int'(place));
      write_row = ROW_BITS'(word_q >> $clog2(PAD_WORDS));
      for (int index = 0; index < int'(PAD_WORDS); index++) begin
        write_words[index] = digest_valid
            && (place == '0 || place == 4'(index));
      end
    end
  end

  for (genvar index = 0; index < PAD_WORDS; index++) begin : g_word
    (* ram_style = "distributed" *)
    logic [WORD-1:0] store[ROWS];

    always_ff @(posedge clk) begin
      if (write_words[index]) store[write_row] <= new_row[index*WORD+:WORD];
    end
    assign read_row[index*WORD+:WORD] = store[ROW_BITS'(word_q >> $clog2(PAD_WORDS))];
  end

  assign place = word_q & 4'(PAD_WORDS - 1);

  always_ff @(posedge clk) begin
    play_word <= WORD'(read_row >> (WORD * int'(place)));
  end

endmodule

`default_nettype wire
