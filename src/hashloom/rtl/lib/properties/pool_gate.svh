// Rows go on when they may, and those that pass are as they came. What changes keys begins
// when nothing of before is in the engine, and nothing else passes until it is done; answers are dropped
// only after none was owed. Where a packet of another context is unfinished nothing is erased. A short
// key's blocks are its bytes and zeros with ipad, and then with opad. All of any one context and any
// one byte.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [$clog2(LANES)-1:0] any_byte;
logic loads_one_q, laters_one_q, shows_one_q, ipads_one_q, opads_one_q, pads_one_q;  // of its part
logic shut;  // the packet in hand waits for nothing any more
logic erasing;  // and erases
logic [7:0] key_now;  // the byte of the key
logic [7:0] byte_now, came;  // the byte of the row in hand, and as it came
logic [7:0] byte_out;  // and as it goes on
logic [7:0] other_now;  // the byte that waits beside
logic [7:0] wanted;  // the byte of a short key
logic [2:0] said;  // the status that is to be answered
logic pauses;  // a clock ago a beat came of a packet that may change keys
logic none;  // a clock ago no row was offered where one might have come
logic kept;  // it is of the packet
logic fresh;  // the row is as it came
logic short;  // it is a short key that was found possible
logic [2:1] readied;  // rows might go on so many clocks ago
logic unfinished;  // it was said that the context's packet is
logic [3:1] asks;  // of the context it was asked so many clocks ago
logic told;  // and it was said

assign shut = state_q[SCAN] || state_q[DECIDE] || state_q[ERASING] || state_q[INNER];
assign erasing = state_q[ERASING] && !starting_q && erases_q;
assign key_now = 8'(key_q >> (8 * any_byte));
assign byte_now = 8'(data_q >> (8 * any_byte));
assign other_now = 8'(other_data_q >> (8 * any_byte));
assign byte_out = 8'(row_data >> (8 * any_byte));
assign loads_one_q = loads_q[any_byte[$clog2(LANES)-1:3]];
assign laters_one_q = laters_q[any_byte[$clog2(LANES)-1:3]];
assign shows_one_q = shows_q[any_byte[$clog2(LANES)-1:3]];
assign ipads_one_q = ipads_q[any_byte[$clog2(LANES)-1:3]];
assign opads_one_q = opads_q[any_byte[$clog2(LANES)-1:3]];
assign pads_one_q = pads_q[any_byte[$clog2(LANES)-1:3]];
assign wanted = kept ? came : 8'h00;

