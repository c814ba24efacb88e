// A digest has one answer, with its first bytes, as many as were asked for, and the words of an
// answer follow each other. A VERIFY says only whether every byte of the tag is the expected one.
// What has no status 0, a VERIFY and what the loader answers have no bytes; neither an inner digest
// nor that of a key is ever sent. `facts`: of the digest whose words go on, which are the same for
// all of them; `left`: words of it that have gone.

localparam int FACTS = SLOT_BITS + 12;
localparam int REST = BYTES + CONTEXT_BITS + 4;  // what goes with a word of an answer

logic [FACTS-1:0] record, facts, record_before;
logic [CONTEXT_BITS-1:0] facts_context;
logic long_before;
logic f_keyed, f_verify, f_error, f_long, f_outer;
logic [2:0] f_status, f_verdict;
logic [6:0] f_bytes;
logic f_silent, f_answer;
logic [CONTEXTS-1:0] inner_sent;  // contexts whose digest before was an inner one
logic [INDEX_BITS-1:0] left;
logic [10:0] bytes_left;  // what all of these words hold
logic came;  // a word has just been taken, with none at work
logic waited_word;  // a word waited here
logic inner_was_next;  // an inner digest's first word is to be taken
logic amid;  // words of a digest have been taken, its last has not
logic [CONTEXT_BITS:0] amid_of;  // its context, and whether it is flawed
logic [INDEX_BITS-1:0] number, next_number;  // of the word taken last, and of the next
logic given, gives_last;  // a word of a digest's answer is taken
logic written_before;  // a digest of the loader's context was behind its answer a clock ago
logic said;  // the digest's answer has ended
logic saying;  // words of an answer have been taken, its last has not
logic [10:0] sent, sent_now;  // bytes of the answer
logic waited, waited_own;  // a word of an answer was offered and not taken
logic [WORD+REST-1:0] offer, waited_offer;
logic [CONTEXT_BITS:0] waited_load;  // what the loader's answer says

// The comparison, byte by byte: of the word that was at work a clock before, with what comes now.
logic fresh_first, compared_first;
logic [WORD-1:0] compared_data;
logic [BYTES-1:0] counts, compared_counts;  // bytes of the tag
logic unlike, unlike_so_far;

assign record = {
  record_keyed, record_verify, record_status, record_bytes,
  record_slot & {SLOT_BITS{!ANSWERS_ONLY}}  // which is for inner digests
};
assign {f_keyed, f_verify, f_status, f_bytes} = facts[FACTS-1:SLOT_BITS];
assign f_verdict = f_status == 3'd0 && f_error ? 3'd1 : f_status;
assign f_silent = f_verify || f_verdict != 3'd0;
assign f_answer = !f_long && (ANSWERS_ONLY || !f_keyed || f_error || f_outer);
assign bytes_left = 11'(32'(left) * BYTES);
assign given = answer_valid && answer_ready && !own;
assign gives_last = given && answer_last;
assign offer = {answer_data, answer_keep, answer_last, answer_status, answer_context};

always_comb begin
  sent_now = sent;
  unlike = 1'b0;
  for (int index = 0; index < BYTES; index++) begin
    sent_now = sent_now + 11'(answer_keep[index]);
    counts[BYTES-1-index] = 32'(left) * BYTES + index < 32'(f_bytes);
    unlike = unlike || (compared_counts[index]
        && compared_data[8*index+:8] != expected[8*index+:8]);
  end
end

