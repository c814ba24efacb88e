// Each word of an answer is read as it came, until the next packet or zeroize; one that is not there
// is missing. Each counter reads as many as were counted, those that wait for the adder not among them.
// Of any one word. Packets have sixteen words of answer at most, and an event does not come while one
// of its kind waits.

localparam int SOME = 6;  // low bits of counters
(* anyconst *) logic [3:0] any_word;
logic [31:0] came;  // the word, if it is there
logic [PLACE_BITS-1:0] its_place;
logic [SOME-1:0] of_blocks, of_messages, of_stalls;  // counted, with those that wait
logic [PLACE_BITS-1:0] at_blocks, at_messages, at_stalls;
logic [SOME-1:0] now_blocks, now_messages, now_stalls;  // in the memory, or on the way there

assign its_place = PLACE_BITS'({ABOVE, any_word});
assign at_blocks = PLACE_BITS'(BLOCKS);
assign at_messages = PLACE_BITS'(MESSAGES);
assign at_stalls = PLACE_BITS'(STALLS);
assign now_blocks = all_q ? SOME'(0)
    : update_q && counter_q == BLOCKS ? SOME'(sum_q) : SOME'(store[at_blocks]);
assign now_messages = all_q ? SOME'(0)
    : update_q && counter_q == MESSAGES ? SOME'(sum_q) : SOME'(store[at_messages]);
assign now_stalls = all_q ? SOME'(0)
    : update_q && counter_q == STALLS ? SOME'(sum_q) : SOME'(store[at_stalls]);

always_ff @(posedge clk) begin
  if (take && words_q[3:0] == any_word) came <= answer_data;
  if (blocks) of_blocks <= of_blocks + (blocks_two ? SOME'(2) : SOME'(1));
  if (ends) of_messages <= of_messages + 1'b1;
  if (stalled) of_stalls <= of_stalls + SOME'(stall_clocks);
  if (rst) {of_blocks, of_messages, of_stalls} <= '0;
end

always_ff @(posedge clk) if (checked) begin
  a_word : assume (PLACE_BITS == 5 || any_word < 4'd13);
  a_words : assume (!answer_valid || words_q < (PLACE_BITS == 4 ? 5'd13 : 5'd16));
  a_blocks : assume (!blocks || !blocks_q);
  a_ends : assume (!ends || !ended_q);
  a_stalled : assume (!stalled || !stalled_q);
  a_keyed : assume (KEYED || !zeroize);
  a_one : assume (!begins || !answer_valid);

  p_word : assert (words_q <= 5'(any_word) || store[its_place] == came);
  p_read : assert (!read || read_place != its_place || missing || read_data == store[its_place]);
  p_missing : assert (!read || read_place != its_place || hold || missing == (words_q <= 5'(any_word)));
  p_words : assert (words_q <= (PLACE_BITS == 4 ? 5'd13 : 5'd16));
  p_swept : assert (all_q ? sweep_q : !sweep_q || (KEYED && sweep_place_q >= FIRST_ANSWER
      && sweep_place_q <= LAST_ANSWER));
  p_on_its_way : assert (!update_q || (!all_q && counter_q >= BLOCKS));
  p_none_yet : assert (!sweep_q || words_q == 5'd0);
  p_blocks_zero : assert (!all_q || sweep_place_q <= at_blocks || store[at_blocks] == 32'd0);
  p_blocks : assert (SOME'(now_blocks
      + (blocks_q ? blocks_two_q ? SOME'(2) : SOME'(1) : SOME'(0))) == of_blocks);
  p_messages_zero : assert (!all_q || sweep_place_q <= at_messages || store[at_messages] == 32'd0);
  p_messages : assert (SOME'(now_messages + SOME'(ended_q))
      == of_messages);
  p_stalls_zero : assert (!all_q || sweep_place_q <= at_stalls || store[at_stalls] == 32'd0);
  p_stalls : assert (SOME'(now_stalls
      + (stalled_q ? SOME'(stall_clocks_q) : SOME'(0))) == of_stalls);
end
