// Each word of an answer is read as it came, until the next packet or zeroize; one that is not there
// is missing. Each counter reads as many as were counted: reads wait for those that are not added yet.
// No read comes while a write begins to wait. Of any one word. Packets have sixteen words of answer at most, and an event does not come while one
// of its kind waits, nor a block or the end of a packet while a write waits.
//
// A word is judged missing a clock before it is read: nothing that comes between makes a wrong word.

localparam int SOME = 6;  // low bits of counters
(* anyconst *) logic [3:0] any_word;
logic [31:0] came;  // the word, if it is there
logic [PLACE_BITS-1:0] its_place;
logic [31:0] its_word;  // in the memory, or on the way there
logic [SOME-1:0] of_blocks, of_messages, of_stalls;  // counted, with those that wait
logic [PLACE_BITS-1:0] at_blocks, at_messages, at_stalls;
logic [SOME-1:0] now_blocks, now_messages, now_stalls;  // in the memory, or on the way there
logic [4:0] found_before;
logic [4:0] words_before;
logic swept_before, stalled_before;
logic [PLACE_BITS-1:0] at_zero;  // a place that holds zero
logic [31:0] now_zero;  // there, or on the way there

assign its_place = PLACE_BITS'(any_word) ^ FIRST_ANSWER;
assign at_blocks = PLACE_BITS'(13);
assign at_messages = PLACE_BITS'(14);
assign at_stalls = PLACE_BITS'(15);
assign at_zero = PLACE_BITS'(12);
assign now_zero = write_q && write_place_q == at_zero ? data_q : store[at_zero];
assign its_word = write_q && write_place_q == its_place ? data_q : store[its_place];
assign now_blocks = all_q ? SOME'(0)
    : write_q && write_place_q == at_blocks ? SOME'(data_q) : SOME'(store[at_blocks]);
assign now_messages = all_q ? SOME'(0)
    : write_q && write_place_q == at_messages ? SOME'(data_q) : SOME'(store[at_messages]);
assign now_stalls = all_q ? SOME'(0)
    : write_q && write_place_q == at_stalls ? SOME'(data_q) : SOME'(store[at_stalls]);

always_ff @(posedge clk) begin
  if (take && words[3:0] == any_word) came <= answer_data;
  if (blocks) of_blocks <= of_blocks + (blocks_two ? SOME'(2) : SOME'(1));
  if (ends) of_messages <= of_messages + 1'b1;
  if (stall) of_stalls <= of_stalls + (stall_two ? SOME'(2) : SOME'(1));
  if (rst) {of_blocks, of_messages, of_stalls} <= '0;
  found_before <= found_place;
  words_before <= words;
  swept_before <= sweep;
  stalled_before <= stalling;
end

always_ff @(posedge clk) if (checked) begin
  a_word : assume (PLACE_BITS == 5 || any_word < 4'd12);
  a_words : assume (!answer_valid || words < (PLACE_BITS == 4 ? 5'd12 : 5'd16));
  a_asleep : assume (!all_q || !(blocks || ends || stalling || begins));
  a_blocks : assume (!blocks || !(blocks_q || stalling || write_q && write_place_q == at_blocks));
  a_ends : assume (!ends || !(ended_q || write_q && write_place_q == at_messages));
  a_stalled : assume (stall ? stalling : !stall_two);
  a_stalling : assume (!stalling || !blocks_q);
  a_read : assume (!read || !stalling || stalled_before);
  a_stalls : assume (!stall || !(write_q && write_place_q == at_stalls));
  a_keyed : assume (KEYED || !zeroize);
  a_one : assume (!begins || !answer_valid);
  a_found : assume (!followed || !read || read_place == found_before || read_place == 5'd12);

  p_word : assert (sweep || words <= 5'(any_word) || its_word == came);
  p_read : assert (hold || !read || read_place != {1'b1, any_word} || missing
      || read_data == came || !followed || words_before <= 5'(any_word));
  p_missing : assert (!followed || missing == (read_place[4]
      && ((KEYED && swept_before) || words_before <= {1'b0, found_before[3:0]})));
  p_words : assert (sweep || words <= (PLACE_BITS == 4 ? 5'd12 : 5'd16));
  p_swept : assert (all_q ? sweep : !sweep || KEYED);
  p_nothing_waits : assert (!take || (addend == 2'd0 && !update));
  p_blocks_zero : assert (!all_q || place_q <= (at_blocks ^ FIRST_ANSWER) || (write_q && write_place_q == at_blocks)
      || store[at_blocks] == 32'd0);
  p_messages_zero : assert (!all_q || place_q <= (at_messages ^ FIRST_ANSWER)
      || (write_q && write_place_q == at_messages) || store[at_messages] == 32'd0);
  p_stalls_zero : assert (!all_q || place_q <= (at_stalls ^ FIRST_ANSWER) || (write_q && write_place_q == at_stalls)
      || store[at_stalls] == 32'd0);
  p_on_its_way_zero : assert (!(all_q || (sweep && !KEYED)) || !write_q || data_q == 32'd0);
  p_zero_kept : assert (all_q ? place_q <= (at_zero ^ FIRST_ANSWER) || now_zero == 32'd0
      : now_zero == 32'd0);
  p_zero : assert (hold || !read || read_place != 5'd12 || (read_data == 32'd0 && !missing));
  p_blocks : assert (SOME'(now_blocks
      + (blocks_q ? two_q ? SOME'(2) : SOME'(1) : SOME'(0))) == of_blocks);
  p_messages : assert (SOME'(now_messages + SOME'(ended_q)) == of_messages);
  p_stalls : assert (now_stalls == of_stalls);
  p_exact : assert (hold || !read || !(blocks_q || ended_q || stalling || write_q));
end
