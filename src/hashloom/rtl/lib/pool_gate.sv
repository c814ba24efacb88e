// Holds rows of packets that change keys until they may, and turns a key into the two blocks that
// its states come of. All other rows pass.
//
// The first row of a packet that changes keys waits until everything before it has left the engine,
// an erasure also until all answers have been taken; then the contexts are gone through, because
// what is unfinished decides whether the packet is possible. Nothing passes meanwhile, and not
// before it is done:
// - KEY of a row: the key with ipad, then with opad, each as a block of its own. The slot holds the
//   key when both have left the engine. A key that broke the rules erases its slot.
// - KEY of several rows: its slot is erased, and its rows pass as those of a message, others
//   between them. Behind the last one its digest is waited for, which then is the key; where the second one
//   is the last and has no byte, the first is.
// - ERASE, ERASE_ALL: states of the slots are written over with zeros. Then empty rows go through
//   everything, WIPES of them, so that nothing of a message is left anywhere. Their answers are
//   dropped (wiping).
// - Whatever of these is not possible is answered by an empty row that says so.
// An ERASE or ERASE_ALL of several rows passes, and is refused behind this module.
//
// After a reset all slots and all contexts are gone through in the same way.
//
// A row's bits are many and lie all over a device. So what becomes of them is decided two clocks
// before (change), and what comes in their place waits beside (other): zeros, or a block of the key.
// That they are loaded is decided a clock before, when one may be offered; where none is, they are
// zeros. A row that passes is here for one clock; what comes next is asked for when rows may go on.
//
// row_command is {kind, slot, bytes, operation}. Kinds: 0 as it came, 1 answer the status in bytes,
// 2 and 3 the blocks of a key, 4 and 5 empty rows of an erasure and after a reset, 6 a row of a key
// that has several.
`default_nettype none

module pool_gate #(
    parameter int WORD         = 32,   // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,   // bytes of a digest
    parameter int SLOTS        = 4,    // key slots, 1 to 256
    parameter int SLOT_BITS    = 2,    // bits of a slot's number inside the core
    parameter int CONTEXTS     = 2,    // contexts
    parameter int CONTEXT_BITS = 1,    // bits of a context's number
    parameter int WIPES        = 544   // rows that write over everything, those of all contexts
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: erases every key

    input  logic                    word_valid,    // a row is offered
    output logic                    word_ready,    // it is taken in this clock
    input  logic [16*WORD-1:0]      word_data,     // word j at j * WORD, first byte on top
    input  logic [2*WORD-1:0]       word_keep,     // with last: the byte is of the packet
    input  logic                    word_last,     // the row ends its packet
    input  logic                    word_error,    // the row of the clock before broke the rules of tkeep
    input  logic [CONTEXT_BITS-1:0] word_context,  // the context its packet belongs to
    input  logic [18:0]             word_command,  // {slot, bytes, operation} of the packet

    output logic                    row_valid,     // a row goes on
    input  logic                    row_ready,     // rows may, in this clock and the next two
    output logic [16*WORD-1:0]      row_data,      // word j at j * WORD, first byte on top
    output logic [2*WORD-1:0]       row_keep,      // with last: the byte is of the packet
    output logic                    row_last,      // it ends its packet
    output logic                    row_error,     // the row of the clock before broke the rules of tkeep
    output logic [CONTEXT_BITS-1:0] row_context,   // its context
    output logic [21:0]             row_command,   // {kind, slot, bytes, operation}

    input  logic                    freed,         // a row has left the engine for good
    input  logic                    long_valid,    // the digest of a long key comes
    input  logic                    long_error,    // which is malformed
    input  logic [8*WORD-1:0]       long_data,     // H0 on top
    input  logic                    owes,          // an answer is owed
    input  logic                    answered,      // one has been taken, or dropped
    output logic                    wiping,        // answers are to be dropped

    output logic [CONTEXT_BITS-1:0] scan_context,  // of this context is wanted, two clocks later,
    input  logic                    scan_open,     // whether its packet is unfinished,
    input  logic                    scan_keyed,    // needs a key,
    input  logic [SLOT_BITS-1:0]    scan_slot,     // the one in this slot
    output logic                    scan,          // no block begins while this is high

    output logic                    mark,          // from now on
    output logic [SLOT_BITS-1:0]    mark_slot,     // this slot
    output logic                    mark_known,    // holds a key, or none
    output logic                    erase,         // zeros are written over
    output logic [SLOT_BITS:0]      erase_place    // the state of {slot, outer}
);

  localparam int LANES = 2 * WORD;  // bytes of a row
  localparam int FLIGHT_BITS = CONTEXT_BITS + 6;
  localparam int OWED_BITS = 12;
  localparam int WIPE_BITS = $clog2(WIPES + 1);
  localparam logic [3:0] SETTLED = 4'd15;  // clocks after which a state is in the store
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;
  localparam logic [2:0] OK = 3'd0, MALFORMED = 3'd1, NO_KEY = 3'd3, NOT_POSSIBLE = 3'd6;
  localparam logic [2:0] PLAIN = 3'd0, SAY = 3'd1, IPAD = 3'd2, OPAD = 3'd3, WIPE = 3'd4;
  localparam logic [2:0] LONG = 3'd6;

  // In states whose first bit is set a row is offered.
  typedef enum logic [4:0] {
    Flow   = 5'b00000,  // rows pass
    Before = 5'b00001,  // everything before is waited for
    Scan   = 5'b00010,  // contexts are gone through
    Decide = 5'b00011,  // what becomes of the packet
    Hash   = 5'b00100,  // the digest of a long key is waited for
    Load   = 5'b00101,  // both blocks of a key are waited for
    Erase  = 5'b00110,  // states are written over
    Wiped  = 5'b00111,  // empty rows are waited for
    Pass   = 5'b10000,  // it passes: it is the rest of one that was refused
    Long   = 5'b10001,  // the first row of a long key passes
    Inner  = 5'b10010,  // the key's block with ipad passes
    Outer  = 5'b10011,  // the one with opad
    Wipe   = 5'b10100,  // empty rows pass
    Answer = 5'b10101   // a row that says what became of it passes
  } state_t;

  // What comes in the row's place.
  typedef enum logic [1:0] {
    Clear = 2'b00,  // the next one, or zeros without a byte
    Ipad  = 2'b10,  // the key's block with ipad
    Opad  = 2'b11   // with opad
  } change_t;

  (* fsm_encoding = "none" *) state_t state_q;
  (* fsm_encoding = "none" *) change_t change_q;
  logic late_q, later_q;  // the row changes in the next clock, and in this one
  logic starting_q;  // after a reset nobody is answered

  // The row that is held. What it does is noted when it is taken; no long key begins or ends while it is held.
  logic held_q, last_q, error_q;
  logic taken_q;  // it was taken a clock ago
  logic stop_q;  // no other row comes in its place
  logic [16*WORD-1:0] data_q, other_data_q;
  logic [LANES-1:0] keep_q;
  logic other_keep_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [7:0] slot_q;
  logic [6:0] bytes_q;
  logic [3:0] operation_q;
  logic [2:0] refused, refused_q;  // why it is not possible
  logic [2:0] status_q;
  logic changes_q;  // it begins to change keys, or may, or is the last of a long key and has passed
  logic further_q;  // it is a further one of a long key
  logic rests_q;  // and the last one
  logic further;  // the row on offer is a further one of a long key
  logic long_open_q;  // of which the last row has not come
  logic [CONTEXT_BITS-1:0] long_context_q;  // and this is the context
  logic long_more_q;  // one behind the first has come
  logic exact_q;  // the first one is the whole key
  logic [16*WORD-1:0] key_q;  // a key as a block
  logic key_load_q, key_digest_q, key_clear_q;  // it comes, as a digest does, or goes
  logic [LANES-1:0] key_keep_q;  // bytes of the row that are of it
  logic [16*WORD-1:0] long_key;  // the digest as one
  logic unused_long;  // what is not part of it
  logic erases;  // it is ERASE or ERASE_ALL
  logic [3:0] operation;  // of the row on offer
  logic take;
  logic open, open_q;  // a row may come in the next clock, and in this one
  logic load_q;  // it may, or the row changes
  logic goes;  // the row of a state whose first bit is set goes on
  logic go, go_q;
  logic owes_q, answered_q;
  logic changes, rests;  // the row on offer begins to change keys, or may; or is the last of a long key

  logic [FLIGHT_BITS-1:0] flight_q;  // rows that have gone on and not left the engine for good
  logic [OWED_BITS-1:0] owed_q;  // answers
  logic idle_q;  // there is no such row
  logic owing_q;  // there is such an answer
  logic quiet;  // so it may be done
  logic [3:0] settled_q;  // clocks since then
  logic done_q;  // they are enough

  // The contexts.
  logic [CONTEXT_BITS:0] scan_q;  // CONTEXTS where all have been asked for
  logic scan_1q, scan_2q;  // one was asked for so many clocks ago
  logic [CONTEXT_BITS-1:0] scan_context_1q, scan_context_2q;
  logic seen_q, scanned_q;  // all have been asked for, and have answered
  logic own_q;  // the context's own packet is unfinished
  logic other_q;  // another one's is
  logic user_q;  // and needs the key in the slot
  logic hashed_q, flawed_q;  // the digest of a long key has come, and is malformed

  logic [SLOT_BITS:0] erase_q;
  logic erases_one, erase_ends;
  logic [WIPE_BITS-1:0] wipes_q;  // rows still to come
  logic [CONTEXT_BITS-1:0] wipe_context_q;
  logic wipe_ends;  // it is the last context, and the next number is not 0 by itself
  logic slot_exists;
  logic erases_every;

  assign operation = word_command[3:0];
  assign further = long_open_q && operation == KEY && word_context == long_context_q;
  assign erases = operation_q != KEY;
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);
  assign changes = operation == KEY ? !further
      : word_last && (operation == ERASE || operation == ERASE_ALL);
  assign rests = further && word_last;
  assign word_ready = open_q;
  assign take = word_valid && word_ready;
  assign open = row_ready && !stop_q && !(take && (changes || rests));
  assign goes = row_ready && !late_q && !later_q;
  assign go = row_valid;

  assign row_valid = state_q[4] ? goes : held_q && !changes_q;
  assign row_command = state_q == Inner ? {IPAD, slot_q, bytes_q, operation_q}
      : state_q == Outer ? {OPAD, slot_q, bytes_q, operation_q}
      : state_q == Wipe ? {WIPE | 3'(starting_q), slot_q, bytes_q, operation_q}
      : state_q == Answer ? {SAY, slot_q, 4'd0, status_q, operation_q}
      : {state_q == Long || further_q ? LONG : PLAIN, slot_q, bytes_q, operation_q};

  assign row_data = data_q;
  assign row_keep = keep_q;
  assign row_last = last_q && state_q != Inner;
  assign row_error = error_q;
  assign row_context = state_q == Wipe ? wipe_context_q : context_q;

  // ---- what is under way --------------------------------------------------------------------

  assign quiet = idle_q && (state_q == Load || (state_q == Before && (!erases || !owing_q))
      || (state_q == Wiped && !owing_q));
  always_ff @(posedge clk) begin
    go_q <= go;
    owes_q <= owes;
    answered_q <= answered;
    wiping <= state_q == Wipe || (state_q == Wiped && !done_q);
    flight_q <= flight_q + FLIGHT_BITS'(go_q) - FLIGHT_BITS'(freed);
    owed_q <= owed_q + OWED_BITS'(owes_q) - OWED_BITS'(answered_q);
    idle_q <= flight_q == '0 && !go_q && !go;
    owing_q <= owed_q != '0 || owes_q;
    settled_q <= quiet ? settled_q + 4'd1 : '0;
    done_q <= quiet && settled_q == SETTLED - 4'd1;
    if (rst) begin
      go_q <= 1'b0;
      owes_q <= 1'b0;
      answered_q <= 1'b0;
      wiping <= 1'b0;
      flight_q <= '0;
      owed_q <= '0;
      idle_q <= 1'b0;
      settled_q <= '0;
      done_q <= 1'b0;
    end
  end

  // ---- contexts -----------------------------------------------------------------------------

  assign scan = state_q == Scan;
  assign scan_context = scan_q[CONTEXT_BITS-1:0];

  always_ff @(posedge clk) begin
    if (state_q != Scan) scan_q <= '0;
    else if (!seen_q) scan_q <= scan_q + 1'b1;
    seen_q <= state_q == Scan && (seen_q || scan_q == (CONTEXT_BITS + 1)'(CONTEXTS - 1));
    scanned_q <= seen_q && !scan_1q && !scan_2q;
    scan_1q <= state_q == Scan && !seen_q && !rst;
    scan_2q <= scan_1q && !rst;
    scan_context_1q <= scan_context;
    scan_context_2q <= scan_context_1q;
    if (state_q == Before) begin
      own_q <= 1'b0;
      other_q <= 1'b0;
      user_q <= 1'b0;
    end else if (scan_2q && scan_open) begin
      if (scan_context_2q == context_q) begin
        own_q <= 1'b1;
      end else begin
        other_q <= 1'b1;
        if (scan_keyed && slot_exists && scan_slot == SLOT_BITS'(slot_q)) user_q <= 1'b1;
      end
    end
  end

  // ---- slots --------------------------------------------------------------------------------

  assign wipe_ends = CONTEXTS < 2 ** CONTEXT_BITS
      && wipe_context_q == CONTEXT_BITS'(CONTEXTS - 1);
  assign erases_every = starting_q || operation_q == ERASE_ALL;
  assign erase_ends = erase_q[0] && (!erases_every || erase_q == (SLOT_BITS + 1)'(2 * SLOTS - 1));
  assign erases_one = state_q == Erase;
  always_ff @(posedge clk) begin
    erase <= erases_one && !rst;
    erase_place <= erase_q;
    mark <= (erases_one || (state_q == Load && done_q)) && !rst;
    mark_known <= !erases_one;
    mark_slot <= erases_one ? erase_q[SLOT_BITS:1] : SLOT_BITS'(slot_q);
  end

  assign unused_long = &{1'b0, long_data};

  always_comb begin
    long_key = '0;
    for (int index = 0; index < DIGEST_BYTES; index++) begin
      long_key[index/(WORD/8)*WORD+8*(WORD/8-1-index%(WORD/8))+:8] =
          long_data[8*WORD-1-8*index-:8];
    end
  end

  // ---- the row ------------------------------------------------------------------------------

  always_ff @(posedge clk) begin
    if (take) begin
      last_q <= word_last;
      {context_q, slot_q, bytes_q, operation_q} <= {word_context, word_command};
      further_q <= further;
      rests_q <= rests;
      changes_q <= changes;
    end
    if (state_q == Flow && held_q && rests_q) changes_q <= 1'b1;
    other_data_q <= (key_q ^ (change_q[0] ? {LANES{8'h5c}} : {LANES{8'h36}}))
        & {16 * WORD{change_q[1]}};
    other_keep_q <= change_q[1];
    if (load_q) begin
      data_q <= (word_data & {16 * WORD{word_valid && open_q}}) | other_data_q;
      keep_q <= (word_keep & {LANES{word_valid && open_q}}) | {LANES{other_keep_q}};
    end
    taken_q <= take;
    if (taken_q) error_q <= word_error;
    if (late_q) error_q <= 1'b0;
    if (rst) begin
      last_q <= 1'b1;
      taken_q <= 1'b0;
      error_q <= 1'b0;
    end
  end

  // The key: its row, of a long one the first row, and then its digest.
  always_ff @(posedge clk) begin
    key_load_q <= (state_q == Scan && !long_open_q)
        || (state_q == Hash && !exact_q && !long_valid && !hashed_q);
    key_digest_q <= state_q == Hash;
    key_clear_q <= rst || state_q == Load
        || (!long_open_q && (state_q == Answer || state_q == Pass));
    key_keep_q <= keep_q | {LANES{!last_q}};
    if (key_load_q) begin
      for (int index = 0; index < LANES; index++) begin
        key_q[8*index+:8] <= key_digest_q ? long_key[8*index+:8]
            : data_q[8*index+:8] & {8{key_keep_q[index]}};
      end
    end
    if (rst) key_load_q <= 1'b0;
    if (key_clear_q) key_q <= '0;
  end

  // ---- the packet ---------------------------------------------------------------------------

  assign refused = (erases ? other_q : user_q || long_open_q) ? NOT_POSSIBLE
      : operation_q != ERASE_ALL && !slot_exists ? NO_KEY : OK;

  always_ff @(posedge clk) begin
    refused_q <= refused;
    change_q <= Clear;
    late_q <= 1'b0;
    later_q <= late_q;
    open_q <= open;
    load_q <= open || late_q;
    hashed_q <= long_valid;
    flawed_q <= long_error;
    if (!stop_q) begin
      held_q <= take;
      stop_q <= take && (changes || rests);
    end
    case (state_q)
      Flow: begin
        if (held_q && changes_q) state_q <= Before;
        if (held_q && further_q) long_more_q <= 1'b1;
        exact_q <= !long_more_q && !keep_q[WORD/8-1];
        if (held_q && rests_q) begin
          long_open_q <= 1'b0;
          state_q <= Hash;
        end
      end
      Before: if (done_q) state_q <= Scan;
      Scan: if (scanned_q) state_q <= Decide;
      Decide: begin
        erase_q <= erases_every ? '0 : {SLOT_BITS'(slot_q), 1'b0};
        status_q <= refused_q;
        late_q <= !own_q && (refused_q != OK || last_q);
        if (own_q) begin
          state_q <= Pass;
        end else if (refused_q != OK) begin
          state_q <= Answer;
        end else if (erases || !last_q) begin
          state_q <= Erase;
        end else if (error_q) begin
          status_q <= MALFORMED;
          state_q <= Erase;
        end else begin
          change_q <= Ipad;
          state_q <= Inner;
        end
      end
      Long:
      if (row_ready) begin
        long_open_q <= 1'b1;
        long_context_q <= context_q;
        long_more_q <= 1'b0;
        held_q <= 1'b0;
        stop_q <= 1'b0;
        state_q <= Flow;
      end
      Hash: begin
        status_q <= MALFORMED;
        if (hashed_q) begin
          late_q <= 1'b1;
          if (flawed_q) begin
            state_q <= Answer;
          end else begin
            change_q <= Ipad;
            state_q <= Inner;
          end
        end
      end
      Inner:
      if (goes) begin
        late_q <= 1'b1;
        change_q <= Opad;
        state_q <= Outer;
      end
      Outer:
      if (goes) begin
        late_q <= 1'b1;
        state_q <= Load;
      end
      Load:
      if (done_q) begin
        held_q <= 1'b0;
        stop_q <= 1'b0;
        state_q <= Flow;
      end
      Erase: begin
        erase_q <= erase_q + 1'b1;
        if (erase_ends) begin
          if (starting_q || erases) state_q <= Wipe;
          else state_q <= last_q ? Answer : Long;
        end
      end
      Wipe:
      if (goes) begin
        wipes_q <= wipes_q - 1'b1;
        wipe_context_q <= wipe_ends ? '0 : wipe_context_q + 1'b1;
        if (wipes_q == '0) state_q <= Wiped;
      end
      Wiped:
      if (done_q) begin
        starting_q <= 1'b0;
        stop_q <= !starting_q;
        state_q <= starting_q ? Flow : Answer;
      end
      Pass, Answer:
      if (goes) begin
        held_q <= 1'b0;
        stop_q <= 1'b0;
        state_q <= Flow;
      end
      default: state_q <= Flow;  // there is no other
    endcase
    if (erase) begin  // also in the first clock of Wipe: then one row more passes
      wipes_q <= WIPE_BITS'(WIPES - 1);
    end
    if (rst) begin
      state_q <= Erase;
      starting_q <= 1'b1;
      long_open_q <= 1'b0;
      erase_q <= '0;
      wipe_context_q <= '0;
      held_q <= 1'b0;
      open_q <= 1'b0;
      load_q <= 1'b0;
      stop_q <= 1'b1;
      change_q <= Clear;
      late_q <= 1'b1;
      later_q <= 1'b0;
      hashed_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
