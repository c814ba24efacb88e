// The number a block starts with is that of the row it was made of: no row of another context
// changes it, nor a row that still waits. All of any one context: `row` is the number of the row that
// was padded last. What becomes of it behind the start is block_numbers'.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic waits, row_known;  // a row of the context waits; one has been padded
logic [CHOICE_BITS-1:0] waiting, row;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);

always_ff @(posedge clk) begin
  if (row_ready) begin
    waits <= row_valid && row_context == of_context;
    waiting <= row_choice;
    if (waits) row <= waiting;
    row_known <= row_known || waits;
  end
  if (rst) begin
    waits <= 1'b0;
    row_known <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!row_valid || 32'(row_context) < CONTEXTS) && 32'(slot_group) < GROUPS);

  p_slot : assert (!row_known || 32'(slot_group) != 32'(of_context) / INTERLEAVE
      || slot_other[32'(of_context) % INTERLEAVE] == (row != '0));
  p_row : assert (!row_known || choice_q[of_context] == row);

  p_waits : assert (waits == (waiting_q && waiting_context_q == of_context)
      && (!waits || waiting_choice_q == waiting));
end
