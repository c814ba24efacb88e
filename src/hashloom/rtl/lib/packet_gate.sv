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
//   slot when the message came;
// - ERASE and ERASE_ALL: no context owes an answer. Nothing is admitted until the erasure is done.
//
// What is waited for never depends on rows still to come, so that the stream cannot block itself:
// an operation that would have to wait for the rest of an open packet is not possible. Such an
// operation, and any other that is not possible, is hashed like a plain message, so that it takes
// its turn, and its record says what was wrong; the digest is not sent.
`default_nettype none

module packet_gate #(
    parameter int unsigned WORD         = 32,  // bits of a word: 32 or 64
    parameter int unsigned PAD_WORDS        = 1,   // words of a row
    parameter int unsigned DIGEST_BYTES = 32,  // bytes of a digest, the longest tag
    parameter int unsigned SLOTS        = 4,   // key slots, 1 to 256
    parameter int unsigned SLOT_BITS    = 2,   // bits of a slot's number inside the core
    parameter int unsigned CONTEXTS     = 1,   // contexts
    parameter int unsigned CONTEXT_BITS = 1    // bits of a context's number
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
    output logic                    key_valid,        // it is of a key: to the loader
    input  logic                    key_ready,        // the loader takes it
    input  logic                    key_long,         // the rest of this key is hashed as a message
    output logic                    tag_valid,        // it is of an expected tag
    output logic [2:0]              tag_row,          // its row, if it is one of a tag's

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

  localparam logic [1:0] TO_PADDER = 2'd0, TO_LOADER = 2'd1, TO_TAGS = 2'd2, TO_NOBODY = 2'd3;

  // The waiting row.
  logic valid_q;
  logic [3:0] operation_q;
  logic [6:0] bytes_q;
  logic [7:0] slot_q;
  logic first, leave, takes_tag;

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
  logic [1:0] routes[CONTEXTS];  // of the open packet
  logic [SLOT_BITS-1:0] slots[CONTEXTS];  // of the latest message
  logic [6:0] given_bytes[CONTEXTS];  // length of the expected tag, 0: none that could match
  (* ram_style = "distributed" *)
  logic [11:0] records[2*CONTEXTS];  // {keyed, verify, status, bytes} at {context, turn}
  (* ram_style = "distributed" *)
  logic [SLOT_BITS:0] inner_records[2*CONTEXTS];  // {keyed, slot} at {context, turn}
  logic [SLOTS-1:0] known_q;  // slots that hold a key

  logic possible;  // an operation there is
  logic uses_key, loads, erases, slot_exists, known;
  logic in_use;  // the slot is used by a message that is owed an answer
  logic in_use_open;  // and whose packet is open
  logic loading;  // the loader has begun with the slot
  logic loading_open;  // the loader's key is still coming
  logic [1:0] route, first_route;
  logic starts_message;  // a first row goes to the padder
  logic [COUNT_BITS-1:0] tag_count;  // rows of an expected tag before this one
  logic [COUNT_BITS-1:0] tag_next;  // with this one
  logic [SHIFT:0] row_bytes;
  logic tag_whole;  // all bytes of the row are of it
  logic [6:0] tag_bytes;  // its length, if this row is its last
  logic [COUNT_BITS-1:0] tag_counts[CONTEXTS];  // rows of the expected tag still coming

  assign first = !open_q[row_context];
  assign word_ready = !valid_q || leave;
  assign possible = !operation_q[3] && operation_q[2:0] != 3'd7;
  assign uses_key = operation_q == MAC || operation_q == VERIFY;
  assign erases = operation_q == ERASE || operation_q == ERASE_ALL;
  assign loads = operation_q == KEY || erases;
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);
  assign known = known_q[SLOT_BITS'(slot_q)];

  // ---- judgement ----------------------------------------------------------------------------

  // An only context meets none of these: its own packets wait for the loader.
  assign loading = CONTEXTS > 1 && loader_busy && loader_slot == SLOT_BITS'(slot_q);
  assign loading_open = CONTEXTS > 1 && loader_busy && open_q[loader_context];

  always_comb begin
    in_use = 1'b0;
    in_use_open = 1'b0;
    for (int index = 0; index < int'(CONTEXTS) && CONTEXTS > 1; index++) begin
      if (owed_more_q[index]) in_use = 1'b1;
      if (keyed[index] && slots[index] == SLOT_BITS'(slot_q)) begin
        if (owed_q[index]) in_use = 1'b1;
        if (open_q[index] && routes[index] == TO_PADDER) in_use_open = 1'b1;
      end
    end
  end

  always_comb begin
    status = 3'd0;
    if (!possible) begin
      status = 3'd6;
    end else if (uses_key) begin
      if (!slot_exists || !(known || (loading && !loading_open))) status = 3'd3;
      else if (!LENGTHS[bytes_q]) status = 3'd4;
      else if (operation_q == VERIFY
          && !(given_q[row_context] && given_bytes[row_context] == bytes_q)) status = 3'd5;
    end else if (loads) begin
      if (operation_q != ERASE_ALL && !slot_exists) status = 3'd3;
      else if (loading_open || (erases ? CONTEXTS > 1 && |open_q : in_use_open)) status = 3'd6;
    end
  end

  always_comb begin
    admit = !(loader_busy && (loader_erases || loader_context == row_context));
    if (owed_more_q[row_context]) admit = 1'b0;
    if (operation_q != TAG && barred_q[row_context]) admit = 1'b0;
    if (uses_key && loading && !loading_open) admit = 1'b0;
    if (operation_q == KEY && (loader_busy || owed_q[row_context] || in_use)) admit = 1'b0;
    if (erases && (loader_busy || |owed_q)) admit = 1'b0;
    // What is not possible waits for nothing but its turn.
    if (loads && status != 3'd0) admit = !barred_q[row_context] && !owed_more_q[row_context]
        && !(loader_busy && loader_context == row_context);
  end

  assign first_route = status_q != 3'd0 || operation_q == HASH || uses_key ? TO_PADDER
      : operation_q == KEY ? TO_LOADER : operation_q == TAG ? TO_TAGS : TO_NOBODY;
  assign route = first ? first_route
      : key_long && routes[row_context] == TO_LOADER ? TO_PADDER : routes[row_context];

  // ---- the waiting row ----------------------------------------------------------------------

  always_comb begin
    leave = valid_q && (!first || admit_q);
    if (route == TO_PADDER && !message_ready) leave = 1'b0;
    if (route == TO_LOADER && !key_ready) leave = 1'b0;
  end

  assign message_valid = valid_q && (!first || admit_q) && route == TO_PADDER;
  assign key_valid = valid_q && (!first || admit_q) && route == TO_LOADER;
  assign takes_tag = leave && route == TO_TAGS;
  // A last row without bytes must not overwrite the first one.
  assign tag_valid = takes_tag && (!row_last || row_keep[WORD/8-1]);
  assign starts_message = leave && first && first_route == TO_PADDER;
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
    admit_q <= valid_q && !leave && admit;
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
      end else if (settled[index]) begin
        barred_q[index] <= 1'b0;
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
        given_bytes[index] <= tag_bytes;
      end

      if (here && takes_tag && row_last) given_q[index] <= 1'b1;
      else if (starts && operation_q == VERIFY) given_q[index] <= 1'b0;

      if (rst) begin
        open_q[index] <= 1'b0;
        barred_q[index] <= 1'b0;
        owed_q[index] <= 1'b0;
        owed_more_q[index] <= 1'b0;
        turn_q[index] <= 1'b0;
        given_q[index] <= 1'b0;
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
        operation_q == HASH ? 7'(DIGEST_BYTES) : bytes_q
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

  assign tag_bytes = row_error || tag_count == '1 ? '0
      : 7'({tag_whole ? tag_next : tag_count, row_bytes[SHIFT-1:0]});

endmodule

`default_nettype wire
