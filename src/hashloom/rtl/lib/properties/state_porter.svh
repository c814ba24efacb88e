// A cut that comes while the porter holds nothing is read in the clocks behind it, a row waits; the
// counter is visited in the clocks stated here, which keep the distances that the counters need. All
// of any one context and record of it: `kept` is the high or the low word that its length had on
// being read, or that its restored state brought, whichever came last. `high`, `low`: words 8 and 9
// of the context's state. `since`: clocks of a reading or loading before this one.

localparam int HIGH_AT = 8, LOW_AT = 9;  // words of a state

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic any_turn;
(* anyconst *) logic any_low;
logic [CONTEXT_BITS-1:0] of_context;
logic reads, restores, loads;  // what is done in this clock
logic [3:0] since;
logic [CONTEXT_BITS-1:0] worked_context, taken_context;  // for this context; from the next clock on
logic worked_turn;  // and this record
logic here;  // for the context
logic [PAD_WORDS*WORD+CONTEXT_BITS+4:0] row, offered_row;  // that is restored

logic [4:0] done, sent;  // words of the row that are done, and of these in the key store
logic [4:0] first;  // word of the row
logic [1:0] in_row;  // words 9 and 8 are
logic [4:0] high_index, low_index;  // there
logic [WORD-1:0] high_come, low_come;  // the words
logic [1:0] brought, brought_now;  // words 9 and 8 have come, also with this row
logic brought_turn;  // for this record
logic [WORD-1:0] high, low;
logic [1:0] load_before;  // a clock after a load: of the low word, of any

logic [WORD-1:0] shown;  // a clock after a visit: the word
logic kept_known;
logic [WORD-1:0] kept;
logic [WORD-1:0] stored, stored_high, stored_low;  // at the places of what is kept and loaded
logic [3:0] high_before, low_before;  // visits of the context 1 to 4 clocks ago
logic low_due;  // the next visit is to the low word

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign here = CONTEXTS == 1 || worked_context == of_context;
assign taken_context = cut ? cut_context : row_context;
assign offered_row = {row_data, row_context, row_position, row_whole};
assign first = 5'(row_position);
assign in_row = {
  first <= 5'd9 && 32'(first) + PAD_WORDS > LOW_AT, first <= 5'd8 && 32'(first) + PAD_WORDS > HIGH_AT
};
assign high_index = 5'd8 - first;
assign low_index = 5'd9 - first;
assign high_come = WORD'(row_data >> (WORD * high_index));
assign low_come = WORD'(row_data >> (WORD * low_index));
assign brought_now = in_row | (first < 5'(HIGH_AT) || brought_turn != worked_turn ? 2'b00 : brought);
assign stored = lengths[PLACE_BITS'({of_context, any_turn, any_low})];
assign stored_high = lengths[PLACE_BITS'({worked_context, worked_turn, 1'b0})];
assign stored_low = lengths[PLACE_BITS'({worked_context, worked_turn, 1'b1})];

if (PAD_WORDS == 1) begin : g_shown_word
  assign shown = count;
end else begin : g_shown_pair
  assign shown = any_low ? count[WORD+:WORD] : count[0+:WORD];
end

