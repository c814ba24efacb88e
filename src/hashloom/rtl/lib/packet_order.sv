// Keeps the packets of a ring in order in a core with keys and several messages in flight: which
// descriptors have to wait, and which go to the context of the descriptor before.
//
// A packet that changes keys is alone on its way to the core. Its first descriptor waits until the
// data of all before it have been passed on, and the packet behind it until its own have: so the core
// takes every beat before it first, then all of its own, and no packet of another context is open.
//
// From an expected tag on packets go to its context, up to the VERIFY that it is for: there is never
// a tag in another one. A packet that is a broken descriptor alone does not reach the core.
//
// Behind the data of a tag's packet its context takes no beat for a block or two, of padding and of
// the outer hash. Data of its next packet would wait and keep those behind them waiting, which other
// contexts need. So behind a long packet the next one waits until each other context had a turn.
`default_nettype none

module packet_order #(
    parameter int CONTEXTS   = 2,  // contexts, at least 2
    parameter int COUNT_BITS = 4   // bits of the number of descriptors under way
) (
    input  logic       clk,              // clock
    input  logic       rst,              // synchronous reset: no descriptor

    input  logic       offer_valid,      // a descriptor is offered
    input  logic       offer_first,      // it begins a packet
    input  logic       offer_last,       // it ends its packet
    input  logic       offer_bad,        // it breaks the rules
    input  logic       offer_long,       // it has many bytes
    input  logic [3:0] offer_operation,  // of its packet

    output logic       pass_valid,       // it is passed on
    input  logic       pass_ready,       // and taken in this clock
    output logic       pass_first,       // its packet goes to the next context
    output logic       pass_rests,       // which rests behind it

    input  logic       turned,           // data of a burst are passed on
    input  logic       ended,            // the last ones of a descriptor
    input  logic       rests             // behind which the context rests
);

  localparam int OTHERS = CONTEXTS - 1;
  localparam logic [3:0] MAC = 4'd1, VERIFY = 4'd2, TAG = 4'd3;
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;

  logic [COUNT_BITS-1:0] count_q;  // descriptors that were taken and have not ended
  logic alone_q;  // the packet that began last changes keys
  logic held_q;  // a tag waits in the context of the descriptor before
  logic [COUNT_BITS-1:0] busy_q;  // packets behind which a context is to rest, or rests
  logic [OTHERS-1:0] resting_q;  // a context rests since so many turns

  logic takes;  // the descriptor is taken
  logic changes;  // its packet changes keys
  logic waits;  // it has to wait, as its packet has
  logic begins;  // its packet begins, and reaches the core

  assign takes = pass_valid && pass_ready;
  assign changes = offer_operation == KEY || offer_operation == ERASE
      || offer_operation == ERASE_ALL;
  assign waits = offer_first && count_q != '0
      && (changes || alone_q || busy_q >= COUNT_BITS'(CONTEXTS));
  assign begins = takes && offer_first && !(offer_last && offer_bad);

  always_ff @(posedge clk) begin
    count_q <= count_q + COUNT_BITS'(takes) - COUNT_BITS'(ended);
    if (begins) begin
      alone_q <= changes;
      if (offer_operation == TAG) held_q <= 1'b1;
      if (offer_operation == VERIFY) held_q <= 1'b0;
    end
    if (rst) begin
      count_q <= '0;
      alone_q <= 1'b0;
      held_q  <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    busy_q <= busy_q - COUNT_BITS'(turned && resting_q[OTHERS-1]) + COUNT_BITS'(takes && pass_rests);
    if (turned) resting_q <= OTHERS'({resting_q, rests});
    if (count_q == '0) begin  // nobody is kept waiting
      busy_q <= COUNT_BITS'(takes && pass_rests);
      resting_q <= '0;
    end
    if (rst) begin
      busy_q <= '0;
      resting_q <= '0;
    end
  end

  assign pass_valid = offer_valid && !waits;
  assign pass_first = offer_first && !held_q;
  assign pass_rests = offer_last && offer_long
      && (offer_operation == MAC || offer_operation == VERIFY);

endmodule

`default_nettype wire
