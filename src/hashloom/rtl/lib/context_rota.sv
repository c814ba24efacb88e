// The engine's rota: knows which contexts have a full block, starts the engine's slots, and keeps
// the buffers closed from the completion of a block until the engine has read so much of it that
// the next block can be written behind the reader.
//
// A slot serves one group of INTERLEAVE contexts; it is started when the engine allows it and a
// context of the group has a full block and room for a digest. An engine of several stages must
// not pause while a block is in one of them, which is FLUSH further slots long: slots are also
// started empty then and, where the engine gives the groups their turns, while any context waits.
//
// close is given when the last word of a block is taken into the padder, not when it is written:
// the word reaches the buffer before the engine can ask for it when FULL_DELAY clocks pass before
// the block counts as full.
`default_nettype none

module context_rota #(
    parameter int GROUPS       = 1,  // groups of contexts that take turns
    parameter int INTERLEAVE   = 1,  // contexts of a group
    parameter int CONTEXT_BITS = 1,  // bits of a context's number
    parameter int GROUP_BITS   = 1,  // bits of a group's number
    parameter int FULL_DELAY   = 0,  // clocks a block counts as full later than it could
    parameter int FLUSH        = 0,  // slots that follow a block's without pause
    parameter bit CHOSEN       = 0   // a group is chosen for its waiting contexts
) (
    input  logic                         clk,             // clock
    input  logic                         rst,             // synchronous reset: buffers are empty

    input  logic                         close,           // the block of close_context is complete
    input  logic [CONTEXT_BITS-1:0]      close_context,   // a context
    input  logic                         close_ends,      // its next block starts a message
    input  logic                         close_digest,    // its chaining value is a digest
    input  logic                         close_keyed,     // it starts from a supplied state
    input  logic                         close_error,     // with close_digest: message is flawed
    input  logic [GROUPS*INTERLEAVE-1:0] reopen,          // contexts whose buffer may be written
    output logic [GROUPS*INTERLEAVE-1:0] closed,          // contexts whose buffer may not

    input  logic [GROUPS*INTERLEAVE-1:0] room,            // contexts with room for a further digest
    output logic [GROUPS*INTERLEAVE-1:0] started,         // contexts whose block starts
    output logic [GROUPS*INTERLEAVE-1:0] started_digest,  // with started: its result is a digest
    output logic [GROUPS*INTERLEAVE-1:0] started_error,   // with started_digest: message is flawed

    input  logic                         slot_ready,      // a slot may start in this clock
    input  logic [GROUP_BITS-1:0]        slot_group,      // the group it serves
    input  logic                         slot_open,       // this group may be served
    output logic [GROUPS-1:0]            waiting,         // groups with a block that could start
    output logic                         slot_start,      // a slot starts in this clock
    output logic [INTERLEAVE-1:0]        slot_live,       // contexts of the group with a block
    output logic [INTERLEAVE-1:0]        slot_first,      // of these, the first of its message
    output logic [INTERLEAVE-1:0]        slot_keyed       // with slot_first: from a supplied state
);

  localparam int CONTEXTS = GROUPS * INTERLEAVE;

  logic [CONTEXTS-1:0] closed_q;
  logic [CONTEXTS-1:0] full_q;  // a block waits for its slot
  logic [CONTEXTS-1:0] ends_q;  // the block after that one starts a message
  logic [CONTEXTS-1:0] digest_q;  // its chaining value is a digest
  logic [CONTEXTS-1:0] keyed_q;  // it starts from a supplied state
  logic [CONTEXTS-1:0] error_q;  // its message is flawed
  logic [CONTEXTS-1:0] first_q;  // the next block to start is the first of its message
  logic [CONTEXTS-1:0] want;
  logic on_the_way;  // a block is in a stage of the engine

  // The completed block, as it counts as full.
  logic fill;
  logic [CONTEXT_BITS-1:0] fill_context;
  logic fill_ends, fill_digest, fill_keyed, fill_error;

  if (FULL_DELAY == 0) begin : g_at_once
    assign fill = close;
    assign fill_context = close_context;
    assign fill_ends = close_ends;
    assign fill_digest = close_digest;
    assign fill_keyed = close_keyed;
    assign fill_error = close_error;
  end else begin : g_later
    logic [FULL_DELAY-1:0] fill_q, fill_ends_q, fill_digest_q, fill_keyed_q, fill_error_q;
    (* mem2reg *) logic [CONTEXT_BITS-1:0] fill_context_q[FULL_DELAY];

    assign fill = fill_q[FULL_DELAY-1];
    assign fill_context = fill_context_q[FULL_DELAY-1];
    assign fill_ends = fill_ends_q[FULL_DELAY-1];
    assign fill_digest = fill_digest_q[FULL_DELAY-1];
    assign fill_keyed = fill_keyed_q[FULL_DELAY-1];
    assign fill_error = fill_error_q[FULL_DELAY-1];

    always_ff @(posedge clk) begin
      fill_q <= rst ? '0 : FULL_DELAY'({fill_q, close});
      fill_ends_q <= FULL_DELAY'({fill_ends_q, close_ends});
      fill_digest_q <= FULL_DELAY'({fill_digest_q, close_digest});
      fill_keyed_q <= FULL_DELAY'({fill_keyed_q, close_keyed});
      fill_error_q <= FULL_DELAY'({fill_error_q, close_error});
      for (int index = 0; index < FULL_DELAY; index++) begin
        if (index == 0) fill_context_q[index] <= close_context;
        else fill_context_q[index] <= fill_context_q[(index+FULL_DELAY-1)%FULL_DELAY];
      end
    end
  end

  assign want = full_q & room;
  assign slot_live = want[int'(slot_group)*INTERLEAVE+:INTERLEAVE] & {INTERLEAVE{slot_open}};
  assign slot_first = first_q[int'(slot_group)*INTERLEAVE+:INTERLEAVE];
  assign slot_keyed = keyed_q[int'(slot_group)*INTERLEAVE+:INTERLEAVE];
  assign slot_start = slot_ready && ((CHOSEN ? |slot_live : |want) || on_the_way);
  assign closed = closed_q;
  assign started_digest = digest_q;
  assign started_error = error_q;

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    localparam int GROUP = index / INTERLEAVE;

    logic fill_here, close_here;

    assign fill_here = fill && fill_context == CONTEXT_BITS'(index);
    assign close_here = close && close_context == CONTEXT_BITS'(index);
    assign started[index] = slot_ready && slot_open && want[index]
        && slot_group == GROUP_BITS'(GROUP);

    always_ff @(posedge clk) begin
      if (close_here) closed_q[index] <= 1'b1;
      else if (reopen[index]) closed_q[index] <= 1'b0;

      if (fill_here) begin
        full_q[index] <= 1'b1;
        ends_q[index] <= fill_ends;
        digest_q[index] <= fill_digest;
        keyed_q[index] <= fill_keyed;
        error_q[index] <= fill_error;
      end else if (started[index]) begin
        full_q[index] <= 1'b0;
      end

      if (started[index]) first_q[index] <= ends_q[index];

      if (rst) begin
        closed_q[index] <= 1'b0;
        full_q[index]   <= 1'b0;
        first_q[index]  <= 1'b1;
      end
    end
  end

  for (genvar index = 0; index < GROUPS; index++) begin : g_group
    assign waiting[index] = |want[index*INTERLEAVE+:INTERLEAVE];
  end

  if (FLUSH == 0) begin : g_one_stage
    assign on_the_way = 1'b0;
  end else begin : g_stages
    // Slots still to start until the latest block has left the last stage.
    localparam int COUNT_BITS = $clog2(FLUSH + 1);
    logic [COUNT_BITS-1:0] remaining_q;

    assign on_the_way = remaining_q != '0;

    always_ff @(posedge clk) begin
      if (slot_start) begin
        if (|slot_live) remaining_q <= COUNT_BITS'(FLUSH);
        else if (on_the_way) remaining_q <= remaining_q - 1'b1;
      end
      if (rst) remaining_q <= '0;
    end
  end

endmodule

`default_nettype wire
