// A block is taken when none is at work. Its rows follow each other from row 0, with the loop run
// PASSES - 1 times, up to OUTPUT, or to END when it is the last of its message; `pass` says how many
// passes of the loop are over. While wait_here is set nothing changes. Without a block the row is 0,
// but for the first clock, which has the one behind the block's last row.
//
// `at_work`: a block is; `of_last`: it is the last of its message; `passes_over`: passes of the
// loop that are; `leaves`: the block's last row is left. Those with `_before` are of the clock
// before.

localparam int PASSES_BITS = $clog2(PASSES + 1);

logic at_work, of_last, leaves;
logic [PASSES_BITS-1:0] passes_over;
logic at_work_before, waited_before, leaves_before, again_before;
logic [ROW_BITS-1:0] row_before;
logic [PASS_BITS-1:0] pass_before;

assign leaves = at_work && !wait_here && (32'(row) == (of_last ? END : OUTPUT));

always_ff @(posedge clk) begin
  if (leaves) at_work <= 1'b0;
  if (block_taken) begin
    at_work <= 1'b1;
    of_last <= block_last;
    passes_over <= '0;
  end
  if (at_work && !wait_here && 32'(row) == LOOP_END) passes_over <= passes_over + 1'b1;
  if (rst) at_work <= 1'b0;

  at_work_before <= at_work;
  waited_before <= wait_here;
  leaves_before <= leaves;
  again_before <= 32'(row) == LOOP_END && 32'(passes_over) + 2 < PASSES;
  row_before <= row;
  pass_before <= pass;
end

always_ff @(posedge clk) if (checked) begin
  p_taken : assert (block_taken == (block_valid && !at_work));
  p_last : assert (!at_work || last == of_last);
  p_pass : assert (!at_work || 32'(pass) == 32'(passes_over));
  p_passes : assert (!at_work || (32'(row) < LOOP ? passes_over == '0
      : 32'(row) > LOOP_END ? 32'(passes_over) == PASSES - 1 : 32'(passes_over) + 1 < PASSES));
  p_rows : assert (!at_work || 32'(row) <= (of_last ? END : OUTPUT));

  p_at_work : assert (running_q == at_work);
end

always_ff @(posedge clk) if (followed) begin
  p_idle : assert (at_work_before || (row == '0 && pass == '0));
  p_stands : assert (!at_work_before || !waited_before
      || (at_work && row == row_before && pass == pass_before));
  p_follows : assert (!at_work_before || waited_before
      || row == (again_before ? ROW_BITS'(LOOP) : row_before + 1'b1));
  p_leaves : assert (!at_work_before || at_work != leaves_before);
end
