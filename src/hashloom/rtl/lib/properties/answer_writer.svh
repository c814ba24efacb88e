// Nothing is written but the answer, to its descriptor's result, and the status, to its place in the
// descriptor. What is asked for stays until it is taken, and a descriptor is done once, behind the
// response. An answer has as many beats as there is room for, and its bytes are the first of a beat.
// As many words are given as were asked for, and the last of them alone is marked; `so_many`: of what is
// written now. Behind a status that waits for its response an answer may be asked for, but no other
// status. What is stored is what is left of the answer that is written, and what was gathered of
// the next; `held`: words that are. Nothing is written of an answer that is not a good one.

logic request_waited, word_waited, was_given, was_complete;
logic [39:0] request_before;
logic [WIDTH+WIDTH/8:0] word_before;
logic [26:0] base_before;
logic [7:0] so_many;
logic [7:0] held;
logic [4:0] said;  // of the answer that was taken last, or of no answer: it is not a good one

always_ff @(posedge clk) begin
  request_waited <= request_valid && !request_ready;
  word_waited <= word_valid && !word_ready;
  request_before <= {request_address, request_beats};
  word_before <= {word_data, word_strobe, word_last};
  base_before <= base;
  was_given <= given;
  was_complete <= completes;
  if (word_valid && word_ready) so_many <= so_many + 8'd1;
  if (answered || finish || (response_valid && !told_q) || rst) so_many <= 8'd0;
  held <= rst ? 8'd0 : held + 8'(put) - 8'(get) - (begins && !good ? beats_q : 8'd0);
  if (answered || finish) said <= {job[43:42], finish ? 3'd0 : 3'(answer_status)};
end

always_ff @(posedge clk) if (checked) begin
  a_base : assume (!followed || base == base_before);
  a_response : assume (!response_valid || told_q
      || (answer_q && !request_q && !words_q));
  a_bytes_first : assume (!answer_valid || (answer_keep & (answer_keep + 1'b1)) == '0);
  a_room : assume (!put || stored_q < 8'(2 ** PLACE_BITS));

  p_request_stays : assert (!followed || !request_waited || (request_valid
      && {request_address, request_beats} == request_before));
  p_word_stays : assert (!followed || !word_waited || (word_valid
      && {word_data, word_strobe, word_last} == word_before));
  p_result : assert (!request_valid || !answer_q || request_address == {result_q, 6'd0});
  p_descriptor : assert (!request_valid || answer_q || (request_beats == 8'd1
      && request_address == {base + 27'(slot_q), 5'd16}));
  p_status : assert (!word_valid || answer_q || (word_last && word_data[31]
      && word_strobe == (WIDTH / 8)'(15)));
  p_beats : assert (stored_q <= 8'(2 ** PLACE_BITS) && (!begin_q && !answer_q || beats_q <= 8'(2 ** PLACE_BITS)));
  p_good : assert (!answer_q || (said == 5'd0 && (bytes_q != 8'd0 || unwritten_q)));
  p_said : assert (!busy_q || {broken_q, unread_q, status_q} == said);
  p_held : assert (held == stored_q
      + (begin_q ? beats_q : answer_q && words_q ? beats_q - so_many : 8'd0));
  p_stored : assert ((PLACE_BITS + 1)'(put_q - get_q) == (PLACE_BITS + 1)'(held));
  p_room : assert (held <= 8'(DEPTH));
  p_there : assert (!(word_valid && answer_q) || held != 8'd0);
  p_put : assert (!put || held < 8'(DEPTH));
  p_gathered : assert ((stored_q != 8'd0 || so_far_q == 8'd0)
      && (!begin_q || beats_q != 8'd0 || bytes_q == 8'd0));
  p_some : assert (!answer_q || beats_q != 8'd0);
  p_words : assert (!words_q || !answer_q || (word_q != 8'd0 && word_q <= beats_q));
  p_counted : assert (!busy_q || word_q == so_many + 8'd1);
  p_last : assert (!word_valid || word_last == (so_many + 8'd1 == request_beats));
  p_all : assert (!busy_q || begin_q || (words_q ? so_many < request_beats : so_many == request_beats));
  p_begin : assert (!begin_q || (!request_q && !words_q && !answer_q && so_many == 8'd0));
  p_busy : assert (busy_q || (!begin_q && !request_q && !words_q && !answer_q));
  p_order : assert (!held_q || !take || stored_q != 8'd0);
  p_alone : assert (!told_q || answer_q || (!request_q && !words_q));
  p_given : assert (!followed || !was_given
      || (told_q && !busy_q && told_address_q == request_before[39:8]));
  p_done : assert (!failed_status || failed_address == told_address_q);
  p_once : assert (!followed || !was_complete || !told_q);
end
