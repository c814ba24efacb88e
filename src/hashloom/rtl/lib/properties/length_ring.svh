// The words that are shown, and what is said of the length, are those of a counter as wide as both
// words. `turn`: the position of the next visit that is worked on, 6, 7, 14 or 15. `total`: the
// length in bits, of whole blocks; `too_long`: it cannot be counted.

localparam int BOTH = 2 * WORD;

logic [1:0] asked, turn;
logic visited;  // a clock after a visit
logic [1:0] visited_at;
logic [BOTH-1:0] total, added, loaded;
logic carried;  // a length of both words is not enough
logic too_long;
logic loaded_too_long;
logic [1:0] unseen;  // the high and the low word have been loaded and not visited since

assign {carried, added} = {1'b0, total} + ((BOTH+1)'(add_q) << BLOCK_SHIFT);
assign loaded = turn[0] ? {total[BOTH-1:WORD], value}
    : {value, WORD'(total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:0])};
assign loaded_too_long = TWO_WORDS
    ? (turn[0] ? too_long : ((WORD+1)'(value) >> TOP_BITS) != '0)
    : (turn[0] ? too_long || ((WORD+1)'(value) >> TOP_BITS) != '0 : value != '0);

always_ff @(posedge clk) begin
  if (visit) asked <= asked + 2'd1;
  visited <= visit;
  visited_at <= asked;
  if (visit_q) begin
    turn <= turn + 2'd1;
    unseen[!turn[0]] <= load_q;
    total <= load_q ? loaded : added;
    too_long <= load_q ? loaded_too_long : too_long || carried || ((BOTH+1)'(added) >> LENGTH_BITS) != '0;
    if (clear_q) begin
      total <= '0;
      too_long <= 1'b0;
    end
  end
  if (rst) begin
    asked <= 2'd0;
    turn <= 2'd0;
    visited <= 1'b0;
    unseen <= 2'd0;
    total <= '0;
    too_long <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_order : assume (!visit || low == asked[0]);
  // The high word is visited right before the low one, and not right behind it.
  a_apart : assume (!visit || !visited || low);
  a_add : assume (!(add || offset) || (visit && asked == 2'd3 && !load));
  a_clear : assume (!clear || (visit && asked[1]));
  a_value : assume (!visit_q || !load_q || !turn[0] || value[BLOCK_SHIFT-1:0] == '0);

  p_turn : assert (turn + 2'(visit_q) == asked);
  p_visit : assert (visit_q == visited);
end

if (TWO_WORDS) begin : g_two_words_kept
  logic [WORD-1:0] high, low_word;
  logic pending;  // the high word is one behind

  assign pending = turn == 2'd0 && g_two_words.carry_q;
  assign {high, low_word} = turn[0] ? {g_two_words.back_q, g_two_words.front_q}
      : {g_two_words.front_q, g_two_words.back_q};

  always_ff @(posedge clk) if (checked) begin
    p_low : assert (low_word == total[WORD-1:0]);
    p_high : assert (high + WORD'(pending) == total[BOTH-1:WORD]);
    p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
    p_carry : assert (turn < 2'd2 || !g_two_words.carry_q);
    p_catch_up : assert (!visit_q || g_two_words.catch_up_q == pending);
    p_count : assert (!visit_q || turn == 2'd0 || offset_q
        || count == (turn[0] ? total[WORD-1:0] : total[BOTH-1:WORD]));
    p_over : assert (turn == 2'd0 || over == too_long);
    p_over_late : assert (turn != 2'd0 || too_long == (over || (pending
        && (TOP_BITS == WORD ? &high : (((WORD+1)'(high) + 1'b1) >> TOP_BITS) != '0))));
    p_counted : assert (over || ((WORD+1)'(high) >> TOP_BITS) == '0);
    p_brink_low : assert (turn < 2'd2 || unseen[0]
        || brink_low_q == &total[WORD-1:BLOCK_SHIFT]);
    p_brink : assert (turn != 2'd3 || unseen != 2'd0
        || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
  end
end else begin : g_one_word_kept
  always_ff @(posedge clk) if (checked) begin
    p_blocks : assert (g_one_word.blocks_q == total[LENGTH_BITS-1:BLOCK_SHIFT]);
    p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
    p_count : assert (!visit_q || offset_q || count == WORD'(total[LENGTH_BITS-1:0]));
    p_over : assert (over == too_long);
    p_counted : assert (over || (total >> LENGTH_BITS) == '0);
    p_brink : assert (turn < 2'd2 || unseen[0] || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
  end
end
