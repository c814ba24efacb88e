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
// before (late), and what comes in their place waits beside (other): zeros, or a block of the key.
// Whether they are loaded is decided a clock before; where no row is offered, what they take instead
// goes no further. Every eight bytes have registers of their own that say all this. A row that
// passes is here for one clock; what comes next is asked for when rows may go on. Behind a row that
// may change keys none comes for a clock, so that it need not be looked at before. Nor does one
// where such a row was not offered but might have been, so that nobody asks whether it was.
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
  localparam int PARTS = LANES / 8;  // eight bytes each
  localparam int FLIGHT_BITS = CONTEXT_BITS + 6;
  localparam int OWED_BITS = 12;
  localparam int WIPE_BITS = $clog2(WIPES + 1);
  localparam logic [3:0] SETTLED = 4'd15;  // clocks after which a state is in the store
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;
  localparam logic [2:0] OK = 3'd0, MALFORMED = 3'd1, NO_KEY = 3'd3, NOT_POSSIBLE = 3'd6;
  localparam logic [2:0] PLAIN = 3'd0, SAY = 3'd1, IPAD = 3'd2, OPAD = 3'd3, WIPE = 3'd4;
  localparam logic [2:0] LONG = 3'd6;

  // States, as bits of state_q.
  localparam int FLOW = 0;  // rows pass
  localparam int BEFORE = 1;  // everything before is waited for
  localparam int SCAN = 2;  // contexts are gone through
  localparam int DECIDE = 3;  // what becomes of the packet
  localparam int HASH = 4;  // the digest of a long key is waited for
  localparam int LOAD = 5;  // both blocks of a key are waited for
  localparam int ERASING = 6;  // states are written over
  localparam int WIPED = 7;  // empty rows are waited for
  localparam int PASS = 8;  // from here on a row is offered: the rest of one that was refused
  localparam int FIRST = 9;  // the first row of a long key
  localparam int INNER = 10;  // the key's block with ipad
  localparam int OUTER = 11;  // the one with opad
  localparam int WIPING = 12;  // empty rows
  localparam int ANSWER = 13;  // a row that says what became of it
  localparam int STATES = 14;

  logic [STATES-1:0] state_q, next;
  logic offers_q;  // a row is offered, whatever came
  logic ipad, opad;  // the key's block with ipad, or opad, comes in the row's place
  logic late_q, later_q;  // the row changes in the next clock, and in this one
  logic starting_q;  // after a reset nobody is answered

  // The row that is held. What it does is noted when it is taken; no long key begins or ends while it is held.
  logic held_q, last_q, error_q;
  logic taken_q;  // it was taken a clock ago
  logic stop_q;  // no other row comes in its place
  logic [16*WORD-1:0] data_q, other_data_q;
  logic [LANES-1:0] keep_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [7:0] slot_q;
  logic [6:0] bytes_q;
  logic [3:0] operation_q;
  logic [2:0] refused, refused_q;  // why it is not possible
  logic possible_q;  // it is
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
  logic key_load, key_digest, key_clear;  // it comes, as a digest does, or goes
  logic [LANES-1:0] key_keep_q;  // bytes of the row that are of it
  logic [16*WORD-1:0] long_key;  // the digest as one
  logic unused_long;  // what is not part of it
  logic erases_q;  // it is ERASE or ERASE_ALL
  logic [3:0] operation;  // of the row on offer
  logic take;
  logic open, open_q;  // a row may come in the next clock, and in this one
  logic goes;  // the row that a state offers goes on
  logic go, go_q;
  logic owes_q, answered_q;
  logic changes, rests;  // the row on offer begins to change keys, or may; or is the last of a long key

  // What eight bytes are told, a clock later.
  logic [PARTS-1:0] loads_q;  // one may come, or the row changes
  logic [PARTS-1:0] laters_q;  // the row changes
  logic [PARTS-1:0] shows_q;  // a row is there
  logic [PARTS-1:0] ipads_q, opads_q, pads_q;  // a block of the key comes, and then waits beside
  logic [PARTS-1:0] key_loads_q, key_digests_q, key_clears_q;

  logic [FLIGHT_BITS-1:0] flight_q;  // rows that have gone on and not left the engine for good
  logic [OWED_BITS-1:0] owed_q;  // answers
  logic idle_q;  // there is no such row
  logic owing_q;  // there is such an answer
  logic quiet;  // so it may be done
  logic [3:0] settled_q;  // clocks since then
  logic done_q;  // they are enough

  // The contexts.
  logic [CONTEXT_BITS:0] scan_q;  // CONTEXTS where all have been asked for
  logic scan_1q, scan_2q, scan_3q;  // one was asked for so many clocks ago
  logic [CONTEXT_BITS-1:0] scan_context_1q, scan_context_2q;
  logic told_own_q;  // it is the packet's own
  logic told_open_q, told_keyed_q;  // what was said of it
  logic told_slot_q;  // it is the packet's slot
  logic seen_q, scanned_q;  // all have been asked for, and have answered
  logic own_q;  // the context's own packet is unfinished
  logic other_q;  // another one's is
  logic user_q;  // and needs the key in the slot
  logic hashed_q, flawed_q;  // the digest of a long key has come, and is malformed

  logic [SLOT_BITS:0] erase_q;
  logic erases_every_q;  // of all slots
  logic erase_ends;
  logic [WIPE_BITS-1:0] wipes_q;  // rows still to come
  logic [CONTEXT_BITS-1:0] wipe_context_q;
  logic wipe_ends;  // it is the last context, and the next number is not 0 by itself
  logic slot_exists;

  assign operation = word_command[3:0];
  assign further = long_open_q && operation == KEY && word_context == long_context_q;
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);
  assign changes = operation == KEY ? !further
      : word_last && (operation == ERASE || operation == ERASE_ALL);
  assign rests = further && word_last;
  assign word_ready = open_q;
  assign take = word_valid && word_ready;
  assign open = row_ready && !stop_q && !(open_q && operation[2]);
  assign goes = row_ready && !late_q && !later_q;
  assign go = row_valid;

  assign row_valid = offers_q ? goes : held_q && !changes_q;
  assign row_command = state_q[INNER] ? {IPAD, slot_q, bytes_q, operation_q}
      : state_q[OUTER] ? {OPAD, slot_q, bytes_q, operation_q}
      : state_q[WIPING] ? {WIPE | 3'(starting_q), slot_q, bytes_q, operation_q}
      : state_q[ANSWER] ? {SAY, slot_q, 4'd0, status_q, operation_q}
      : {state_q[FIRST] || further_q ? LONG : PLAIN, slot_q, bytes_q, operation_q};

  for (genvar part = 0; part < PARTS; part++) begin : g_row
    assign row_data[64*part+:64] = data_q[64*part+:64] & {64{shows_q[part]}};
    assign row_keep[8*part+:8] = keep_q[8*part+:8] & {8{shows_q[part]}};
  end
  assign row_last = last_q && !state_q[INNER];
  assign row_error = error_q;
  assign row_context = state_q[WIPING] ? wipe_context_q : context_q;

  // ---- what is under way --------------------------------------------------------------------

  assign quiet = idle_q && (state_q[LOAD] || (state_q[BEFORE] && (!erases_q || !owing_q))
      || (state_q[WIPED] && !owing_q));
  always_ff @(posedge clk) begin
    go_q <= go;
    owes_q <= owes;
    answered_q <= answered;
    wiping <= state_q[WIPING] || (state_q[WIPED] && !done_q);
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

  assign scan = state_q[SCAN];
  assign scan_context = scan_q[CONTEXT_BITS-1:0];

  always_ff @(posedge clk) begin
    if (!state_q[SCAN]) scan_q <= '0;
    else if (!seen_q) scan_q <= scan_q + 1'b1;
    seen_q <= state_q[SCAN] && (seen_q || scan_q == (CONTEXT_BITS + 1)'(CONTEXTS - 1));
    scanned_q <= seen_q && !scan_1q && !scan_2q;
    scan_1q <= state_q[SCAN] && !seen_q && !rst;
    scan_2q <= scan_1q && !rst;
    scan_3q <= scan_2q && !rst;
    scan_context_1q <= scan_context;
    scan_context_2q <= scan_context_1q;
    told_own_q <= scan_context_2q == context_q;
    told_open_q <= scan_open;
    told_keyed_q <= scan_keyed;
    told_slot_q <= slot_exists && scan_slot == SLOT_BITS'(slot_q);
    if (state_q[BEFORE]) begin
      own_q <= 1'b0;
      other_q <= 1'b0;
      user_q <= 1'b0;
    end else if (scan_3q && told_open_q) begin
      if (told_own_q) begin
        own_q <= 1'b1;
      end else begin
        other_q <= 1'b1;
        if (told_keyed_q && told_slot_q) user_q <= 1'b1;
      end
    end
  end

  // ---- slots --------------------------------------------------------------------------------

  assign wipe_ends = CONTEXTS < 2 ** CONTEXT_BITS
      && wipe_context_q == CONTEXT_BITS'(CONTEXTS - 1);
  assign erase_ends = erase_q[0]
      && (!erases_every_q || erase_q == (SLOT_BITS + 1)'(2 * SLOTS - 1));
  always_ff @(posedge clk) begin
    erases_every_q <= starting_q || operation_q == ERASE_ALL;
    erase <= state_q[ERASING] && !rst;
    erase_place <= erase_q;
    mark <= (state_q[ERASING] || (state_q[LOAD] && done_q)) && !rst;
    mark_known <= !state_q[ERASING];
    mark_slot <= state_q[ERASING] ? erase_q[SLOT_BITS:1] : SLOT_BITS'(slot_q);
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
      erases_q <= operation != KEY;
    end
    if (state_q[FLOW] && held_q && rests_q) changes_q <= 1'b1;
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
  assign key_load = ((state_q[SCAN] && !long_open_q)
      || (state_q[HASH] && !exact_q && !long_valid && !hashed_q)) && !rst;
  assign key_digest = state_q[HASH];
  assign key_clear = rst || state_q[LOAD]
      || (!long_open_q && (state_q[ANSWER] || state_q[PASS]));

  for (genvar part = 0; part < PARTS; part++) begin : g_part
    // keep: they are no duplicates of each other, but near to what they tell.
    (* keep *)
    always_ff @(posedge clk) begin
      loads_q[part] <= (open || late_q) && !rst;
      laters_q[part] <= late_q && !rst;
      ipads_q[part] <= ipad && !rst;
      opads_q[part] <= opad && !rst;
      key_loads_q[part] <= key_load;
      key_digests_q[part] <= key_digest;
      key_clears_q[part] <= key_clear;
    end

    always_ff @(posedge clk) begin
      pads_q[part] <= ipads_q[part] || opads_q[part];
      if (loads_q[part]) shows_q[part] <= word_valid || laters_q[part];
    end

    for (genvar lane = 8 * part; lane < 8 * part + 8; lane++) begin : g_lane
      always_ff @(posedge clk) begin
        other_data_q[8*lane+:8] <= (key_q[8*lane+:8] ^ (opads_q[part] ? 8'h5c : 8'h36))
            & {8{ipads_q[part] || opads_q[part]}};
        if (loads_q[part]) begin
          data_q[8*lane+:8] <= laters_q[part] ? other_data_q[8*lane+:8] : word_data[8*lane+:8];
          keep_q[lane] <= laters_q[part] ? pads_q[part] : word_keep[lane];
        end
        key_keep_q[lane] <= keep_q[lane] || !last_q;
        if (key_loads_q[part]) begin
          key_q[8*lane+:8] <= key_digests_q[part] ? long_key[8*lane+:8]
              : data_q[8*lane+:8] & {8{key_keep_q[lane]}};
        end
        if (key_clears_q[part]) key_q[8*lane+:8] <= '0;
      end
    end
  end

  // ---- the packet ---------------------------------------------------------------------------

  logic begins;  // a packet that changes keys has come
  logic possible, loads;  // what it asks for is done; it is a key of one row
  logic hashed;  // the digest of a long one has come
  logic leaves;  // the row goes on and nothing follows of it
  logic loaded;  // a slot holds its key
  logic erased, empties, wiped;  // states are written over, empty rows follow, and have passed

  assign refused = (erases_q ? other_q : user_q || long_open_q) ? NOT_POSSIBLE
      : operation_q != ERASE_ALL && !slot_exists ? NO_KEY : OK;

  assign begins = state_q[FLOW] && held_q && changes_q;
  assign possible = state_q[DECIDE] && !own_q && possible_q;
  assign loads = possible && !erases_q && last_q && !error_q;
  assign hashed = state_q[HASH] && hashed_q;
  assign leaves = (state_q[PASS] || state_q[FIRST] || state_q[ANSWER]) && goes;
  assign loaded = state_q[LOAD] && done_q;
  assign erased = state_q[ERASING] && erase_ends;
  assign ipad = loads || (hashed && !flawed_q);
  assign opad = state_q[INNER] && goes;
  assign empties = starting_q || erases_q;
  assign wiped = state_q[WIPING] && goes && wipes_q == '0;

  assign next[FLOW] = (state_q[FLOW] && !(held_q && (changes_q || rests_q))) || leaves || loaded
      || (state_q[WIPED] && done_q && starting_q);
  assign next[BEFORE] = begins || (state_q[BEFORE] && !done_q);
  assign next[SCAN] = (state_q[BEFORE] && done_q) || (state_q[SCAN] && !scanned_q);
  assign next[DECIDE] = state_q[SCAN] && scanned_q;
  assign next[HASH] = (state_q[FLOW] && held_q && rests_q) || (state_q[HASH] && !hashed_q);
  assign next[INNER] = loads || (hashed && !flawed_q) || (state_q[INNER] && !goes);
  assign next[OUTER] = (state_q[INNER] && goes) || (state_q[OUTER] && !goes);
  assign next[LOAD] = (state_q[OUTER] && goes) || (state_q[LOAD] && !done_q);
  assign next[ERASING] = (possible && !loads) || (state_q[ERASING] && !erase_ends);
  assign next[FIRST] = (erased && !empties && !last_q) || (state_q[FIRST] && !goes);
  assign next[WIPING] = (erased && empties) || (state_q[WIPING] && !wiped);
  assign next[WIPED] = wiped || (state_q[WIPED] && !done_q);
  assign next[PASS] = (state_q[DECIDE] && own_q) || (state_q[PASS] && !goes);
  assign next[ANSWER] = (state_q[DECIDE] && !own_q && !possible_q) || (hashed && flawed_q)
      || (erased && !empties && last_q) || (state_q[WIPED] && done_q && !starting_q)
      || (state_q[ANSWER] && !goes);

  always_ff @(posedge clk) begin
    state_q <= next;
    offers_q <= next[STATES-1:PASS] != '0;
    refused_q <= refused;
    possible_q <= refused == OK;
    late_q <= (state_q[DECIDE] && !own_q && (!possible_q || last_q)) || hashed
        || ((state_q[INNER] || state_q[OUTER]) && goes);
    later_q <= late_q;
    open_q <= open;
    hashed_q <= long_valid;
    flawed_q <= long_error;
    if (!stop_q) begin
      held_q <= take;
      stop_q <= take && (changes || rests);
    end
    if (leaves || loaded) held_q <= 1'b0;
    if (next[FLOW] && !state_q[FLOW]) stop_q <= 1'b0;
    if (state_q[WIPED] && done_q) starting_q <= 1'b0;

    // A long key.
    if (state_q[FLOW]) exact_q <= !long_more_q && !keep_q[WORD/8-1];
    if (state_q[FLOW] && held_q && further_q) long_more_q <= 1'b1;
    if (state_q[FLOW] && held_q && rests_q) long_open_q <= 1'b0;
    if (state_q[FIRST] && goes) begin
      long_open_q <= 1'b1;
      long_context_q <= context_q;
      long_more_q <= 1'b0;
    end

    if (state_q[DECIDE]) status_q <= refused_q;
    if (state_q[HASH] || (possible && !erases_q && last_q && error_q)) status_q <= MALFORMED;
    if (state_q[DECIDE]) erase_q <= erases_every_q ? '0 : {SLOT_BITS'(slot_q), 1'b0};
    if (state_q[ERASING]) erase_q <= erase_q + 1'b1;
    if (state_q[WIPING] && goes) begin
      wipes_q <= wipes_q - 1'b1;
      wipe_context_q <= wipe_ends ? '0 : wipe_context_q + 1'b1;
    end
    if (erase) begin  // also in the first clock of WIPING: then one row more passes
      wipes_q <= WIPE_BITS'(WIPES - 1);
    end
    if (rst) begin
      state_q <= STATES'(1) << ERASING;
      offers_q <= 1'b0;
      starting_q <= 1'b1;
      long_open_q <= 1'b0;
      erase_q <= '0;
      wipe_context_q <= '0;
      held_q <= 1'b0;
      open_q <= 1'b0;
      stop_q <= 1'b1;
      late_q <= 1'b1;
      later_q <= 1'b0;
      hashed_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
