// Sends the answers of copies of an HMAC core by one stream, whole and in turn. No beat is held
// here: what a copy withdraws at zeroize is withdrawn, and the beat that ends an answer which was
// broken off comes next.
//
// A packet for all copies is answered by each of them. While it is under way nothing of a copy is
// shown: the answers of all copies but one are dropped, and when they have come, that one's, which
// has waited, takes its turn.
//
// Packets that went to no copy are answered before copies are, because what is behind them on their
// tid may have gone to one.
`default_nettype none

module keyed_collect #(
    parameter int WIDTH        = 32,  // bits of a beat
    parameter int COPIES       = 2,   // copies, at least 2
    parameter int CONTEXTS     = 1,   // contexts of a copy
    parameter int CONTEXT_BITS = 1,   // bits of a context's number, at least 1
    parameter int TID_BITS     = 1    // bits of a tid, {copy, context}
) (
    input  logic                           clk,               // clock
    input  logic                           rst,               // synchronous reset: nothing is sent

    input  logic [COPIES-1:0]              answer_valid,      // a copy offers a beat of an answer
    output logic [COPIES-1:0]              answer_ready,      // it is taken in this clock
    input  logic [COPIES*WIDTH-1:0]        answer_data,       // the beats
    input  logic [COPIES*WIDTH/8-1:0]      answer_keep,       // lanes that hold a byte
    input  logic [COPIES-1:0]              answer_last,       // it ends its answer
    input  logic [COPIES*CONTEXT_BITS-1:0] answer_context,    // contexts of the copies
    input  logic [COPIES*3-1:0]            answer_status,     // status of the answers

    input  logic                           common,            // a packet for all is under way
    input  logic [COPIES-1:0]              common_own,        // the copy whose answer counts
    output logic                           common_over,       // all others have answered it
    output logic                           left,              // an answer of a copy has left

    input  logic                           refusal_valid,     // what went to no copy is answered
    output logic                           refusal_ready,     // in this clock
    input  logic [TID_BITS-1:0]            refusal_tid,       // its tid
    input  logic                           refusal_zeroised,  // with status 7 and not 6

    output logic                           beat_valid,        // a beat of an answer is offered
    input  logic                           beat_ready,        // it is taken in this clock
    output logic [WIDTH-1:0]               beat_data,         // the beat
    output logic [WIDTH/8-1:0]             beat_keep,         // lanes that hold a byte
    output logic                           beat_last,         // it ends its answer
    output logic [TID_BITS-1:0]            beat_tid,          // its tid
    output logic [2:0]                     beat_status        // status of the answer
);

  localparam int LANES = WIDTH / 8;
  localparam bit BITS = (CONTEXTS & (CONTEXTS - 1)) == 0;  // a tid is {copy, context} bit by bit
  localparam logic [2:0] NOT_POSSIBLE = 3'd6, ZEROISED = 3'd7;

  logic [COPIES-1:0] shown_q;  // one-hot: the copy whose answer is sent
  logic refusal_q;  // or the packet that went to none is answered
  logic begun_q;  // a beat of the answer has left, its last has not
  logic [COPIES-1:0] behind_q;  // copies behind the one that was shown last
  logic [COPIES-1:0] dropped_q;  // copies whose answer to the packet for all has been dropped

  logic offered;  // the copy that is shown offers a beat
  logic take;
  logic free;  // something else may be shown from now on
  logic refuse;  // the packet that went to no copy
  logic [COPIES-1:0] wanted, chosen;
  logic [COPIES-1:0] drop;
  logic [COPIES-1:0][TID_BITS-1:0] tids;  // of the answers

  // ---- whose turn it is ---------------------------------------------------------------------

  assign offered = |(shown_q & answer_valid);
  assign take = beat_valid && beat_ready;
  // What is withdrawn gives up its turn.
  assign free = take ? beat_last : !refusal_q && !begun_q && !offered;
  assign wanted = answer_valid & ~shown_q & ~{COPIES{common}};

  function automatic logic [COPIES-1:0] lowest(logic [COPIES-1:0] bits);
    lowest = bits & (~bits + 1'b1);
  endfunction

  assign refuse = refusal_valid && !refusal_q;
  assign chosen = refuse ? '0
      : lowest((wanted & behind_q) != '0 ? wanted & behind_q : wanted);

  always_ff @(posedge clk) begin
    if (free) begin
      refusal_q <= refuse;
      shown_q <= chosen;
      if (chosen != '0) behind_q <= ~(chosen | (chosen - 1'b1));
    end
    if (take) begun_q <= !beat_last;
    if (rst) begin
      refusal_q <= 1'b0;
      shown_q <= '0;
      begun_q <= 1'b0;
      behind_q <= '0;
    end
  end

  // ---- answers to a packet for all copies ---------------------------------------------------

  assign drop = ~common_own & {COPIES{common}};
  assign common_over = common && (dropped_q | common_own) == '1;

  always_ff @(posedge clk) dropped_q <= (dropped_q | answer_valid) & drop & ~{COPIES{rst}};

  // ---- the beat on offer --------------------------------------------------------------------

  assign answer_ready = (shown_q & {COPIES{beat_ready}}) | drop;
  assign refusal_ready = refusal_q && beat_ready;
  assign left = take && beat_last && !refusal_q;
  assign beat_valid = offered || refusal_q;

  for (genvar copy = 0; copy < COPIES; copy++) begin : g_tid
    localparam logic [TID_BITS-1:0] FIRST = TID_BITS'(copy * CONTEXTS);  // of the copy
    logic [TID_BITS-1:0] inner;

    assign inner = TID_BITS'(answer_context[CONTEXT_BITS*copy+:CONTEXT_BITS]);
    assign tids[copy] = BITS ? FIRST | inner : FIRST + inner;
  end

  always_comb begin
    beat_data = '0;
    beat_keep = '0;
    beat_last = refusal_q;
    beat_tid = refusal_tid & {TID_BITS{refusal_q}};
    beat_status = (refusal_zeroised ? ZEROISED : NOT_POSSIBLE) & {3{refusal_q}};
    for (int copy = 0; copy < COPIES; copy++) begin
      if (shown_q[copy]) begin
        beat_data = beat_data | answer_data[WIDTH*copy+:WIDTH];
        beat_keep = beat_keep | answer_keep[LANES*copy+:LANES];
        beat_last = beat_last | answer_last[copy];
        beat_tid = beat_tid | tids[copy];
        beat_status = beat_status | answer_status[3*copy+:3];
      end
    end
  end

endmodule

`default_nettype wire
