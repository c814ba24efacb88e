// The rows written for a context are its padded messages: the bytes of each in their order, 0x80,
// zeros, and in the last two words of the last block the length; no row is left out and none comes
// twice. All of any one context: `row` is the next one of its block; `ended`: the message's last row
// has been taken, with `filled` bytes in its block, and the padding is not complete; `beyond`: it is
// in the block behind that.

localparam int BLOCK_BYTES = 16 * BYTES;
localparam int FILLED_BITS = FILL_BITS + 2;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
(* anyconst *) logic [BYTE_BITS-1:0] any_byte;  // of a row, in the order of the message
logic [31:0] place;  // in the row
logic here;  // the context is worked on
logic [4:0] row;
logic final_row;
logic ended, beyond;
logic [FILLED_BITS-1:0] filled;
logic [31:0] first_byte;  // of the next row, from the block on in which the message ended
logic bad, bad_now;  // a row of the message broke the rules
logic skewed, skewed_now;  // the last row did, with a gap: what is made of it has no meaning
logic open_block;  // the block before is complete and stays open
logic making_before, padding_before;  // a clock before: padding was made, or under way

// The waiting row, as it came.
logic waits;
logic [PAD_WORDS*WORD+ROW_BYTES+5+CONTEXT_BITS-1:0] waiting, offered_row;

