// Pads whole blocks, one a clock, and knows of each context how long its message is so far.
//
// A row that does not end its message is a block of it. In one that does, 0x80 stands behind the
// last byte, zeros behind that, and the length in words 14 and 15 where there is room; where there
// is none the padding spills: one more block, of padding alone, is asked for (note_spills) and
// comes with block_pad. The length in bits is {blocks, bytes of the last block, 3'b000}.
//
// What is known of a context lies in block RAM, and is read and written again for each block: two
// blocks of a context come eight clocks apart, at least. It is cleared after a reset, a context a
// clock, before ready is high.
//
// Of a block that comes in clock t, the slot starts in clock t + 2, note is given in clock t + 4,
// and its padded row leaves in clock t + 4 + LATE.
//
// A message with block_error at any of its rows is told of with note_error at the block whose
// chaining value is its digest (note_ends), and so is one whose length the counter cannot hold.
`default_nettype none

module block_padder #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int CONTEXTS     = 2,   // contexts, each with one message at a time
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int LATE         = 0    // clocks by which rows leave later
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: forgets all messages
    output logic                    ready,          // blocks may come

    input  logic                    block_valid,    // a block comes
    input  logic                    block_pad,      // of padding alone
    input  logic [CONTEXT_BITS-1:0] block_context,  // of this context
    input  logic                    block_last,     // the row ends its message
    input  logic                    block_error,    // the message broke the stream's rules
    input  logic [16*WORD-1:0]      block_data,     // the row: word j at j * WORD
    input  logic [2*WORD-1:0]       block_keep,     // with block_last: byte is of the message

    output logic                    slot_start,     // the block's slot starts
    output logic [CONTEXT_BITS-1:0] slot_context,   // for this context
    output logic                    slot_first,     // it is the first of its message

    output logic                    note,           // of this block it is noted
    output logic [CONTEXT_BITS-1:0] note_context,   // of this context
    output logic                    note_ends,      // that its chaining value is a digest
    output logic                    note_spills,    // that a block of padding follows it
    output logic                    note_error,     // with note_ends: the message is flawed

    output logic [16*WORD-1:0]      row             // the padded block: word j at j * WORD
);

  localparam int BYTES = WORD / 8;
  localparam int LANES = 16 * BYTES;  // bytes of a block
  localparam int FILL_BITS = $clog2(LANES);
  localparam int COUNT_BITS = LENGTH_BITS - FILL_BITS - 3;  // of the blocks
  localparam int LATEST = 14 * BYTES - 1;  // byte behind which 0x80 and the length have room
  localparam int STATE_BITS = COUNT_BITS + FILL_BITS + 4;

  // A context's message: {a message is under way, flawed, too long, 0x80 is still to come, bytes of
  // message in its last block, whole blocks}.
  logic [STATE_BITS-1:0] state, state_q;
  logic under_way, flawed, over, mark;
  logic [FILL_BITS-1:0] fill;
  logic [COUNT_BITS-1:0] count;

  // The block, so many clocks after it came.
  logic valid_1q, valid_2q, valid_3q, valid_4q;
  logic pad_1q, pad_2q, pad_3q;
  logic last_1q, last_2q;
  logic error_1q, error_2q, error_3q;
  logic spills_1q, spills_2q, spills_3q;
  logic full_1q, full_2q, full_3q;
  logic [CONTEXT_BITS-1:0] context_1q, context_2q, context_3q, context_4q;
  logic [FILL_BITS-1:0] fill_2q, fill_3q;
  logic [16*WORD-1:0] row_1q, row_2q, row_3q, row_4q;

  logic [LANES-1:0] held, held_1q;  // bytes of message in the order of the message
  logic [LANES-1:0] behind, behind_1q;  // the byte is the first that is not
  logic [FILL_BITS-1:0] bytes;

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    localparam int PLACE = lane + BYTES - 1 - 2 * (lane % BYTES);  // byte of the row

    assign held[lane] = !block_pad && (!block_last || block_keep[PLACE]);
    if (lane == 0) begin : g_first
      assign behind[lane] = !block_pad && !held[lane];
    end else begin : g_later
      assign behind[lane] = held[lane-1] && !held[lane];
    end

    always_ff @(posedge clk) begin
      row_1q[8*PLACE+:8] <= block_data[8*PLACE+:8];
      row_2q[8*PLACE+:8] <= (row_1q[8*PLACE+:8] & {8{held_1q[lane]}}) | {behind_1q[lane], 7'd0};
    end
  end

  always_comb begin
    bytes = '0;
    for (int lane = 1; lane < LANES; lane++) begin
      if (behind_1q[lane]) bytes = bytes | FILL_BITS'(lane);
    end
  end

  always_ff @(posedge clk) begin
    {valid_4q, valid_3q, valid_2q, valid_1q} <= rst ? '0
        : {valid_3q, valid_2q, valid_1q, block_valid};
    {context_4q, context_3q, context_2q, context_1q} <= {
      context_3q, context_2q, context_1q, block_context
    };
    {pad_3q, pad_2q, pad_1q} <= {pad_2q, pad_1q, block_pad};
    {last_2q, last_1q} <= {last_1q, block_last && !block_pad};
    {error_3q, error_2q, error_1q} <= {error_2q, error_1q, block_error && !block_pad};
    {full_3q, full_2q, full_1q} <= {full_2q, full_1q, held[LANES-1]};
    {spills_3q, spills_2q, spills_1q} <= {
      spills_2q, spills_1q, block_last && !block_pad && held[LATEST]
    };
    {behind_1q, held_1q} <= {behind, held};
    {fill_3q, fill_2q} <= {fill_2q, bytes};
    row_3q <= row_2q;
  end

  assign slot_start = valid_2q;
  assign slot_context = context_2q;
  assign slot_first = !state[STATE_BITS-1];

  // ---- what is known of the context ---------------------------------------------------------

  logic over_4q, flawed_4q, keeps_4q, mark_4q;
  logic [FILL_BITS-1:0] fill_4q;
  logic [COUNT_BITS-1:0] count_4q;
  logic ends_3q;  // the message ends with the block
  logic wraps;
  logic [COUNT_BITS-1:0] next_count;

  logic sweep_q;
  logic ready_q;
  logic [CONTEXT_BITS-1:0] sweep_context_q;
  logic write;
  logic [CONTEXT_BITS-1:0] write_context;
  logic [STATE_BITS-1:0] write_state;

  assign write = sweep_q || valid_4q;
  assign write_context = sweep_q ? sweep_context_q : context_4q;
  assign write_state = sweep_q ? '0
      : {keeps_4q, flawed_4q, over_4q, mark_4q, fill_4q, count_4q};
  assign ready = ready_q;
  assign {under_way, flawed, over, mark, fill, count} = state_q;
  assign {wraps, next_count} = {1'b0, count} + (COUNT_BITS + 1)'(full_3q);

  always_ff @(posedge clk) begin
    state_q <= state;
    ends_3q <= pad_2q || (last_2q && !spills_2q);
    // Where the message ends all is cleared.
    keeps_4q <= !ends_3q;
    flawed_4q <= (flawed || error_3q) && !ends_3q;
    over_4q <= (over || wraps) && !ends_3q;
    mark_4q <= full_3q && !ends_3q;
    fill_4q <= ends_3q ? '0 : fill_3q;
    count_4q <= ends_3q ? '0 : next_count;

    ready_q <= !sweep_q;
    sweep_context_q <= sweep_q ? sweep_context_q + 1'b1 : '0;
    if (sweep_context_q == CONTEXT_BITS'(CONTEXTS - 1)) sweep_q <= 1'b0;
    if (rst) begin
      sweep_q <= 1'b1;
      ready_q <= 1'b0;
      sweep_context_q <= '0;
    end
  end

  word_memory #(
      .WIDTH        (STATE_BITS),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_states (
      .clk           (clk),
      .write         (write),
      .write_address (write_context),
      .write_data    (write_state),
      .read_address  (block_context),
      .read_data     (state)
  );

  // ---- what is noted, and the row -----------------------------------------------------------

  logic note_ends_q, note_spills_q, note_error_q;
  logic [2*WORD-1:0] length;
  logic unused_state;  // read two clocks before

  assign unused_state = &{1'b0, under_way};
  assign length = (2 * WORD)'({count, pad_3q ? fill : fill_3q, 3'd0});

  always_ff @(posedge clk) begin
    note_ends_q <= ends_3q;
    note_spills_q <= spills_3q;
    note_error_q <= flawed || over || error_3q;

    row_4q <= row_3q;
    if (pad_3q && mark) row_4q[WORD-1] <= 1'b1;
    if (ends_3q) begin
      row_4q[14*WORD+:WORD] <= length[2*WORD-1:WORD];
      row_4q[15*WORD+:WORD] <= length[WORD-1:0];
    end
  end

  assign note = valid_4q;
  assign note_context = context_4q;
  assign note_ends = note_ends_q;
  assign note_spills = note_spills_q;
  assign note_error = note_error_q;

  if (LATE == 0) begin : g_at_once
    assign row = row_4q;
  end else begin : g_rows_later
    (* mem2reg *) logic [16*WORD-1:0] later_q[LATE];

    assign row = later_q[LATE-1];

    always_ff @(posedge clk) begin
      for (int index = 0; index < LATE; index++) begin
        later_q[index] <= index == 0 ? row_4q : later_q[(index+LATE-1)%LATE];
      end
    end
  end

endmodule

`default_nettype wire
