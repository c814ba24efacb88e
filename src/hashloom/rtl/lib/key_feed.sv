// Starts the blocks of an HMAC in two engines that hash one block each in the same time: inner and
// outer hash (FIPS 198-1). It keeps what one key has left in both.
//
// A key is taken when no message is under way. It begins in both engines at once, and messages
// wait until it is done. A message's inner hash goes through a register into the outer engine.
`default_nettype none

module key_feed #(
    parameter int STATE_BITS = 256  // bits of a chaining value
) (
    input  logic                  clk,            // clock
    input  logic                  rst,            // synchronous reset: no key, no message
    input  logic                  key_valid,      // a key is there
    output logic                  key_ready,      // it begins in this clock if it is
    input  logic                  block_valid,    // a block of a message is there
    output logic                  block_ready,    // it begins in this clock if it is
    input  logic                  block_last,     // it is the last of its message
    input  logic                  room,           // one more tag has a place
    input  logic                  quiet,          // no tag is owed
    input  logic                  slot_ready,     // the inner engine may begin a block
    output logic                  slot_start,     // one begins in it
    output logic                  slot_last,      // it is the last of its message
    output logic                  outer_start,    // one begins in the outer engine
    output logic                  keying,         // those of a key
    input  logic [STATE_BITS-1:0] initial_state,  // that pads start from
    output logic [STATE_BITS-1:0] inner_state,    // that the inner engine's block starts from
    output logic [STATE_BITS-1:0] outer_state,    // likewise of the outer engine
    input  logic                  chain_valid,    // the inner engine's new chaining words are there
    input  logic                  chain_last,     // of the last block of a message
    input  logic [STATE_BITS-1:0] chain,          // the words
    input  logic [STATE_BITS-1:0] outer_chain,    // the outer engine's, with those of a key
    output logic [STATE_BITS-1:0] digest,         // inner hash, for the block that begins
    output logic                  ends            // a message's last block begins
);

  logic [STATE_BITS-1:0] key_q;  // state after the inner pad
  logic [STATE_BITS-1:0] state_q;  // that the inner engine's next block starts from
  logic [STATE_BITS-1:0] outer_q;  // state after the outer pad; initial value before a key
  logic [STATE_BITS-1:0] digest_q;  // inner hash
  logic digest_valid_q;  // which has just come
  logic keyed_q;  // there is a key
  logic opens_q;  // both states are the initial value: a key may begin
  logic keying_q;  // it is hashed
  logic under_way_q;  // a message has begun and not ended
  logic waits_q;  // its next block waits for the one before
  logic open, begins, next, hashed;

  assign open = key_valid && quiet && !under_way_q && !opens_q && !keying_q;
  assign key_ready = opens_q && slot_ready;
  assign keying = key_valid && key_ready;
  assign block_ready = keyed_q && slot_ready && room && !waits_q && (under_way_q || !key_valid);
  assign begins = block_valid && block_ready;
  assign slot_start = keying || begins;
  assign slot_last = begins && block_last;
  assign ends = slot_last;
  assign next = chain_valid && !chain_last;
  assign hashed = next && keying_q;
  assign outer_start = keying || digest_valid_q;
  assign inner_state = state_q;
  assign outer_state = outer_q;
  assign digest = digest_q;

  always_ff @(posedge clk) begin
    if (open) begin
      opens_q <= 1'b1;
      keyed_q <= 1'b0;
    end
    if (keying) begin
      opens_q  <= 1'b0;
      keying_q <= 1'b1;
    end
    if (begins) begin
      under_way_q <= !block_last;
      waits_q <= !block_last;
    end
    if (next) waits_q <= 1'b0;
    if (hashed) begin
      keying_q <= 1'b0;
      keyed_q  <= 1'b1;
    end
    digest_valid_q <= chain_valid && chain_last;
    if (rst) begin
      opens_q <= 1'b0;
      keyed_q <= 1'b0;
      keying_q <= 1'b0;
      under_way_q <= 1'b0;
      waits_q <= 1'b0;
      digest_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (next || slot_last) state_q <= next ? chain : key_q;
    if (hashed) begin
      key_q   <= chain;
      outer_q <= outer_chain;
    end
    if (chain_valid) digest_q <= chain;
    if (rst || open) begin
      key_q   <= initial_state;
      state_q <= initial_state;
      outer_q <= initial_state;
    end
    if (rst) digest_q <= initial_state;
  end

endmodule

`default_nettype wire
