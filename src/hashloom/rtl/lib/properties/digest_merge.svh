// Words of a digest stay together, and every word that is taken is passed on, once.

logic amid;  // words of a digest have gone on, its last has not
logic amid_second;  // they were of the second source

always_ff @(posedge clk) begin
  if (word_valid && word_ready) begin
    amid <= !word_last;
    amid_second <= second_valid && second_ready;
  end
  if (rst) amid <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  p_one : assert (!(first_ready && second_ready));
  p_taken : assert ((word_valid && word_ready)
      == ((first_valid && first_ready) || (second_valid && second_ready)));
  p_first : assert (!(first_valid && first_ready) || {word_data, word_last, word_error,
      word_context} == {first_data, first_last, first_error, first_context});
  p_second : assert (!(second_valid && second_ready) || {word_data, word_last, word_error,
      word_context} == {second_data, second_last, second_error, second_context});
  p_together : assert (!amid || !word_valid || !word_ready
      || amid_second == (second_valid && second_ready));
  p_amid : assert (amid == under_way_q && (!amid || amid_second == second_q));
  p_waits : assert (!(first_valid && word_ready && !amid) || first_ready);
end
