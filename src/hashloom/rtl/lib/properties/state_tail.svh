// Words of digests pass as they are. Behind the last word of a saved message, which has ten words and
// is none of the loader's, exactly the two words of its length are offered, high word first, for the
// same context and with the same flaw, each when no length is being read; the second is the last, and
// no word is taken meanwhile. `owed`: words of the length that have not gone.

logic [1:0] owed;
logic of_state;  // the word is of a saved message
logic ends;  // the last word of one is taken
logic [CONTEXT_BITS:0] whose;  // the context and the flaw of that message

assign of_state = 32'(record_bytes) == 10 * WORD / 8 && (!key_long || word_context != key_context);
assign ends = word_valid && word_ready && word_last && of_state;

always_ff @(posedge clk) begin
  if (ends) begin
    owed <= 2'd2;
    whose <= {word_context, word_error};
  end else if (owed != 2'd0 && whole_valid && whole_ready) begin
    owed <= owed - 2'd1;
  end
  if (rst) owed <= 2'd0;
end

always_ff @(posedge clk) if (checked) begin
  p_passes : assert (owed != 2'd0 || (whole_valid == word_valid && word_ready == whole_ready
      && {whole_data, whole_error, whole_context} == {word_data, word_error, word_context}));
  p_last : assert (owed != 2'd0 || !word_valid || whole_last == (word_last && !of_state));
  p_waits : assert (owed == 2'd0 || !word_ready);
  p_offered : assert (owed == 2'd0 || whole_valid == !reading);
  p_length : assert (owed == 2'd0 || (whole_data == length && length_low == (owed == 2'd1)));
  p_second : assert (owed == 2'd0 || whole_last == (owed == 2'd1));
  p_whose : assert (owed == 2'd0 || {whole_context, whole_error} == whose);

  p_owed : assert (owed == {tail_q && !low_q, low_q} && (!low_q || tail_q)
      && (!tail_q || {context_q, error_q} == whose));
end
