// Length counters of several contexts: counts each message's blocks and shows the two words in
// which the message length is appended.
//
// The length in bits is {blocks, bytes of the last block, 3'b000}; only the blocks are counted
// here, the rest is the padder's. The words of all contexts lie in one small memory, and one adder
// of a word's width serves them: a context's words are visited at the positions 6, 7, 14 and 15 of
// every block, the high word at even positions and the low word at odd ones. The low word takes
// the block at position 15, the high word takes the carry at position 6 of the next block. Two
// visits to the same word lie at least seven clocks apart, which leaves three for read, add, write.
//
// After reset every word has to be visited once with clear.
// A length of 2^LENGTH_BITS bits or more is told by over until it is forgotten. After a block is
// counted or a word is loaded over is right when the high word has been visited behind it. A block
// that will make it so long is told by brink from position 15 on.
`default_nettype none

module length_memory #(
    parameter int WORD         = 32,  // bits of a word
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int CONTEXTS     = 4,   // contexts
    parameter int CONTEXT_BITS = 2    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    visit,          // the padder works on position 6, 7, 14 or 15
    input  logic [CONTEXT_BITS-1:0] visit_context,  // of this context
    input  logic                    low,            // the position is odd: the low word is visited
    input  logic                    add,            // at position 15: a block is complete
    input  logic                    clear,          // the length is being appended, then forget it
    input  logic                    offset,         // at position 15 of a first block: one before it
    input  logic                    load,           // with a visit: the word is to be replaced
    input  logic [WORD-1:0]         value,          // a clock later: by this one, of whole blocks
    output logic [WORD-1:0]         count,          // one clock after a visit: the word visited
    output logic                    over,           // visit_context's is too long to be counted
    output logic                    brink           // it will be with the block being written
);

  localparam int BLOCK_SHIFT = $clog2(16 * WORD);  // log2 of the bits of a block
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;
  localparam int TOP_BITS = TWO_WORDS ? LENGTH_BITS - WORD : LENGTH_BITS;  // of the count
  localparam int STORE_BITS = TWO_WORDS ? WORD : LENGTH_BITS - BLOCK_SHIFT;

  // The visit, one and two clocks later and when its word is written back.
  logic visit_q, clear_q, offset_q, load_q;
  logic [1:0] add_q, sum_add_q;  // blocks
  logic [CONTEXT_BITS-1:0] context_q;
  logic sum_visit_q, sum_clear_q;
  logic [CONTEXT_BITS-1:0] sum_context_q;
  logic write_q, write_clear_q;
  logic [CONTEXT_BITS-1:0] write_context_q;
  logic low_q, sum_low_q, sum_load_q, write_low_q;

  logic [CONTEXTS-1:0] overs_q;
  logic over_q, sum_over_q, write_over_q;
  logic beyond;  // the word loaded has bits that are not counted
  logic sum_beyond_q;
  logic wraps;  // so has the count, from now on
  // Whether the bits of a word are all ones.
  logic [CONTEXTS-1:0] brink_lows_q;
  logic [CONTEXTS-1:0] brink_highs_q;
  logic sum_ones, write_ones_q, write_add_q;

  logic [STORE_BITS-1:0] stored, value_q, write_data_q;

  always_ff @(posedge clk) begin
    visit_q <= visit && (TWO_WORDS || low || load);
    low_q <= low;
    context_q <= visit_context;
    add_q <= {1'b0, add} + {1'b0, offset};
    offset_q <= offset;
    clear_q <= clear;
    load_q <= load;
    sum_visit_q <= visit_q;
    sum_context_q <= context_q;
    sum_add_q <= add_q;
    sum_clear_q <= clear_q;
    sum_low_q <= low_q;
    sum_load_q <= load_q;
    write_q <= sum_visit_q;
    write_context_q <= sum_context_q;
    write_clear_q <= sum_clear_q && sum_low_q;
    write_low_q <= sum_low_q;
    value_q <= load_q ? STORE_BITS'(TWO_WORDS ? value : value >> BLOCK_SHIFT) : stored;
  end

  // ---- lengths that cannot be counted -------------------------------------------------------

  assign over = overs_q[visit_context];
  assign brink = brink_lows_q[visit_context] && (!TWO_WORDS || brink_highs_q[visit_context]);
  assign beyond = low_q == TWO_WORDS ? !TWO_WORDS && value != '0
      : ((WORD+1)'(value) >> TOP_BITS) != '0;

  always_ff @(posedge clk) begin
    over_q <= over;
    sum_over_q <= over_q;
    sum_beyond_q <= beyond;
    write_over_q <= sum_load_q ? (sum_over_q && sum_low_q) || sum_beyond_q : sum_over_q || wraps;
    write_ones_q <= sum_ones;
    write_add_q <= sum_add_q != '0;
    if (write_q && !write_low_q) brink_highs_q[write_context_q] <= write_ones_q;
    if (write_q && write_low_q && !write_add_q) brink_lows_q[write_context_q] <= write_ones_q;
    // Of two words the high one tells it, and it is forgotten with the low one.
    if (write_q && (!TWO_WORDS || !write_low_q || write_clear_q)) begin
      overs_q[write_context_q] <= write_over_q && !write_clear_q;
    end
  end

  // ---- the words ----------------------------------------------------------------------------

  if (TWO_WORDS) begin : g_two_words
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [WORD-1:0] store[2*CONTEXTS];  // at {context, low}
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic carries[CONTEXTS];  // the low word has wrapped, the high word is one behind
    logic carry_q, carry, write_carry_q;
    logic [WORD-1:0] sum;

    assign stored = store[{context_q, low_q}];
    // The count of a first block is zero.
    assign count = stored | (WORD'(offset_q) << BLOCK_SHIFT);
    assign {carry, sum} = {1'b0, value_q}
        + ((WORD+1)'(sum_add_q) << BLOCK_SHIFT) + (WORD+1)'(!sum_low_q && carry_q && !sum_load_q);
    assign sum_ones = sum_low_q ? &sum[WORD-1:BLOCK_SHIFT] : &sum[TOP_BITS-1:0];
    assign wraps = !sum_low_q && (TOP_BITS == WORD ? carry : ((WORD+1)'(sum) >> TOP_BITS) != '0);

    always_ff @(posedge clk) begin
      carry_q <= carries[context_q];
      write_data_q <= sum_clear_q ? '0 : sum;
      write_carry_q <= !sum_clear_q && carry;
      if (write_q) store[{write_context_q, write_low_q}] <= write_data_q;
      if (write_q && write_low_q) carries[write_context_q] <= write_carry_q;
    end
  end else begin : g_one_word
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [STORE_BITS-1:0] store[CONTEXTS];
    logic [STORE_BITS-1:0] sum;

    assign stored = store[context_q];
    assign count = WORD'(stored | STORE_BITS'(offset_q)) << BLOCK_SHIFT;

    assign sum_ones = &sum;
    assign {wraps, sum} = {1'b0, value_q} + (STORE_BITS + 1)'(sum_add_q);

    always_ff @(posedge clk) begin
      write_data_q <= sum_clear_q ? '0 : sum;
      if (write_q && write_low_q) store[write_context_q] <= write_data_q;
    end
  end

endmodule

`default_nettype wire
