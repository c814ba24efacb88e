// The words that are shown, and what is said of the length, are those of a counter as wide as both
// words, whatever is done for other contexts. All of any one context, which after a reset is known
// from a visit with clear on, or at once where it is the only one: `total` is the length in bits, of
// whole blocks, `too_long` that it cannot be counted. Both change a clock behind the visit, before
// the memory does. Visits keep their distance from one that changes the length; those that change
// nothing may follow each other, and a visit with clear one that clears.

localparam int BOTH = 2 * WORD;
localparam int APART = CONTEXTS == 1 ? 2 : 3;  // clocks

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic comes;  // a visit of the context
logic came;  // a clock ago, and there was no reset
logic [1:0] blocks;  // counted with the visit a clock ago
logic clears, offsets;  // it clears the length; a block comes before the message
logic loads_low, loads_high;  // it replaces this word
logic [APART-2:0] changed, emptied;  // a visit 1 and 2 clocks ago changes the length, or clears it
logic apart, apart_q;  // the visit keeps its distance
logic sound;  // the length is known, with the visits up to the clock before
logic known;  // and a clock later
logic [BOTH-1:0] total, added, loaded;
logic [BOTH-1:0] counted;  // as many bits of it as are counted
logic carried;  // a length of both words is not enough
logic too_long;
logic loaded_too_long;
logic [LOW_BITS-1:0] low_blocks;  // of the length, as it is or will be stored
logic [HIGH_BITS-1:0] high_part;
logic told;  // over, as it is or will be stored

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign comes = visit && (CONTEXTS == 1 || visit_context == of_context);
assign apart = changed == '0;
assign {carried, added} = {1'b0, total} + ((BOTH+1)'(blocks) << BLOCK_SHIFT);
assign counted = BOTH'(total[LENGTH_BITS-1:0]);
assign loaded = loads_low ? {total[BOTH-1:WORD], value}
    : {value, WORD'(total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:0])};
assign loaded_too_long = TWO_WORDS
    ? (loads_low ? too_long : ((WORD+1)'(value) >> TOP_BITS) != '0)
    : (loads_low ? too_long || ((WORD+1)'(value) >> TOP_BITS) != '0 : value != '0);

always_ff @(posedge clk) begin
  came <= comes && !rst;
  changed <= (APART-1)'({changed, comes && !rst && (add || offset || clear || load)});
  emptied <= (APART-1)'({emptied, comes && !rst && clear});
  blocks <= 2'(add) + 2'(offset);
  clears <= clear;
  offsets <= offset;
  loads_low <= load && load_low;
  loads_high <= load && !load_low;
  apart_q <= apart;
  sound <= sound || (comes && clear);
  known <= sound;
  if (came) begin
    total <= loads_low || loads_high ? loaded : added;
    too_long <= loads_low || loads_high ? loaded_too_long
        : too_long || carried || ((BOTH+1)'(added) >> LENGTH_BITS) != '0;
    if (clears) begin
      total <= '0;
      too_long <= 1'b0;
    end
  end
  if (rst) begin
    changed <= '0;
    emptied <= '0;
    sound <= CONTEXTS == 1;
    known <= CONTEXTS == 1;
    if (CONTEXTS == 1) begin
      total <= '0;
      too_long <= 1'b0;
    end
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!visit || 32'(visit_context) < CONTEXTS);
  if (comes && !rst) begin
    a_cleared : assume (sound || clear);
    a_apart : assume (apart || (clear && emptied != '0));
    a_alone : assume (!load || !(add || offset || clear));
  end
  if (came && known) begin
    a_first : assume (!offsets || total == '0);
    a_value : assume (!loads_low || value[BLOCK_SHIFT-1:0] == '0);
  end
end

always_ff @(posedge clk) if (checked && known) begin
  p_count : assert (!came || !apart_q || count
      == {counted[WORD-1:0] + (WORD'(offsets) << BLOCK_SHIFT), counted[BOTH-1:WORD]});
  p_over : assert ((CONTEXTS > 1 && visit_context != of_context) || !apart || over == too_long);
  p_brink : assert ((CONTEXTS > 1 && visit_context != of_context) || !apart || too_long
      || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);

  p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
  p_low : assert (low_blocks == total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:BLOCK_SHIFT]);
  p_high : assert (!TWO_WORDS || high_part == total[WORD+:HIGH_BITS]);
  p_told : assert (told == too_long);
  p_counted : assert (told || (total >> LENGTH_BITS) == '0);
  p_visit : assert (visit_q || !came);
end

if (CONTEXTS == 1) begin : g_single_kept
  assign low_blocks = g_single.low_q;
  assign high_part = g_single.high_sum;
  assign told = over;
end else begin : g_several_kept
  logic sums, writes;  // the visit that is added to, and the one that is written, are of the context
  logic carry;
  logic [LOW_BITS-1:0] sum;
  logic [HIGH_BITS:0] high_sum;

  assign sums = g_several.sum_visit_q && g_several.sum_context_q == of_context;
  assign writes = g_several.write_q && g_several.write_context_q == of_context;
  assign {carry, sum} = {1'b0, g_several.low_q} + (LOW_BITS + 1)'(g_several.sum_add_q);
  assign high_sum = {1'b0, g_several.high_q} + (HIGH_BITS + 1)'(carry);
  assign low_blocks = sums ? (g_several.sum_clear_q ? '0 : sum)
      : writes ? g_several.low_sum_q : g_several.lows[of_context];
  assign high_part = sums ? (g_several.sum_clear_q ? '0 : HIGH_BITS'(high_sum))
      : writes ? (g_several.write_clear_q ? '0 : g_several.high_sum) : g_several.highs[of_context];
  assign told = sums ? !g_several.sum_clear_q
      && (g_several.sum_over_q || (TWO_WORDS ? high_sum[HIGH_BITS] : carry))
      : writes ? g_several.write_over : g_several.overs_q[of_context];

  always_ff @(posedge clk) if (checked && known) begin
    p_brinks : assert (sums || writes || too_long
        || g_several.brinks_q[of_context] == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
  end
end
