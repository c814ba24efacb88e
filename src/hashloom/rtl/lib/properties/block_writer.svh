// A block is written word by word: the loader's as it steps, an inner digest's words as they are taken,
// once and in order, and a word a clock those behind them. A word stepped leaves two clocks later for
// its context and position: of the loader's the word played with the pad's byte in all of its bytes, of
// a digest its own bytes, 0x80, zeros, and in word 15 the length in bits, which is that of a block more
// (FIPS 198-1, FIPS 180-4 section 5). Without a word there is nothing to be joined with the padder's, once the loader has erased.
// A context that was closed when its block began gets no word, the padder is held while words are
// stepped, and every block is told to be complete once, with what belongs to it. When a digest's is,
// each of its words is in the buffer three clocks later, or as many more as it comes behind CLOSE_AT.
//
// `place`: of a digest's block the word to be stepped next, 0 also without one; `whose`: its context and
// slot; `behind`: of each context the words 8 to 15 in the buffer, where nobody else writes it, are
// those of a digest's block. Of any one word of any one context: it is `held` in the buffer, `digest_word`
// was taken of the latest digest, `due_word` was right when the block was complete, `age` clocks ago;
// it is `sure` when the word stepped for it last was of a digest's block.

localparam logic [3:0] LAST = 4'd15;
localparam logic [3:0] CLOSES = DEDICATED ? LAST : 4'(CLOSE_AT);

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [3:0] any_word;
logic [CONTEXT_BITS-1:0] of_context;

// What is stepped in this clock.
logic of_block;  // a word of a digest's block
logic steps;  // or one of the loader's
logic final_step;  // it is the last of its block that is written
logic completes;  // with it the block of a digest is complete
logic [CONTEXT_BITS-1:0] step_context;
logic [3:0] step_place;
logic [3:0] place;
logic [CONTEXT_BITS+SLOT_BITS-1:0] whose;
logic [CONTEXT_BITS-1:0] whose_context;
logic [CONTEXTS-1:0] behind;
logic told;  // that this block is complete
logic at_work;  // a block has begun
logic shut;  // the context was closed when it did

// The loader and who offers digests.
logic [3:0] played;  // words of the block
logic play_waits;  // a block was offered, and not written to its end
logic [CONTEXT_BITS+1:0] play_before;
logic offered;  // a word was, and not taken
logic [CONTEXT_BITS+SLOT_BITS-1:0] offered_before;

// So many clocks before, from one on.
logic [1:0] made, loader_made;  // a word was stepped, one of the loader's; or there was a reset
logic [2:0] filled;  // and two more: the loader has stepped since the reset
logic [1:0] stepped, of_loader, here;  // a word was; of the loader; the word looked at
logic [1:0][CONTEXT_BITS-1:0] context_then;
logic [1:0][3:0] place_then;
logic [1:0][WORD-1:0] text_then;  // of a digest's block, or the pad

logic held_known, sure;
logic [WORD-1:0] held, digest_word, right, due_word;
logic [4:0] age, due_age;

