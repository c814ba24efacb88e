// The words that are shown, and what is said of the length, are those of a counter as wide as both
// words, whatever is done for other contexts. All of any one context, from when both its words have
// been cleared on: `asked`: the word that is visited next is the low one, and `turn`, a clock later.
// `total`: the length in bits, of whole blocks; `too_long`: it cannot be counted. Both change a clock
// behind the visit, three clocks before the memory does. Visits lie so far apart that over is read
// when it has been written; a visit with clear may come at any time, as behind a reset.

localparam int BOTH = 2 * WORD;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic comes;  // a visit of the context
logic asked, turn;
logic [2:0] came, came_low, came_load;  // 1, 2 and 3 clocks ago
logic [1:0] blocks;  // counted with the visit a clock ago
logic clears, offsets;  // it clears the word; a block comes before the message
logic proper, proper_q;  // the visit comes in turn and keeps its distance
logic emptied = 1'b0;  // the latest visit was to clear the high word
logic emptied_q;  // and so it was in the clock before
logic sound = 1'b0;  // both words have been cleared, with the visits up to the clock before
logic known = 1'b0;  // and a clock later
logic [BOTH-1:0] total, added, loaded, cleared;
logic carried;  // a length of both words is not enough
logic too_long;
logic loaded_too_long;
logic pending;  // the high word is one behind
logic changes;  // a clock behind a visit: it changes words, or over
logic [1:0] changed;  // 1 and 2 clocks ago
logic [1:0] seen, seen_q;  // the high and the low word are visited and do not change
logic [1:0] unseen;  // they have changed and have not been visited since, three clocks ago or more
logic full, full_known;  // before the block that was counted last the length had no room for it
logic sums, writes;  // the visit that is added to, and the one that is written, are of the context
logic high_sums, high_writes, low_sums, low_writes;  // and of this word

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign comes = visit && visit_context == of_context;
assign proper = low == asked && (came & ~(came_low ^ {3{low}})) == '0
    && (low || came == '0 || (came & came_low) == '0) && (TWO_WORDS || (came & came_load) == '0);
assign {carried, added} = {1'b0, total} + ((BOTH+1)'(blocks) << BLOCK_SHIFT);
assign loaded = came_low[0] ? {total[BOTH-1:WORD], value}
    : {value, WORD'(total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:0])};
assign cleared = came_low[0] ? {total[BOTH-1:WORD], WORD'(0)} : {WORD'(0), total[WORD-1:0]};
assign loaded_too_long = TWO_WORDS
    ? (came_low[0] ? too_long : ((WORD+1)'(value) >> TOP_BITS) != '0)
    : (came_low[0] ? too_long || ((WORD+1)'(value) >> TOP_BITS) != '0 : value != '0);
assign changes = came[0] && (blocks != '0 || clears || came_load[0] || (!came_low[0] && pending));
assign sums = sum_visit_q && sum_context_q == of_context;
assign writes = write_q && write_context_q == of_context;
assign high_sums = sums && !sum_low_q;
assign high_writes = writes && !write_low_q;
assign low_sums = sums && sum_low_q;
assign low_writes = writes && write_low_q;

always_ff @(posedge clk) begin
  came <= {came[1:0], comes};
  came_low <= {came_low[1:0], low};
  came_load <= {came_load[1:0], load};
  blocks <= 2'(add) + 2'(offset);
  clears <= clear;
  offsets <= offset;
  proper_q <= proper;
  turn <= asked;
  emptied_q <= emptied;
  known <= sound;
  changed <= {changed[0], changes};
  if (comes) begin
    asked <= !low;
    emptied <= clear && !low;
    if (!(sound && proper)) sound <= clear && low && emptied;
  end

  seen <= {came[0] && !came_low[0] && !clears, came[0] && came_low[0] && !clears && blocks == '0};
  seen_q <= seen;
  unseen <= unseen & ~seen_q;
  if (came[0]) begin
    if (changes) unseen[!came_low[0]] <= 1'b1;
    full <= &total[LENGTH_BITS-1:BLOCK_SHIFT];
    full_known <= blocks != '0 && !clears && unseen == '0;
    total <= clears ? cleared : came_load[0] ? loaded : added;
    if (clears && came_low[0]) too_long <= 1'b0;
    else if (came_load[0]) too_long <= loaded_too_long;
    else if (!clears) too_long <= too_long || carried || ((BOTH+1)'(added) >> LENGTH_BITS) != '0;
  end
  if (sound && !known) begin
    total <= '0;
    too_long <= 1'b0;
    unseen <= 2'd3;
    full_known <= 1'b0;
  end
end

always_ff @(posedge clk) begin
  a_exists : assume (!sound || !visit || 32'(visit_context) < CONTEXTS);
  if (comes && sound) begin
    a_proper : assume (proper || clear);
    a_add : assume (low || !(add || offset));
    a_clear : assume (!clear || !low || emptied);
    a_alone : assume (!load || !(add || offset || clear));
  end
  if (came[0] && known && sound) begin
    a_first : assume (!offsets || total == '0);
    a_value : assume (!came_load[0] || !came_low[0] || value[BLOCK_SHIFT-1:0] == '0);
  end

  p_emptied : assert (!emptied || (asked
      && (!emptied_q || !known || total[BOTH-1:WORD] == '0)));
  if (known) begin
    p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
    p_sums : assert (sums == (came[1] && (TWO_WORDS || came_low[1] || came_load[1]))
        && (!sums || sum_low_q == came_low[1]));
    p_writes : assert (writes == (came[2] && (TWO_WORDS || came_low[2] || came_load[2]))
        && (!writes || write_low_q == came_low[2]));
    p_over : assert (visit_context != of_context || changed != '0 || pending || over == too_long);
    p_brink : assert (visit_context != of_context || unseen[0] || (TWO_WORDS && unseen[1])
        || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
    p_brink_behind : assert (visit_context != of_context || !full_known || brink == full);
    p_full : assert (!full_known || (brink_lows_q[of_context]
        && (!TWO_WORDS || brink_highs_q[of_context])) == full);
    p_brink_low : assert (unseen[0] || brink_lows_q[of_context]
        == &total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:BLOCK_SHIFT]);
  end
end

if (TWO_WORDS) begin : g_two_words_kept
  logic [WORD-1:0] high, low_word, sum;
  logic carry, telling;

  assign sum = sum_clear_q ? '0 : g_two_words.sum;
  assign high = high_sums ? sum : high_writes ? write_data_q : g_two_words.store[{of_context, 1'b0}];
  assign low_word = low_sums ? sum : low_writes ? write_data_q
      : g_two_words.store[{of_context, 1'b1}];
  assign carry = low_sums ? g_two_words.carry && !sum_clear_q
      : low_writes ? g_two_words.write_carry_q : g_two_words.carries[of_context];
  assign pending = !turn && carry;
  assign telling = high_sums ? (sum_load_q ? sum_beyond_q : sum_over_q || wraps)
      : low_sums && sum_clear_q ? 1'b0 : high_writes ? write_over_q
      : low_writes && write_clear_q ? 1'b0 : overs_q[of_context];

  always_ff @(posedge clk) p_high_emptied : assert (!emptied || !emptied_q || high == '0);

  always_ff @(posedge clk) if (known) begin
    p_count : assert (!came[0] || !proper_q || pending || count == (came_low[0]
        ? total[WORD-1:0] + (WORD'(offsets) << BLOCK_SHIFT) : total[BOTH-1:WORD]));
    p_low : assert (low_word == total[WORD-1:0]);
    p_high : assert (high + WORD'(pending) == total[BOTH-1:WORD]);
    p_told : assert (too_long == (telling || (pending
        && (TOP_BITS == WORD ? &high : (((WORD+1)'(high) + 1'b1) >> TOP_BITS) != '0))));
    p_counted : assert (telling || ((WORD+1)'(high) >> TOP_BITS) == '0);
    p_pending : assert (!pending || unseen[0]);
    p_brink_high : assert (unseen[1] || brink_highs_q[of_context] == &high[TOP_BITS-1:0]);
  end
end else begin : g_one_word_kept
  logic [STORE_BITS-1:0] held;
  logic telling;

  assign pending = 1'b0;
  assign held = low_sums ? (sum_clear_q ? '0 : g_one_word.sum)
      : low_writes ? write_data_q : g_one_word.store[of_context];
  assign telling = sums ? (sum_load_q ? (sum_over_q && sum_low_q) || sum_beyond_q
      : sum_over_q || wraps) && !(sum_clear_q && sum_low_q)
      : writes ? write_over_q && !write_clear_q : overs_q[of_context];

  always_ff @(posedge clk) if (known) begin
    p_count : assert (!came[0] || !proper_q || count
        == WORD'(total[LENGTH_BITS-1:0]) + (WORD'(came_low[0] && offsets) << BLOCK_SHIFT));
    p_blocks : assert (held == total[LENGTH_BITS-1:BLOCK_SHIFT]);
    p_told : assert (telling == too_long);
    p_counted : assert (telling || (total >> LENGTH_BITS) == '0);
  end
end
