// The words written are the padded blocks of one packet, each word once and in order: the bytes of
// the packet, 0x80, and zeros, also where the length is to come; of a key and of an expected tag that
// fit a block the bytes and zeros. What is said with a complete block holds until it is released, and
// nothing is written meanwhile. A key that does not fit is a message, and of an expected tag no more
// than a block is written. Of a packet whose last word has bytes that are not the first ones that
// word and block_bytes are left open.
//
// `place`: the next word of the block; `complete`: there is none; `ended`: the last word of the
// packet has been taken, with `filled` bytes of it in the block where it ended; `next`: the block is
// the one behind that; `only_message`: of the block, no other word than full ones; `opens`: the block
// is the first of its packet; `bad`: a word of it broke the rules, or an expected tag is too long;
// `skewed`: its last word has a gap; `whole`: that word came when the block was complete.

localparam int BLOCK_BYTES = 16 * BYTES;
localparam int FILLED_BITS = $clog2(BLOCK_BYTES) + 1;

(* anyconst *) logic [LANE_BITS-1:0] any_byte;  // of a word, in the order of the packet
logic checked = 1'b0;  // there has been a clear
logic cleared;  // there was one a clock before
logic key_before, tag_before;
logic [LANE_BITS-1:0] lane_of_it;
logic [3:0] place;
logic complete, ended, next, only_message, opens, bad, skewed, whole;
logic [FILLED_BITS-1:0] filled;
logic takes;  // a word of the packet is taken
logic raw;  // the block may be a key or an expected tag
logic has_room;  // the block has 0x80 before the words of the length, or it is the one behind
logic silent;  // the word has no bytes
logic [5:0] written;
logic [FILLED_BITS-1:0] here, of_word;  // bytes in front of the word, bytes of a last word
logic [BYTES-1:0] gap;  // a byte that is not of the packet is before one that is
logic [7:0] want;

assign lane_of_it = LANE_BITS'(BYTES - 1) - any_byte;
assign takes = word_valid && word_ready;
assign raw = (is_key || is_tag) && opens;
assign silent = word_last && !word_keep[BYTES-1];
assign gap = {word_keep[BYTES-2:0] & ~word_keep[BYTES-1:1], 1'b0} & {BYTES{word_last}};
assign here = FILLED_BITS'(place) * FILLED_BITS'(BYTES);
assign has_room = ended && (next || 32'(filled) < 14 * BYTES);
assign written = {1'b0, complete, place} + {1'b0, next, 4'd0};

always_comb begin
  of_word = FILLED_BITS'(BYTES);
  for (int index = 0; index < BYTES; index++) begin
    if (!word_keep[0] && !word_keep[index] && (index == BYTES - 1 || word_keep[index+1]))
      of_word = FILLED_BITS'(BYTES - 1 - index);
  end

  want = 8'h00;
  if (takes) begin
    if (!word_last || word_keep[lane_of_it]) want = 8'(word_data >> (8 * 32'(lane_of_it)));
    else if (!raw && (any_byte == '0 || word_keep[lane_of_it+1'b1])) want = 8'h80;
  end else if (!raw && 32'(written) * BYTES + 32'(any_byte) == 32'(filled)) want = 8'h80;
end

always_ff @(posedge clk) begin
  checked <= checked || clear;
  cleared <= clear;
  key_before <= is_key;
  tag_before <= is_tag;
  if (write) begin
    place <= place + 4'd1;
    complete <= place == 4'd15;
    only_message <= only_message && takes && (!word_last || word_keep[0]);
  end
  if (takes) begin
    ended <= word_last;
    if (!complete) filled <= here + of_word;
    whole <= complete;
    skewed <= gap != '0;
    bad <= bad || word_error || (complete && !silent);
  end
  if (released) begin
    complete <= 1'b0;
    only_message <= 1'b1;
    opens <= 1'b0;
    next <= ended;
  end
  if (clear) begin
    place <= '0;
    {complete, ended, next, bad, whole} <= '0;
    {only_message, opens} <= '1;
  end
end

always_ff @(posedge clk) if (checked && !clear) begin
  a_released : assume (!released || (block_valid && !block_last && !block_short && !is_tag));
  a_one : assume (!is_key || !is_tag);
  a_same : assume (cleared || (is_key == key_before && is_tag == tag_before));

  p_write : assert (write == (!complete && (ended || word_valid)));
  p_ready : assert (!word_valid || word_ready
      == (!ended && (!complete || (raw && (is_tag || silent)))));
  p_position : assert (write_position == place);
  p_data : assert (!write || (takes && gap != '0)
      || 8'(write_data >> (8 * 32'(lane_of_it))) == want);
  p_no_other : assert (write || write_data == '0);

  p_valid : assert (block_valid
      == (complete && (!raw || ended || (word_valid && !is_tag && !silent))));
  p_short : assert (!block_valid || block_short == (raw && ended));
  p_first : assert (block_first == opens);
  p_last : assert (!block_valid || raw || block_last == has_room);
  p_whole : assert (!block_valid || raw || block_whole == only_message);
  p_error : assert (block_error == bad);
  p_bytes : assert (!ended || skewed || whole || block_bytes == BYTE_BITS'(filled));
  p_too_long : assert (!ended || !whole || block_bytes == '0);

  p_over : assert (over_q == ended);
  p_full : assert (full_q == complete);
  p_empty : assert ((ended && !whole) || block_bytes == '0);
  p_mark : assert (raw ? !mark_q : mark_q == (ended && 32'(filled) == 32'(written) * BYTES));
  p_room : assert (raw || room_q == (has_room && (next || 32'(filled) < 32'(written) * BYTES)));
  p_filled : assert (!ended || whole || (32'(filled) <= 32'(written) * BYTES
      && 32'(filled) <= BLOCK_BYTES));
  p_raw : assert (!whole || (raw && complete));
  p_key : assert (!whole || is_tag || ended);
  p_next : assert (!next || (ended && !raw && 32'(filled) >= 14 * BYTES));
  p_only : assert (raw || only_message == (!ended
      || (next ? written == 6'd16 : 32'(filled) == 32'(written) * BYTES)));
  p_complete : assert (!complete || place == '0);
end