// A word of the block that begins with this one of the digest.
function automatic logic [WORD-1:0] text(logic [3:0] at, logic [WORD-1:0] word);
  text = '0;
  for (int index = 0; index < BYTES; index++) begin
    if (32'(at) * BYTES + index < DIGEST_BYTES) begin
      text[WORD-8-8*index+:8] = word[WORD-8-8*index+:8];
    end else if (32'(at) * BYTES + index == DIGEST_BYTES) begin
      text[WORD-8-8*index+:8] = 8'h80;
    end
  end
  if (at == LAST) text = WORD'(16 * WORD + 8 * DIGEST_BYTES);
endfunction

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign of_block = place < 4'd8 ? digest_valid && digest_ready : 1'b1;
assign steps = play_step || of_block;
assign step_place = play_step ? play_position : place;
assign whose_context = CONTEXT_BITS'(whose);
assign step_context = play_step ? play_context : place < 4'd8 ? digest_context : whose_context;
assign final_step = step_place == LAST
    || (!play_step && place == 4'd7 && DEDICATED && behind[whose_context]);
assign completes = of_block && (DEDICATED ? final_step : place == 4'(CLOSE_AT));
assign at_work = DEDICATED ? play_granted || place != 4'd0 : hold;
assign right = any_word < 4'd8 ? digest_word : text(any_word, '0);
assign due_age = 5'(3 + (!DEDICATED && 32'(any_word) > CLOSE_AT ? 32'(any_word) - CLOSE_AT : 0));

always_ff @(posedge clk) begin
  if (of_block) begin
    place <= final_step ? 4'd0 : place + 4'd1;
    if (place == 4'd0) whose <= {digest_slot, digest_context};
  end
  if (steps) behind[step_context] <= !play_step && (final_step || behind[step_context]);
  if (steps) told <= !final_step && (told || close);
  if (!at_work) shut <= closed[of_context];

  if (play_step) played <= played + 4'd1;
  play_waits <= play && !(play_step && play_position == LAST);
  play_before <= {play_pad, play_context};
  offered <= digest_valid && !digest_ready;
  offered_before <= {digest_slot, digest_context};

  made <= {made[0], steps};
  loader_made <= {loader_made[0], play_step};
  filled <= {filled[1:0], filled[0] || play_step};
  stepped <= {stepped[0], steps};
  of_loader <= {of_loader[0], play_step};
  here <= {here[0], steps && step_context == of_context && step_place == any_word};
  context_then <= {context_then[0], step_context};
  place_then <= {place_then[0], step_place};
  text_then[1] <= text_then[0];
  text_then[0] <= !play_step ? text(place, digest_data)
      : {BYTES{play_pad == 2'd1 ? 8'h36 : play_pad == 2'd2 ? 8'h5c : 8'h00}};

  if (write && write_context == of_context && write_position == any_word) begin
    held <= write_data;
    held_known <= 1'b1;
  end
  if (steps && step_context == of_context && step_place == any_word) begin
    sure <= !play_step;
    if (!play_step) digest_word <= text(place, digest_data);
    if (!play_step && !DEDICATED && 32'(place) > CLOSE_AT) due_word <= text(place, digest_data);
  end
  age <= age == '0 || age == due_age ? '0 : age + 5'd1;
  if (completes && step_context == of_context) begin
    age <= 5'd1;
    due_word <= place == any_word ? text(place, digest_data) : right;
  end

  if (rst) begin
    place <= '0;
    behind <= '0;
    told <= 1'b0;
    played <= '0;
    play_waits <= 1'b0;
    offered <= 1'b0;
    made <= '1;
    loader_made <= '1;
    filled <= '0;
    stepped <= '0;
    here <= '0;
    held_known <= 1'b0;
    sure <= 1'b0;
    age <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!play || 32'(play_context) < CONTEXTS)
      && (!digest_valid || 32'(digest_context) < CONTEXTS));
  // A block of the loader's stays until it is written, which is in order.
  a_step : assume (!play_step || (play && play_granted && play_position == played));
  a_goes_on : assume (played == '0 || !play || !play_granted || play_step);
  a_play : assume (!play_waits || (play && {play_pad, play_context} == play_before));
  a_pad : assume (!play || play_pad != 2'd3);
  // Up to its first block, before which there are no digests, the loader may have no zeros to show.
  a_first : assume (DEDICATED || filled[2] || !digest_valid);
  a_silent : assume (DEDICATED || !filled[2] || loader_made[1] || play_word == '0);
  // A digest stays until it is taken, all of its words; they follow each other where the block is
  // complete before the last of them.
  a_steady : assume (DEDICATED || CLOSE_AT >= 7 || place == '0 || place > 4'd7 || digest_valid);
  a_waits : assume (!offered || (digest_valid && {digest_slot, digest_context} == offered_before));
  a_together : assume (!digest_valid || place == '0 || place > 4'd7
      || {digest_slot, digest_context} == whose);

  p_alone : assert (!play_step || !of_block);
  p_leaves : assert (write == stepped[1]);
  p_where : assert (!write || (write_context == context_then[1] && write_position == place_then[1]));
  p_loader : assert (!write || !of_loader[1] || write_data == (play_word ^ text_then[1]));
  p_digest : assert (!write || of_loader[1] || write_data == text_then[1]);
  p_silent : assert (DEDICATED || !filled[2] || made[1] || write_data == '0);
  p_hold : assert (DEDICATED ? !hold : !steps || hold);
  p_open : assert (!steps || step_context != of_context || !(at_work ? shut : closed[of_context]));
  p_hold_next : assert (!followed || DEDICATED || $past(rst) || hold == $past(hold_next));
  p_digest_next : assert (!followed || DEDICATED || $past(rst)
      || (digest_ready && place == 4'd0) == $past(digest_next));
  p_digest_flows : assert (place == 4'd0 || place > 4'd7 || digest_ready);
  p_granted : assert (!play_granted || play);

  p_close : assert (close == (completes || (play_step && play_position == CLOSES)));
  p_close_once : assert (!close || !told);
  p_close_not_missed : assert (!steps || !final_step || told || close);
  p_close_context : assert (!close || close_context == step_context);
  p_close_loader : assert (!close || !play_step
      || (!close_digest && !close_keyed && close_ends == (play_pad != 2'd0)));
  p_close_digest : assert (!close || play_step || (close_digest && close_keyed && close_ends
      && {close_slot, close_context} == (place == '0 ? {digest_slot, digest_context} : whose)));
  p_play_goes_on : assert (!told || played == '0 || play_step);
  p_settled : assert (settled == completes);
  p_buffer : assert (age == '0 || age != due_age || (held_known && held == due_word));

  p_place : assert (position_q == place && (DEDICATED || place == '0 || !granted_q));
  p_filled : assert ((filled & (filled + 3'd1)) == '0 && (DEDICATED || filled[2]
      || (place == '0 && (stepped & ~of_loader) == '0)));
  p_told : assert (told == (!DEDICATED && (32'(place) > CLOSE_AT || 32'(played) > CLOSE_AT)));
  p_played : assert (played == '0 || granted_q);
  p_whose : assert (place == '0 || 32'(whose_context) < CONTEXTS);
  p_stepped : assert (!sure || (here[0] ? !of_loader[0] && text_then[0] == right
      : here[1] ? !of_loader[1] && text_then[1] == right : held_known && held == right));
  p_here : assert ((here & ~stepped) == '0);
  p_sure : assert (place == '0 || whose_context != of_context || any_word >= place || sure);
  p_behind : assert (!behind[of_context] || any_word < 4'd8 || sure);
  p_due_word : assert (age == '0 || due_word == right
      || (any_word < 4'd8 && (DEDICATED || 32'(any_word) <= CLOSE_AT)));
  p_age : assert (age <= due_age && (age == '0 || DEDICATED || CLOSE_AT + 32'(age) > 15
      || (32'(place) == CLOSE_AT + 32'(age) && whose_context == of_context)));
end

if (DEDICATED) begin : g_dedicated_kept
  always_ff @(posedge clk) if (checked) begin
    p_tail : assert (g_dedicated.tail_q == behind);
    p_under_way : assert (place == '0 || ({g_dedicated.slot_q, context_q} == whose
        && !granted_q && (whose_context != of_context || !shut)));
    p_loader_open : assert (!granted_q || play_context != of_context || !shut);
  end
end else begin : g_shared_kept
  always_ff @(posedge clk) if (checked) begin
    p_under_way : assert (g_shared.hold_q == (granted_q || g_shared.writing_q)
        && !(granted_q && g_shared.writing_q) && (place == '0 || g_shared.writing_q));
    p_of_loader : assert (!granted_q || context_q == play_context);
    p_of_digest : assert (!g_shared.writing_q || ((place != '0 || offered)
        && {close_slot, context_q} == (place == '0 ? offered_before : whose)));
    p_shut : assert (!hold || context_q != of_context || !shut);
  end
end
