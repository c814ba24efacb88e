// Sends the rows of admitted packets where the gate has said: to the padder, to the key loader, to
// the store of expected tags, or to that of saved states.
//
// SAVE (with RESUME) is a message that is cut behind its last block, see padder. A packet may end
// with a row without bytes, so a row that completes a block leaves the block open, unless it is the
// last one; the next row of the packet closes it first. A packet that does not end with a block is
// padded like any other and counts as malformed.
//
// The length of an expected tag counts only when all its rows keep the rules of the stream. It is
// told a clock after the last row has gone, and so is the end of a state.
`default_nettype none

module packet_route #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit RESUME       = 0    // 1: there are SAVE and RESTORE
) (
    input  logic                        clk,             // clock
    input  logic                        rst,             // synchronous reset: no packet is open

    input  logic                        row_valid,       // a row of a packet is offered
    output logic                        row_ready,       // it is taken in this clock
    input  logic [PAD_WORDS*WORD/8-1:0] row_keep,        // with row_last: bytes of the packet
    input  logic                        row_last,        // it ends its packet
    input  logic                        row_error,       // the packet broke the rules
    input  logic [CONTEXT_BITS-1:0]     row_context,     // its context
    input  logic [2:0]                  row_route,       // where it goes

    output logic                        message_valid,   // it is of a message: to the padder
    input  logic                        message_ready,   // the padder takes it
    output logic                        message_last,    // it ends its message
    output logic                        message_error,   // the message is malformed
    output logic                        message_open,    // the block it completes stays open
    output logic                        message_close,   // no row: the block before it is complete
    output logic                        message_cut,     // the message is cut behind that block

    output logic                        key_valid,       // it is of a key: to the loader
    input  logic                        key_ready,       // the loader takes it
    input  logic                        key_long,        // the key's rest is hashed as a message

    output logic                        tag_valid,       // it is of an expected tag
    output logic [2:0]                  tag_row,         // its row, if it is one of a tag's

    output logic                        state_valid,     // it is of a state to be restored
    input  logic                        state_ready,     // it is taken
    output logic [3:0]                  state_position,  // the number of its first word
    output logic                        state_whole,     // it ends a state of ten words

    output logic                        landed,          // a tag or state has come to its end
    output logic [CONTEXT_BITS-1:0]     landed_context,  // of this context
    output logic                        landed_state,    // it is a state
    output logic                        landed_whole,    // of ten words
    output logic [6:0]                  landed_bytes     // bytes of the tag; 0: malformed, too long
);

  localparam int BYTES = PAD_WORDS * WORD / 8;  // of a row
  localparam int SHIFT = $clog2(BYTES);
  // Rows of an expected tag are counted up to a number that no tag has.
  localparam int COUNT_BITS = SHIFT >= 6 ? 2 : 7 - SHIFT;

  localparam logic [2:0] TO_PADDER = 3'd0, TO_LOADER = 3'd1, TO_TAGS = 3'd2;
  localparam logic [2:0] TO_BE_CUT = 3'd4, TO_STATES = 3'd5;  // the former to the padder, too

  logic [CONTEXTS-1:0] open_q;  // a packet's first row has passed, its last has not
  logic first;  // the row is the first of its packet
  logic leave;
  logic to_padder;
  logic closing;  // its context's block before it is to be closed first
  logic closed_q;  // that has been done
  logic silent;  // the row has no bytes
  logic block_open, block_ends;  // of a SAVE: the block before is open, this row completes one

  (* mem2reg *) logic [COUNT_BITS-1:0] tag_counts[CONTEXTS];  // rows of the expected tag still coming
  logic [COUNT_BITS-1:0] tag_count;  // rows of it before this one
  logic [COUNT_BITS-1:0] tag_next;  // with this one
  logic [SHIFT:0] row_bytes;
  logic tag_flawed;
  logic [COUNT_BITS-1:0] rows_q;
  logic [SHIFT-1:0] bytes_q;
  logic [COUNT_BITS+SHIFT:0] counted;  // bytes, where rows are long more than landed_bytes holds

  assign first = !open_q[row_context];
  assign to_padder = row_route == TO_PADDER || row_route == TO_BE_CUT
      || (row_route == TO_LOADER && key_long);

  assign message_valid = row_valid && to_padder;
  assign key_valid = row_valid && row_route == TO_LOADER && !key_long;
  assign state_valid = row_valid && row_route == TO_STATES;

  always_comb begin
    if (to_padder) row_ready = message_ready && !(closing && !silent);
    else if (row_route == TO_LOADER) row_ready = key_ready;
    else if (row_route == TO_STATES) row_ready = state_ready;
    else row_ready = 1'b1;
  end

  assign leave = row_valid && row_ready;

  always_ff @(posedge clk) begin
    for (int index = 0; index < CONTEXTS; index++) begin
      if (leave && row_context == CONTEXT_BITS'(index)) open_q[index] <= !row_last;
    end
    if (rst) open_q <= '0;
  end

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
  assign closing = row_route == TO_BE_CUT && block_open && !closed_q;
  assign message_close = closing;
  assign message_open = row_route == TO_BE_CUT && !row_last;
  assign message_cut = row_route == TO_BE_CUT && row_last && (closing ? silent : block_ends);
  assign message_last = row_last && !closing && !message_cut;
  assign message_error = row_error || (row_route == TO_BE_CUT && message_last);

  always_ff @(posedge clk) begin
    closed_q <= closing && message_valid && message_ready && !leave;
    if (closed_q && !leave) closed_q <= 1'b1;
    if (rst) closed_q <= 1'b0;
  end

  // ---- expected tags ------------------------------------------------------------------------

  // A last row without bytes must not overwrite the first one.
  assign tag_valid = row_valid && row_route == TO_TAGS && !silent;
  assign tag_row = 3'(tag_count);
  assign tag_count = first ? '0 : tag_counts[row_context];
  assign tag_flawed = row_error || tag_count == '1;

  // Bytes of the last row, which are its first ones in the order of the packet.
  always_comb begin
    row_bytes = '0;
    for (int index = 0; index < BYTES; index++) begin
      // The first byte of a word is on top.
      if (row_keep[index + WORD / 8 - 1 - 2 * (index % (WORD / 8))]) begin
        row_bytes = (SHIFT + 1)'(index + 1);
      end
    end
  end

  // One more, without the carry cells an adder would take: a bit turns when all below it are set.
  assign tag_next[0] = !tag_count[0];
  for (genvar index = 1; index < COUNT_BITS; index++) begin : g_next
    assign tag_next[index] = &tag_count[index-1:0] ? !tag_count[index] : tag_count[index];
  end

  always_ff @(posedge clk) begin
    // The count stays at its end, where no tag is.
    if (leave) tag_counts[row_context] <= tag_flawed ? '1 : tag_next;

    landed <= leave && row_last && (row_route == TO_TAGS || row_route == TO_STATES);
    landed_context <= row_context;
    landed_state <= row_route == TO_STATES;
    landed_whole <= state_whole;
    rows_q <= row_bytes[SHIFT] ? tag_next : tag_count;
    bytes_q <= row_bytes[SHIFT-1:0];
    if (tag_flawed) begin
      rows_q <= '0;
      bytes_q <= '0;
    end
    if (rst) landed <= 1'b0;
  end

  assign counted = {1'b0, rows_q, bytes_q};
  assign landed_bytes = counted >> 7 == '0 ? 7'(counted) : '0;

endmodule

`default_nettype wire
