// A word that is read is that of the block of its context that started last LAG clocks ago or more,
// whatever has been written since, for it or for others; the last words of a block may come when it
// is read already. Of any one context, word of a block and lane of a row: `coming` is the word in the
// block that is written, `waiting` in the one that is complete and has not come to be read, `now` in
// the one that is read.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [3:0] any_word;
(* anyconst *) logic [4:0] any_lane;
logic [CONTEXT_BITS-1:0] of_context;
logic [31:0] lane, place;  // of the word in what is written
logic comes, ends;  // the word is written; the block is complete with this write
logic [WORD-1:0] new_word, coming, waiting, now;
logic coming_known, waiting_known, now_known;
logic waits;  // a block is complete and has not come to be read
logic begun;  // the next block to be read has started
logic early;  // the block that is read is still being written
logic [LAG:0] since;  // a block of any context started so many clocks ago, in this one or before
logic [LAG:0] own;  // and one of this context
logic [1:0] asked;  // 1 and 2 clocks ago: the word was read
logic [1:0][WORD-1:0] asked_now;

// What the buffers hold, which is proved of block_buffer.
logic [1:0] kept_known;
logic [1:0][WORD-1:0] kept;
logic turn;  // the buffer that is read
logic [1:0] kept_asked;
logic [1:0][WORD-1:0] kept_then;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign lane = 32'(any_lane) % LANES;
assign place = 32'(any_word) % PAD_WORDS;
assign comes = write && (CONTEXTS == 1 || write_context == of_context)
    && 32'(write_position) / PAD_WORDS == 32'(any_word) / PAD_WORDS
    && 1'(write_enable >> place);
assign new_word = WORD'(write_data >> (WORD * place));
assign ends = write && write_ends && write_context == of_context;
assign turn = read_turn_q[of_context];
assign since = (LAG + 1)'({since_q, |started});
assign own = (LAG + 1)'({own_q, started[of_context]});

logic [LAG-1:0] since_q, own_q;
logic wanted;

assign wanted = read && (CONTEXTS == 1 || read_context == of_context)
    && 4'(read_row >> (4 * lane)) == any_word;

always_ff @(posedge clk) begin
  since_q <= LAG'(since);
  own_q <= LAG'(own);
  if (comes) coming <= new_word;
  coming_known <= (coming_known || comes) && !ends;
  if (ends) begin
    waiting <= comes ? new_word : coming;
    waiting_known <= coming_known || comes;
    waits <= !early;
    early <= 1'b0;
  end
  if (started[of_context]) begun <= 1'b1;
  if (own[LAG-1]) begin
    now <= waits ? waiting : comes ? new_word : coming;
    now_known <= waits ? waiting_known : coming_known || comes;
    waits <= 1'b0;
    early <= !waits && !ends;
    begun <= 1'b0;
  end else if (early && comes) begin
    now <= new_word;
    now_known <= 1'b1;
  end
  if (comes) kept[write_turn_q[of_context]] <= new_word;
  if (comes) kept_known[write_turn_q[of_context]] <= 1'b1;
  asked <= {asked[0], wanted && now_known && !(comes && early)};
  asked_now <= {asked_now[0], now};
  kept_asked <= {kept_asked[0], wanted && kept_known[turn]
      && !(comes && write_turn_q[of_context] == turn)};
  kept_then <= {kept_then[0], kept[turn]};
  if (rst) begin
    since_q <= '0;
    own_q <= '0;
    coming_known <= 1'b0;
    waiting_known <= 1'b0;
    now_known <= 1'b0;
    kept_known <= '0;
    waits <= 1'b0;
    begun <= 1'b0;
    early <= 1'b0;
    asked <= '0;
    kept_asked <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!write || 32'(write_context) < CONTEXTS);
  // A complete block is not written to before it is read, and starts once.
  a_closed : assume (!waits || !write || write_context != of_context);
  a_started : assume (!started[of_context] || (!begun && !early));
  a_apart : assume (!(|started) || LAG'(since_q << 1) == '0);
  a_memory : assume (!kept_asked[1] || WORD'(read_data >> (WORD * lane)) == kept_then[1]);

  p_read : assert (!asked[1] || WORD'(read_data >> (WORD * lane)) == asked_now[1]);
  p_reopen : assert (reopen[of_context] == own[LAG-1]);
  p_turns : assert ((write_turn_q[of_context] == read_turn_q[of_context]) == (waits || early)
      && !(waits && early));
  p_early : assert (!(begun && early));
  p_coming : assert (!coming_known || (!waits && kept_known[turn != !early]
      && kept[turn != !early] == coming));
  p_waiting : assert (!waits || !waiting_known || (kept_known[!turn] && kept[!turn] == waiting));
  p_now : assert (!now_known || (kept_known[turn] && kept[turn] == now));
end

if (LAG > 1) begin : g_later_kept
  logic [LAG-2:0] lately, own_lately;

  assign lately = since_q[LAG-2:0];
  assign own_lately = own_q[LAG-2:0];

  always_ff @(posedge clk) if (checked) begin
    p_since : assert (g_later.start_q == lately && (own_lately & ~lately) == '0
        && (lately & (lately - 1'b1)) == '0);
    p_due : assert (g_later.due_q[of_context] == begun && begun == (own_lately != '0));
  end
end else begin : g_at_once_kept
  always_ff @(posedge clk) if (checked) p_begun : assert (!begun);
end
