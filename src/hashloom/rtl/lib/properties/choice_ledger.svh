// The number that goes with the words of a digest is that of the row its block was made of, and so
// is the number a block starts with: no row of another context changes it, nor a row that still
// waits. All of any one context: `row` is the number of the row that was padded last, `of_entry`
// those of the two blocks that started last, by their entries.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic waits, row_known;  // a row of the context waits; one has been padded
logic [CHOICE_BITS-1:0] waiting, row;
logic [1:0] entry_known;
logic entry;  // of the next block to start
logic [1:0][CHOICE_BITS-1:0] of_entry;
logic taken, offered;  // a digest of the context was taken last; the word on offer is of such a one
logic [CHOICE_BITS-1:0] taken_number, offered_number;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);

always_ff @(posedge clk) begin
  if (row_ready) begin
    waits <= row_valid && row_context == of_context;
    waiting <= row_choice;
    if (waits) row <= waiting;
    row_known <= row_known || waits;
  end
  if (started[of_context]) begin
    of_entry[entry] <= row;
    entry_known[entry] <= row_known;
    entry <= !entry;
  end
  if (head_take) begin
    taken <= head_context == of_context && entry_known[head_entry];
    taken_number <= of_entry[head_entry];
  end
  // A word on offer is of the digest that had been taken when it was fetched.
  if (!word_valid || word_ready) begin
    offered <= taken;
    offered_number <= taken_number;
  end
  if (rst) begin
    waits <= 1'b0;
    row_known <= 1'b0;
    entry_known <= '0;
    entry <= 1'b0;
    taken <= 1'b0;
    offered <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!row_valid || 32'(row_context) < CONTEXTS)
      && (!head_take || 32'(head_context) < CONTEXTS) && 32'(slot_group) < GROUPS);

  p_word : assert (!offered || word_choice == offered_number);
  p_state : assert (state_context != of_context || !entry_known[!entry]
      || state_choice == of_entry[!entry]);
  p_slot : assert (!row_known || 32'(slot_group) != 32'(of_context) / INTERLEAVE
      || slot_other[32'(of_context) % INTERLEAVE] == (row != '0));

  p_waits : assert (waits == (waiting_q && waiting_context_q == of_context)
      && (!waits || waiting_choice_q == waiting));
  p_row : assert (!row_known || choice_q[of_context] == row);
  p_entries : assert (turn_q[of_context] == entry
      && (!entry_known[0] || first_q[of_context] == of_entry[0])
      && (!entry_known[1] || second_q[of_context] == of_entry[1]));
  p_taken : assert (!taken || sending_q == taken_number);
end
