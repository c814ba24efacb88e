// Sends the chaining values of an HMAC core that is a pool where they go: a key's into the store of
// states, a long key's digest to the gate, an inner digest to its outer block, and what is an
// answer to the stream: cut to the bytes wanted, or compared with the expected tag of its context, or with a status alone.
//
// What a chaining value is was told when its block began (fate_*), and lies in block RAM, as the
// expected tags do. Digests come three clocks after their chaining words; a verdict takes the same
// clocks whatever differs. Every answer is a beat.
`default_nettype none

module pool_answers #(
    parameter int WORD         = 32,   // bits of a word
    parameter int WIDTH        = 512,  // bits of a beat
    parameter int DIGEST_BYTES = 32,   // bytes of a digest
    parameter int SLOT_BITS    = 2,    // bits of a slot's number inside the core
    parameter int CONTEXTS     = 2,    // contexts
    parameter int CONTEXT_BITS = 1,    // bits of a context's number
    parameter int PLACE_BITS   = 9     // bits of a place; there is room for as many answers, less 13
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is there

    input  logic                    tag_write,       // the row of a clock ago is the expected tag
    input  logic [CONTEXT_BITS-1:0] tag_context,     // of this context
    input  logic [16*WORD-1:0]      tag_data,        // the row: word j at j * WORD

    input  logic                    fate_write,      // of a block it is told
    input  logic [CONTEXT_BITS-1:0] fate_context,    // of this context
    input  logic [2:0]              fate_what,       // 0 none, 1 an answer, 2 inner, 3, 4 a key's
    input  logic                    fate_verify,     // of an answer: a verdict
    input  logic [2:0]              fate_status,     // what was wrong
    input  logic [6:0]              fate_bytes,      // bytes of the digest or tag
    input  logic [SLOT_BITS:0]      fate_place,      // of a key's state: {slot, outer}

    input  logic [CONTEXT_BITS-1:0] chain_context,   // context of chaining words that may come
    input  logic                    digest_valid,    // what was wanted of them, three clocks later
    input  logic [CONTEXT_BITS-1:0] digest_context,  // of this context
    input  logic                    digest_error,    // its message is flawed
    input  logic [8*WORD-1:0]       digest_data,     // H0 on top
    output logic                    long_valid,      // it is the digest of a long key
    output logic                    key_write,       // it is a key's state
    output logic [SLOT_BITS:0]      key_place,       // for this place

    input  logic                    owes,            // an answer is owed
    output logic                    room,            // a few more may be
    input  logic                    wiping,          // answers are dropped
    output logic                    answered,        // one has been taken or dropped

    output logic                    beat_valid,      // a beat is offered
    input  logic                    beat_ready,      // it is taken in this clock
    output logic [WIDTH-1:0]        beat_data,       // first byte in the low lane
    output logic [WIDTH/8-1:0]      beat_keep,       // the lane holds a byte of the answer
    output logic                    beat_last,       // the beat is the answer's last
    output logic [CONTEXT_BITS-1:0] beat_context,    // the context
    output logic [2:0]              beat_status      // 0: as asked; otherwise what was wrong
);

  localparam int BITS = 8 * DIGEST_BYTES;
  localparam int FATE_BITS = 15 + SLOT_BITS;
  localparam logic [2:0] ANSWER = 3'd1, KEYS = 3'd3, LONG_KEY = 3'd4;
  localparam logic [2:0] OK = 3'd0, MALFORMED = 3'd1, REJECTED = 3'd2;

  // ---- what the digest is -------------------------------------------------------------------

  logic [FATE_BITS-1:0] fate;
  logic [2:0] what, what_q;
  logic verify, verify_q;
  logic [2:0] status, status_q;
  logic [6:0] bytes, bytes_q;
  logic [SLOT_BITS:0] place, place_q;
  logic [CONTEXT_BITS-1:0] tag_context_q, chain_context_q;
  logic [BITS-1:0] tag_q, expected;
  logic unused_tag;  // bytes of its row beyond the longest tag

  assign unused_tag = &{1'b0, tag_data};

  word_memory #(
      .WIDTH        (FATE_BITS),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_fates (
      .clk           (clk),
      .write         (fate_write),
      .write_address (fate_context),
      .write_data    ({fate_what, fate_verify, fate_status, fate_bytes, fate_place}),
      .read_address  (chain_context),
      .read_data     (fate)
  );

  word_memory #(
      .WIDTH        (BITS),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_tags (
      .clk           (clk),
      .write         (tag_write),
      .write_address (tag_context_q),
      .write_data    (tag_q),
      .read_address  (chain_context_q),
      .read_data     (expected)
  );

  assign {what, verify, status, bytes, place} = fate;

  always_ff @(posedge clk) begin
    tag_context_q <= tag_context;
    for (int index = 0; index < DIGEST_BYTES; index++) begin
      tag_q[BITS-1-8*index-:8] <=
          tag_data[index/(WORD/8)*WORD+8*(WORD/8-1-index%(WORD/8))+:8];
    end
    chain_context_q <= chain_context;
    {what_q, verify_q, status_q, bytes_q, place_q} <= {what, verify, status, bytes, place};
  end

  assign long_valid = digest_valid && what_q == LONG_KEY;
  assign key_write = digest_valid && what_q == KEYS;
  assign key_place = place_q;

  // ---- the answer ---------------------------------------------------------------------------

  // Half a byte is compared in the first clock; what is wanted of a group of them is joined in the
  // second, and the groups on the way into the queue.
  localparam int GROUP_BYTES = 4;
  localparam int GROUPS = (DIGEST_BYTES + GROUP_BYTES - 1) / GROUP_BYTES;

  logic [2:0] flaw;  // what is wrong, but a tag that differs
  logic silent, silent_1q;  // no bytes are sent
  logic verify_1q;
  logic valid_1q, valid_2q;
  logic [CONTEXT_BITS-1:0] context_1q, context_2q;
  logic [2:0] status_1q, status_2q;
  logic [2:0] sent_status;
  logic [BITS-1:0] data_1q, data_2q;
  logic [DIGEST_BYTES-1:0] keep_2q;  // bytes that are sent
  logic [DIGEST_BYTES-1:0] wanted_1q;  // bytes that are sent or compared
  logic [2*DIGEST_BYTES-1:0] differs_1q;  // half a byte does
  logic [GROUPS-1:0] differs, differs_2q;  // a group does

  assign flaw = status_q != OK ? status_q : digest_error ? MALFORMED : OK;
  assign silent = verify_q || flaw != OK;
  assign sent_status = status_2q == OK && |differs_2q ? REJECTED : status_2q;

  always_comb begin
    differs = '0;
    for (int index = 0; index < 2 * DIGEST_BYTES; index++) begin
      if (differs_1q[index] && wanted_1q[index/2]) differs[index/(2*GROUP_BYTES)] = verify_1q;
    end
  end

  always_ff @(posedge clk) begin
    {valid_2q, valid_1q} <= rst ? '0 : {valid_1q, digest_valid && what_q == ANSWER};
    {context_2q, context_1q} <= {context_1q, digest_context};
    {status_2q, status_1q} <= {status_1q, flaw};
    {silent_1q, verify_1q} <= {silent, verify_q};
    data_1q <= digest_data[8*WORD-1-:BITS];
    for (int index = 0; index < DIGEST_BYTES; index++) begin
      wanted_1q[index] <= 7'(index) < bytes_q;
      keep_2q[index] <= wanted_1q[index] && !silent_1q;
      data_2q[BITS-1-8*index-:8] <= data_1q[BITS-1-8*index-:8]
          & {8{wanted_1q[index] && !silent_1q}};
    end
    for (int index = 0; index < 2 * DIGEST_BYTES; index++) begin
      differs_1q[index] <= digest_data[8*WORD-1-4*index-:4] != expected[BITS-1-4*index-:4];
    end
    differs_2q <= differs;
  end

  // ---- the stream ---------------------------------------------------------------------------

  logic queue_valid, queue_ready;
  logic [WIDTH/8-1:0] queue_keep;
  logic [CONTEXT_BITS+DIGEST_BYTES+2:0] queue_context;
  logic [DIGEST_BYTES-1:0] sent_keep;  // lies beside the digest: no lane is counted at the port
  logic queue_error;
  logic unused_queue;  // lanes are those that are sent, and a status tells of an error

  digest_queue #(
      .WORD         (WORD),
      .WIDTH        (WIDTH),
      .DIGEST_BYTES (DIGEST_BYTES),
      .CONTEXT_BITS (CONTEXT_BITS + DIGEST_BYTES + 3),
      .PLACE_BITS   (PLACE_BITS)
  ) u_queue (
      .clk            (clk),
      .rst            (rst),
      .ends           (owes),
      .room           (room),
      .digest_valid   (valid_2q),
      .digest_context ({context_2q, keep_2q, sent_status}),
      .digest_error   (1'b0),
      .digest_data    ((8 * WORD)'(data_2q) << (8 * WORD - BITS)),
      .beat_valid     (queue_valid),
      .beat_ready     (queue_ready),
      .beat_data      (beat_data),
      .beat_keep      (queue_keep),
      .beat_last      (beat_last),
      .beat_context   (queue_context),
      .beat_error     (queue_error)
  );

  assign unused_queue = &{1'b0, queue_keep, queue_error};
  assign {beat_context, sent_keep, beat_status} = queue_context;
  assign queue_ready = beat_ready || wiping;
  assign beat_valid = queue_valid && !wiping;
  assign answered = queue_valid && queue_ready;

  assign beat_keep    = (WIDTH / 8)'(sent_keep);

endmodule

`default_nettype wire
