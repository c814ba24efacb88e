// Between flags there is none: every byte of a frame that is special is escaped, with bit 5 turned. A
// byte that is offered stays until it is taken, if that of the frame does.

logic [7:0] kept_data;
logic kept_last, waits, waited;
logic offered;  // a byte was offered a clock before and not taken
logic [7:0] offered_data;

assign waits = content_valid && !content_ready;

always_ff @(posedge clk) begin
  waited <= waits && !rst;
  kept_data <= content_data;
  kept_last <= content_last;
  offered <= byte_valid && !byte_ready && !rst;
  offered_data <= byte_data;
end

always_ff @(posedge clk) if (checked) begin
  a_stays : assume (!waited || (content_valid && content_data == kept_data
      && content_last == kept_last));

  p_state : assert (state_q <= Close);
  p_flag : assert (between || byte_data != 8'(FLAG));
  p_between : assert (!between || (byte_data == 8'(FLAG) && !escaped_q));
  p_escape : assert (!byte_valid || between || escaped_q || !special || byte_data == 8'(ESCAPE));
  p_waits : assert (!escaped_q || state_q != Content
      || (waited && (kept_data == 8'(FLAG) || kept_data == 8'(ESCAPE))));
  p_special : assert (!escaped_q || special);
  p_turned : assert (!escaped_q || byte_data == (plain ^ 8'h20));
  p_plain : assert (!byte_valid || between || escaped_q || special || byte_data == plain);
  p_taken : assert (!content_ready || state_q == Content);
  p_offered : assert (!followed || !offered || (byte_valid && byte_data == offered_data));
end
