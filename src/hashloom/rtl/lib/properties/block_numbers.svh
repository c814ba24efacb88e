// The number that goes with the words of a digest is that of the block that started in its entry,
// and a block's state is asked for by its own: no other context changes it. All of any one context:
// `of_entry` are the numbers of the two blocks that started last, by their entries.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic [BITS-1:0] next;  // number of the block to start
logic [1:0] entry_known;
logic entry;  // of the next block to start
logic [1:0][BITS-1:0] of_entry;
logic taken, offered;  // a digest of the context was taken last; the word on offer is of such a one
logic [BITS-1:0] taken_number, offered_number;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign next = BITS'(numbers >> (BITS * 32'(of_context)));

always_ff @(posedge clk) begin
  if (started[of_context]) begin
    of_entry[entry] <= next;
    entry_known[entry] <= 1'b1;
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
    entry_known <= '0;
    entry <= 1'b0;
    taken <= 1'b0;
    offered <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!head_take || 32'(head_context) < CONTEXTS);

  p_word : assert (!offered || word_number == offered_number);
  p_state : assert (state_context != of_context || !entry_known[!entry]
      || state_number == of_entry[!entry]);

  p_entries : assert (turn_q[of_context] == entry
      && (!entry_known[0] || first_q[of_context] == of_entry[0])
      && (!entry_known[1] || second_q[of_context] == of_entry[1]));
  p_taken : assert (!taken || sending_q == taken_number);
end
