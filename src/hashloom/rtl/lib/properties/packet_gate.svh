// No key changes under a message that is made with it, no record is written over, and nothing is
// waited for that could depend on beats still to come. A context is owed the answers of its records
// {latest} and, where it is owed two, {earlier}.

logic [CONTEXTS-1:0] mixed, recorded, two_owed, open_keyed, in_order;
logic just_reset;  // there was a reset in the clock before
logic told;  // the loader has said that the slot holds the key
logic ended;  // or that it holds none
logic writes;  // the loader may be writing the blocks of a key
logic wrote;  // it might have been in the clock before
logic judged;  // the first beat on hand is judged in this clock
logic waits;  // it must not go yet

assign judged = facts_valid && first_q && !leave;
assign waits = judged && !admit;
assign writes = load_may && loader_busy && !loader_erases && !loader_written;

always_ff @(posedge clk) begin
  just_reset <= rst;
  wrote <= writes;
  told <= loader_busy && (told || mark_known);
  ended <= loader_busy && (ended || mark_ends);
  if (rst) begin
    told <= 1'b0;
    ended <= 1'b0;
    wrote <= 1'b0;
  end
end

for (genvar index = 0; index < CONTEXTS; index++) begin : g_records
  logic [SLOT_BITS:0] latest, earlier;

  assign latest = inner_records[RECORD_BITS'({CONTEXT_BITS'(index), !turn_q[index]})];
  assign earlier = inner_records[RECORD_BITS'({CONTEXT_BITS'(index), turn_q[index]})];
  assign mixed[index] = (owed_q[index] && latest == {1'b1, loader_slot})
      || (owed_more_q[index] && earlier == {1'b1, loader_slot});
  assign recorded[index] = !owed_q[index] || latest[SLOT_BITS] == keyed[index];
  assign two_owed[index] = !owed_more_q[index] || owed_q[index];
  assign in_order[index] = !owed_q[index] || oldest[index] == (turn_q[index] != !owed_more_q[index]);
  assign open_keyed[index] = !open_q[index] || !owed_q[index] || !keyed[index]
      || (routes[index] != TO_BE_CUT && routes[index] != REFUSED);
end

// Of any slot: its key has come to its end since the reset, and since the slot was emptied last.
(* anyconst *) logic [SLOT_BITS-1:0] any_slot;
logic [SLOT_BITS-1:0] of_slot;
logic loaded;

assign of_slot = SLOT_BITS'(32'(any_slot) % SLOTS);

always_ff @(posedge clk) begin
  if (mark && !spared && loader_slot == of_slot) loaded <= mark_known && mark_ends;
  if (rst) loaded <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  p_loaded : assert (!known_q[of_slot] || loaded);
end

logic [CONTEXTS-1:0] same_slot;  // the latest record tells the slot that is compared
logic [CONTEXTS-1:0] opens_loaded;  // contexts whose open message uses the slot that is loaded
logic [CONTEXTS-1:0] leaves;  // contexts whose only answer owed is leaving

for (genvar index = 0; index < CONTEXTS; index++) begin : g_slots
  assign opens_loaded[index] = open_q[index] && routes[index] == TO_PADDER && keyed[index]
      && slots[index] == loader_slot;
  assign leaves[index] = answering && answering_context == CONTEXT_BITS'(index)
      && loader_context == CONTEXT_BITS'(index) && !owed_more_q[index];
  assign same_slot[index] = !owed_q[index] || !keyed[index]
      || g_records[index].latest[SLOT_BITS-1:0] == slots[index];
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!packet_valid || 32'(packet_context) < CONTEXTS)
      && (!loader_busy || (32'(loader_context) < CONTEXTS && 32'(loader_slot) < SLOTS)));
  a_answered : assume (!answered
      || (32'(answered_context) < CONTEXTS && owed_q[answered_context]));
  a_landed : assume (!landed
      || (32'(landed_context) < CONTEXTS && storing_q[landed_context]));
  a_marked : assume ((!mark || loader_busy) && (!mark_ends || mark)
      && (!mark_known || (mark_ends && !loader_erases && !loader_error))
      && (!mark_ends || loader_erases || mark_known || loader_error));
  a_reset : assume (!just_reset || !loader_busy || loader_erases);
  a_told : assume (!told || !loader_busy || !mark);
  a_written : assume (!loader_written || (loader_busy && !loader_erases));
  a_answering : assume (!answering || (32'(answering_context) < CONTEXTS
      && owed_q[answering_context] && (!answered || answered_context == answering_context)));

  // At most two answers are owed, and a record is written that nobody reads any more.
  p_two_at_most : assert (&two_owed);
  p_room : assert (!starts_message || !owed_more_q[context_q]);
  p_record_free : assert (!starts_message || !owed_q[context_q]
      || oldest[context_q] != turn_q[context_q]);
  p_oldest : assert (&in_order);
  p_recorded : assert (&recorded);
  p_recorded_slot : assert (&same_slot);
  p_open_keyed : assert (&open_keyed);
  p_context : assert (!valid_q || 32'(context_q) < CONTEXTS);

  p_judged : assert (!admit_q || (valid_q && (status_q != OK) == (first_route_q == REFUSED
      || (first_route_q == TO_NOBODY && (operation_q == TAG || restores)))
      && (!uses_key || status_q != OK || first_route_q == TO_PADDER)));

  // A key is loaded alone, and written while no answer is owed that its slot has part in, but that
  // of the context which is leaving; it is erased while none is owed at all.
  p_one_load : assert (!begin_load || !loader_busy);
  p_load : assert (!begin_load || slot_exists || operation_q == ERASE_ALL);
  p_not_mixed : assert (!writes || ((mixed & ~leaves) == '0
      && (!owed_q[loader_context] || leaves[loader_context])));
  p_told : assert (!told || !loader_busy || (known_q[loader_slot] && !loader_erases));
  p_no_answer : assert (!(load_may_long && loader_busy && !loader_erases && !loader_written)
      || !owed_q[loader_context]);
  p_goes_on : assert (!loader_busy || loader_erases || loader_written || !wrote || load_may);
  p_erase_alone : assert (!loader_busy || !loader_erases || (owed_q == '0 && open_q == '0));
  p_erase_whole : assert (!begin_load || !begin_erase
      || (owed_q == '0 && last_q && (CONTEXTS == 1 || (open_q == '0))));

  // A message is admitted to a slot that holds a key which is nobody else's and stays.
  p_known : assert (!(starts_message && admits_keyed) || (slot_exists
      && (facts_now.behind_slot ? !loader_error
          : known_q[SLOT_BITS'(slot_q)]
              && !(loader_busy && loader_slot == SLOT_BITS'(slot_q))) && !foreign));
  p_keyed_only : assert (!(starts_message && admits_keyed) || uses_key);

  // What waits never needs the rest of a packet.
  p_erase_waits : assert (!(waits && erases && status == OK) || CONTEXTS == 1 || open_q == '0);
  p_load_waits : assert (!(waits && loads && status == OK && facts.busy && loader_busy) || CONTEXTS == 1
      || loader_written || !open_q[loader_context]);
  p_key_waits : assert (!(waits && operation_q == KEY && status == OK && !facts.busy)
      || facts.shut || facts.barred || facts.owed_more);
  p_key_alone : assert (!(valid_q && first_q && operation_q == KEY && slot_exists
      && ((facts_valid && !facts.in_use_open) || (admit_q && status_q == OK)))
      || uses_open == '0);
  p_loader_waits : assert (!loader_busy || loader_erases || loader_written
      || opens_loaded == '0);
  p_not_foreign : assert (!(valid_q && first_q && uses_key && slot_exists && foreign)
      || !((facts_valid && facts.behind_slot && !facts.behind_error)
          || (admit_q && status_q == OK)));
  p_first : assert (!valid_q || (first_q != open_q[context_q]
      && (first_q || further_route_q == routes[context_q])));
end

// The loader begins when it is told to and keeps to its slot; what it erases it goes through.
always_ff @(posedge clk) if (followed) begin
  if ($past(!loader_busy)) a_begins : assume (loader_busy == $past(begin_load));
  if ($past(begin_load)) begin
    a_at_work : assume (loader_erases == $past(begin_erase) && (loader_erases
        || {loader_slot, loader_context} == $past({begin_slot, context_q})));
  end
  if ($past(loader_busy) && loader_busy) begin
    a_keeps : assume ($stable(loader_erases)
        && (loader_erases || $stable({loader_slot, loader_context})));
    a_stays : assume (!$past(loader_written) || loader_written);
    a_error : assume (!$past(loader_written || ended || mark_ends) || $stable(loader_error));
  end
  if ($past(loader_written && !loader_error && !told && !mark_known)) a_tells : assume (loader_busy);
  if ($past(answering && !answered)) begin
    a_leaves : assume (answering && $stable(answering_context));
  end
end

// An expected tag is for the next VERIFY of its context alone: it is used only when it has come to
// its end since the VERIFY before, from where it was stored, and nothing is stored there while an
// answer is owed that depends on it. All of any one context; `tag_*`: of the tag that waits for its
// VERIFY, and of the one that is coming.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic tag_here, tag_comes;
logic [6:0] tag_bytes;
logic tag_side, tag_coming_side;
logic tag_goes;  // a beat of one goes to be stored
logic verify_starts;
logic latest_verify, latest_side, earlier_verify, earlier_side;
logic [2:0] latest_status, earlier_status;
logic latest_keyed, earlier_keyed;
logic [6:0] latest_bytes, earlier_bytes;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign tag_goes = leave && context_q == of_context && route == TO_TAGS;
assign verify_starts = starts_message && context_q == of_context && operation_q == VERIFY;
assign {latest_keyed, latest_verify, latest_side, latest_status, latest_bytes}
    = records[RECORD_BITS'({of_context, !turn_q[of_context]})];
assign {earlier_keyed, earlier_verify, earlier_side, earlier_status, earlier_bytes}
    = records[RECORD_BITS'({of_context, turn_q[of_context]})];

always_ff @(posedge clk) begin
  if (verify_starts) tag_here <= 1'b0;
  if (tag_goes) begin
    tag_comes <= 1'b1;
    tag_coming_side <= beat_route[3];
  end
  if (landed && landed_context == of_context && !landed_state) begin
    tag_comes <= 1'b0;
    tag_here <= 1'b1;
    tag_bytes <= landed_bytes;
    tag_side <= tag_coming_side;
  end
  if (rst) begin
    tag_here <= 1'b0;
    tag_comes <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  // A tag or a state lands behind the last beat that went there, and is what went there.
  a_lands : assume (!landed || landed_context != of_context
      || (!open_q[of_context] && landed_state == !tag_comes));

  p_tag_used_once : assert (!verify_starts || status_q != OK
      || (tag_here && !tag_comes && tag_bytes == bytes_q && tag_side == side_q[of_context]));
  p_tag_kept : assert (!tag_goes || !owed_q[of_context]
      || !latest_verify || latest_side != beat_route[3]);
  p_tag_kept_earlier : assert (!tag_goes || !owed_more_q[of_context]);

  p_tag_given : assert (given_q[of_context] == tag_here
      && (!tag_here || (given_bytes[of_context] == tag_bytes && tag_side == side_q[of_context])));
  p_tag_comes : assert (!tag_comes || (storing_q[of_context]
      && tag_coming_side == side_q[of_context]));
  p_tag_alone : assert (!storing_q[of_context] || !owed_more_q[of_context]);
  p_tag_open : assert (!open_q[of_context] || (routes[of_context] == TO_TAGS) == tag_comes);
  p_sides : assert (!owed_q[of_context] || !latest_verify || latest_side != side_q[of_context]);
  p_sides_earlier : assert (!owed_more_q[of_context] || !earlier_verify
      || earlier_side == (latest_verify ? side_q[of_context] : !side_q[of_context]));
end

// The slot that is being loaded belongs to the context that loads it.
if (PRIVATE) begin : g_owner
  always_ff @(posedge clk) if (checked) begin
    p_owner : assert (!loader_busy || loader_erases || (ended && loader_error)
        || (g_private.owned_q[loader_slot] && g_private.owners[loader_slot] == loader_context));
  end
end
