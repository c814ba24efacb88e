// Gives the packets of one stream to copies of an HMAC core that hold the same keys. A tid belongs
// to a copy, {copy, context}, for good. No beat is held here: it is taken in the clock in which the
// copies it goes to take it, so that they all know the same of every packet, whatever zeroize or a
// reset take away.
//
// KEY, ERASE and ERASE_ALL change keys and go to all copies, a beat to all in the same clock. Such
// a packet begins when no packet is unfinished and no answer is owed, and until every other copy
// has answered it no copy has another one. So they hold the same keys whenever a message begins,
// and the next answer of each is the one to that packet.
//
// A first beat cannot wait for the rest of another packet, which comes behind it:
// - what would change keys while a packet is unfinished, and an erasure of several beats, goes to
//   its own copy alone, as an operation there is not, and is answered with status 6 there;
// - a packet that begins while one for all copies is unfinished is refused here: it goes nowhere,
//   and its answer, status 6, or 7 when zeroize comes, is given here behind its last beat.
//
// An operation is the same in every beat of a packet.
//
// A copy that would take a beat goes on so until one comes. So what waits for all copies looks at
// the clock before, and no path leads from one copy to another.
`default_nettype none

module keyed_dispatch #(
    parameter int COPIES       = 2,  // copies, at least 2
    parameter int CONTEXTS     = 1,  // contexts of a copy
    parameter int CONTEXT_BITS = 1,  // bits of a context's number, at least 1
    parameter int TID_BITS     = 1   // bits of a tid, COPIES * CONTEXTS of which exist
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: no packet under way
    input  logic                    zeroize,          // packets under way have status 7

    input  logic                    beat_valid,       // a beat is offered
    output logic                    beat_ready,       // it is taken in this clock
    input  logic                    beat_last,        // it ends its packet
    input  logic [TID_BITS-1:0]     beat_tid,         // its tid
    input  logic [3:0]              beat_operation,   // operation of its packet

    output logic [COPIES-1:0]       copy_valid,       // the beat is offered to this copy
    input  logic [COPIES-1:0]       copy_ready,       // which would take it
    output logic [CONTEXT_BITS-1:0] copy_context,     // context of the copy
    output logic [3:0]              copy_operation,   // operation of the packet for the copy

    output logic                    common,           // a packet for all copies is under way
    output logic [COPIES-1:0]       common_own,       // the copy whose answer to it counts
    input  logic                    common_over,      // all others have answered it
    input  logic                    left,             // an answer of a copy has left to its end

    output logic                    refusal_valid,    // a packet that went nowhere is answered
    input  logic                    refusal_ready,    // the answer is taken in this clock
    output logic [TID_BITS-1:0]     refusal_tid,      // its tid
    output logic                    refusal_zeroised  // zeroize came while it was under way
);

  localparam int TIDS = COPIES * CONTEXTS;
  localparam int NUMBERS = 1 << TID_BITS;
  // A context is owed five answers at most, see zeroize_guard, which counts a clock later.
  localparam int OWED_BITS = $clog2(5 * TIDS + 2);

  localparam logic [3:0] TAG = 4'd3, KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;
  localparam logic [3:0] UNDEFINED = 4'd15;

  // Packets whose last beat has not come, by tid; those that go nowhere; and zeroize came since.
  logic [TIDS-1:0] open_q, refused_q, dead_q;
  logic [NUMBERS-1:0] opens, refuses, dies;  // the same for every number that a tid may be
  logic [OWED_BITS-1:0] owed_q;  // answers of copies that have not left
  logic begins_q;  // and another one is owed since the clock before

  // The packet for all copies.
  logic common_q;  // it is under way
  logic common_open_q;  // its last beat has not come
  logic [TID_BITS-1:0] common_tid_q;
  logic [COPIES-1:0] common_own_q;

  // The answer to a packet that went nowhere.
  logic refusal_q, refusal_dead_q;
  logic [TID_BITS-1:0] refusal_tid_q;

  logic [COPIES-1:0] own;  // the copy of the tid
  logic exists;  // the tid does
  logic first;  // the beat is the first of its packet
  logic changes;  // its operation changes keys
  logic begins_common;  // and may do so: a packet for all copies begins
  logic to_all;  // the beat goes to all copies
  logic refused;  // or nowhere
  logic quiet;  // no answer is owed
  logic answered;  // the packet is answered
  logic may;  // the beat waits for nothing here
  logic all_ready_q;  // all copies would have taken a beat in the clock before; none was offered
  logic all_ready;  // they still would
  logic take;

  // ---- where a beat goes --------------------------------------------------------------------

  if ((CONTEXTS & (CONTEXTS - 1)) == 0) begin : g_bits
    for (genvar copy = 0; copy < COPIES; copy++) begin : g_copy
      assign own[copy] = beat_tid >> $clog2(CONTEXTS) == TID_BITS'(copy);
    end
    assign copy_context = CONTEXT_BITS'(beat_tid & TID_BITS'(CONTEXTS - 1));
  end else begin : g_table
    always_comb begin
      own = '0;
      copy_context = '0;
      for (int tid = 0; tid < TIDS; tid++) begin
        if (beat_tid == TID_BITS'(tid)) begin
          own[tid/CONTEXTS] = 1'b1;
          copy_context = CONTEXT_BITS'(tid % CONTEXTS);
        end
      end
    end
  end

  assign exists = |own;
  assign first = !opens[beat_tid];
  assign changes = beat_operation == KEY || beat_operation == ERASE || beat_operation == ERASE_ALL;
  assign begins_common = exists && changes && open_q == '0 && (beat_operation == KEY || beat_last);
  assign to_all = begins_common || (common_open_q && beat_tid == common_tid_q);
  assign refused = exists && (first ? common_open_q : refuses[beat_tid]);
  assign copy_operation = changes && !to_all ? UNDEFINED : beat_operation;

  // ---- when it goes -------------------------------------------------------------------------

  assign quiet = owed_q == '0 && !begins_q && !refusal_q;
  assign answered = beat_operation != TAG;
  assign may = (!common_q || common_open_q) && (!begins_common || quiet)
      && !(refused && beat_last && answered && refusal_q);
  assign all_ready = all_ready_q && !zeroize;
  assign beat_ready = may && (to_all || !exists ? all_ready : |(own & copy_ready));
  assign take = beat_valid && beat_ready;
  assign copy_valid = !beat_valid || !may ? '0
      : to_all ? {COPIES{all_ready}} : own & {COPIES{!refused}};

  always_ff @(posedge clk) all_ready_q <= &copy_ready && copy_valid == '0 && !rst;

  // ---- packets ------------------------------------------------------------------------------

  for (genvar tid = 0; tid < TIDS; tid++) begin : g_tid
    logic here, goes_on;

    assign here = take && beat_tid == TID_BITS'(tid);
    assign goes_on = here ? refused && !beat_last : refused_q[tid];

    always_ff @(posedge clk) begin
      if (here) open_q[tid] <= !beat_last;
      refused_q[tid] <= goes_on;
      dead_q[tid] <= goes_on && (dead_q[tid] || zeroize);
      if (rst) begin
        open_q[tid] <= 1'b0;
        refused_q[tid] <= 1'b0;
        dead_q[tid] <= 1'b0;
      end
    end
  end

  assign opens = NUMBERS'(open_q);
  assign refuses = NUMBERS'(refused_q);
  assign dies = NUMBERS'(dead_q);

  always_ff @(posedge clk) begin
    begins_q <= take && exists && first && !refused && answered;
    if (begins_q != left) owed_q <= begins_q ? owed_q + 1'b1 : owed_q - 1'b1;
    if (rst) begin
      owed_q <= '0;
      begins_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (take && to_all) begin
      common_q <= 1'b1;
      common_open_q <= !beat_last;
      common_tid_q <= beat_tid;
      common_own_q <= own;
    end else if (common_over) begin
      common_q <= 1'b0;
    end
    if (rst) begin
      common_q <= 1'b0;
      common_open_q <= 1'b0;
    end
  end

  assign common = common_q;
  assign common_own = common_own_q;

  // ---- answers to what went nowhere ---------------------------------------------------------

  always_ff @(posedge clk) begin
    if (take && refused && beat_last && answered) begin
      refusal_q <= 1'b1;
      refusal_tid_q <= beat_tid;
      refusal_dead_q <= zeroize || dies[beat_tid];
    end else begin
      if (refusal_ready) refusal_q <= 1'b0;
      if (zeroize) refusal_dead_q <= 1'b1;
    end
    if (rst) refusal_q <= 1'b0;
  end

  assign refusal_valid = refusal_q;
  assign refusal_tid = refusal_tid_q;
  assign refusal_zeroised = refusal_dead_q;

endmodule

`default_nettype wire
