// The words written are the padded blocks of one message after the other, each word once and in
// order, to the half of the memory that is not at work: the bytes of the message, 0x80, and zeros,
// also where the length is to come. What is said with a complete block holds until it is taken, and
// nothing is written meanwhile. Of a message whose last word has bytes that are not the first ones
// that word and block_bytes are left open.
//
// `place`: the next word of the block; `complete`: there is none; `at_work`: the half of the block
// taken last; `ended`: the last word of the message has been taken and its last block has not, with
// `filled` bytes of message in the block where it ended; `beyond`: the block is the one behind
// that; `written`: words written of both; `only_message`: of the block, no other word than full
// ones of the message; `opens`: the block is the first of a message; `bad`: a word of it broke the
// rules; `skewed`: its last word has a gap.

localparam int BLOCK_BYTES = 16 * BYTES;
localparam int FILLED_BITS = $clog2(BLOCK_BYTES) + 1;

(* anyconst *) logic [LANE_BITS-1:0] any_byte;  // of a word, in the order of the message
logic [LANE_BITS-1:0] lane_of_it;
logic [3:0] place;
logic complete, at_work, ended, beyond, only_message, opens, bad, skewed;
logic [FILLED_BITS-1:0] filled;
logic takes;  // a word of the message is taken
logic has_room;  // the block has 0x80 before the words of the length, or it is the one behind
logic [5:0] written;
logic [FILLED_BITS-1:0] here, of_word;  // bytes in front of the word, bytes of a last word
logic [BYTES-1:0] gap;  // a byte that is not of the message is before one that is
logic [7:0] want;

assign lane_of_it = LANE_BITS'(BYTES - 1) - any_byte;
assign takes = word_valid && word_ready;
assign gap = {word_keep[BYTES-2:0] & ~word_keep[BYTES-1:1], 1'b0} & {BYTES{word_last}};
assign here = FILLED_BITS'(place) * FILLED_BITS'(BYTES);
assign has_room = ended && (beyond || 32'(filled) < 14 * BYTES);
assign written = {1'b0, complete, place} + {1'b0, beyond, 4'd0};

always_comb begin
  of_word = FILLED_BITS'(BYTES);
  for (int index = 0; index < BYTES; index++) begin
    if (!word_keep[0] && !word_keep[index] && (index == BYTES - 1 || word_keep[index+1]))
      of_word = FILLED_BITS'(BYTES - 1 - index);
  end

  want = 8'h00;
  if (takes) begin
    if (!word_last || word_keep[lane_of_it]) want = 8'(word_data >> (8 * 32'(lane_of_it)));
    else if (any_byte == '0 || word_keep[lane_of_it+1'b1]) want = 8'h80;
  end else if (32'(written) * BYTES + 32'(any_byte) == 32'(filled)) want = 8'h80;
end

always_ff @(posedge clk) begin
  if (write) begin
    place <= place + 4'd1;
    complete <= place == 4'd15;
    only_message <= only_message && takes && (!word_last || word_keep[0]);
  end
  if (takes) begin
    ended <= word_last;
    filled <= here + of_word;
    skewed <= gap != '0;
    bad <= bad || word_error;
  end
  if (block_taken) begin
    complete <= 1'b0;
    only_message <= 1'b1;
    at_work <= write_half;
    opens <= has_room;
    beyond <= ended && !has_room;
    if (has_room) {ended, bad} <= '0;
  end
  if (rst) begin
    place <= '0;
    {complete, ended, beyond, bad} <= '0;
    {at_work, only_message, opens} <= '1;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_taken : assume (!block_taken || block_valid);

  p_write : assert (write == (write_ready && !complete && (ended || word_valid)));
  p_ready : assert (word_ready == (write_ready && !complete && !ended));
  p_half : assert (write_half != at_work);
  p_position : assert (write_position == place);
  p_data : assert (!write || (takes && gap != '0)
      || 8'(write_data >> (8 * 32'(lane_of_it))) == want);
  p_no_other : assert (write || write_data == '0);

  p_valid : assert (block_valid == complete);
  p_first : assert (block_first == opens);
  p_last : assert (!block_valid || block_last == has_room);
  p_whole : assert (!block_valid || block_whole == only_message);
  p_error : assert (block_error == bad);
  p_bytes : assert (!ended || skewed || block_bytes == BYTE_BITS'(filled));

  p_padding : assert (padding_q == ended);
  p_mark : assert (mark_q == (ended && 32'(filled) == 32'(written) * BYTES));
  p_room : assert (room_q == (has_room && (beyond || 32'(filled) < 32'(written) * BYTES)));
  p_filled : assert (!ended || (32'(filled) <= 32'(written) * BYTES
      && 32'(filled) <= BLOCK_BYTES));
  p_beyond : assert (!beyond || (ended && 32'(filled) >= 14 * BYTES));
  p_only : assert (only_message == (!ended
      || (beyond ? written == 6'd16 : 32'(filled) == 32'(written) * BYTES)));
  p_complete : assert (!complete || place == '0);
end
