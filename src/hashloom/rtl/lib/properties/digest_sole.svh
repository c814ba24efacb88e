// The digest that waits to be sent is the chaining value of a block that gives one, told once and when
// its words have come, and marked as its block was. `awaited`: blocks that have started and whose
// chaining words are still to come, of which the `first` one comes first.
//
// A message begins when the digest of the one before has been sent.

logic [1:0] awaited, going;  // behind this clock
logic first, second, first_error, second_error;  // they give digests, of flawed messages
logic waits, waits_error;  // a digest that is to be sent
logic sending;  // this is under way
logic to_first;  // the block that starts is the first one then

assign going = awaited - 2'(finish);
assign to_first = going == 2'd0;

always_ff @(posedge clk) begin
  awaited <= going + 2'(started);
  if (finish) {first, first_error} <= {second, second_error};
  if (started && to_first) {first, first_error} <= {started_digest, started_error};
  if (started && !to_first) {second, second_error} <= {started_digest, started_error};
  if (head_take) waits <= 1'b0;
  if (finish && first) {waits, waits_error} <= {1'b1, first_error};
  if (head_take) sending <= 1'b1;
  else if (sent) sending <= 1'b0;
  if (rst) begin
    awaited <= 2'd0;
    waits <= 1'b0;
    sending <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_expected : assume ((!finish || awaited != 2'd0) && (!started || going < 2'd2));
  a_sole : assume (!started || !(waits || sending || (awaited != 2'd0 && first)
      || (awaited == 2'd2 && second)));
  a_take : assume (!head_take || head_valid);

  p_awaited : assert (awaited <= 2'd2 && odd_q == awaited[0]);
  p_one : assert (awaited != 2'd2 || !first);
  p_latest : assert (awaited == 2'd0 || (awaited == 2'd1 ? digest_q == first : digest_q == second));
  p_told : assert (head_valid == waits);
  p_error : assert (!head_valid || head_error == waits_error);
  p_flaw : assert (awaited == 2'd0
      || (awaited == 2'd1 ? error_q == first_error : error_q == second_error));
  p_kept : assert (!waits || awaited == 2'd0);
  p_always : assert (room && !chain_entry && !head_entry);
end
