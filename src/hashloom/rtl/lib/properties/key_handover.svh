// Of a key's blocks the first state goes to the key's slot behind ipad and the second behind opad,
// whatever the loader does meanwhile; no packet that needs them, or would change them, goes on
// before. Of any one context: `complete`: blocks with ipad or opad, `kept`: of these, those whose
// state is stored, of the key in `key_slot`; `closed`: blocks of the loader's key at hand.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic [1:0] complete, kept, closed;
logic [SLOT_BITS-1:0] key_slot;
logic comes_here, kept_here;  // a block is complete, a state stored, of this context's key
logic kept_before;  // one was in the clock before
logic was_erasing, was_written, just_reset;  // in the clock before
logic stores, stores_here;  // a state was to be stored in the clock before
logic on_hand;  // a packet has come in and not gone on
logic stays;  // in the clock before, it was one for which the loader has to stay
logic others_due;  // a state is to be stored of another context
logic some_due;  // a state is to be stored of some context
logic [31:0] waited;  // clocks of a slot since the key came to its end

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign comes_here = taken && !erasing && loader_context == of_context;
assign kept_here = stored && !erasing && stores_here;
assign some_due = due_q != '0;
assign others_due = (due_q & ~(CONTEXTS'(1) << of_context)) != '0;

always_ff @(posedge clk) begin
  stores <= store;
  kept_before <= kept_here;
  stays <= !rst && on_hand && kept < complete && (all(on_hand_operation) || (uses(on_hand_operation)
      && on_hand_slot == loader_slot && on_hand_context != loader_context));
  if (packet_ready) on_hand <= packet_valid;
  was_erasing <= erasing;
  was_written <= !rst && loader_storing && loader_written;
  just_reset <= rst;
  stores_here <= store && store_context == of_context;
  closed <= loader_busy ? closed + 2'(taken && !erasing) : 2'd0;
  if (comes_here && closed == 2'd0) key_slot <= loader_slot;
  if (kept == 2'd2 || (kept == 2'd1 && kept_here)) begin
    complete <= 2'(comes_here);
    kept <= '0;
  end else begin
    complete <= complete + 2'(comes_here);
    kept <= kept + 2'(kept_here);
  end
  waited <= gathered ? 0 : waited + 32'(slot_ready && waited <= PATIENCE);
  if (rst) begin
    on_hand <= 1'b0;
    stores <= 1'b0;
    kept_before <= 1'b0;
    stores_here <= 1'b0;
    closed <= '0;
    complete <= '0;
    kept <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!loader_busy || 32'(loader_context) < CONTEXTS);
  // The loader has two blocks of a key, each when it may, and waits for their states behind them.
  a_taken : assume (!taken || erasing
      || (loader_busy && !loader_written && closed < 2'd2 && may));
  a_written : assume (!(loader_written && loader_storing) || (closed == 2'd2 && !erasing));
  // Blocks of a context do not end in clocks that follow each other, and no erasure before its last.
  // What a reset has broken off may still be told a clock later.
  a_stored : assume (!stored || just_reset
      || (stores && erasing == was_erasing && !(kept_here && kept_before)));
  // No erasure begins but when there was none to be stored.
  a_erases : assume (!erasing || !some_due);

  p_store : assert (erasing || chain_context != of_context || store == (kept < complete));
  p_place : assert (erasing || !store || store_context != of_context
      || (store_slot == key_slot && store_second == kept[0] && !store_spared));
  p_chain : assert (erasing || store_context == chain_context);
  p_erased : assert (!erasing || (store == loader_storing && store_context == loader_context
      && store_slot == loader_slot && store_second == loader_second
      && store_spared == loader_spared && loader_stored == stored));

  p_written : assert (erasing || !loader_stored || was_written);
  p_alone : assert (!may || !loader_busy || closed != 2'd0 || loader_context != of_context
      || kept == complete);
  p_shut : assert (shut || kept == complete || !(all(operation) || (uses(operation)
      && slot == key_slot && context_id != of_context)));
  p_comes : assert (!shut || some_due);
  p_comes_behind : assert (!shut || all(operation) || context_id != of_context || others_due);
  p_stays : assert (!stays || erasing || !loader_stored);
  p_on_hand : assert (on_hand == on_hand_q);

  p_due : assert (due_q[of_context] == (kept < complete)
      && due_more_q[of_context] == (kept == 2'd0 && complete == 2'd2));
  p_second : assert (second_q[of_context] == kept[0]);
  p_slot : assert (complete == 2'd0 || slots[of_context] == key_slot);
  p_two : assert (kept <= complete && complete <= 2'd2 && kept < 2'd2 && closed <= 2'd2);
  p_own : assert (own_q == (closed != 2'd0));
  p_mine : assert (!loader_busy || erasing || loader_context != of_context || closed == 2'd0
      || (key_slot == loader_slot && (complete == closed || (closed == 2'd2 && complete == 2'd0))));
  p_whole : assert (complete != 2'd1
      || (loader_busy && loader_context == of_context && !erasing && closed == 2'd1));
  p_waited : assert (!awaited || waited < PATIENCE);
end

if (PATIENCE != 0) begin : g_waited
  always_ff @(posedge clk) if (checked) begin
    p_clocks : assert (!awaited || waited + 32'(g_patient.clocks_q) == PATIENCE - 1);
  end
end

// The loader keeps to its slot, its context and what it does.
always_ff @(posedge clk) if (followed) begin
  if ($past(loader_busy) && loader_busy) a_keeps : assume ($stable(loader_erases)
      && (loader_erases || $stable({loader_slot, loader_context})));
  if ($past(loader_busy && !loader_erases && closed != 2'd2)) a_works : assume (loader_busy);
end