always_ff @(posedge clk) begin
  since <= since + 4'd1;
  if (!(reads || restores || loads)) begin
    reads <= cut;
    restores <= row_valid && !cut;
    worked_context <= taken_context;
    worked_turn <= !turn[taken_context];
    row <= offered_row;
    since <= 4'd0;
    done <= 5'd0;
    sent <= 5'd0;
    low_due <= 1'b0;
  end
  if (reads && since == 4'd12) reads <= 1'b0;
  if (loads && since == 4'd10) loads <= 1'b0;
  if (restores) begin
    done <= done + 5'(!storing);
    sent <= sent + 5'(state_write);
    since <= 4'd0;
    if (row_ready) begin
      restores <= 1'b0;
      loads <= row_whole;
    end
  end

  high_before <= {high_before[2:0], count_visit && here && !count_low};
  low_before <= {low_before[2:0], count_visit && here && count_low};
  if (count_visit) low_due <= !count_low;
  load_before <= {count_visit && count_load && count_low, count_visit && count_load};

  if (here && reads) brought <= 2'b00;
  if (here && row_ready) begin
    brought <= brought_now;
    brought_turn <= worked_turn;
    if (in_row[0]) high <= high_come;
    if (in_row[1]) low <= low_come;
  end
  if (here && worked_turn == any_turn) begin
    if (reads && since == (any_low ? 4'd12 : 4'd11)) begin
      kept <= TWO_WORDS || any_low ? shown : '0;
      kept_known <= 1'b1;
    end
    if (restores && in_row[any_low]) begin
      kept <= any_low ? low_come : high_come;
      kept_known <= row_ready;
    end
  end
  if (rst) begin
    reads <= 1'b0;
    restores <= 1'b0;
    loads <= 1'b0;
    brought <= 2'b00;
    kept_known <= 1'b0;
    high_before <= '0;
    low_before <= '0;
    load_before <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!cut || 32'(cut_context) < CONTEXTS)
      && (!row_valid || 32'(row_context) < CONTEXTS));
  a_held : assume (!cut || !hold);
  a_stays : assume (!restores || (row_valid && offered_row == row));
  a_aligned : assume (!row_valid || (row_position & 4'(PAD_WORDS - 1)) == 4'd0);
  // A whole state has brought both words for one record, and no length of the context was read since.
  a_whole : assume (!restores || !here || !row_whole || brought_now == 2'b11);

  p_hold : assert (hold == (reads || restores || loads) && reading == reads);
  p_settled : assert (settled == (CONTEXTS'(reads && since == 4'd12) << worked_context));

  p_visits : assert (count_visit == ((reads && (since == 4'd4 || since == 4'd5
      || since == 4'd10 || since == 4'd11)) || (loads && (since == 4'd0 || since == 4'd5))));
  p_visited : assert (!count_visit || (count_context == worked_context && count_load == loads
      && count_low == low_due));
  p_cleared : assert (count_clear == (reads && (since == 4'd11
      || (PAD_WORDS == 1 && since == 4'd10))));
  p_apart : assert (!count_visit || !here || (count_low ? low_before == '0 : high_before == '0
      && low_before == '0));
  p_load : assert (!load_before[0] || !here
      || count_value == (load_before[1] ? low & ({WORD{1'b1}} << $clog2(16 * WORD)) : high));

  p_word : assert (!state_write || (restores && !storing && 32'(first) + 32'(sent) < HIGH_AT
      && 32'(state_word) == 32'(first) + 32'(sent)
      && state_data == WORD'(row_data >> (WORD * sent))));
  p_row : assert (row_ready == (restores && !storing && 32'(done) == PAD_WORDS - 1));
  p_words : assert (!row_ready || 32'(sent) + 32'(state_write)
      == (32'(first) >= HIGH_AT ? 0 : PAD_WORDS < HIGH_AT ? PAD_WORDS : HIGH_AT));
  p_read : assert (!kept_known || (CONTEXTS > 1 && read_context != of_context)
      || read_turn != any_turn || read_low != any_low || read_data == kept);

  p_does : assert (restoring_q == restores && loading_q == loads
      && 2'(reads) + 2'(restores) + 2'(loads) <= 2'd1);
  p_since : assert (!hold || (clock_q == since && context_q == worked_context
      && turn_q == worked_turn && 32'(worked_context) < CONTEXTS
      && since <= (reads ? 4'd12 : loads ? 4'd10 : 4'd0)));
  p_done : assert (!restores || (done == 5'(place_q) && 32'(done) < PAD_WORDS
      && 32'(sent) == (32'(first) >= HIGH_AT ? 0 : 32'(done) < HIGH_AT ? 32'(done) : HIGH_AT)));
  p_before : assert (high_before == {
      (reads && (since == 4'd8 || since == 4'd14)) || (loads && since == 4'd4),
      (reads && (since == 4'd7 || since == 4'd13)) || (loads && since == 4'd3),
      (reads && (since == 4'd6 || since == 4'd12)) || (loads && since == 4'd2),
      (reads && (since == 4'd5 || since == 4'd11)) || (loads && since == 4'd1)}
      || !here || !(reads || loads) || since == 4'd0);
  p_low_due : assert (!hold || low_due == ((reads && (since == 4'd5 || since == 4'd11))
      || (loads && since != 4'd0 && since <= 4'd5)));
  p_kept : assert (!kept_known || stored == kept);
  p_high : assert (!restores || !in_row[0] || done <= high_index || stored_high == high_come);
  p_low : assert (!restores || !in_row[1] || done <= low_index || stored_low == low_come);
  p_brought : assert ((!brought[0] || (restores && here && in_row[0])
      || lengths[PLACE_BITS'({of_context, brought_turn, 1'b0})] == high)
      && (!brought[1] || (restores && here && in_row[1])
      || lengths[PLACE_BITS'({of_context, brought_turn, 1'b1})] == low));
  p_loads : assert (!loads || !here || (stored_high == high && stored_low == low));
end
