// Decides what becomes of each block of an HMAC core that is a pool: on the first row of a packet
// whether its operation is possible, with which state a block begins, and what its chaining value
// is. What is known of a context lies in block RAM, and is read and written again for each block.
//
// Commands of rows wait here while the rows wait for their contexts (queue_*): rows begin in the
// order in which they came, two clocks after their commands or later. Of a block that begins in
// clock t: place of its state in clock t + 2; what is done to its row in clock t + 4, in which
// block_padder tells of it; what is noted of it in clock t + 5.
//
// Blocks of a keyed message begin from the inner state of its slot; behind its last one comes a
// block of padding alone that is none, but the outer block, and begins from the outer state. Every
// row is a block, also those that are but to be answered, or to be kept as an expected tag: their
// chaining values go nowhere, and answers come in the order of the context's packets.
`default_nettype none

module pool_judge #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,  // bytes of a digest, the longest tag
    parameter int SLOTS        = 4,   // key slots, 1 to 256
    parameter int SLOT_BITS    = 2,   // bits of a slot's number inside the core
    parameter int CONTEXTS     = 2,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: no row waits

    input  logic                    queue_valid,    // a row goes into the queue
    input  logic [21:0]             queue_command,  // {kind, slot, bytes, operation}, see pool_gate

    input  logic                    block_valid,    // a block has begun
    input  logic                    block_pad,      // of padding alone, or the outer one
    input  logic [CONTEXT_BITS-1:0] block_context,  // of this context
    input  logic                    block_last,     // the row ends its packet
    input  logic                    block_error,    // the packet broke the rules of tkeep
    input  logic [2*WORD-1:0]       block_keep,     // its bytes that are of the packet
    output logic                    owes,           // an answer is owed from a clock ago on
    output logic                    tag_write,      // the row that came a clock ago is an expected tag

    input  logic                    mark,           // from now on
    input  logic [SLOT_BITS-1:0]    mark_slot,      // this slot
    input  logic                    mark_known,     // holds a key, or none
    input  logic                    scan,           // no block begins, but is asked
    input  logic [CONTEXT_BITS-1:0] scan_context,   // of this context, two clocks before,
    output logic                    scan_open,      // whether its packet is unfinished,
    output logic                    scan_keyed,     // needs a key,
    output logic [SLOT_BITS-1:0]    scan_slot,      // the one in this slot

    output logic                    begins_first,   // the block is the first whatever was before
    output logic                    begins_keyed,   // as a first one it begins from a key's state
    output logic [SLOT_BITS:0]      begins_place,   // that of {slot, outer}

    input  logic                    note,           // block_padder tells of a block
    input  logic                    note_ends,      // its message ends with it
    input  logic                    note_spills,    // or with one of padding alone
    input  logic                    note_error,     // with note_ends: the message is flawed
    input  logic                    brink,          // or is too long with the block of a key
    output logic                    row_outer,      // it is the outer block
    output logic                    row_keyed,      // its length counts the block of a key

    output logic                    told,           // of a block it is noted
    output logic [CONTEXT_BITS-1:0] told_context,   // of this context
    output logic                    told_ends,      // that its chaining value is wanted
    output logic                    told_spills,    // that one of padding or an outer one follows
    output logic                    told_error,     // that the message is flawed
    output logic [2:0]              fate_what,      // see pool_answers
    output logic                    fate_verify,    // of an answer: a verdict
    output logic [2:0]              fate_status,    // what was wrong
    output logic [6:0]              fate_bytes,     // bytes of the digest or tag
    output logic [SLOT_BITS:0]      fate_place      // of a key's state: {slot, outer}
);

  localparam int BYTES = WORD / 8;
  localparam int LANES = 16 * BYTES;  // bytes of a row
  localparam int GROUPS = LANES / 8;  // eight lanes each
  localparam int PLACE_BITS = 5;  // of a place of the queue, more than rows that wait
  localparam logic [3:0] HASH = 4'd0, MAC = 4'd1, VERIFY = 4'd2, TAG = 4'd3;
  localparam logic [2:0] NO_KEY = 3'd3, TAG_BYTES = 3'd4, NO_TAG = 3'd5, NOT_POSSIBLE = 3'd6;
  localparam logic [2:0] PLAIN = 3'd0, SAY = 3'd1, IPAD = 3'd2, OPAD = 3'd3, LONG = 3'd6;
  localparam logic [1:0] SPILLED = 2'd1, OUTER = 2'd2;  // the block that follows
  localparam logic [2:0] NOTHING = 3'd0, ANSWER = 3'd1, INNER = 3'd2, KEYS = 3'd3, LONG_KEY = 3'd4;

  localparam int RECORD_BITS = 25 + SLOT_BITS;

  // What is known of a context.
  typedef struct packed {
    logic open;  // its packet is unfinished
    logic [1:0] follows;  // behind the last row: 0 nothing, padding, the outer block
    logic keyed;  // the packet is a keyed message that is possible
    logic silent;  // nothing is answered
    logic lengthy;  // the packet is a long key
    logic verify;  // the answer is a verdict
    logic [2:0] status;  // what was wrong
    logic [6:0] bytes;  // of the answer, or compared
    logic bad;  // the message is flawed
    logic [6:0] given;  // bytes of the expected tag, 0: none that could match
    logic [SLOT_BITS-1:0] slot;  // the key's
  } record_t;

  // ---- commands -----------------------------------------------------------------------------

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [23:0] commands[2**PLACE_BITS];
  logic [PLACE_BITS-1:0] head_q, tail_q;
  logic [2:0] kind, kind_1q, kind_2q;
  logic [7:0] slot, slot_1q;
  logic [SLOT_BITS-1:0] slot_2q;
  logic [6:0] bytes, bytes_1q, bytes_2q;
  logic [3:0] operation, operation_1q, operation_2q;
  logic queue_valid_q;  // a clock later
  logic [21:0] queue_command_q;
  logic queue_tag, queue_long;  // its row is an expected tag, or of a long key
  logic tag, long;  // the row that begins is
  logic row;  // one does
  logic tag_q, owes_q;  // a clock later: it is a tag, an answer is owed; both are wanted far away

  assign row = block_valid && !block_pad;
  assign queue_tag = queue_command_q[21:19] == PLAIN && queue_command_q[3:0] == TAG;
  assign queue_long = queue_command_q[21:19] == LONG;
  assign {tag, long, kind, slot, bytes, operation} = commands[head_q];
  assign tag_write = tag_q;
  assign owes = owes_q;

  always_ff @(posedge clk) begin
    queue_valid_q <= queue_valid;
    queue_command_q <= queue_command;
    if (queue_valid_q) begin
      commands[tail_q] <= {queue_tag, queue_long, queue_command_q};
      tail_q <= tail_q + 1'b1;
    end
    if (row) head_q <= head_q + 1'b1;
    tag_q <= row && tag;
    owes_q <= row && block_last && !tag && !long;
    if (rst) begin
      queue_valid_q <= 1'b0;
      tag_q <= 1'b0;
      owes_q <= 1'b0;
      head_q <= '0;
      tail_q <= '0;
    end
  end

  // ---- the block, so many clocks after it came ----------------------------------------------

  logic pad_1q, pad_2q, last_1q, last_2q, error_1q, error_2q;
  logic exists_2q;  // there is such a slot
  logic known_2q;  // it holds a key
  logic [CONTEXT_BITS-1:0] context_1q, context_2q, context_3q, context_4q;
  logic [LANES-1:0] held, behind;  // in the order of the bytes; the first that is not
  logic [GROUPS-1:0] group, group_1q;  // its group
  logic [GROUPS-1:0][2:0] offset, offset_1q;  // its place there, elsewhere 0
  logic [6:0] count, count_2q;  // bytes of a row that is not full

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    localparam int PLACE = lane + BYTES - 1 - 2 * (lane % BYTES);  // byte of the row

    assign held[lane] = block_keep[PLACE];
    if (lane == 0) begin : g_first
      assign behind[lane] = 1'b0;
    end else begin : g_later
      assign behind[lane] = held[lane-1] && !held[lane];
    end
  end

  // The number is joined of all groups at once: a place in each of them, and which of them it is.
  always_comb begin
    group = '0;
    offset = '0;
    for (int lane = 0; lane < LANES; lane++) begin
      group[lane/8] = group[lane/8] || behind[lane];
      offset[lane/8] = offset[lane/8] | (3'(lane % 8) & {3{behind[lane]}});
    end
    count = '0;
    for (int index = 0; index < GROUPS; index++) begin
      count = count | {4'(index) & {4{group_1q[index]}}, offset_1q[index]};
    end
  end

  always_ff @(posedge clk) begin
    {kind_2q, kind_1q} <= {kind_1q, kind};
    slot_1q <= slot;
    slot_2q <= SLOT_BITS'(slot_1q);
    {bytes_2q, bytes_1q} <= {bytes_1q, bytes};
    {operation_2q, operation_1q} <= {operation_1q, operation};
    {pad_2q, pad_1q} <= {pad_1q, block_pad};
    {last_2q, last_1q} <= {last_1q, block_last};
    {error_2q, error_1q} <= {error_1q, block_error};
    {context_4q, context_3q, context_2q, context_1q} <= {
      context_3q, context_2q, context_1q, block_context
    };
    exists_2q <= {1'b0, slot_1q} < 9'(SLOTS);
    group_1q <= group;
    offset_1q <= offset;
    count_2q <= count;
  end

  word_memory #(
      .WIDTH        (1),
      .DEPTH        (2 ** SLOT_BITS),
      .ADDRESS_BITS (SLOT_BITS),
      .BLOCK_MEMORY (0)
  ) u_known (
      .clk           (clk),
      .write         (mark),
      .write_address (mark_slot),
      .write_data    (mark_known),
      .read_address  (SLOT_BITS'(slot_1q)),
      .read_data     (known_2q)
  );

  // ---- judgement ----------------------------------------------------------------------------

  // Two clocks after the block came, the record of its context is there; what becomes of it is told
  // by what has been compared then, a clock later.
  record_t was, was_3q;  // of the context when the block began
  record_t is;  // and with it
  logic first, first_3q;  // the row is the first of its packet
  logic uses_key, uses_key_3q;
  logic [6:0] was_given;  // bytes of the expected tag that was given before
  logic no_key_3q, tag_bytes_3q, no_tag_3q;  // why a keyed message is not possible
  logic pad_3q, last_3q, error_3q;
  logic [2:0] kind_3q;
  logic [3:0] operation_3q;
  logic [6:0] bytes_3q, count_3q;
  logic [SLOT_BITS-1:0] slot_3q;
  logic silent;  // with this row, unless it is padding alone: an expected tag
  logic key_block;  // it is one of the two blocks of a key
  logic key_3q, key_4q;  // likewise, later
  logic [2:0] status;

  assign first = (kind_2q != PLAIN && kind_2q != LONG) || !was.open;
  assign was_given = was.given;
  assign uses_key = operation_2q == MAC || operation_2q == VERIFY;
  assign key_block = !pad_2q && (kind_2q == IPAD || kind_2q == OPAD);

  always_ff @(posedge clk) begin
    was_3q <= was;
    first_3q <= first;
    uses_key_3q <= uses_key;
    no_key_3q <= uses_key && !(exists_2q && known_2q);
    tag_bytes_3q <= uses_key && (bytes_2q < 7'd4 || bytes_2q > 7'(DIGEST_BYTES));
    no_tag_3q <= operation_2q == VERIFY && was_given != bytes_2q;
    {pad_3q, last_3q, error_3q} <= {pad_2q, last_2q, error_2q};
    {kind_3q, operation_3q, slot_3q} <= {kind_2q, operation_2q, slot_2q};
    {bytes_3q, count_3q} <= {bytes_2q, count_2q};
  end

  assign status = kind_3q == SAY ? bytes_3q[2:0]
      : kind_3q != PLAIN ? 3'd0
      : operation_3q > TAG ? NOT_POSSIBLE
      : no_key_3q ? NO_KEY
      : tag_bytes_3q ? TAG_BYTES
      : no_tag_3q ? NO_TAG : 3'd0;
  assign silent = first_3q ? kind_3q == PLAIN && operation_3q == TAG : was_3q.silent;

  always_comb begin
    is = was_3q;
    if (!pad_3q) begin
      is.open = !last_3q && !key_3q;
      if (first_3q) begin
        is.keyed = kind_3q == PLAIN && uses_key_3q && status == 3'd0;
        is.silent = silent;
        is.lengthy = kind_3q == LONG;
        is.verify = kind_3q == PLAIN && operation_3q == VERIFY;
        is.status = status;
        is.bytes = 7'd0;
        if (kind_3q == PLAIN) is.bytes = operation_3q == HASH ? 7'(DIGEST_BYTES) : bytes_3q;
        is.bad = 1'b0;
        is.slot = slot_3q;
        if (kind_3q == PLAIN && operation_3q == VERIFY) is.given = 7'd0;
      end
      if (silent) is.given = first_3q && last_3q && !error_3q ? count_3q : 7'd0;
      if (kind_3q == 3'd5) is.given = 7'd0;
    end
  end

  assign begins_first = key_block;
  assign begins_keyed = pad_2q ? was.keyed : kind_2q == PLAIN && uses_key;
  assign begins_place = pad_2q ? {was.slot, was.follows == OUTER} : {slot_2q, 1'b0};

  assign scan_open = was.open;
  assign scan_keyed = was.keyed;
  assign scan_slot = was.slot;

  // ---- what is noted ------------------------------------------------------------------------

  record_t is_4q;
  logic outer_3q, outer_4q;
  logic row_outer_q;  // likewise, for all the bits of a row
  logic opad_3q, opad_4q;
  logic before_4q;  // an inner digest comes of the last block of its message
  logic inner;  // the inner digest comes of it
  logic bad;
  record_t record_q;

  assign inner = note_ends && before_4q;
  assign bad = outer_4q ? is_4q.bad : note_error;
  assign row_outer = row_outer_q;
  assign row_keyed = inner;

  always_ff @(posedge clk) begin
    is_4q <= is;
    before_4q <= is.keyed && !outer_3q;
    row_outer_q <= outer_3q && !rst;
    {outer_4q, outer_3q} <= {outer_3q, pad_2q && was.follows == OUTER};
    {key_4q, key_3q} <= {key_3q, key_block};
    {opad_4q, opad_3q} <= {opad_3q, kind_2q == OPAD};

    told <= note && !rst;
    told_context <= context_4q;
    told_ends <= note_ends || key_4q;
    told_spills <= note_spills || inner;
    told_error <= bad;
    fate_what <= key_4q ? KEYS : inner ? INNER : is_4q.silent ? NOTHING
        : is_4q.lengthy ? LONG_KEY : ANSWER;
    fate_verify <= is_4q.verify;
    fate_status <= is_4q.status;
    fate_bytes <= is_4q.bytes;
    fate_place <= {is_4q.slot, opad_4q};

    record_q <= is_4q;
    record_q.follows <= note_spills ? SPILLED : inner ? OUTER : 2'd0;
    // An inner digest is no answer: only the outer block tells that the message was too long.
    record_q.bad <= (note_ends && bad) || (inner && brink);
  end

  word_memory #(
      .WIDTH        (RECORD_BITS),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_records (
      .clk           (clk),
      .write         (told),
      .write_address (told_context),
      .write_data    (record_q),
      .read_address  (scan ? scan_context : block_context),
      .read_data     (was)
  );

endmodule

`default_nettype wire