always_ff @(posedge clk) begin
  if (pass) begin
    facts <= record;
    facts_context <= taken_context;
    f_error <= taken_error_q;
    f_long <= key_long && taken_context == key_context;
    f_outer <= inner_sent[taken_context];
  end
  if (leave && last && !f_long) inner_sent[facts_context] <= !f_answer;
  if (leave) left <= last ? '0 : left + 1'b1;
  written_before <= load_written;
  inner_was_next <= inner_next;
  record_before <= record;
  long_before <= long_now;
  waited_word <= taken_q && !pass && !(answered && answered_context == taken_context);
  came <= word_valid && word_ready && !valid_q && !pass;
  if (word_valid && word_ready) begin
    amid <= !word_last;
    amid_of <= {word_context, word_error};
    number <= next_number;
    next_number <= word_last ? '0 : next_number + 1'b1;
  end
  if (given) saying <= !answer_last;
  if (given) sent <= answer_last ? 11'd0 : sent_now;
  said <= (said || gives_last) && !answered;
  waited <= answer_valid && !answer_ready && !own;
  waited_own <= answer_valid && !answer_ready && own;
  waited_offer <= offer;
  waited_load <= {load_error, key_context};

  fresh_first <= index_q == '0;
  compared_first <= fresh_first;
  compared_data <= data;
  compared_counts <= counts;
  if (compare_q) unlike_so_far <= unlike || (unlike_so_far && !compared_first);

  if (rst) begin
    inner_sent <= '0;
    left <= '0;
    came <= 1'b0;
    waited_word <= 1'b0;
    inner_was_next <= 1'b0;
    amid <= 1'b0;
    next_number <= '0;
    saying <= 1'b0;
    sent <= 11'd0;
    said <= 1'b0;
    waited <= 1'b0;
    waited_own <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!word_valid || 32'(word_context) < CONTEXTS);
  a_together : assume (!word_valid || !amid || {word_context, word_error} == amid_of);
  // What is known of a digest stays until it is answered, and has bytes, no more than it has.
  a_record_waits : assume (!waited_word || long_now || record == record_before);
  a_record : assume (!taken_q || index_q == '0 || long_now || record == facts);
  a_long_waits : assume (!waited_word || long_now == long_before);
  a_long : assume (!taken_q || index_q == '0 || long_now == f_long);
  // What is known of the only context does not change when its digest comes, if it is looked up then.
  a_record_before : assume (!came || CONTEXTS > 1 || FULL_RATE || (record == record_before
      && long_now == long_before));
  a_bytes : assume (!taken_q || long_now || record_status != 3'd0 || (record_bytes != 7'd0
      && 32'(record_bytes) <= (RESUME ? 10 : 8) * BYTES && (!taken_last_q || (32'(index_q) + 1) * BYTES >= 32'(record_bytes))));
  a_words : assume (!taken_q || index_q != '1 || taken_last_q);
  a_load : assume (!waited_own || (load_answer && {load_error, key_context} == waited_load));
  // The first word of an inner digest is taken when that was said, the others at once.
  a_inner : assume (!inner_valid || inner_ready == (first_q ? inner_was_next : 1'b1));
  a_inner_next : assume (!inner_next || (inner_valid && first_q && !inner_ready));
  a_clear : assume (!clear || rst || (!taken_q && !valid_q));

  // One answer, whole, and nothing between its words.
  p_answered : assert (!answered || said || gives_last);
  p_once : assert (!(said && answer_valid && !own));
  p_kind : assert (!(valid_q || index_q != '0) || (answer_q == f_answer && context_id == facts_context));
  p_behind_load : assert (!pass || index_q != '0 || !written_before || taken_context != key_context);
  p_answering : assert ((!answered || answering) && (!answering || answering_context == facts_context));
  p_own_between : assert (!own || !saying);
  p_together : assert (!saying || !answer_valid || own || answer_context == facts_context);
  p_context : assert (!answer_valid || own || answer_context == facts_context);
  p_bytes : assert (!answer_valid || own || f_silent || !answer_last || sent_now == 11'(f_bytes));
  p_bytes_before : assert (!answer_valid || own || answer_last || sent_now < 11'(f_bytes));
  p_kept : assert (!answer_valid || own || f_silent || answer_keep == counts);

  // What is not sent.
  p_no_bytes : assert (!answer_valid || answer_status == 3'd0 || (answer_keep == '0 && answer_last));
  p_verify_no_bytes : assert (!answer_valid || own || !f_verify
      || (answer_keep == '0 && answer_last));
  p_own_no_bytes : assert (!own || (answer_keep == '0 && answer_last && answer_status[2:1] == '0));
  p_inner_stays : assert (!answer_valid || own || !f_keyed || f_error || ANSWERS_ONLY || f_outer);
  p_key_stays : assert (!answer_valid || own || !f_long);
  p_key_only : assert (!key_valid || f_long);
  p_inner_only : assert (!inner_valid || (f_keyed && !f_error && !f_outer && !f_long));

  // The verdict.
  p_status : assert (!answer_valid || own || answer_status == (f_verdict != 3'd0 ? f_verdict
      : f_verify && unlike_so_far ? 3'd2 : 3'd0));
  p_asked : assert (!pass || (record_context == taken_context && tag_word == 3'(number)));
  p_compared : assert (!answer_valid || own || !f_verify || f_verdict != 3'd0
      || !(new_q || compare_q));

  p_work : assert (!valid_q || (context_id == facts_context && answer_q == f_answer
      && key_q == f_long && inner_q == (!f_long && !f_answer) && error == f_error
      && first_q == (left == '0) && (f_long || (silent_q == f_silent && keyed_q == f_keyed
      && verify_q == (f_verify && f_verdict == 3'd0) && status_q == f_verdict))));
  p_flow : assert (flow_q == (valid_q && inner_q && !last && inner_ready));
  p_number : assert (taken_q ? number == index_q
      && next_number == (taken_last_q ? '0 : number + 1'b1) : next_number == index_q);
  p_taken : assert (taken_q ? (taken_last_q ? !amid
      : amid && amid_of == {taken_context, taken_error_q}) : amid == (index_q != '0));
  p_going_on : assert (index_q == '0 || {facts_context, f_error}
      == (taken_q ? {taken_context, taken_error_q} : amid_of));
  p_outer : assert (inner_sent == outer_q
      && (f_long || index_q == '0 && !valid_q || inner_sent[facts_context] == f_outer));
  p_enough : assert (!f_answer || f_silent || !(valid_q || left != '0) || (f_bytes != 7'd0
      && 32'(f_bytes) <= (RESUME ? 10 : 8) * BYTES
      && (!valid_q || !last || bytes_left + 11'(BYTES) >= 11'(f_bytes))));
  p_keep : assert (!valid_q || !f_answer || f_silent && !verify_q || keep_q == counts);
  p_emits : assert (!valid_q || !f_answer || (f_silent ? emits_q == last && final_q
      : emits_q == (bytes_left < 11'(f_bytes))
      && final_q == (bytes_left < 11'(f_bytes) && bytes_left + 11'(BYTES) >= 11'(f_bytes))));
  p_emits_answers : assert (!valid_q || !emits_q || f_answer);
  p_left : assert (index_q == (valid_q ? (last ? '0 : left + 1'b1) : left)
      && (!valid_q || last || left != '1));
  p_ended : assert (index_q == '0 ? !ended_q
      : !f_answer || f_silent && !f_verify || ended_q == (4'(f_bytes >> SHIFT) < 4'(index_q)));
  p_judged : assert (!valid_q || judged_q == !(new_q || compare_q));
  p_unlike : assert (!f_answer || !f_verify || f_verdict != 3'd0 || !(valid_q || left != '0)
      || (new_q && fresh_first) || (compare_q && compared_first) || differs_q == unlike_so_far);
  p_said : assert (said == (f_answer && !f_silent && left != '0 && bytes_left >= 11'(f_bytes)));
  p_saying : assert (saying == (f_answer && !f_silent && left != '0 && bytes_left < 11'(f_bytes)));
  p_sent : assert (saying ? sent == bytes_left : sent == 11'd0);
end

// What is known of a digest is that of its first word.
if (!FULL_RATE) begin : g_looked_up_kept
  logic [FACTS-1:0] known_record;
  logic known_outer, known_long;

  assign {known_record, known_outer, known_long} = g_looked_up.known_facts_q
      & ~{12'd0, {SLOT_BITS{ANSWERS_ONLY}}, 2'd0};

  always_ff @(posedge clk) if (checked) begin
    p_known : assert (index_q == '0 || (known_long == f_long
        && (f_long || (known_record == facts && known_outer == f_outer))));
  end
end

// The words of an inner digest leave in clocks that follow each other, as they come, from the first
// one on, which waits for the writer.
if (!ANSWERS_ONLY) begin : g_steady
  logic waited_inner;

  always_ff @(posedge clk) begin
    waited_inner <= inner_valid && !inner_ready;
    if (rst) waited_inner <= 1'b0;
  end

  always_ff @(posedge clk) if (checked) begin
    a_steady : assume (next_number == '0 || 32'(next_number) > 7 || word_valid);
    a_claims : assume (!inner_valid || (left == '0 ? !inner_ready || waited_inner : inner_ready));

    a_eight : assume (!inner_valid || last == (32'(left) == 7));

    p_eight : assert (f_answer || f_long || 32'(left) < 8);
    p_behind : assert (!valid_q || !inner_q || last || (left == '0 && !waited_inner) || taken_q);
    p_steady : assert (left == '0 || f_answer || f_long || valid_q);
  end
end

// A word of an answer stays until it is taken; a digest's may come before the loader's.
always_ff @(posedge clk) if (checked) begin
  p_stays : assert (!waited || (answer_valid && offer == waited_offer));
  p_stays_own : assert (!waited_own || !own || REST'(offer) == REST'(waited_offer));
end

// Nothing of a digest is left, and an answer that has begun goes on to its end.
always_ff @(posedge clk) if (followed) begin
  if ($past(answering && !answered)) p_leaves : assert (answering && $stable(answering_context));
  if ($past(clear)) p_cleared : assert (data == '0 && taken_data_q == '0);
end
