// Stands at both streams of an HMAC core and keeps the promise that every packet is answered once,
// also when zeroize takes everything away that the core knows.
//
// It counts, for each context, the packets that have begun and whose answers have not left. While
// zeroize is high, and until the core has erased everything, no beat is taken. Then it goes through
// the contexts and offers, for each packet that was under way, a doomed one in its place: a single
// beat that the gate answers with status 7. A packet whose last beat had not come is dead: the gate
// drops the rest of it and answers with status 7 as well, where it answers.
//
// Beats are counted a clock after they have been taken, when they wait in the gate.
//
// An answer of which a beat had left ends with a beat of its own here, before anything else.
//
// At most five answers are owed to a context: two that the gate counts, one for the packet that waits
// at the gate, and two that are on their way out.
`default_nettype none

module zeroize_guard #(
    parameter int LANES        = 4,  // bytes of a beat
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1,  // bits of a context's number
    parameter bit RESUME       = 0   // 1: there is RESTORE, which is not answered
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: no packet is under way
    input  logic                    zeroize,         // everything is to be erased
    input  logic                    wiping,          // the core erases everything

    input  logic                    offer_valid,     // a beat is offered
    input  logic                    offer_exists,    // its context exists; others' go nowhere
    output logic                    offer_ready,     // it is taken in this clock
    input  logic                    offer_last,      // it ends its packet
    input  logic [CONTEXT_BITS-1:0] offer_context,   // its context

    output logic                    packet_valid,    // a beat is offered to the gate
    input  logic                    packet_ready,    // it is taken in this clock
    output logic                    packet_last,     // it ends its packet
    output logic [CONTEXT_BITS-1:0] packet_context,  // its context
    output logic                    packet_doomed,   // it is a packet's that was under way
    input  logic                    came,            // a beat of the stream came to the gate
    input  logic                    came_last,       // it ends its packet
    input  logic [CONTEXT_BITS-1:0] came_context,    // its context
    input  logic [3:0]              came_operation,  // operation of its packet
    output logic [CONTEXTS-1:0]     dead,            // contexts with the rest of such a packet to come

    input  logic                    answer_valid,    // a beat of an answer is offered
    output logic                    answer_ready,    // it is taken in this clock
    input  logic [LANES-1:0]        answer_keep,     // lanes that hold a byte
    input  logic                    answer_last,     // it ends its answer
    input  logic [CONTEXT_BITS-1:0] answer_context,  // its context
    input  logic [2:0]              answer_status,   // status of the answer

    output logic                    beat_valid,      // a beat of an answer leaves
    input  logic                    beat_ready,      // it is taken in this clock
    output logic [LANES-1:0]        beat_keep,       // lanes that hold a byte
    output logic                    beat_last,       // it ends its answer
    output logic [CONTEXT_BITS-1:0] beat_context,    // its context
    output logic [2:0]              beat_status      // status of the answer
);

  localparam logic [3:0] TAG = 4'd3, RESTORE = 4'd8;

  // Packets, for each context.
  logic [CONTEXTS-1:0] open_q;  // the last beat has not been taken
  logic [CONTEXTS-1:0] counted_q;  // and it will be answered
  logic [CONTEXTS-1:0] dead_q;  // it was under way when zeroize came
  (* mem2reg *) logic [2:0] owed_q[CONTEXTS];  // packets begun whose answers have not left

  // What happens after zeroize: everything is shut until the core is clean, then contexts are gone
  // through.
  logic shut_q, scan_q;
  logic [CONTEXT_BITS-1:0] scan_context_q;
  logic [2:0] due_q;  // doomed packets still to be offered for this context
  logic due_known_q;  // they have been counted
  logic scan_offers, last_context;

  // The answer that was broken off.
  logic begun_q;  // a beat of an answer has left, its last has not
  logic [CONTEXT_BITS-1:0] begun_context_q;
  logic broken_q;  // it is ended here

  logic answered, counts;

  // ---- packets ------------------------------------------------------------------------------

  assign counts = came_operation != TAG && !(RESUME && came_operation == RESTORE);
  assign dead = dead_q;

  assign scan_offers = scan_q && due_known_q && due_q != 3'd0;
  assign packet_valid = scan_offers
      || (offer_valid && offer_exists && !shut_q && !zeroize);
  assign packet_last = offer_last || scan_q;
  assign packet_context = scan_q ? scan_context_q : offer_context;
  assign packet_doomed = scan_q;
  assign offer_ready = !shut_q && !zeroize && (!offer_exists || packet_ready);

  // ---- answers ------------------------------------------------------------------------------

  assign beat_valid = answer_valid || broken_q;
  assign beat_keep = answer_keep & {LANES{!broken_q}};
  assign beat_last = answer_last || broken_q;
  assign beat_context = broken_q ? begun_context_q : answer_context;
  assign beat_status = answer_status | {3{broken_q}};
  assign answer_ready = beat_ready && !broken_q;
  assign answered = beat_valid && beat_ready && beat_last;

  always_ff @(posedge clk) begin
    if (beat_valid && beat_ready) begin
      begun_q <= !beat_last;
      begun_context_q <= beat_context;
    end
    if (zeroize) broken_q <= beat_valid && beat_ready ? !beat_last : begun_q;
    else if (beat_ready) broken_q <= 1'b0;
    if (rst) begin
      begun_q <= 1'b0;
      broken_q <= 1'b0;
    end
  end

  // ---- the account --------------------------------------------------------------------------

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic here, begins, ends;

    assign here = came && came_context == CONTEXT_BITS'(index);
    assign begins = here && !open_q[index] && counts;
    assign ends = answered && beat_context == CONTEXT_BITS'(index);

    always_ff @(posedge clk) begin
      if (here) open_q[index] <= !came_last;
      if (here && !open_q[index]) counted_q[index] <= counts;
      if (begins != ends) owed_q[index] <= begins ? owed_q[index] + 3'd1 : owed_q[index] - 3'd1;
      if (zeroize) dead_q[index] <= here ? !came_last : open_q[index];
      else if (here && came_last) dead_q[index] <= 1'b0;
      if (rst) begin
        open_q[index] <= 1'b0;
        dead_q[index] <= 1'b0;
        owed_q[index] <= 3'd0;
      end
    end
  end

  // ---- after zeroize ------------------------------------------------------------------------

  assign last_context = scan_context_q == CONTEXT_BITS'(CONTEXTS - 1);

  always_ff @(posedge clk) begin
    due_known_q <= 1'b0;
    if (scan_q && !wiping && !broken_q) begin
      if (!due_known_q) begin
        due_q <= owed_q[scan_context_q]
            - 3'(dead_q[scan_context_q] && counted_q[scan_context_q]);
        due_known_q <= 1'b1;
      end else if (due_q != 3'd0) begin
        if (packet_ready) due_q <= due_q - 3'd1;
        due_known_q <= 1'b1;
      end else begin
        scan_context_q <= last_context ? '0 : scan_context_q + 1'b1;
        if (last_context) begin
          scan_q <= 1'b0;
          shut_q <= 1'b0;
        end
      end
    end
    if (zeroize || rst) begin
      shut_q <= 1'b1;
      scan_q <= 1'b1;
      scan_context_q <= '0;
      due_known_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
