// Admits packets to an HMAC core: decides on the first row of a packet whether its operation is
// possible and where the packet's rows go, keeps later packets from overtaking what they depend on,
// and keeps the account of the answers each context is owed.
//
// A first row waits here for at least a clock, in which it is judged; the others pass at once. What
// it waits for:
// - the context's message before it is in the block buffers to its last block, which for a keyed
//   message is the block of the inner digest, and no more than one answer before it is owed;
// - a keyed message: the loader is not at work on its slot;
// - KEY: the loader is free, the context owes no answer, and neither does a message that uses the
//   slot. So a message is computed with one key from beginning to end, the one that was in its
//   slot when the message came. While a key is still coming its slot holds none;
// - RESTORE: the context owes no answer;
// - ERASE and ERASE_ALL: no context owes an answer. Nothing is admitted until the erasure is done.
//
// What is waited for never depends on rows still to come, so that the stream cannot block itself:
// an operation that would have to wait for the rest of an open packet is not possible. Such an
// operation, and any other that is not possible, is hashed like a plain message, so that it takes
// its turn, and its record says what was wrong; the digest is not sent.
//
// SAVE (with RESUME) is a message that is cut behind its last block, see padder. A packet may end
// with a row without bytes, so a row that completes a block leaves the block open, unless it is the
// last one; the next row of the packet closes it first. A packet that does not end with a block is
// padded like any other and counts as malformed.
// What is behind a RESTORE is a HASH or SAVE that goes on from its state, or it is not possible and
// the state is dropped: MAC, VERIFY and KEY. (A long key would need the length counter, which the
// state's length is in.) Expected tags and erasures may come in between. After a RESTORE that is
// not ten words it is malformed.
`default_nettype none

module packet_gate #(
    parameter int unsigned WORD         = 32,  // bits of a word: 32 or 64
    parameter int unsigned PAD_WORDS        = 1,   // words of a row
    parameter int unsigned DIGEST_BYTES = 32,  // bytes of a digest, the longest tag
    parameter int unsigned SLOTS        = 4,   // key slots, 1 to 256
    parameter int unsigned SLOT_BITS    = 2,   // bits of a slot's number inside the core
    parameter int unsigned CONTEXTS     = 1,   // contexts
    parameter int unsigned CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit          AT_ONCE      = 0,   // 1: a first row is judged in one clock, 0: in two
    parameter bit          RESUME       = 0    // 1: there are SAVE and RESTORE
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: all packets forgotten

    input  logic                    word_valid,       // a row of a packet is offered
    output logic                    word_ready,       // it is taken in this clock
    input  logic [PAD_WORDS*WORD-1:0]   word_data,        // the row
    input  logic [PAD_WORDS*WORD/8-1:0] word_keep,        // with word_last: bytes of the packet
    input  logic                    word_last,        // the row ends its packet
    input  logic                    word_error,       // the packet broke the rules of the stream
    input  logic [CONTEXT_BITS-1:0] word_context,     // the context the packet belongs to
    input  logic [18:0]             word_command,     // {slot, tag_bytes, operation} of the packet

    output logic [PAD_WORDS*WORD-1:0]   row_data,         // the row that goes on
    output logic [PAD_WORDS*WORD/8-1:0] row_keep,         // with row_last: bytes of the packet
    output logic                    row_last,         // it ends its packet
    output logic                    row_error,        // the packet broke the rules
    output logic [CONTEXT_BITS-1:0] row_context,      // its context
    output logic                    message_valid,    // it is of a message: to the padder
    input  logic                    message_ready,    // the padder takes it
    output logic                    message_last,     // it ends its message
    output logic                    message_error,    // the message is malformed
    output logic                    message_open,     // the block it completes stays open
    output logic                    message_close,    // no row: the block before it is complete
    output logic                    message_cut,      // the message is cut behind that block
    output logic                    key_valid,        // it is of a key: to the loader
    input  logic                    key_ready,        // the loader takes it
    input  logic                    key_long,         // the rest of this key is hashed as a message
    output logic                    tag_valid,        // it is of an expected tag
    output logic [2:0]              tag_row,          // its row, if it is one of a tag's

    output logic                    state_valid,      // it is of a state to be restored
    input  logic                    state_ready,      // it is taken
    output logic [3:0]              state_position,   // the number of its first word
    output logic                    state_whole,      // it ends a state of ten words
    output logic [CONTEXTS-1:0]     resumed,          // the message in the padder begins with one

    output logic                    begin_load,       // a KEY, ERASE or ERASE_ALL begins
    output logic                    begin_erase,      // it is ERASE or ERASE_ALL
    output logic                    begin_every,      // it is ERASE_ALL
    output logic [SLOT_BITS-1:0]    begin_slot,       // its slot
    input  logic                    loader_busy,      // the loader is at work
    input  logic                    loader_erases,    // it erases
    input  logic [SLOT_BITS-1:0]    loader_slot,      // otherwise it loads this slot
    input  logic [CONTEXT_BITS-1:0] loader_context,   // from this context
    input  logic                    mark,             // the loader says of mark_slot
    input  logic [SLOT_BITS-1:0]    mark_slot,        // a slot
    input  logic                    mark_known,       // whether it holds a key

    input  logic                    long_begins,      // the loader writes a long key's first block
    input  logic                    count_close,      // the padder completes a block
    input  logic [CONTEXT_BITS-1:0] count_context,    // of this context
    output logic                    count_offset,     // a block of K0 comes before it

    output logic [CONTEXTS-1:0]     keyed,            // the message in the padder begins with a key
    input  logic [CONTEXTS-1:0]     settled,          // the last block of a message is in its buffer
    input  logic [CONTEXT_BITS-1:0] slot_context,     // of this context's latest message
    output logic [SLOT_BITS-1:0]    slot,             // the slot

    input  logic [CONTEXT_BITS-1:0] record_context,   // of the oldest answer this context is owed
    output logic                    record_keyed,     // the answer is a tag or a verdict on one
    output logic                    record_verify,    // it is a verdict
    output logic [2:0]              record_status,    // what was wrong, 0: nothing
    output logic [6:0]              record_bytes,     // bytes of the digest or tag
    output logic                    record_turn,      // which of the context's two records it is
    input  logic                    answered,         // an answer has been given
    input  logic [CONTEXT_BITS-1:0] answered_context, // to this context
    output logic [CONTEXTS-1:0]     turn,             // the record the next message will have
    output logic [CONTEXTS-1:0]     oldest,           // the record of the oldest answer owed
    input  logic [CONTEXT_BITS-1:0] inner_context,    // of this context
    input  logic                    inner_turn,       // and this record
    output logic                    inner_keyed,      // the message is keyed
    output logic [SLOT_BITS-1:0]    inner_slot        // with the key in this slot
);

  localparam int unsigned BYTES = PAD_WORDS * WORD / 8;  // of a row
  localparam int unsigned SHIFT = $clog2(BYTES);
  // Lengths a tag may have: 4 bytes to a whole digest.
  localparam logic [127:0] LENGTHS = (128'd1 << (DIGEST_BYTES + 1)) - 128'd16;
  // Rows of an expected tag are counted up to a number that no tag has.
  localparam int unsigned COUNT_BITS = SHIFT >= 6 ? 1 : 7 - SHIFT;
  localparam int unsigned RECORD_BITS = CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1;

  localparam logic [3:0] HASH = 4'd0, MAC = 4'd1, VERIFY = 4'd2, TAG = 4'd3;
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;
  localparam logic [3:0] SAVE = 4'd7, RESTORE = 4'd8;

  localparam logic [2:0] TO_PADDER = 3'd0, TO_LOADER = 3'd1, TO_TAGS = 3'd2, TO_NOBODY = 3'd3;
  localparam logic [2:0] TO_BE_CUT = 3'd4, TO_STATES = 3'd5;  // the former to the padder, too

  // The waiting row.
  logic valid_q;
  logic [3:0] operation_q;
  logic [6:0] bytes_q;
  logic [7:0] slot_q;
  logic first, leave, takes_tag;
  logic follows;  // the row offered is of the same context as the one that leaves
  logic [2:0] further_route_q;  // where the rows of its packet go, if it is not the first

  // The judgement on a first row, from the clock before.
  logic admit_q;
  logic [2:0] status_q;
  logic admit;
  logic [2:0] status;

  // Accounts of the contexts.
  logic [CONTEXTS-1:0] open_q;  // a packet's first row has passed, its last has not
  logic [CONTEXTS-1:0] barred_q;  // the message before is not in the buffers yet
  logic [CONTEXTS-1:0] owed_q, owed_more_q;  // one answer is owed; and another
  logic [CONTEXTS-1:0] turn_q;
  logic [CONTEXTS-1:0] offset_q;  // the message's first block comes behind one of K0
  logic [CONTEXTS-1:0] given_q;  // an expected tag waits for its message
  logic [CONTEXTS-1:0] restored_q;  // a state waits to be gone on from
  logic [CONTEXTS-1:0] spoiled_q;  // but it was malformed
  logic [2:0] routes[CONTEXTS];  // of the open packet
  logic [SLOT_BITS-1:0] slots[CONTEXTS];  // of the latest message
  logic [6:0] given_bytes[CONTEXTS];  // length of the expected tag, 0: none that could match
  (* ram_style = "distributed" *)
  logic [11:0] records[2*CONTEXTS];  // {keyed, verify, status, bytes} at {context, turn}
  (* ram_style = "distributed" *)
  logic [SLOT_BITS:0] inner_records[2*CONTEXTS];  // {keyed, slot} at {context, turn}
  logic [SLOTS-1:0] known_q;  // slots that hold a key

  logic possible;  // an operation there is
  logic uses_key, loads, erases, slot_exists;

  typedef struct packed {
    logic known;  // the slot holds a key
    logic loading;  // the loader has begun with the slot
    logic loading_open;  // the loader's key is still coming
    logic busy;  // the loader is at work
    logic shut;  // for nothing of this context
    logic barred;  // the context's message before is not in the buffers yet
    logic owed;  // the context is owed an answer
    logic owed_more;  // and another
    logic any_owed;  // some context is owed an answer
    logic any_open;  // some packet is open
    logic in_use;  // the slot is used by a message that is owed an answer
    logic in_use_open;  // and whose packet is open
    logic restored;  // a state waits to be gone on from
    logic spoiled;  // but it was malformed
    logic given;  // the context has an expected tag of the length wanted
  } facts_t;

  facts_t facts_now, facts;
  logic facts_valid;  // they are those of the waiting row
  logic [2:0] route, first_route;
  logic saves, restores;
  logic to_padder;  // the row is of a message
  logic closing;  // its context's block before it is to be closed first
  logic closed_q;  // that has been done
  logic silent;  // the row has no bytes
  logic block_open, block_ends;  // of a SAVE: the block before is open, this row completes one
  logic starts_message;  // a first row goes to the padder
  logic [COUNT_BITS-1:0] tag_count;  // rows of an expected tag before this one
  logic [COUNT_BITS-1:0] tag_next;  // with this one
  logic [SHIFT:0] row_bytes;
  logic tag_whole;  // all bytes of the row are of it
  logic counted_q, counted_flaw_q;  // a row of an expected tag a clock before
  logic [CONTEXT_BITS-1:0] counted_context_q;
  logic [COUNT_BITS-1:0] counted_rows_q;
  logic [SHIFT-1:0] counted_bytes_q;
  logic [6:0] tag_bytes;  // the tag's length, if that was its last row
  logic [COUNT_BITS-1:0] tag_counts[CONTEXTS];  // rows of the expected tag still coming

  // What is known of the packet when its row comes; the row before it may be leaving just then.
  assign follows = leave && word_context == row_context;

  always_ff @(posedge clk) begin
    if (word_ready) begin
      first <= follows ? row_last : !open_q[word_context];
      further_route_q <= follows ? route : routes[word_context];
    end else if (key_long && further_route_q == TO_LOADER) begin
      further_route_q <= TO_PADDER;  // which the loader leaves time for
    end
    if (rst) first <= 1'b1;
  end

  assign word_ready = !valid_q || leave;
  assign saves = RESUME && operation_q == SAVE;
  assign restores = RESUME && operation_q == RESTORE;
  assign possible = (!operation_q[3] && operation_q[2:0] != 3'd7) || saves || restores;
  assign uses_key = operation_q == MAC || operation_q == VERIFY;
  assign erases = operation_q == ERASE || operation_q == ERASE_ALL;
  assign loads = operation_q == KEY || erases;
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);

  // ---- judgement ----------------------------------------------------------------------------

  // What there is to know. An only context does not meet the loader at work: its packets wait.
  assign facts_now.known = known_q[SLOT_BITS'(slot_q)];
  assign facts_now.loading = CONTEXTS > 1 && loader_busy && loader_slot == SLOT_BITS'(slot_q);
  assign facts_now.loading_open = CONTEXTS > 1 && loader_busy && open_q[loader_context];
  assign facts_now.busy = loader_busy;
  assign facts_now.shut = counted_q
      || (loader_busy && (loader_erases || loader_context == row_context));
  assign facts_now.barred = barred_q[row_context];
  assign facts_now.owed = owed_q[row_context];
  assign facts_now.owed_more = owed_more_q[row_context];
  assign facts_now.any_owed = |owed_q;
  assign facts_now.any_open = CONTEXTS > 1 && |open_q;
  assign facts_now.restored = RESUME && restored_q[row_context];
  assign facts_now.spoiled = RESUME && spoiled_q[row_context];
  assign facts_now.given = given_q[row_context] && given_bytes[row_context] == bytes_q;

  always_comb begin
    facts_now.in_use = 1'b0;
    facts_now.in_use_open = 1'b0;
    for (int index = 0; index < int'(CONTEXTS) && CONTEXTS > 1; index++) begin
      if (owed_more_q[index]) facts_now.in_use = 1'b1;
      if (keyed[index] && slots[index] == SLOT_BITS'(slot_q)) begin
        if (owed_q[index]) facts_now.in_use = 1'b1;
        if (open_q[index] && routes[index] == TO_PADDER) facts_now.in_use_open = 1'b1;
      end
    end
  end

  // Between a clock and the next these change only so that more is possible than was before.
  if (AT_ONCE) begin : g_at_once
    assign facts = facts_now;
    assign facts_valid = valid_q;
  end else begin : g_a_clock_later
    facts_t facts_q;
    logic facts_valid_q;

    assign facts = facts_q;
    assign facts_valid = valid_q && facts_valid_q;

    always_ff @(posedge clk) begin
      facts_q <= facts_now;
      facts_valid_q <= valid_q && !leave;
      if (rst) facts_valid_q <= 1'b0;
    end
  end

  always_comb begin
    status = 3'd0;
    if (!possible || (facts.restored && (uses_key || operation_q == KEY))) begin
      status = 3'd6;
    end else if (facts.spoiled && (saves || operation_q == HASH)) begin
      status = 3'd1;
    end else if (uses_key) begin
      if (!slot_exists || (facts.loading ? facts.loading_open : !facts.known)) status = 3'd3;
      else if (!LENGTHS[bytes_q]) status = 3'd4;
      else if (operation_q == VERIFY && !facts.given) status = 3'd5;
    end else if (loads) begin
      if (operation_q != ERASE_ALL && !slot_exists) status = 3'd3;
      else if (facts.loading_open || (erases ? facts.any_open : facts.in_use_open)) status = 3'd6;
    end
  end

  always_comb begin
    admit = !facts.shut && !facts.owed_more;
    if (operation_q != TAG && facts.barred) admit = 1'b0;
    if (uses_key && facts.loading && !facts.loading_open) admit = 1'b0;
    if (restores && facts.owed) admit = 1'b0;
    // What is not possible waits for nothing but its turn.
    if (loads && status == 3'd0) begin
      if (facts.busy || facts.owed || (erases ? facts.any_owed : facts.in_use)) admit = 1'b0;
    end
  end

  // Of a first row, from the clock before, as its judgement is.
  always_ff @(posedge clk) begin
    if (status != 3'd0 || operation_q == HASH || uses_key) first_route <= TO_PADDER;
    else if (operation_q == KEY) first_route <= TO_LOADER;
    else if (operation_q == TAG) first_route <= TO_TAGS;
    else if (saves) first_route <= TO_BE_CUT;
    else if (restores) first_route <= TO_STATES;
    else first_route <= TO_NOBODY;
  end

  assign route = first ? first_route : further_route_q;

  // ---- the waiting row ----------------------------------------------------------------------

  always_comb begin
    leave = valid_q && (!first || admit_q);
    if (to_padder && (!message_ready || (closing && !silent))) leave = 1'b0;
    if (route == TO_STATES && !state_ready) leave = 1'b0;
    if (route == TO_LOADER && !key_ready) leave = 1'b0;
  end

  assign to_padder = route == TO_PADDER || route == TO_BE_CUT;
  assign message_valid = valid_q && (!first || admit_q) && to_padder;
  assign state_valid = valid_q && (!first || admit_q) && route == TO_STATES;
  assign key_valid = valid_q && (!first || admit_q) && route == TO_LOADER;
  assign takes_tag = leave && route == TO_TAGS;
  // A last row without bytes must not overwrite the first one.
  assign tag_valid = takes_tag && (!row_last || row_keep[WORD/8-1]);
  assign starts_message = leave && first
      && (first_route == TO_PADDER || first_route == TO_BE_CUT);
  assign begin_load = leave && first && first_route != TO_PADDER && loads;
  assign begin_erase = operation_q != KEY;
  assign begin_every = operation_q == ERASE_ALL;
  assign begin_slot = SLOT_BITS'(slot_q);

  always_ff @(posedge clk) begin
    if (word_ready) begin
      valid_q <= word_valid;
      if (word_valid) row_data <= word_data;
      row_keep <= word_keep;
      row_last <= word_last;
      row_error <= word_error;
      row_context <= word_context;
      {slot_q, bytes_q, operation_q} <= word_command;
    end
    // A row that has just come has not been judged.
    admit_q <= facts_valid && !leave && admit;
    status_q <= status;
    if (rst) begin
      row_data <= '0;  // what may be of a key
      valid_q <= 1'b0;
      admit_q <= 1'b0;
    end
  end

  // ---- accounts -----------------------------------------------------------------------------

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic here, starts, ends;

    assign here = leave && row_context == CONTEXT_BITS'(index);
    assign starts = starts_message && row_context == CONTEXT_BITS'(index);
    assign ends = answered && answered_context == CONTEXT_BITS'(index);

    always_ff @(posedge clk) begin
      if (here) open_q[index] <= !row_last;
      if (here && first) routes[index] <= first_route;

      if (starts) begin
        barred_q[index] <= 1'b1;
        turn_q[index] <= !turn_q[index];
        slots[index] <= SLOT_BITS'(slot_q);
        keyed[index] <= uses_key && status_q == 3'd0;
        resumed[index] <= restored_q[index];
      end else if (settled[index]) begin
        barred_q[index] <= 1'b0;
      end

      if (here && route == TO_STATES && row_last) begin
        restored_q[index] <= 1'b1;
        spoiled_q[index] <= !state_whole;
      end else if (starts) begin
        restored_q[index] <= 1'b0;
        spoiled_q[index] <= 1'b0;
      end

      if (starts && !ends) begin
        owed_q[index] <= 1'b1;
        owed_more_q[index] <= owed_q[index];
      end else if (ends && !starts) begin
        owed_q[index] <= owed_more_q[index];
        owed_more_q[index] <= 1'b0;
      end

      if ((starts && uses_key && status_q == 3'd0)
          || (long_begins && loader_context == CONTEXT_BITS'(index))) begin
        offset_q[index] <= 1'b1;
      end else if (count_close && count_context == CONTEXT_BITS'(index)) begin
        offset_q[index] <= 1'b0;
      end

      if (here && takes_tag) begin
        // The count stays at its end, where no tag is.
        tag_counts[index] <= tag_count == '1 ? '1 : tag_next;
      end
      if (counted_q && counted_context_q == CONTEXT_BITS'(index)) given_bytes[index] <= tag_bytes;

      if (here && takes_tag && row_last) given_q[index] <= 1'b1;
      else if (starts && operation_q == VERIFY) given_q[index] <= 1'b0;

      if (rst) begin
        open_q[index] <= 1'b0;
        barred_q[index] <= 1'b0;
        owed_q[index] <= 1'b0;
        owed_more_q[index] <= 1'b0;
        turn_q[index] <= 1'b0;
        given_q[index] <= 1'b0;
        restored_q[index] <= 1'b0;
        spoiled_q[index] <= 1'b0;
        offset_q[index] <= 1'b0;
      end
    end

  end

  always_ff @(posedge clk) begin
    if (mark) known_q[mark_slot] <= mark_known;
    if (rst) known_q <= '0;
  end

  assign slot = slots[slot_context];
  assign count_offset = count_close && offset_q[count_context];
  assign turn = turn_q;

  always_ff @(posedge clk) begin
    if (starts_message) begin
      records[RECORD_BITS'({row_context, turn_q[row_context]})] <= {
        uses_key && status_q == 3'd0,
        operation_q == VERIFY,
        status_q,
        saves ? 7'(10 * WORD / 8) : operation_q == HASH ? 7'(DIGEST_BYTES) : bytes_q
      };
      inner_records[RECORD_BITS'({row_context, turn_q[row_context]})] <= {
        uses_key && status_q == 3'd0, SLOT_BITS'(slot_q)
      };
    end
  end

  // The oldest of two is the other one than the latest; of one it is the latest.
  assign oldest = turn_q ^ ~owed_more_q;
  assign record_turn = oldest[record_context];
  assign {inner_keyed, inner_slot} = inner_records[RECORD_BITS'({inner_context, inner_turn})];
  assign {record_keyed, record_verify, record_status, record_bytes}
      = records[RECORD_BITS'({record_context, record_turn})];

  // ---- blocks that are saved, and saved states ----------------------------------------------

  if (RESUME) begin : g_places
    packet_place #(
        .WORD        (WORD),
        .PAD_WORDS   (PAD_WORDS),
        .CONTEXTS    (CONTEXTS),
        .CONTEXT_BITS(CONTEXT_BITS)
    ) u_place (
        .clk        (clk),
        .leave      (leave),
        .first      (first),
        .row_context(row_context),
        .row_keep   (row_keep),
        .row_last   (row_last),
        .row_error  (row_error),
        .position   (state_position),
        .block_open (block_open),
        .block_ends (block_ends),
        .state_whole(state_whole)
    );
  end else begin : g_no_places
    assign state_position = '0;
    assign block_open = 1'b0;
    assign block_ends = 1'b0;
    assign state_whole = 1'b0;
  end

  assign silent = row_last && !row_keep[WORD/8-1];
  assign closing = route == TO_BE_CUT && block_open && !closed_q;
  assign message_close = closing;
  assign message_open = route == TO_BE_CUT && !row_last;
  assign message_cut = route == TO_BE_CUT && row_last && (closing ? silent : block_ends);
  assign message_last = row_last && !closing && !message_cut;
  assign message_error = row_error || (route == TO_BE_CUT && message_last);

  always_ff @(posedge clk) begin
    closed_q <= closing && message_valid && message_ready && !leave;
    if (closed_q && !leave) closed_q <= 1'b1;
    if (rst) closed_q <= 1'b0;
  end

  // ---- length of expected tags --------------------------------------------------------------


  // Bytes of the last row, which are its first ones in the order of the packet.
  always_comb begin
    row_bytes = '0;
    for (int index = 0; index < int'(BYTES); index++) begin
      // The first byte of a word is on top.
      if (row_keep[index + WORD / 8 - 1 - 2 * (index % (WORD / 8))]) begin
        row_bytes = (SHIFT + 1)'(index + 1);
      end
    end
  end

  assign tag_count = first ? '0 : tag_counts[row_context];
  assign tag_row = 3'(tag_count);
  assign tag_whole = row_bytes[SHIFT];

  // One more, without the carry cells an adder would take: a bit turns when all below it are set.
  always_comb begin
    for (int index = 0; index < int'(COUNT_BITS); index++) begin
      tag_next[index] = !tag_count[index];
      for (int below = 0; below < index; below++) begin
        if (!tag_count[below]) tag_next[index] = tag_count[index];
      end
    end
  end

  // The length is known a clock after the row has left; until then nobody is admitted.
  always_ff @(posedge clk) begin
    counted_q <= takes_tag;
    counted_context_q <= row_context;
    counted_flaw_q <= row_error || tag_count == '1;
    counted_rows_q <= tag_whole ? tag_next : tag_count;
    counted_bytes_q <= row_bytes[SHIFT-1:0];
    if (rst) counted_q <= 1'b0;
  end

  assign tag_bytes = counted_flaw_q ? '0 : 7'({counted_rows_q, counted_bytes_q});

endmodule

`default_nettype wire
