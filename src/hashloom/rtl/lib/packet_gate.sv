// Admits packets to an HMAC core, beat by beat as they come, so that what counts is the order of
// their first beats: decides on the first beat of a packet whether its operation is possible and
// where its beats go, keeps later packets from overtaking what they depend on, and keeps the account
// of the answers each context is owed.
//
// A first beat waits here for at least a clock, in which it is judged; the others pass at once. What
// it waits for:
// - the context's message before it is in the block buffers to its last block, which for a keyed
//   message is the block of the inner digest, its expected tag or saved state has been stored, and
//   no more than one answer before it is owed;
// - a keyed message: the loader is not at work on its slot, or has written both blocks of K0 in the
//   message's own context, which owes no answer then: the message's blocks follow theirs;
// - KEY: the loader is free. It gathers the key, and begins to write when load_may says that no
//   message before it needs the context's block buffer or the slot's states any more. So a message
//   is computed with one key from beginning to end, the one that was in its slot when the message
//   came. While a key is still coming its slot holds none;
// - RESTORE: the context owes no answer, nor does the loader in it;
// - ERASE and ERASE_ALL: no context owes an answer. Nothing is admitted until the erasure is done.
//
// What is waited for never depends on beats still to come, so that the stream cannot block itself:
// an operation that would have to wait for the rest of an open packet is not possible. Of such a
// packet, and of any other that is not possible, nothing goes on but an empty message, so that it
// takes its turn, and its record says what was wrong; the digest is not sent.
//
// What is behind a RESTORE is a HASH or SAVE that goes on from its state, or it is not possible and
// the state is dropped: MAC, VERIFY and KEY. (A long key would need the length counter, which the
// state's length is in.) Expected tags and erasures may come in between.
//
// With PRIVATE a slot belongs to the context that loaded it and does not exist for others.
`default_nettype none

module packet_gate #(
    parameter int WIDTH        = 32,  // bits of a beat
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,  // bytes of a digest, the longest tag
    parameter int SLOTS        = 4,   // key slots, 1 to 256
    parameter int SLOT_BITS    = 2,   // bits of a slot's number inside the core
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit AT_ONCE      = 0,   // 1: a first beat is judged in one clock, 0: in two
    parameter bit RESUME       = 0,   // 1: there are SAVE and RESTORE
    parameter bit PRIVATE      = 0    // 1: a slot belongs to the context that loaded it
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: all packets forgotten

    input  logic                    packet_valid,     // a beat of a packet is offered
    output logic                    packet_ready,     // it is taken in this clock
    input  logic [WIDTH-1:0]        packet_data,      // first byte in the low lane
    input  logic [WIDTH/8-1:0]      packet_keep,      // the lane holds a byte
    input  logic                    packet_last,      // it ends its packet
    input  logic [CONTEXT_BITS-1:0] packet_context,   // the context its packet belongs to
    input  logic [18:0]             packet_command,   // {slot, tag_bytes, operation} of the packet
    input  logic                    packet_doomed,    // it is answered with status 7
    output logic                    came,             // a beat that is not doomed has just come
    output logic [3:0]              came_operation,   // operation of its packet
    input  logic [CONTEXTS-1:0]     dead,             // contexts whose packet's rest is to be dropped

    output logic                    beat_valid,       // a beat goes on
    input  logic                    beat_ready,       // it is taken in this clock
    output logic [WIDTH-1:0]        beat_data,        // first byte in the low lane
    output logic [WIDTH/8-1:0]      beat_keep,        // the lane holds a byte
    output logic                    beat_last,        // it ends its packet
    output logic [CONTEXT_BITS-1:0] beat_context,     // its context
    output logic [3:0]              beat_route,       // {side of an expected tag, where it goes}
    input  logic                    landed,           // the last row of a TAG or RESTORE is stored
    input  logic [CONTEXT_BITS-1:0] landed_context,   // of this context
    input  logic                    landed_state,     // it was a RESTORE
    input  logic                    landed_whole,     // of ten words
    input  logic [6:0]              landed_bytes,     // bytes of the tag, 0: none that could match
    output logic [CONTEXTS-1:0]     resumed,          // the message in the padder goes on from one

    output logic                    begin_load,       // a KEY, ERASE or ERASE_ALL begins
    output logic                    begin_erase,      // it is ERASE or ERASE_ALL
    output logic                    begin_every,      // it is ERASE_ALL
    output logic [SLOT_BITS-1:0]    begin_slot,       // its slot
    input  logic                    loader_busy,      // the loader is at work
    input  logic                    loader_erases,    // it erases
    input  logic                    loader_written,   // it loads, and a message may follow
    input  logic                    loader_error,     // and the slot will hold no key
    input  logic                    wiping,           // everything, for nobody
    input  logic [SLOT_BITS-1:0]    loader_slot,      // this slot, or loads it
    input  logic [CONTEXT_BITS-1:0] loader_context,   // from this context
    input  logic [CONTEXT_BITS-1:0] loader_owner,     // for this context
    output logic                    load_may,         // it may write the key it has begun with
    output logic                    load_may_long,    // and hash it in its context
    output logic                    spared,           // this slot is not the owner's to erase
    input  logic                    mark,             // the loader says of its slot
    input  logic                    mark_known,       // whether it holds a key
    input  logic                    mark_ends,        // that is the end of it

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
    output logic                    record_side,      // on the expected tag of this side
    output logic [2:0]              record_status,    // what was wrong, 0: nothing
    output logic [6:0]              record_bytes,     // bytes of the digest or tag
    output logic                    record_turn,      // which of the context's two records it is
    input  logic                    answering,        // a digest that has left the engine is answered
    input  logic [CONTEXT_BITS-1:0] answering_context,  // to this context
    input  logic                    answered,         // an answer has been given
    input  logic [CONTEXT_BITS-1:0] answered_context, // to this context
    output logic [CONTEXTS-1:0]     turn,             // the record the next message will have
    output logic [CONTEXTS-1:0]     oldest,           // the record of the oldest answer owed
    input  logic [CONTEXT_BITS-1:0] inner_context,    // of this context
    input  logic                    inner_turn,       // and this record
    output logic                    inner_keyed,      // the message is keyed
    output logic [SLOT_BITS-1:0]    inner_slot        // with the key in this slot
);

  // Lengths a tag may have: 4 bytes to a whole digest.
  localparam logic [127:0] LENGTHS = (128'd1 << (DIGEST_BYTES + 1)) - 128'd16;
  localparam int RECORD_BITS = CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1;

  localparam logic [3:0] HASH = 4'd0, MAC = 4'd1, VERIFY = 4'd2, TAG = 4'd3;
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;
  localparam logic [3:0] SAVE = 4'd7, RESTORE = 4'd8;

  // Where beats go: as packet_route knows them, and two that do not leave.
  localparam logic [2:0] TO_PADDER = 3'd0, TO_LOADER = 3'd1, TO_TAGS = 3'd2;
  localparam logic [2:0] TO_BE_CUT = 3'd4, TO_STATES = 3'd5;
  localparam logic [2:0] TO_NOBODY = 3'd3, REFUSED = 3'd7;

  localparam logic [2:0] OK = 3'd0, MALFORMED = 3'd1, NO_KEY = 3'd3, TAG_BYTES = 3'd4;
  localparam logic [2:0] NO_TAG = 3'd5, NOT_POSSIBLE = 3'd6, ZEROISED = 3'd7;

  // The waiting beat.
  logic valid_q, last_q, doomed_q;
  logic came_q;  // it is in its first clock
  logic [WIDTH-1:0] data_q;
  logic [WIDTH/8-1:0] keep_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [3:0] operation_q;
  logic [6:0] bytes_q;
  logic [7:0] slot_q;
  logic first_q;  // it is the first of its packet
  logic leave;
  logic follows;  // the beat offered is of the same context as the one that leaves
  logic goes;  // it may leave
  logic dropped;  // but not go on
  logic [2:0] further_route_q;  // where the beats of its packet go, if it is not the first
  logic [2:0] route;

  // The judgement on a first beat, from the clock before.
  logic admit_q;
  logic [2:0] status_q, first_route_q;
  logic admit;
  logic [2:0] status;

  // Accounts of the contexts.
  logic [CONTEXTS-1:0] open_q;  // a packet's first beat has passed, its last has not
  logic [CONTEXTS-1:0] storing_q;  // a TAG or RESTORE is on its way to its store
  logic [CONTEXTS-1:0] barred_q;  // the message before is not in the buffers yet
  logic [CONTEXTS-1:0] owed_q, owed_more_q;  // one answer is owed; and another
  logic [CONTEXTS-1:0] turn_q;
  logic [CONTEXTS-1:0] side_q;  // of the two expected tags, that of the next VERIFY
  logic [CONTEXTS-1:0] offset_q;  // the message's first block comes behind one of K0
  logic [CONTEXTS-1:0] given_q;  // an expected tag waits for its message
  logic [CONTEXTS-1:0] restored_q;  // a state waits to be gone on from
  logic [CONTEXTS-1:0] spoiled_q;  // but it was malformed
  (* mem2reg *) logic [2:0] routes[CONTEXTS];  // of the open packet
  (* mem2reg *) logic [SLOT_BITS-1:0] slots[CONTEXTS];  // of the latest message
  (* mem2reg *) logic [6:0] given_bytes[CONTEXTS];  // length of the expected tag
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [12:0] records[2*CONTEXTS];  // {keyed, verify, side, status, bytes} at {context, turn}
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [SLOT_BITS:0] inner_records[2*CONTEXTS];  // {keyed, slot} at {context, turn}
  logic [SLOTS-1:0] known_q;  // slots that hold a key

  logic possible;  // an operation there is
  logic uses_key, loads, erases, saves, restores, slot_exists;
  logic admits_keyed;  // a keyed message that is possible begins
  logic starts_message;  // an answer is owed from now on

  typedef struct packed {
    logic dead;  // the packet was under way when zeroize came
    logic known;  // the slot holds a key
    logic foreign;  // which is another context's
    logic loading;  // the loader has begun with the slot
    logic loading_open;  // the loader's key is still coming
    logic behind;  // the loader has written the blocks of a key of this context
    logic behind_slot;  // of this slot
    logic behind_error;  // which was malformed
    logic busy;  // the loader is at work
    logic shut;  // for nothing of this context
    logic barred;  // the context's message before is not in the buffers yet
    logic owed;  // the context is owed an answer
    logic owed_more;  // and another
    logic any_owed;  // some context is owed an answer
    logic any_open;  // some packet is open
    logic in_use_open;  // the slot is used by a message whose packet is open
    logic restored;  // a state waits to be gone on from
    logic spoiled;  // but it was malformed
    logic given;  // the context has an expected tag of the length wanted
  } facts_t;

  facts_t facts_now, facts;
  logic facts_valid;  // they are those of the waiting beat
  logic [CONTEXTS-1:0] uses_open;  // contexts that use the slot and whose packet is open
  logic [CONTEXTS-1:0] needs;  // contexts that may still need what the loader writes over
  logic not_possible, no_key;
  logic foreign;
  logic loading;

  assign saves = RESUME && operation_q == SAVE;
  assign restores = RESUME && operation_q == RESTORE;
  assign possible = (!operation_q[3] && operation_q[2:0] != 3'd7) || saves || restores;
  assign uses_key = operation_q == MAC || operation_q == VERIFY;
  assign erases = operation_q == ERASE || operation_q == ERASE_ALL;
  assign loads = operation_q == KEY || erases;
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);

  // ---- judgement ----------------------------------------------------------------------------

  assign loading = CONTEXTS > 1 && loader_busy && loader_slot == SLOT_BITS'(slot_q);

  // What there is to know. An only context does not meet the loader at work: its packets wait.
  assign facts_now.dead = doomed_q || dead[context_q];
  assign facts_now.known = known_q[SLOT_BITS'(slot_q)];
  // Whose a slot is that is being loaded shows when the loader is done: the key may be malformed.
  assign facts_now.foreign = foreign && !loading;
  assign facts_now.loading = loading;
  assign facts_now.loading_open = CONTEXTS > 1 && loader_busy && !loader_written
      && open_q[loader_context];
  assign facts_now.behind = loader_written && loader_context == context_q;
  assign facts_now.behind_slot = facts_now.behind && loader_slot == SLOT_BITS'(slot_q);
  assign facts_now.behind_error = loader_error;
  assign facts_now.busy = loader_busy;
  assign facts_now.shut = storing_q[context_q]
      || (loader_busy && !loader_written && (loader_erases || loader_context == context_q));
  assign facts_now.barred = barred_q[context_q];
  assign facts_now.owed = owed_q[context_q];
  assign facts_now.owed_more = owed_more_q[context_q];
  assign facts_now.any_owed = |owed_q;
  assign facts_now.any_open = CONTEXTS > 1 && |(open_q | dead);
  assign facts_now.restored = RESUME && restored_q[context_q];
  assign facts_now.spoiled = RESUME && spoiled_q[context_q];
  assign facts_now.given = given_q[context_q] && given_bytes[context_q] == bytes_q;

  assign facts_now.in_use_open = CONTEXTS > 1 && |uses_open;

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_uses
    logic of_slot;

    assign of_slot = keyed[index] && slots[index] == SLOT_BITS'(slot_q);
    assign uses_open[index] = of_slot && open_q[index] && routes[index] == TO_PADDER;
    // The record of the answer before the latest is not looked at.
    assign needs[index] = owed_more_q[index] || (owed_q[index]
        && (loader_context == CONTEXT_BITS'(index)
            ? !answering || answering_context != CONTEXT_BITS'(index)
            : keyed[index] && slots[index] == loader_slot));
  end

  // The words of the answer that leaves are told from those of the key's digest by their context.
  always_ff @(posedge clk) begin
    load_may <= loader_busy && (load_may || needs == '0);
    load_may_long <= loader_busy && load_may && !owed_q[loader_context];
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

  // The first of what is wrong, in the order of the documents.
  assign not_possible = !possible || (facts.restored && (uses_key || operation_q == KEY))
      || (loads && facts.loading_open) || (erases && (facts.any_open || !last_q))
      || (operation_q == KEY && slot_exists && facts.in_use_open);
  assign no_key = !slot_exists || facts.foreign
      || (uses_key && (facts.behind_slot ? facts.behind_error
          : facts.loading ? facts.loading_open : !facts.known));
  assign status = facts.dead ? ZEROISED
      : not_possible ? NOT_POSSIBLE
      : (uses_key || (loads && operation_q != ERASE_ALL)) && no_key ? NO_KEY
      : uses_key && !LENGTHS[bytes_q] ? TAG_BYTES
      : operation_q == VERIFY && !facts.given ? NO_TAG
      : (saves || operation_q == HASH) && facts.spoiled ? MALFORMED
      : OK;

  // What is not possible waits for nothing but its turn.
  assign admit = !facts.shut && !facts.owed_more
      && !(operation_q != TAG && facts.barred)
      && !(uses_key && facts.loading && !facts.loading_open && !facts.behind_slot)
      && !(facts.behind && (restores || facts.owed))
      && !(restores && facts.owed)
      && !(loads && status == OK && (facts.busy || (erases && facts.any_owed)));

  // Of a first beat, from the clock before, as its judgement is.
  always_ff @(posedge clk) begin
    // A beat that has just come has not been judged.
    admit_q <= facts_valid && !leave && admit;
    status_q <= status;
    if (facts.dead && (operation_q == TAG || restores)) first_route_q <= TO_NOBODY;
    else if (status != OK) first_route_q <= REFUSED;
    else if (operation_q == HASH || uses_key) first_route_q <= TO_PADDER;
    else if (operation_q == KEY) first_route_q <= TO_LOADER;
    else if (operation_q == TAG) first_route_q <= TO_TAGS;
    else if (saves) first_route_q <= TO_BE_CUT;
    else if (restores) first_route_q <= TO_STATES;
    else first_route_q <= TO_NOBODY;
    if (rst) admit_q <= 1'b0;
  end

  // ---- the waiting beat ---------------------------------------------------------------------

  assign route = first_q ? first_route_q : further_route_q;
  assign goes = valid_q && (!first_q || admit_q);
  assign dropped = route == TO_NOBODY || (route == REFUSED && !last_q);
  assign leave = goes && (dropped || beat_ready);
  assign packet_ready = !valid_q || leave;
  assign follows = leave && packet_context == context_q;

  assign beat_valid = goes && !dropped;
  assign beat_data = data_q;
  assign beat_keep = keep_q & {WIDTH / 8{route != REFUSED}};
  assign beat_last = last_q;
  assign beat_context = context_q;
  assign beat_route = {side_q[context_q], route == REFUSED ? TO_PADDER : route};

  always_ff @(posedge clk) begin
    if (packet_ready) begin
      valid_q <= packet_valid;
      came_q <= packet_valid && !packet_doomed;
      data_q <= packet_valid ? packet_data : '0;  // nothing of a key is left behind
      keep_q <= packet_keep;
      last_q <= packet_last;
      doomed_q <= packet_doomed;
      context_q <= packet_context;
      {slot_q, bytes_q, operation_q} <= packet_command;
      if (packet_doomed) operation_q <= HASH;  // whatever it was
      // What is known of the packet; the beat before it may be leaving just now.
      first_q <= follows ? last_q : !open_q[packet_context];
      further_route_q <= follows ? route : routes[packet_context];
    end else begin
      came_q <= 1'b0;
      doomed_q <= facts_now.dead;  // the guard forgets a dead packet with its last beat
    end
    if (rst) begin
      valid_q <= 1'b0;
      came_q <= 1'b0;
      data_q <= '0;
    end
  end

  assign came = came_q;
  assign came_operation = operation_q;

  assign admits_keyed = uses_key && status_q == OK;
  assign starts_message = leave && first_q
      && (first_route_q == TO_PADDER || first_route_q == TO_BE_CUT || first_route_q == REFUSED);
  assign begin_load = leave && first_q && first_route_q != REFUSED && loads;
  assign begin_erase = operation_q != KEY;
  assign begin_every = operation_q == ERASE_ALL;
  assign begin_slot = SLOT_BITS'(slot_q);

  // ---- accounts -----------------------------------------------------------------------------

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic here, starts, ends, lands;

    assign here = leave && context_q == CONTEXT_BITS'(index);
    assign starts = starts_message && context_q == CONTEXT_BITS'(index);
    assign ends = answered && answered_context == CONTEXT_BITS'(index);
    assign lands = landed && landed_context == CONTEXT_BITS'(index);

    always_ff @(posedge clk) begin
      if (here) open_q[index] <= !last_q;
      if (here && first_q) routes[index] <= first_route_q;

      if (here && first_q && (first_route_q == TO_TAGS || first_route_q == TO_STATES)) begin
        storing_q[index] <= 1'b1;
      end else if (lands) begin
        storing_q[index] <= 1'b0;
      end

      if (starts) begin
        barred_q[index] <= 1'b1;
        turn_q[index] <= !turn_q[index];
        slots[index] <= SLOT_BITS'(slot_q);
        keyed[index] <= admits_keyed;
        resumed[index] <= restored_q[index];
      end else if (settled[index]) begin
        barred_q[index] <= 1'b0;
      end

      if (lands && landed_state) begin
        restored_q[index] <= 1'b1;
        spoiled_q[index] <= !landed_whole;
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

      if ((starts && admits_keyed)
          || (long_begins && loader_context == CONTEXT_BITS'(index))) begin
        offset_q[index] <= 1'b1;
      end else if (count_close && count_context == CONTEXT_BITS'(index)) begin
        offset_q[index] <= 1'b0;
      end

      if (lands && !landed_state) begin
        given_q[index] <= 1'b1;
        given_bytes[index] <= landed_bytes;
      end else if (starts && operation_q == VERIFY) begin
        given_q[index] <= 1'b0;
        side_q[index] <= !side_q[index];
      end

      if (rst) begin
        open_q[index] <= 1'b0;
        storing_q[index] <= 1'b0;
        barred_q[index] <= 1'b0;
        owed_q[index] <= 1'b0;
        owed_more_q[index] <= 1'b0;
        turn_q[index] <= 1'b0;
        side_q[index] <= 1'b0;
        given_q[index] <= 1'b0;
        restored_q[index] <= 1'b0;
        spoiled_q[index] <= 1'b0;
        offset_q[index] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (mark && !spared) known_q[loader_slot] <= mark_known;
    if (rst) known_q <= '0;
  end

  assign slot = slots[slot_context];
  assign count_offset = count_close && offset_q[count_context];
  assign turn = turn_q;

  always_ff @(posedge clk) begin
    if (starts_message) begin
      records[RECORD_BITS'({context_q, turn_q[context_q]})] <= {
        admits_keyed,
        operation_q == VERIFY,
        side_q[context_q],
        status_q,
        saves ? 7'(10 * WORD / 8) : operation_q == HASH ? 7'(DIGEST_BYTES) : bytes_q
      };
      inner_records[RECORD_BITS'({context_q, turn_q[context_q]})] <= {
        admits_keyed, SLOT_BITS'(slot_q)
      };
    end
  end

  // The oldest of two is the other one than the latest; of one it is the latest.
  assign oldest = turn_q ^ ~owed_more_q;
  assign record_turn = oldest[record_context];
  assign {inner_keyed, inner_slot} = inner_records[RECORD_BITS'({inner_context, inner_turn})];
  assign {record_keyed, record_verify, record_side, record_status, record_bytes}
      = records[RECORD_BITS'({record_context, record_turn})];

  // ---- whose slots are ----------------------------------------------------------------------

  if (PRIVATE) begin : g_private
    logic [SLOTS-1:0] owned_q;  // slots that hold a key or are being loaded
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [CONTEXT_BITS-1:0] owners[2**SLOT_BITS];

    assign foreign = owned_q[SLOT_BITS'(slot_q)] && owners[SLOT_BITS'(slot_q)] != context_q;
    assign spared = loader_erases && !wiping && owned_q[loader_slot]
        && owners[loader_slot] != loader_owner;

    always_ff @(posedge clk) begin
      if (begin_load && !begin_erase) owners[begin_slot] <= context_q;
      if (mark_ends && !spared) owned_q[loader_slot] <= mark_known;
      if (begin_load && !begin_erase) owned_q[begin_slot] <= 1'b1;
      if (rst) owned_q <= '0;
    end
  end else begin : g_common
    logic unused_owner;  // a slot is everybody's

    assign unused_owner = &{1'b0, loader_owner, wiping, mark_ends};
    assign foreign = 1'b0;
    assign spared = 1'b0;
  end

endmodule

`default_nettype wire
