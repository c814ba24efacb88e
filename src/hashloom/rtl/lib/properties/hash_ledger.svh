// A block has the hash that its context's latest packet had when it was complete, and so have the
// initial value it begins with and the words of its digest. All of any one context: `block` is
// that of the block that was complete last, `of_entry` those of the two that started last, by their
// entries; each with whether it begins with the state of a key, on top.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic block_known;  // a block has been complete
logic [CHOICE_BITS:0] block;
logic [1:0] entry_known;
logic entry;  // of the next block to start
logic [1:0][CHOICE_BITS:0] of_entry;
logic taken, offered;  // a digest of the context was taken last; the word on offer is of such a one
logic [CHOICE_BITS-1:0] named, taken_number, offered_number;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign named = CHOICE_BITS'(choices >> (CHOICE_BITS * 32'(of_context)));

always_ff @(posedge clk) begin
  if (close && close_context == of_context) begin
    block <= {close_key, named};
    block_known <= 1'b1;
  end
  if (started[of_context]) begin
    of_entry[entry] <= block;
    entry_known[entry] <= block_known;
    entry <= !entry;
  end
  if (head_take) begin
    taken <= head_context == of_context && entry_known[head_entry];
    taken_number <= CHOICE_BITS'(of_entry[head_entry]);
  end
  // A word on offer is of the digest that had been taken when it was fetched.
  if (!word_valid || word_ready) begin
    offered <= taken;
    offered_number <= taken_number;
  end
  if (rst) begin
    block_known <= 1'b0;
    entry_known <= '0;
    entry <= 1'b0;
    taken <= 1'b0;
    offered <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!close || 32'(close_context) < CONTEXTS)
      && (!head_take || 32'(head_context) < CONTEXTS));

  p_word : assert (!offered || word_choice == offered_number);
  p_state : assert (state_context != of_context || !entry_known[!entry]
      || state_choice == (of_entry[!entry][CHOICE_BITS] ? '0 : CHOICE_BITS'(of_entry[!entry])));
  p_other : assert (!close || close_context != of_context || close_other == (named != '0));

  p_block : assert (!block_known || block_q[of_context] == block);
  p_entries : assert (turn_q[of_context] == entry
      && (!entry_known[0] || first_q[of_context] == of_entry[0])
      && (!entry_known[1] || second_q[of_context] == of_entry[1]));
  p_taken : assert (!taken || sending_q == taken_number);
end
