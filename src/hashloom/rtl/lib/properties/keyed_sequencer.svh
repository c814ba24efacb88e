// Work begins when none is, with the rows of what is asked for: an erasure first, then a block. Its
// rows follow each other unless `goes` says otherwise. Behind a key that keeps the rules two blocks
// are hashed that the program has written, behind an inner digest one, behind anything else none;
// rows that send a digest come for nobody but who asked for one, those that compare for VERIFY alone.
//
// `at_work`: work is; `of_block`: on a block of a message; `hashed`: blocks of the program's own
// that have begun; `erasing`: zeros are written, or an expected tag; `sending`: a digest is sent.
// Those with `_before` are of the clock before.

logic at_work, of_block, erasing, sending;
logic [1:0] hashed;
logic at_work_before, starts_before, stands_before, branches_before, ends_before;
logic wipe_before, erase_before, every_before, tag_before, short_before, flawed_before;
logic [1:0] goes_before;
logic [ROW_BITS-1:0] row_before;
logic [PASS_BITS-1:0] pass_before;
logic key_before, keyed_before, verify_before;

assign at_work = running_q;
assign of_block = at_work && stage_q == Message;

always_ff @(posedge clk) begin
  if (!running_q) begin
    hashed  <= '0;
    erasing <= wipe || erase || is_tag || (block_short && flawed);
    sending <= 1'b0;
  end else if (branches && !ends) begin
    if (stage_q == Message && is_key && flawed) erasing <= 1'b1;
    if (row_is_last_before_output) sending <= 1'b1;
  end
  if (branches && !ends && (stage_q == Inner || (stage_q == Message && keyed))) hashed <= hashed + 1'b1;
  if (!running_q && !wipe && !erase && !is_tag && block_short && !flawed) hashed <= 2'd1;
  if (branches && stage_q == Message && is_key && !flawed && block_last) hashed <= 2'd1;

  at_work_before <= running_q;
  starts_before <= starts;
  stands_before <= wait_here;
  branches_before <= branches;
  ends_before <= ends;
  wipe_before <= wipe;
  erase_before <= erase;
  every_before <= every;
  tag_before <= is_tag;
  short_before <= block_short;
  flawed_before <= flawed;
  key_before <= is_key;
  keyed_before <= keyed;
  verify_before <= verify;
  goes_before <= goes;
  row_before <= row;
  pass_before <= pass;
end

logic row_is_last_before_output;  // a digest is sent from the next row on
assign row_is_last_before_output = (stage_q == Message && !is_key && !keyed)
    || (stage_q == Outer && !is_key);

always_ff @(posedge clk) if (checked) begin
  a_operation : assume (!(is_key && keyed) && !(is_tag && (is_key || keyed)) && (keyed || !verify));
  a_short : assume (!block_short || is_key || is_tag);
  a_goes : assume (!at_work || !sending || goes == 2'd0 || goes == BRANCHES);

  p_done : assert (!done || (at_work && !wait_here && goes == BRANCHES));
  p_released : assert (!released || (of_block && !block_last && !done));
  p_hashed : assert (!at_work || hashed <= 2'd2);
  p_sends : assert (!sending || !at_work || stage_q == Final);
  p_erases : assert (!erasing || !at_work || stage_q == Final);
  p_inner : assert (!at_work || stage_q != Inner || (is_key && hashed == 2'd1));
  p_outer : assert (!at_work || stage_q != Outer || (is_key ? hashed == 2'd2
      : keyed && hashed == 2'd1));
  p_message : assert (!of_block || hashed == '0);
end

always_ff @(posedge clk) if (followed) begin
  a_same : assume (!at_work || stage_q == Final || (is_key == key_before && keyed == keyed_before
      && verify == verify_before));

  p_idle : assert (at_work_before || starts_before || (!at_work && row == '0));
  p_pass : assert (at_work_before || pass == '0);
  p_starts : assert (at_work_before || !starts_before || (at_work
      && 32'(row) == (wipe_before ? WIPE
      : erase_before ? (every_before ? ERASE_ALL : ERASE)
      : tag_before ? TAG
      : short_before ? (flawed_before ? ERASE : KEY) : BLOCK)));
  p_stands : assert (!at_work_before || !stands_before
      || (at_work && row == row_before && pass == pass_before));
  p_follows : assert (!at_work_before || stands_before || goes_before != 2'd0
      || (at_work && row == row_before + 1'b1 && pass == pass_before));
  p_loops : assert (!at_work_before || stands_before || goes_before != LOOPS
      || (at_work && pass == pass_before + 1'b1
      && row == (32'(pass_before) == PASSES - 2 ? row_before + 1'b1 : ROW_BITS'(LOOP))));
  p_hashes : assert (!at_work_before || stands_before || goes_before != HASHES
      || (at_work && 32'(row) == LOOP));
  p_ends : assert (!ends_before || (!at_work && row == '0));
  p_output : assert (!branches_before || ends_before || 32'(row) != OUTPUT
      || (!key_before && !verify_before));
  p_compare : assert (!branches_before || ends_before || 32'(row) != COMPARE || verify_before);
  p_keeps : assert (!branches_before || ends_before || 32'(row) != KEY_DONE
      || (key_before && hashed == 2'd2));
  p_flawed : assert (!branches_before || ends_before || !key_before || !flawed_before
      || 32'(row) != LONG_KEY);
end
