// Each word is read as it came, until the next packet or zeroize, behind which nothing of it is left;
// one that is not there is missing. Of any one word. An answer has PLACES words here at most, and
// the memory stays full for as long as there are any.

(* anyconst *) logic [1:0] any_place;
logic [31:0] came;  // the word, if it is there
logic erased;

always_ff @(posedge clk) begin
  if (take && answer_bytes && count_q == 3'(any_place)) came <= answer_data;
  erased <= begins || zeroize;
end

always_ff @(posedge clk) if (checked) begin
  a_full : assume (count_q == 3'd0 || full);
  a_words : assume (file_words <= 5'd16 && !(answer_valid && answer_bytes && 32'(words) == 16 + PLACES));
  a_place : assume (32'(any_place) < PLACES);
  a_one : assume (!begins || !answer_valid);

  p_count : assert (32'(count_q) <= PLACES);
  p_words : assert (words == file_words + 5'(count_q) && 32'(words) <= 16 + PLACES);
  p_word : assert (count_q <= 3'(any_place) || rest_q[any_place] == came);
  p_zero : assert (count_q > 3'(any_place) || rest_q[any_place] == 32'd0);
  p_read : assert (read_place != any_place || read_data == rest_q[any_place]);
  p_missing : assert (read_place != any_place
      || missing == (words <= 5'd16 + 5'(any_place)));
  p_erased : assert (!followed || !erased || (count_q == 3'd0 && rest_q[any_place] == 32'd0));
end
