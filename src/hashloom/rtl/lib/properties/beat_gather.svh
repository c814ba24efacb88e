// A row on offer stays, with all that belongs to it, until it is taken. No beat is taken that the
// row on offer would have to make room for.

localparam int WHOLE = PAD_WORDS * WORD / 8 * 9 + 2 + CONTEXT_BITS + COMMAND_BITS;

logic waited;  // a row was on offer and was not taken
logic [WHOLE-1:0] whole, waited_whole;

assign whole = {word_data, word_keep, word_last, word_error, word_context, word_command};

always_ff @(posedge clk) begin
  waited <= word_valid && !word_ready;
  waited_whole <= whole;
  if (rst) waited <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_context : assume (!beat_valid || 32'(beat_context) < CONTEXTS);

  p_context : assert (!word_valid || 32'(word_context) < CONTEXTS);
  p_stays : assert (!waited || (word_valid && whole == waited_whole));
  p_room : assert (!(take && complete && word_valid && !word_ready));
  p_sweeping : assert (!(sweeping && word_valid));
  p_given : assert (!followed || word_valid == (waited || completed));
end

logic completed;  // a beat ended its row a clock before

always_ff @(posedge clk) begin
  completed <= take && complete;
  if (rst) completed <= 1'b0;
end
