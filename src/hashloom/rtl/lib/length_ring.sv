// Length counter of an only context: counts the message's blocks and shows the two words in which
// the message length is appended.
//
// The length in bits is {blocks, bytes of the last block, 3'b000}; only the blocks are counted
// here, the rest is the padder's. Both words of the count lie in a ring, so that one adder of a
// word's width serves both and nothing has to be selected: each visit shows the front word and
// turns the ring. Visits come at the positions 6, 7, 14 and 15 of every block; the front is the
// high word at even positions and the low word at odd ones. The low word takes the block at
// position 15, the high word takes the carry at position 6 of the next block.
//
// A length of 2^LENGTH_BITS bits or more is told by over until it is forgotten. After a block is
// counted or a word is loaded over is right when the high word has been visited behind it. A block
// that will make it so long is told by brink from position 15 on.
`default_nettype none

module length_ring #(
    parameter int WORD        = 32,  // bits of a word
    parameter int LENGTH_BITS = 64   // bits of the counted length, 16 to 2 * WORD
) (
    input  logic            clk,    // clock
    input  logic            rst,    // synchronous reset: the count is zero
    input  logic            visit,  // the padder works on position 6, 7, 14 or 15
    input  logic            low,    // the position is odd: the low word is visited
    input  logic            add,    // with a visit at position 15: a block of message is complete
    input  logic            clear,  // with a visit: the length is being appended, then forget it
    input  logic            offset, // with a visit at position 15 of a first block: one before it
    input  logic            load,   // with a visit: the word is to be replaced
    input  logic [WORD-1:0] value,  // a clock later: by this one, of a length in whole blocks
    output logic [WORD-1:0] count,  // one clock after a visit: the word visited
    output logic            over,   // the length is too long to be counted
    output logic            brink   // it will be with the block that is being written
);

  localparam int BLOCK_SHIFT = $clog2(16 * WORD);  // log2 of the bits of a block
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;
  localparam int TOP_BITS = TWO_WORDS ? LENGTH_BITS - WORD : LENGTH_BITS;  // of the count

  logic visit_q, clear_q;
  logic offset_q;
  logic load_q;
  logic [1:0] add_q;  // blocks
  logic low_q;
  logic over_q;
  logic brink_low_q, brink_high_q;  // the bits of this word are all ones
  logic beyond;  // the word loaded has bits that are not counted
  logic wraps;  // so has the count, from now on

  assign over = over_q;
  assign brink = brink_low_q && (!TWO_WORDS || brink_high_q);
  assign beyond = low_q == TWO_WORDS ? !TWO_WORDS && value != '0
      : ((WORD+1)'(value) >> TOP_BITS) != '0;

  always_ff @(posedge clk) begin
    visit_q <= visit;
    add_q   <= {1'b0, add} + {1'b0, offset};
    offset_q <= offset;
    load_q <= load;
    clear_q <= clear && low;
    low_q <= low;
    if (visit_q) over_q <= load_q ? (over_q && low_q) || beyond : over_q || wraps;
    if (rst) visit_q <= 1'b0;
    if (rst || (visit_q && clear_q)) over_q <= 1'b0;
  end

  if (TWO_WORDS) begin : g_two_words
    logic carry;
    logic carry_q;  // carry of the latest visit
    logic catch_up_q;  // the high word is visited and is one behind the low one
    logic [WORD-1:0] front_q, back_q, sum;

    assign {carry, sum} = {1'b0, front_q}
        + ((WORD+1)'(add_q) << BLOCK_SHIFT) + (WORD+1)'(catch_up_q);
    // Only the high word catches up.
    assign wraps = TOP_BITS == WORD ? carry && catch_up_q
        : !low_q && ((WORD+1)'(sum) >> TOP_BITS) != '0;

    always_ff @(posedge clk) begin
      if (visit_q && low_q && add_q == '0) brink_low_q <= &sum[WORD-1:BLOCK_SHIFT];
      if (visit_q && !low_q) brink_high_q <= &sum[TOP_BITS-1:0];
      catch_up_q <= carry_q && !low;  // a visit to the low word precedes one to the high word
      if (visit_q) begin
        front_q <= back_q;
        back_q  <= load_q ? value : sum;
        carry_q <= carry && !load_q;
      end
      if (rst || (visit_q && clear_q)) begin
        front_q <= '0;
        back_q  <= '0;
        carry_q <= 1'b0;
      end
    end
    // The count of a first block is zero.
    assign count = front_q | (WORD'(offset_q) << BLOCK_SHIFT);
  end else begin : g_one_word
    logic [LENGTH_BITS-BLOCK_SHIFT-1:0] blocks_q, sum;

    assign {wraps, sum} = {1'b0, blocks_q} + (LENGTH_BITS - BLOCK_SHIFT + 1)'(add_q);

    assign brink_high_q = 1'b0;

    always_ff @(posedge clk) begin
      if (visit_q && low_q && add_q == '0) brink_low_q <= &sum;
      if (visit_q && load_q && low_q) begin
        blocks_q <= (LENGTH_BITS - BLOCK_SHIFT)'(value >> BLOCK_SHIFT);
      end else if (visit_q) blocks_q <= sum;
      if (rst || (visit_q && clear_q)) blocks_q <= '0;
    end
    assign count = WORD'(blocks_q | (LENGTH_BITS - BLOCK_SHIFT)'(offset_q)) << BLOCK_SHIFT;
  end

endmodule

`default_nettype wire