// What is to be written of what is done in this clock, and of what was a clock and two before.
logic ended_now;  // with the row that is taken
logic [FILLED_BITS-1:0] of_row, filled_now;  // bytes of the last row; with them
logic length_here;  // the length is in this block
logic [FILLED_BITS-1:0] at;  // a byte of the row, from the block on in which the message ended
logic [7:0] want, want_q, want_late_q;
logic [PAD_WORDS*WORD-1:0] length_words;
logic [1:0] length_q;  // words 14 and 15 are in it, and are the length
logic [1:0] sure;  // and of a message without a gap
logic [1:0] stepped, held = '0;  // a clock and two before: a row of the context; hold
logic [3:0] place_q, place_late_q;
logic [ROW_BYTES-1:0] ends;  // the byte is the last of its message
logic [ROW_BYTES-1:0] gap;  // a byte that is not of the message is before one that is

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign place = 32'(any_byte) + BYTES - 1 - 2 * (32'(any_byte) % BYTES);
assign here = !sweep && (CONTEXTS == 1 || context_id == of_context);
assign final_row = 32'(row) == ROWS - 1;
assign offered_row = {
  word_data, word_keep, word_last, word_error, word_open, word_close, word_cut, word_context
};
assign first_byte = (beyond ? BLOCK_BYTES : 0) + 32'(row) * ROW_BYTES;
assign ends = kept & ~{1'b0, kept[ROW_BYTES-1:1]};
assign gap = {kept[ROW_BYTES-1:1] & ~kept[ROW_BYTES-2:0], 1'b0};

// ---- the padded message -----------------------------------------------------------------------

always_comb begin
  of_row = '0;
  for (int index = 0; index < ROW_BYTES; index++) begin
    if (ends[index]) of_row = of_row | FILLED_BITS'(index + 1);
  end
end

assign filled_now = take_row && last_q ? FILLED_BITS'(32'(row) * ROW_BYTES) + of_row : filled;
assign ended_now = ended || (take_row && last_q);
assign skewed_now = take_row && last_q ? gap != '0 : skewed;
assign length_here = ended_now && (skewed_now ? close_last
    : beyond || 32'(filled_now) + 1 + 2 * BYTES <= BLOCK_BYTES);
assign bad_now = bad || (take && error_q);

assign at = FILLED_BITS'(first_byte + 32'(any_byte));
assign want = (take_row && (!last_q || kept[any_byte]) ? 8'(data_q >> (8 * place)) : 8'h00)
    | ((take_row ? last_q && !kept[any_byte] && (any_byte == '0 || kept[any_byte - 1'b1])
    : at == filled_now) ? 8'h80 : 8'h00)
    | (length_here && final_row && 32'(any_byte) >= ROW_BYTES - BYTES
    ? 8'((32'(filled_now) % BLOCK_BYTES * 8) >> (8 * (ROW_BYTES - 1 - 32'(any_byte)))) : 8'h00);
// What the counter says a clock later, in the last two words.
if (PAD_WORDS == 1) begin : g_length_word
  assign length_words = count & {WORD{length_q[1] || (length_q[0] && TWO_WORDS)}};
end else begin : g_length_words
  assign length_words = (PAD_WORDS * WORD)'(count & {2 * WORD{length_q[1]}}) << ((PAD_WORDS - 2) * WORD);
end

always_ff @(posedge clk) begin
  if (word_ready) waiting <= offered_row;
  waits <= word_ready ? word_valid : waits;

  making_before <= making_q;
  padding_before <= padding_q && here;
  stepped <= {stepped[0], step && here};
  held <= {held[0], hold};
  sure <= {sure[0], !skewed_now};
  want_q <= want;
  want_late_q <= want_q | 8'(length_words >> (8 * place));
  length_q <= {length_here && final_row, length_here && 32'(row) * PAD_WORDS == 14};
  place_q <= 4'(32'(row) * PAD_WORDS);
  place_late_q <= place_q;

  if (step && here) begin
    row <= final_row ? 5'd0 : row + 5'd1;
    filled <= filled_now;
    skewed <= skewed_now;
    ended <= ended_now && !(final_row && length_here);
    beyond <= ended_now && !(final_row && length_here) && (beyond || final_row);
    open_block <= final_row && take && open_q;
  end
  if (take && here) bad <= bad_now && !(cut_q);
  if (close && here && close_last) bad <= 1'b0;
  if (take && close_q && here) open_block <= 1'b0;

  if (rst) begin
    waits <= 1'b0;
    padding_before <= 1'b0;
    stepped <= '0;
    row <= 5'd0;
    ended <= 1'b0;
    beyond <= 1'b0;
    bad <= 1'b0;
    open_block <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!word_valid || 32'(word_context) < CONTEXTS);
  a_only : assume (CONTEXTS > 1 || !(take || padding_q) || word_context == '0);
  // Bytes fill a last row from the first on, or the message breaks the rules.
  a_filled : assume (!take_row || !last_q || !here || gap == '0 || bad_now);
  a_closes : assume (!take || !here || close_q == open_block);
  a_closes_whole : assume (!take || !close_q || position == '0);
  a_cuts : assume (!take || !here || (!(close_q && last_q) && !(cut_q && last_q)
      && !(cut_q && !close_q && (!final_row || open_q)) && !(last_q && open_q)));

  p_write : assert (!stepped[1] || (write && (CONTEXTS == 1
      || write_context == of_context) && write_position == place_late_q));
  p_data : assert (!stepped[1] || !sure[1] || 8'(write_data >> (8 * place)) == want_late_q);
  p_no_other : assert (!write || (CONTEXTS > 1 && write_context != of_context) || stepped[1]);
  p_held : assert (!held[1] || (!write && write_data == '0));
  p_message : assert (!take || !here || !ended);
  p_padding : assert (!step || take || !here || ended);
  p_close : assert (!here || close == (take && close_q || step && final_row && !(take && open_q)));
  p_close_last : assert (!close || !here || close_last == (step && length_here));
  p_close_cut : assert (!close || !here || close_cut == (take && cut_q));
  p_error : assert (!close || !here || !(close_last || close_cut)
      || close_error == (bad_now || too_long));
  p_counted : assert (!step || !here || ((CONTEXTS == 1
      || count_context == of_context) && (!final_row
      || count_visit && (skewed_now || count_add == (!ended_now
      || filled_now == FILLED_BITS'(BLOCK_BYTES) && !beyond)))));
  p_appended : assert (!step || !here || !count_clear || length_here);

  p_waits : assert (waits == valid_q && (!waits || waiting == {data_q, keep_q, last_q, error_q,
      open_q, close_q, cut_q, CONTEXT_BITS'(waiting)}));
  p_row : assert (32'(row) < ROWS && (!ended || skewed || 32'(filled) <= BLOCK_BYTES));
  p_ended : assert (ended == (pending_q[of_context] || (padding_q && here)));
  p_pending : assert (!pending_q[of_context] || (beyond && row == 5'd0
      && (skewed || 32'(filled) + 1 + 2 * BYTES > BLOCK_BYTES)));
  p_padded : assert (!padding_q || !here || (making_q
      ? !pending_q[of_context] && finishing_q == length_here && last_step_q == final_row
      && (skewed || (fill_q == FILL_BITS'(filled) && 32'(filled) <= first_byte
      && mark_q == (32'(filled) == first_byte)))
      : !BRISK && pending_q[of_context] && last_step_q && !finishing_q));
  p_beyond : assert (!beyond || ended);
  p_finishing : assert (padding_q || !(finishing_q || making_q));
  p_sweep : assert (!sweep || (padding_q && !making_q && !finishing_q && pending_q == '0
      && row == 5'd0 && !ended && !bad && !open_block));
  p_open : assert (!open_block || (row == 5'd0 && !ended));
  // Rows of one word: behind padding, a clock passes before a further block is padded.
  p_pause : assert (BRISK || !making_q || making_before || !padding_before);
end

if (CONTEXTS == 1) begin : g_single_kept
  always_ff @(posedge clk) if (checked) begin
    p_state : assert (32'(position) == 32'(row) && flawed == bad && at_end == final_row);
    p_fill : assert (!pending_q[0] || skewed || (fill_q == FILL_BITS'(filled)
        && mark_q == (32'(filled) == BLOCK_BYTES)));
  end
end else begin : g_several_kept
  logic [ROW_BITS+1:0] kept_state;
  logic [CONTEXTS-1:0] wrong_end;  // of these it is not known that they are at the end of a block
  logic unswept;  // what a reset has left for the context is still to be cleared

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_wrong_end
    logic [ROW_BITS+1:0] of_one;

    assign of_one = g_several.state[index];
    assign wrong_end[index] = ROWS > 1 && !(sweep && 32'(context_id) <= index)
        && of_one[ROW_BITS] != (32'(of_one[ROW_BITS-1:0]) == ROWS - 1);
  end
  assign kept_state = g_several.state[of_context];
  assign unswept = sweep && context_id <= of_context;

  always_ff @(posedge clk) if (checked) begin
    p_state : assert (unswept || (32'(kept_state[ROW_BITS-1:0]) == 32'(row)
        && kept_state[ROW_BITS+1] == bad && (ROWS == 1 || kept_state[ROW_BITS] == final_row)));
    p_ends : assert (wrong_end == '0);
    p_fill : assert (!ended || skewed || g_several.fills[of_context]
        == {32'(filled) != BLOCK_BYTES, (FILL_BITS - 3)'(filled)});
    p_resume : assert (!g_several.resume_ready_q || g_several.resume_context_q != of_context
        || pending_q[of_context] || (padding_q && here && finishing_q));
    p_swept : assert (!sweep || (!g_several.resume_ready_q && 32'(context_id) < CONTEXTS));
    p_context : assert (!valid_q || (CONTEXT_BITS'(waiting) == g_several.waiting_context_q
        && 32'(g_several.waiting_context_q) < CONTEXTS
        && (padding_q || context_id == g_several.waiting_context_q)));
  end
end
