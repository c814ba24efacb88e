// The answers of copies leave whole, each beat in the clock in which it is taken from its copy, as
// it was, and with its copy's tid. What is shown and not withdrawn stays. The answers to packets
// that went to no copy go before any that is not shown yet. Of an answer to a packet for all copies
// nothing is shown before all others have given theirs, which are dropped. A copy that waits for its
// turn sees no other have two. A copy is looked at, the same for ever.

localparam int COPY_BITS = $clog2(COPIES);
(* anyconst *) logic [COPY_BITS-1:0] any_number;
logic [COPY_BITS-1:0] any_copy;
logic [COPIES-1:0] sent;  // copies of which a beat leaves
logic [COPIES-1:0] any_bit;
logic amid;  // of an answer a beat has left and its last has not
logic [COPIES-1:0] amid_of;
logic was_shown, was_offered;  // the copy was shown; and a beat of it not taken
logic was_waiting;  // a packet that went to no copy waited for its answer
logic was_refusal;  // which was offered and not taken
logic was_common, was_over;
logic [COPIES-1:0] had_own;
logic given;  // the copy has answered the packet for all
logic begun;  // of an answer of the copy a beat has been taken and its last has not
logic goes_on;  // or it was on offer: what the copy offers next is of that one, or of none
logic [CONTEXT_BITS-1:0] context_then;  // its context
logic waits;  // it wants a turn
logic [COPIES-1:0] served;  // since then these have had an answer sent
logic [COPIES-1:0] before_it;  // and these may yet be

assign any_copy = COPY_BITS'(32'(any_number) % COPIES);
assign any_bit = COPIES'(1) << any_copy;
assign sent = answer_valid & answer_ready & ~(~common_own & {COPIES{common}});
assign waits = answer_valid[any_copy] && !shown_q[any_copy] && !common;
assign before_it = behind_q[any_copy] ? behind_q & (any_bit - 1'b1) : behind_q | (any_bit - 1'b1);

always_ff @(posedge clk) begin
  if (sent != '0) begin
    amid <= !beat_last;
    amid_of <= sent;
  end
  was_shown <= shown_q[any_copy];
  was_offered <= shown_q[any_copy] && answer_valid[any_copy] && !beat_ready;
  was_waiting <= refusal_valid && !refusal_ready;
  was_refusal <= beat_valid && shown_q == '0 && !beat_ready;
  was_common <= common && !common_over;
  was_over <= common_over;
  had_own <= common_own;
  if (answer_valid[any_copy]) begin
    if (answer_ready[any_copy]) begun <= !answer_last[any_copy];
    context_then <= answer_context[CONTEXT_BITS*any_copy+:CONTEXT_BITS];
  end
  goes_on <= answer_valid[any_copy] ? !(answer_ready[any_copy] && answer_last[any_copy]) : begun;
  given <= common && (given || (answer_valid[any_copy] && answer_ready[any_copy]));
  served <= waits ? served | (sent & {COPIES{beat_last}}) : '0;
  if (rst) begin
    amid <= 1'b0;
    was_shown <= 1'b0;
    was_offered <= 1'b0;
    was_waiting <= 1'b0;
    was_refusal <= 1'b0;
    was_common <= 1'b0;
    was_over <= 1'b0;
    given <= 1'b0;
    begun <= 1'b0;
    goes_on <= 1'b0;
    served <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  // A packet for all begins when no answer is owed. Each copy answers it once, without bytes.
  a_own : assume (!common || common_own[any_copy] || (common_own & ~any_bit) != '0);
  a_one_own : assume (!common || (common_own & (common_own - 1'b1)) == '0);
  a_common : assume (!was_common || (common && common_own == had_own));
  a_ends : assume (!was_over || !common);
  a_begins : assume (!followed || was_common || !common || (answer_valid == '0 && !refusal_q
      && !amid));
  a_begins_first : assume (followed || !common);
  a_once : assume (!given || !answer_valid[any_copy] || !common);
  a_no_bytes : assume (!common || !answer_valid[any_copy] || (answer_last[any_copy]
      && answer_keep[LANES*any_copy+:LANES] == '0));
  a_refusal : assume (!was_waiting || refusal_valid);
  a_context : assume (!answer_valid[any_copy]
      || 32'(answer_context[CONTEXT_BITS*any_copy+:CONTEXT_BITS]) < CONTEXTS);

  a_same_answer : assume (!goes_on || !answer_valid[any_copy]
      || answer_context[CONTEXT_BITS*any_copy+:CONTEXT_BITS] == context_then);

  p_one : assert ((sent & (sent - 1'b1)) == '0);
  p_leaves : assert (!sent[any_copy] || (beat_valid && beat_ready
      && beat_data == answer_data[WIDTH*any_copy+:WIDTH]
      && beat_keep == answer_keep[LANES*any_copy+:LANES]
      && beat_last == answer_last[any_copy]
      && beat_status == answer_status[3*any_copy+:3]
      && 32'(beat_tid) == 32'(any_copy) * CONTEXTS
          + 32'(answer_context[CONTEXT_BITS*any_copy+:CONTEXT_BITS])));
  p_taken : assert (!(beat_valid && beat_ready) || sent != '0 || refusal_ready);
  p_refusal : assert (!refusal_ready || (refusal_valid && sent == '0 && beat_valid && beat_ready
      && beat_last && beat_keep == '0 && beat_data == '0 && beat_tid == refusal_tid
      && beat_status == (refusal_zeroised ? 3'd7 : 3'd6)));
  p_nothing : assert (beat_valid || beat_data == '0 || sent == '0);
  p_left : assert (left == (sent != '0 && beat_last));

  p_together : assert (!amid || (!refusal_ready && (sent == '0 || sent == amid_of)));
  p_stays : assert (!was_offered || !answer_valid[any_copy] || shown_q[any_copy]);
  p_refusal_stays : assert (!was_refusal || (beat_valid && shown_q == '0));
  p_first : assert (!was_waiting || was_shown || !shown_q[any_copy]);
  p_fair : assert ((served & shown_q & ~any_bit) == '0);

  p_hidden : assert (!common || sent == '0);
  p_dropped : assert (!common || common_own[any_copy] || answer_ready[any_copy]);
  p_kept : assert (!common || !common_own[any_copy] || !answer_valid[any_copy]
      || !answer_ready[any_copy]);
  p_over : assert (!common_over || (common && (common_own[any_copy] || given)));
  p_ends : assert (common_over || !common || (dropped_q | common_own) != '1);

  p_shown : assert ((shown_q & (shown_q - 1'b1)) == '0 && (!refusal_q || shown_q == '0));
  p_refused : assert (!refusal_q || refusal_valid);
  p_begun : assert (begun_q == amid && (!amid || shown_q == amid_of) && (!amid || amid_of != '0));
  p_begun_alone : assert (!common || !amid);
  p_given : assert (!common || common_own[any_copy] || dropped_q[any_copy] == given);
  p_behind : assert ((~behind_q & (~behind_q + 1'b1)) == '0
      && (shown_q == '0 || behind_q == ~(shown_q | (shown_q - 1'b1))));
  p_before : assert (!waits || (served & before_it & ~any_bit) == '0);
  p_common : assert (!was_common || shown_q == '0);
end
