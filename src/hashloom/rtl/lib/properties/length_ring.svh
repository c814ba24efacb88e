// The words that are shown, and what is said of the length, are those of a counter as wide as both
// words. `turn`: the visit that is worked on next is to the low word. `total`: the length in bits,
// of whole blocks; `too_long`: it cannot be counted.

localparam int BOTH = 2 * WORD;

logic asked, turn;
logic [1:0] blocks;  // to be added with a visit, a clock later
logic visited;  // a clock after a visit
logic [BOTH-1:0] total, added, loaded;
logic carried;  // a length of both words is not enough
logic too_long;
logic loaded_too_long;
logic [1:0] unseen;  // the high and the low word have changed and not been visited since

assign {carried, added} = {1'b0, total} + ((BOTH+1)'(blocks) << BLOCK_SHIFT);
assign loaded = turn ? {total[BOTH-1:WORD], value}
    : {value, WORD'(total[(TWO_WORDS ? WORD : LENGTH_BITS)-1:0])};
assign loaded_too_long = TWO_WORDS
    ? (turn ? too_long : ((WORD+1)'(value) >> TOP_BITS) != '0)
    : (turn ? too_long || ((WORD+1)'(value) >> TOP_BITS) != '0 : value != '0);

always_ff @(posedge clk) begin
  if (visit) asked <= !asked;
  blocks <= 2'(add) + 2'(offset);
  visited <= visit;
  if (visit_q) begin
    turn <= !turn;
    unseen[!turn] <= load_q || blocks != '0;
    total <= load_q ? loaded : added;
    too_long <= load_q ? loaded_too_long
        : too_long || carried || ((BOTH+1)'(added) >> LENGTH_BITS) != '0;
    if (clear_q) begin
      total <= '0;
      too_long <= 1'b0;
      unseen <= 2'd3;
    end
  end
  if (rst) begin
    asked <= 1'b0;
    turn <= 1'b0;
    visited <= 1'b0;
    unseen <= 2'd3;
    total <= '0;
    too_long <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_order : assume (!visit || low == asked);
  // The high word is visited right before the low one, and not right behind it.
  a_apart : assume (!visit || !visited || low);
  a_add : assume (!visit || low || !(add || offset));
  a_load : assume (!visit || !load || !(add || offset));
  a_clear : assume (!clear || visit);
  a_value : assume (!visit_q || !load_q || !turn || value[BLOCK_SHIFT-1:0] == '0);

  p_turn : assert ((turn ^ visit_q) == asked);
  p_visit : assert (visit_q == visited);
end

if (TWO_WORDS) begin : g_two_words_kept
  logic [WORD-1:0] high, low_word;
  logic pending;  // the high word is one behind

  assign pending = !turn && g_two_words.carry_q;
  assign {high, low_word} = turn ? {g_two_words.back_q, g_two_words.front_q}
      : {g_two_words.front_q, g_two_words.back_q};

  always_ff @(posedge clk) if (checked) begin
    p_low : assert (low_word == total[WORD-1:0]);
    p_high : assert (high + WORD'(pending) == total[BOTH-1:WORD]);
    p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
    p_catch_up : assert (!visit_q || g_two_words.catch_up_q == pending);
    p_count : assert (!visit_q || pending || offset_q
        || count == (turn ? total[WORD-1:0] : total[BOTH-1:WORD]));
    p_over : assert (too_long == (over || (pending
        && (TOP_BITS == WORD ? &high : (((WORD+1)'(high) + 1'b1) >> TOP_BITS) != '0))));
    p_counted : assert (over || ((WORD+1)'(high) >> TOP_BITS) == '0);
    p_brink_low : assert (unseen[0] || brink_low_q == &total[WORD-1:BLOCK_SHIFT]);
    p_brink : assert (!turn || unseen != 2'd0 || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
  end
end else begin : g_one_word_kept
  always_ff @(posedge clk) if (checked) begin
    p_blocks : assert (g_one_word.blocks_q == total[LENGTH_BITS-1:BLOCK_SHIFT]);
    p_whole : assert (total[BLOCK_SHIFT-1:0] == '0);
    p_count : assert (!visit_q || offset_q || count == WORD'(total[LENGTH_BITS-1:0]));
    p_over : assert (over == too_long);
    p_counted : assert (over || (total >> LENGTH_BITS) == '0);
    p_brink : assert (unseen[0] || brink == &total[LENGTH_BITS-1:BLOCK_SHIFT]);
  end
end