always_ff @(posedge clk) begin
  if (take) begin
    came <= 8'(word_data >> (8 * any_byte));
    kept <= word_keep[any_byte];
  end
  if (take) fresh <= 1'b1;
  else if (loads_one_q || state_q[DECIDE] || state_q[HASH]) fresh <= 1'b0;
  if (state_q[DECIDE]) short <= !own_q && !erases_q && !user_q && !long_open_q && slot_exists
        && last_q && !error_q;
  if (state_q[HASH] || take) short <= 1'b0;
  if (state_q[DECIDE]) said <= refused != OK ? refused
        : !erases_q && last_q && error_q ? MALFORMED : OK;
  if (state_q[HASH]) said <= MALFORMED;
  none <= open_q && !word_valid && !rst;
  pauses <= take && operation >= KEY && operation <= ERASE_ALL && !rst;
  readied <= rst ? '0 : {readied[1], row_ready};
  asks <= {asks[2:1], scan && !seen_q && scan_context == any_context};
  if (asks[2]) unfinished <= scan_open;
  told <= asks[3] || (told && !state_q[BEFORE]);
  if (rst) begin
    fresh <= 1'b0;
    short <= 1'b0;
    readied <= '0;
    asks <= '0;
    told <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  // Rows leave that have gone on, answers are owed of such rows, and taken that are owed.
  a_freed : assume (!freed || flight_q != '0);
  a_owes : assume (!owes || flight_q != '0);
  a_answered : assume (!answered || owed_q > OWED_BITS'(answered_q));
  a_long : assume (!long_valid || state_q[HASH]);
  a_room : assume (flight_q != '1 && owed_q != '1);

  p_state : assert ($onehot(state_q) && offers_q == (state_q[STATES-1:PASS] != '0));
  p_settled : assert (settled_q == '0 || ((state_q[BEFORE] || state_q[LOAD]
      || state_q[WIPED]) && flight_q == '0 && !go_q));
  p_idle : assert (!idle_q || (flight_q == '0 && !go_q));
  p_owing : assert (owing_q || !idle_q || (owed_q == '0 && !owes_q));
  p_noted_one : assert (!held_q || erases_q == (operation_q != KEY));
  p_every : assert (!state_q[ERASING] || erases_every_q == (starting_q || operation_q == ERASE_ALL)
      || (starting_q && erase_q == '0));
  p_done : assert (done_q == (settled_q == SETTLED));
  p_owed : assert (settled_q == '0 || state_q[LOAD] || (state_q[BEFORE] && !erases_q)
      || (owed_q == '0 && !owes_q));
  p_alone : assert (!(state_q[SCAN] || state_q[DECIDE] || state_q[ERASING])
      || (flight_q == '0 && !go_q));
  p_nothing_owed : assert (!((state_q[SCAN] || state_q[DECIDE]) && erases_q)
      || (owed_q == '0 && !owes_q));
  p_dropped : assert (!(state_q[ERASING] && (starting_q || erases_q))
      || (owed_q == '0 && !owes_q));
  p_may : assert (!row_valid || row_ready || readied != '0);
  p_open : assert (!open_q || (readied[1] && !stop_q));
  p_pauses : assert (!pauses || !word_ready);
  p_new : assert (!(held_q && state_q[FLOW]) || readied[2]);
  p_fresh : assert (!fresh || byte_now == came);
  p_when : assert (!fresh || state_q[FLOW] || state_q[BEFORE] || state_q[SCAN]
      || state_q[DECIDE] || state_q[HASH]);
  p_held : assert (!held_q || (!starting_q && (!state_q[FLOW] || fresh)));
  p_noted : assert (!(held_q && state_q[FLOW]) || (rests_q == (further_q && last_q)
      && further_q == (long_open_q && operation_q == KEY && context_q == long_context_q)
      && changes_q == (operation_q == KEY ? !further_q : last_q
      && (operation_q == ERASE || operation_q == ERASE_ALL))));
  p_stops : assert (stop_q == (!state_q[FLOW] || (held_q && (changes_q || rests_q))));
  p_change : assert (!(late_q || later_q) || (stop_q && !state_q[FLOW]));
  p_load : assert (loads_one_q == (open_q || later_q) && laters_one_q == later_q
      && !(open_q && later_q));
  p_shows : assert (shows_one_q || late_q || later_q || (state_q[FLOW] && !held_q));
  p_none : assert (!none || (byte_out == 8'h00 && !row_keep[any_byte]));
  p_whole_row : assert (!row_valid || (byte_out == byte_now
      && row_keep[any_byte] == keep_q[any_byte]));
  p_other : assert (late_q || later_q || (other_now == 8'h00 && !pads_one_q));
  p_changes : assert (state_q[FLOW] || !held_q || changes_q);
  p_next : assert (late_q || (!ipads_one_q && !opads_one_q));
  p_passes : assert (!(row_valid && state_q[FLOW]) || fresh);
  p_seen_all : assert (state_q[SCAN] || state_q[DECIDE]
      ? seen_q == (scan_q == (CONTEXT_BITS + 1)'(CONTEXTS)) : !seen_q || state_q[ERASING]);
  p_scanned : assert (!(state_q[SCAN] && scanned_q) || (seen_q && !scan_1q && !scan_2q
      && !scan_3q));
  p_scan : assert (!state_q[SCAN] || 32'(scan_q) <= CONTEXTS);
  p_starting : assert (!starting_q || state_q[ERASING] || state_q[WIPING] || state_q[WIPED]);
  p_asked : assert ((!asks[1] || (scan_1q && scan_context_1q == any_context))
      && (!asks[2] || (scan_2q && scan_context_2q == any_context))
      && (!asks[3] || (scan_3q && told_own_q == (any_context == context_q)
      && told_open_q == unfinished)));
  p_once : assert (!told || asks[2:1] == '0);
  p_asked_once : assert (!state_q[SCAN] || (!told && asks == '0)
      || 32'(scan_q) > 32'(any_context));
  p_untold : assert (!(state_q[BEFORE] && settled_q != '0) || (!told && asks == '0));
  p_progress : assert (!(state_q[SCAN] && 32'(scan_q) > 32'(any_context))
      || told || asks != '0);
  p_seen : assert (!state_q[DECIDE] || told || 32'(any_context) >= CONTEXTS);
  p_told : assert (!(told && unfinished && (state_q[SCAN] || state_q[DECIDE]))
      || (any_context == context_q ? own_q : other_q));
  p_erases : assert (!erasing || !unfinished || !told);
  p_waiting : assert (!(state_q[BEFORE] || state_q[SCAN] || state_q[DECIDE]) || fresh);
  p_kept : assert (!fresh || state_q[HASH] || keep_q[any_byte] == kept);
  p_hash : assert (!state_q[HASH] || (held_q && context_q == long_context_q));
  p_short : assert (!short || state_q[INNER] || state_q[OUTER] || state_q[LOAD]
      || (state_q[FLOW] && !held_q));
  p_inner : assert (!(state_q[INNER] && short && !late_q)
      || (later_q ? other_now : byte_now) == (wanted ^ 8'h36));
  p_outer : assert (!(state_q[OUTER] && short && !late_q)
      || (later_q ? other_now : byte_now) == (wanted ^ 8'h5c));
  p_goes_inner : assert (!(row_valid && state_q[INNER] && short) || byte_out == (wanted ^ 8'h36));
  p_goes_outer : assert (!(row_valid && state_q[OUTER] && short) || byte_out == (wanted ^ 8'h5c));
  p_said : assert (!(state_q[ANSWER] || (state_q[ERASING] && !starting_q && (erases_q || last_q))
      || ((state_q[WIPING] || state_q[WIPED]) && !starting_q)) || status_q == said);
  p_refused : assert (!state_q[DECIDE] || (refused_q == refused && possible_q == (refused == OK)));
  p_apart : assert (!taken_q || !(late_q || later_q));
  p_whole : assert ((state_q[FLOW] || !erases_q || last_q) && (!starting_q || last_q)
      && (starting_q || erases_q || !(state_q[WIPING] || state_q[WIPED])));
  p_new_row : assert (!taken_q || (held_q && state_q[FLOW]));
  p_forgiven : assert (late_q || !error_q || !(state_q[INNER] || state_q[OUTER] || state_q[WIPING]
      || (state_q[WIPED] && last_q) || state_q[ANSWER] || state_q[LOAD]
      || (state_q[ERASING] && last_q)));
  p_key_keep : assert (!(state_q[BEFORE] || state_q[SCAN] || state_q[DECIDE])
      || key_keep_q[any_byte] == (keep_q[any_byte] || !last_q));
  p_key : assert (!((state_q[INNER] || state_q[OUTER]) && short) || key_now == wanted);
  p_ipad : assert (!(state_q[INNER] && short) || !late_q || (ipads_one_q && !opads_one_q));
  p_opad : assert (!(state_q[OUTER] && short) || !late_q || (opads_one_q && !ipads_one_q));
  p_mark : assert (!mark || !mark_known || (state_q[FLOW] && !held_q && flight_q == '0
      && !go_q && mark_slot == SLOT_BITS'(slot_q)));
  p_wiping : assert (!wiping || starting_q || erases_q);
end
