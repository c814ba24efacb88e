// A row on offer stays, with all that belongs to it, until it is taken.

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
  p_stays : assert (!waited || (word_valid && whole == waited_whole));
end
