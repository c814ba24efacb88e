// Answers of a tid are taken in the order of its messages, and no entry is given to a message while
// it is another's. `ahead` holds for each message the entries of those of its tid that were there
// when it began and have not been taken.

logic [ENTRIES-1:0] ahead[ENTRIES];
logic [ENTRIES-1:0] sending;  // taken to be sent, and not sent
logic [ENTRIES-1:0] here;  // answers that have not been taken
logic [ENTRIES-1:0] of_tid;  // those of the tid that begins
logic [ENTRIES-1:0] waiting_right, followed_right, latest_right, kept_right, led;
logic [TIDS-1:0] busy_right;

assign here = pending_q | done_q;

for (genvar index = 0; index < ENTRIES; index++) begin : g_entry
  localparam bit IS_COPY = (index >> SLOT_BITS) % (1 << COPY_BITS) < COPIES;
  logic [ENTRY_BITS-1:0] next;
  logic [ENTRIES-1:0] leads, known;

  assign next = follower[index];
  assign of_tid[index] = here[index] && tid_of[index] == begins_tid;

  always_ff @(posedge clk) begin
    ahead[index] <= (begins && entry == ENTRY_BITS'(index) ? of_tid : ahead[index]) & ~head_bit;
    if (rst) ahead[index] <= '0;
  end

  // What it is behind is of its tid and has not been taken.
  for (genvar other = 0; other < ENTRIES; other++) begin : g_other
    assign leads[other] = here[other] && followed_q[other] && follower[other] == ENTRY_BITS'(index);
    assign known[other] = !ahead[index][other] || (other != index && here[other]
        && tid_of[other] == tid_of[index]);
  end

  assign waiting_right[index] = !here[index] || waits_q[index] == (ahead[index] != '0);
  assign led[index] = !here[index] || !waits_q[index] || leads != '0;
  assign followed_right[index] = !here[index] || !followed_q[index] || (32'(next) < ENTRIES
      && here[next] && tid_of[next] == tid_of[index]
      && ahead[next] == (ahead[index] | ENTRIES'(1) << index));
  assign latest_right[index] = !here[index] || (32'(tid_of[index]) < TIDS && busy_q[tid_of[index]]
      && followed_q[index] == (latest_q[tid_of[index]] != ENTRY_BITS'(index))
      && (!followed_q[index] || ahead[latest_q[tid_of[index]]][index]));
  assign kept_right[index] = (!taken_q[index] || IS_COPY) && (!here[index] || &known);
end

for (genvar index = 0; index < TIDS; index++) begin : g_tid
  assign busy_right[index] = !busy_q[index] || (32'(latest_q[index]) < ENTRIES
      && here[latest_q[index]] && tid_of[latest_q[index]] == TID_BITS'(index));
end

always_ff @(posedge clk) begin
  sending <= (sending & ~sent_bit) | head_bit;
  if (rst) sending <= '0;
end

always_ff @(posedge clk) if (checked) begin
  a_begins : assume (!begins || (chosen && 32'(begins_tid) < TIDS));
  a_complete : assume ((complete & ~pending_q) == '0);
  a_take : assume (!head_take || head_valid);
  a_sent : assume (!sent || (32'(sent_entry) < ENTRIES && (sending & sent_bit) != '0));

  p_order : assert (!head_valid || (done_q[head_entry] && ahead[head_entry] == '0));
  p_given : assert (!begins || !taken_q[entry]);
  p_chosen : assert (!chosen || (32'(chosen_place) < PLACES && !taken_q[entry]
      && 32'(chosen_place[COPY_BITS-1:0]) < COPIES));
  p_states : assert ((pending_q & done_q) == '0 && (sending & here) == '0
      && taken_q == (here | sending));
  p_waiting : assert (&waiting_right && &led);
  p_followed : assert (&followed_right);
  p_latest : assert (&latest_right && &busy_right && &kept_right);
end
