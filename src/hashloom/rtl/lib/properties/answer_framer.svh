// A frame says of itself what it is; an answer is given on whole and in its order, each beat taken as
// its byte is, and nothing else comes between. A restart leaves nothing but the greeting.

logic [5:0] total;  // frames given on since the restart
logic [5:0] heard;  // what the host was told of them last
logic amid;  // of an answer

always_ff @(posedge clk) begin
  if (consumed) total <= total + 1'b1;
  if (content_valid && content_ready && idle && content_data[7:6] == 2'd0) heard <= content_data[5:0];
  if (answer_valid && answer_ready) amid <= !answer_last;
  else if (content_valid && content_ready && idle && content_data[7:6] == 2'd1) amid <= 1'b1;
  if (rst || restart) begin
    total  <= '0;
    heard  <= '0;
    amid <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_bytes : assume (!answer_valid || answer_keep || (answer_last && !amid));

  p_state : assert (state_q <= Answer);
  p_total : assert (total == count_q);
  p_heard : assert (heard == told_q);
  p_news : assert (!content_valid || !idle || content_data[7:6] != 2'd0 || heard != total);
  p_told : assert (!idle || heard == total || content_valid);
  p_inside : assert (amid == (state_q == Answer));
  p_given : assert (!content_valid || !idle || content_data[7:6] != 2'd0
      || (content_last && content_data[5:0] == total));
  p_status : assert (!content_valid || !idle || content_data[7:6] != 2'd1
      || (answer_valid && content_data[5:0] == 6'(answer_status)));
  p_empty : assert (!content_valid || !idle || content_data[7:6] != 2'd1
      || content_last == !answer_keep);
  p_byte : assert (!answer_ready || !answer_keep || (amid && content_data == answer_data
      && content_last == answer_last && content_valid == answer_valid));
  p_taken : assert (!(amid && content_valid && content_ready) || answer_ready);
  p_text : assert (state_q != Text || (content_valid && content_data == text_data));
  p_restart : assert (!followed || !$past(restart) || (idle && content_valid
      && content_data == {2'd2, $past(restart_number)} && !content_last));
  p_clean : assert (!followed || !$past(restart) || !complain_q);
  p_why : assert (!followed || !$past(complain) || $past(restart) || complain_q);
end
