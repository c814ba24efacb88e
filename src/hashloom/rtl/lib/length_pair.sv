// Length counters for rows of several words: counts each message's blocks and shows both words in
// which the message length is appended, side by side.
//
// The length in bits is {blocks, bytes of the last block, 3'b000}; only the blocks are counted
// here, the rest is the padder's. A context's counter is visited at the last row of every block.
// The high word takes the carry a clock behind the low word, so that neither needs an adder of more
// than a word's width. Two visits to the same context lie at least three clocks apart (two if it is
// the only one): a block has to start in the engine before the next one can end.
//
// With more than one context, every counter has to be visited once with clear after reset.
// A length of 2^LENGTH_BITS bits or more is told by over at the next visit, until it is forgotten. A
// block that will make it so long is told by brink.
`default_nettype none

module length_pair #(
    parameter int WORD         = 32,  // bits of a word
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: an only count is zero
    input  logic                    visit,          // the padder works on the last row of a block
    input  logic [CONTEXT_BITS-1:0] visit_context,  // of this context
    input  logic                    add,            // with a visit: a block of message is complete
    input  logic                    clear,          // with a visit: forget the length afterwards
    input  logic                    offset,         // with a visit for a first block: one before it
    input  logic                    load,           // with a visit: a word is to be replaced
    input  logic                    load_low,       // the low one
    input  logic [WORD-1:0]         value,          // a clock later: by this one, of whole blocks
    output logic [2*WORD-1:0]       count,          // a clock later: high word at the bottom
    output logic                    over,           // visit_context's is too long to be counted
    output logic                    brink           // it will be with one block more
);

  localparam int BLOCK_SHIFT = $clog2(16 * WORD);  // log2 of the bits of a block
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;
  localparam int TOP_BITS = TWO_WORDS ? LENGTH_BITS - WORD : LENGTH_BITS;  // of the count
  localparam int LOW_BITS = (TWO_WORDS ? WORD : LENGTH_BITS) - BLOCK_SHIFT;
  localparam int HIGH_BITS = TWO_WORDS ? TOP_BITS : 1;

  logic visit_q, clear_q, offset_q;  // the visit a clock later
  logic load_low_q, load_high_q;
  logic beyond;  // the word loaded has bits that are not counted
  logic [LOW_BITS-1:0] low_value;
  logic [HIGH_BITS-1:0] high_value;
  logic [1:0] add_q;  // blocks
  logic [LOW_BITS-1:0] low;
  logic [HIGH_BITS-1:0] high;

  always_ff @(posedge clk) begin
    visit_q <= visit;
    add_q   <= {1'b0, add} + {1'b0, offset};
    offset_q <= offset;
    clear_q <= clear;
    load_low_q <= load && load_low;
    load_high_q <= load && !load_low;
    if (rst) visit_q <= 1'b0;
  end

  assign low_value = LOW_BITS'(value >> BLOCK_SHIFT);
  assign high_value = HIGH_BITS'(value);
  assign beyond = load_low_q == TWO_WORDS ? !TWO_WORDS && value != '0
      : ((WORD+1)'(value) >> TOP_BITS) != '0;

  // count[0+:WORD] is the high word.
  assign count[0+:WORD] = TWO_WORDS ? WORD'(high) : '0;
  // The count of a first block is zero.
  assign count[WORD+:WORD] = WORD'(low | LOW_BITS'(offset_q)) << BLOCK_SHIFT;

  if (CONTEXTS == 1) begin : g_single
    logic [LOW_BITS-1:0] low_q;
    logic [HIGH_BITS-1:0] high_q;
    logic carry_q, carry;
    logic [LOW_BITS-1:0] sum;
    logic wraps;
    logic [HIGH_BITS-1:0] high_sum;
    logic over_q;
    logic unused_context;  // there is one

    assign unused_context = &{1'b0, visit_context};
    assign {carry, sum} = {1'b0, low_q} + (LOW_BITS + 1)'(add_q);
    assign low = low_q;
    assign high = high_q;
    assign {wraps, high_sum} = {1'b0, high_q} + (HIGH_BITS + 1)'(carry_q);
    assign over = over_q || (TWO_WORDS ? wraps : carry_q);
    assign brink = &low_q && (!TWO_WORDS || &high_q);

    always_ff @(posedge clk) begin
      carry_q <= visit_q && carry;
      high_q  <= high_sum;
      if (visit_q && (load_low_q || load_high_q)) over_q <= (over_q && load_low_q) || beyond;
      else over_q <= over;
      if (visit_q && load_high_q) high_q <= high_value;
      if (visit_q) low_q <= load_low_q ? low_value : sum;
      if (rst || (visit_q && clear_q)) begin
        over_q  <= 1'b0;
        carry_q <= 1'b0;
        high_q  <= '0;
        low_q   <= '0;
      end
    end
  end else begin : g_several
    // Two clocks after a visit the low word is added to, three clocks after it both are written.
    logic [CONTEXT_BITS-1:0] context_q, sum_context_q, write_context_q;
    logic sum_visit_q, sum_clear_q, write_q, write_clear_q;
    logic [1:0] sum_add_q;
    logic [LOW_BITS-1:0] low_q, low_sum_q;
    logic [HIGH_BITS-1:0] high_q, high_wait_q;
    logic carry_q;
    logic over_q, sum_over_q, write_over_q;
    logic wraps, write_over, write_brink;
    logic written;  // the counter visited is being written
    logic [HIGH_BITS-1:0] high_sum;

    logic [CONTEXTS-1:0] overs_q;
    logic [CONTEXTS-1:0] brinks_q;
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [LOW_BITS-1:0] lows[CONTEXTS];
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [HIGH_BITS-1:0] highs[CONTEXTS];

    assign low = lows[context_q];
    assign high = highs[context_q];
    assign {wraps, high_sum} = {1'b0, high_wait_q} + (HIGH_BITS + 1)'(carry_q);
    assign write_over = (write_over_q || (TWO_WORDS ? wraps : carry_q)) && !write_clear_q;
    assign write_brink = &low_sum_q && (!TWO_WORDS || &high_sum) && !write_clear_q;
    assign written = write_q && write_context_q == visit_context;
    assign over = written ? write_over : overs_q[visit_context];
    assign brink = written ? write_brink : brinks_q[visit_context];

    always_ff @(posedge clk) begin
      context_q <= visit_context;

      sum_visit_q <= visit_q;
      sum_context_q <= context_q;
      sum_add_q <= add_q;
      sum_clear_q <= clear_q;
      low_q <= load_low_q ? low_value : low;
      high_q <= load_high_q ? high_value : high;

      write_q <= sum_visit_q;
      write_context_q <= sum_context_q;
      write_clear_q <= sum_clear_q;
      {carry_q, low_sum_q} <= sum_clear_q ? '0 : {1'b0, low_q} + (LOW_BITS + 1)'(sum_add_q);
      high_wait_q <= high_q;

      over_q <= over;
      sum_over_q <= load_low_q || load_high_q ? (over_q && load_low_q) || beyond : over_q;
      write_over_q <= sum_over_q;

      if (write_q) begin
        overs_q[write_context_q] <= write_over;
        brinks_q[write_context_q] <= write_brink;
        lows[write_context_q] <= low_sum_q;
        highs[write_context_q] <= write_clear_q ? '0 : high_sum;
      end
    end
  end

endmodule

`default_nettype wire
