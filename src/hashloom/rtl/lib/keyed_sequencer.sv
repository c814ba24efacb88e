// Goes through the program of a folded HMAC core: for each block of a message, for a key, an
// expected tag or an erasure the rows from one row on, until one of them says that it goes on
// elsewhere.
//
// A row says so two clocks ahead, in `goes`: behind the loop, which is run once for every sixteen
// rounds but the last; behind what is followed by what has been asked for; and behind a block that
// the program has written, which is hashed next.
//
// Row 0 does nothing; it is read while nothing is at work. While a word of a digest waits the
// program stands still, at a row that does nothing or only reads.
`default_nettype none

module keyed_sequencer #(
    parameter int ROW_BITS  = 10,  // bits of a row's number
    parameter int BLOCK     = 1,   // first row for a block of a message
    parameter int LOOP      = 2,   // of the loop
    parameter int COMPARE   = 3,   // of a digest that is compared with a tag, then sent
    parameter int OUTPUT    = 4,   // of a digest that is sent
    parameter int OUTER     = 5,   // of the block of the outer hash
    parameter int LONG_KEY  = 6,   // of a key that has been hashed
    parameter int KEY       = 7,   // of a key that is a block
    parameter int KEY_OUTER = 8,   // behind the inner state of a key
    parameter int KEY_DONE  = 9,   // behind its outer state
    parameter int TAG       = 10,  // of an expected tag
    parameter int WIPE      = 11,  // where everything is erased
    parameter int ERASE_ALL = 12,  // all but expected tags
    parameter int ERASE     = 13,  // a slot
    parameter int PASSES    = 4,   // passes of the loop, and of the rows behind it as one more
    parameter int PASS_BITS = 2    // bits of a pass's number
) (
    input  logic                 clk,          // clock
    input  logic                 rst,          // synchronous reset: nothing is at work
    input  logic                 wipe,         // everything is to be erased
    input  logic                 erase,        // a slot is to be erased
    input  logic                 every,        // all of them are
    input  logic                 block_valid,  // a block of a packet is complete
    input  logic                 block_short,  // it is all of a key or of an expected tag
    input  logic                 block_last,   // it is the last of its message
    input  logic                 flawed,       // the packet broke the rules or is too long
    input  logic                 is_tag,       // the packet is an expected tag
    input  logic                 is_key,       // it is a key
    input  logic                 keyed,        // its answer is a tag or a verdict on one
    input  logic                 verify,       // it is a verdict
    input  logic                 wait_here,    // a word of a digest waits
    input  logic [1:0]           goes,         // behind this row it goes on elsewhere
    output logic [ROW_BITS-1:0]  row,          // the row of the program to be read
    output logic [PASS_BITS-1:0] pass,         // the pass it belongs to
    output logic                 released,     // the block has been hashed, the next may come
    output logic                 done          // all that was asked for has been done
);

  localparam logic [1:0] LOOPS = 2'd1, BRANCHES = 2'd2, HASHES = 2'd3;  // where it goes

  typedef enum logic [1:0] {
    Message,  // a block of a packet is hashed
    Inner,    // that of K0 xor ipad
    Outer,    // that of K0 xor opad, or of the inner digest
    Final     // nothing comes behind this
  } stage_t;

  stage_t stage_q, stage_next;
  logic running_q, starts, branches, again, ends;
  logic [ROW_BITS-1:0] target;  // where it goes on

  assign starts = !running_q && (wipe || erase || block_valid);
  assign branches = running_q && !wait_here && goes == BRANCHES;
  assign again = goes == LOOPS && pass != PASS_BITS'(PASSES - 2);
  assign ends = branches && (stage_q == Final || (stage_q == Message && !block_last));
  assign done = branches && stage_q == Final;
  assign released = branches && stage_q == Message && !block_last;

  always_comb begin
    target = ROW_BITS'(LOOP);
    stage_next = stage_q;
    if (!running_q) begin
      stage_next = Final;
      if (wipe) target = ROW_BITS'(WIPE);
      else if (erase) target = every ? ROW_BITS'(ERASE_ALL) : ROW_BITS'(ERASE);
      else if (is_tag) target = ROW_BITS'(TAG);
      else if (!block_short) begin
        target = ROW_BITS'(BLOCK);
        stage_next = Message;
      end else if (flawed) target = ROW_BITS'(ERASE);
      else begin
        target = ROW_BITS'(KEY);
        stage_next = Inner;
      end
    end else if (goes == BRANCHES) begin
      if (stage_q == Message) begin
        stage_next = Final;
        if (keyed) begin
          target = ROW_BITS'(OUTER);
          stage_next = Outer;
        end else if (!is_key) target = ROW_BITS'(OUTPUT);
        else if (flawed) target = ROW_BITS'(ERASE);
        else begin
          target = ROW_BITS'(LONG_KEY);
          stage_next = Inner;
        end
      end else if (stage_q == Inner) begin
        target = ROW_BITS'(KEY_OUTER);
        stage_next = Outer;
      end else begin
        stage_next = Final;
        if (is_key) target = ROW_BITS'(KEY_DONE);
        else target = verify ? ROW_BITS'(COMPARE) : ROW_BITS'(OUTPUT);
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!running_q) begin
      running_q <= starts;
      row <= starts ? target : '0;
      stage_q <= stage_next;
      pass <= '0;
    end else if (!wait_here) begin
      if (goes == LOOPS) pass <= pass + 1'b1;
      if (branches) begin
        pass <= '0;
        stage_q <= stage_next;
      end
      row <= again || branches || goes == HASHES ? target : row + 1'b1;
      if (ends) begin
        running_q <= 1'b0;
        row <= '0;
      end
    end
    if (rst) begin
      running_q <= 1'b0;
      row <= '0;
    end
  end

endmodule

`default_nettype wire
