// Starts blocks that come whole, each from the chaining value that is its own: a message's first
// block from the initial value, another one from what the block before it has left.
//
// Blocks of one message follow each other when the one before is done; until then none begins.
`default_nettype none

module chain_feed #(
    parameter int STATE_BITS = 256  // bits of a chaining value
) (
    input  logic                  clk,            // clock
    input  logic                  rst,            // synchronous reset: no message
    input  logic                  block_valid,    // a block is there
    output logic                  block_ready,    // it begins in this clock if it is
    input  logic                  block_last,     // it is the last of its message
    input  logic                  room,           // one more digest has a place
    input  logic                  slot_ready,     // the engine may begin a block
    output logic                  slot_start,     // it begins
    input  logic [STATE_BITS-1:0] initial_state,  // of every message
    output logic [STATE_BITS-1:0] state,          // that the block starts from
    input  logic                  chain_valid,    // new chaining words are there
    input  logic                  chain_last,     // of the last block of a message
    input  logic [STATE_BITS-1:0] chain,          // the words
    output logic                  ends            // a message's last block begins
);

  logic [STATE_BITS-1:0] state_q;  // that the next block starts from
  logic waits_q;  // it waits for the block before

  assign block_ready = slot_ready && room && !waits_q;
  assign slot_start = block_valid && block_ready;
  assign ends = slot_start && block_last;
  assign state = state_q;

  always_ff @(posedge clk) begin
    if (slot_start) waits_q <= !block_last;
    if (chain_valid && !chain_last) begin
      waits_q <= 1'b0;
      state_q <= chain;
    end
    if (ends) state_q <= initial_state;
    if (rst) begin
      waits_q <= 1'b0;
      state_q <= initial_state;
    end
  end

endmodule

`default_nettype wire
