// Rows begin in the order in which they come, each whole and once; no row is admitted while its
// context has one that has been or a block in the engine, none begins while it has a block there,
// and none waits for a context that has neither. Blocks of padding begin as soon as they may. All of any one place of the queue, and of any one context.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = PART_BITS;

(* anyconst *) logic [1:0] any_part;  // of a row
logic [PARTS-1:0][3:0] put_places, get_places;
logic [PARTS-1:0][3:0] due_put_places, due_get_places;  // what they should be
logic [PARTS-1:0] put_steps, get_steps;
logic [3:0] kept_place;  // in the memory of this part
logic kept_write;
logic [3:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic [KEPT_BITS-1:0] its;  // of the row

(* anyconst *) logic [4:0] any_place;
(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;  // the same, of those that there are
logic [1:0][NUMBER_BITS-1:0] asked_for;  // it, and the one that becomes free
logic [1:0][1:0] changed;  // their bits of both sorts
logic [1:0][HIGH_BITS-1:0] change_places;
logic [1:0][GROUP-1:0] change_bits;
logic cleared;  // its word has been since the last reset
logic [18*WORD-1:0] kept_row;  // in that place
logic [CONTEXT_BITS+1:0] kept_marks;
logic [4:0] take;  // place of the row that begins next
logic [4:0] waiting;  // rows that have not begun
logic begins;  // it begins
logic pads;  // a block of padding does
logic [3:0] began, padded;  // one clock ago, two, three and four
logic may;  // rows might begin in this clock, as far as it was known a clock ago
logic [3:0][CONTEXT_BITS-1:0] padded_context;
logic [2:1] readied;  // rows might come so many clocks ago
logic [4:0] invited;  // rows that may still come
logic [4:0] held;  // those that are here or on their way
logic went;  // a row has begun two clocks ago
logic takes;  // the row for that place came a clock ago
logic [4:0] unread;  // rows that have not been asked for in block RAM
logic stored;  // the row in that place is one of them
logic [4:0] looked;  // rows that have not begun and have been looked up
logic [4:0] counted;  // rows that had not begun a clock ago, and were written before
logic [1:0] nearby;  // rows that may be looked up
logic [2:0] ready;  // rows that have been admitted and have not begun
logic [1:0] ready_place;  // of the row in that place, if it is one
logic [ADMITTED-1:0] ready_here;  // these rows are of the context
logic [ADMITTED-1:0] ready_free;  // or of the one that becomes free
logic spare;  // a clock ago there were few
logic in_engine;  // the context has a block in the engine, of a row
logic there;  // the row in that place is in the queue
logic [1:0] steps;  // rows on their way to the front
logic has_block;  // the context has a block in the engine, or a row that has been admitted
logic second_busy;  // and it is known in the second step
logic [2:0] here;  // a row of the context is in these steps

assign kept_place = any_place[3:0] + 4'(PLACES / PARTS * 32'(any_part));
assign kept_write = 1'b1;
assign kept_write_place = put_places[any_part];
assign kept_write_data = come_row_q[PART_BITS*32'(any_part)+:PART_BITS];
assign kept_read_place = get_places[any_part];
assign kept_read_data = row[PART_BITS*32'(any_part)+:PART_BITS];
assign its = kept_row[PART_BITS*32'(any_part)+:PART_BITS];

`include "kept_place.svh"

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign waiting = write_q - take;
assign looked = look_q - take;
assign counted = waiting + 5'(go_q) - 5'(came_q);
assign invited = ready_q ? 5'd3 : readied[1] ? 5'd2 : 5'(readied[2]);
assign held = waiting + 5'(go_q) + 5'(come_q) + 5'(taken_q);
assign nearby = 2'(near_q[0]) + 2'(near_q[1]);
assign ready = 3'($countones(admitted_q));
assign ready_place = go_place_q + 2'(any_place - take);
assign there = 5'(any_place - take) < waiting;
assign unread = waiting + 5'(go_q) + 5'(went);
assign stored = 5'(any_place - 5'(write_q - unread)) < unread;
assign steps = 2'(first_valid_q) + 2'(second_valid_q) + 2'(third_valid_q);
assign begins = go && take == any_place;
assign pads = held_q && slot_q;
assign asked_for = {NUMBER_BITS'(free_context), NUMBER_BITS'(of_context)};
assign cleared = !clear_q || asked_for[0][NUMBER_BITS-1:4] < change_places[0];
assign has_block = cleared && (^changed[0] || (admits_q && admits_context_q == of_context));
assign here = {
  third_valid_q && third_context_q == of_context,
  second_valid_q && second_context_q == of_context,
  first_valid_q && first_context_q == of_context
};
assign second_busy = (busy || begins_q || begun_q) && !freed_q;

always_ff @(posedge clk) begin
  if (word_valid && 5'(write_q + 5'(come_q) + 5'(taken_q)) == any_place) begin
    kept_row <= {word_keep, word_data};
    kept_marks[CONTEXT_BITS+1:1] <= {word_context, word_last};
  end
  readied <= rst ? '0 : {readied[1], ready_q};
  takes <= word_valid && 5'(write_q + 5'(come_q) + 5'(taken_q)) == any_place && !rst;
  if (takes) kept_marks[0] <= word_error;
  went <= go_q && !rst;
  began <= rst ? '0 : {began[2:0], begins};
  padded <= rst ? '0 : {padded[2:0], pads};
  padded_context <= {padded_context[2:0], held_context_q};
  may <= slot_ready && room && !rst;
  take <= rst ? '0 : take + 5'(go);
  spare <= ready < 3'(ADMITTED - 1) && !rst;
  if (go && ready_here[0]) in_engine <= 1'b1;
  else if (free_q && free_context_q == of_context) in_engine <= 1'b0;
  if (rst) in_engine <= 1'b0;
end

for (genvar by = 0; by < 2; by++) begin : g_changed
  assign change_places[by] = g_changes[by].place_q;
  assign change_bits[by] = g_changes[by].change_q;
  for (genvar which = 0; which < 2; which++) begin : g_bits
    logic [GROUP-1:0] its_word;

    assign its_word = g_changes[by].words[asked_for[which][NUMBER_BITS-1:4]];
    assign changed[which][by] = its_word[asked_for[which][3:0]];
  end
end

for (genvar place = 0; place < ADMITTED; place++) begin : g_ready
  logic [CONTEXT_BITS-1:0] its_context;

  assign its_context = admitted[2'(go_place_q+2'(place))][CONTEXT_BITS+1:2];
  assign ready_here[place] = admitted_q[place] && its_context == of_context;
  assign ready_free[place] = admitted_q[place] && its_context == free_context;
end

for (genvar part = 0; part < PARTS; part++) begin : g_places
  assign put_steps[part] = g_rows[part].put_step_q ^ (part % 2 != 0);
  assign get_steps[part] = g_rows[part].get_step_q ^ (part % 2 != 0);
  assign put_places[part] = g_rows[part].put_q;
  assign get_places[part] = g_rows[part].get_q;
  assign due_put_places[part] = write_q[3:0] + 4'(PLACES / PARTS * part);
  assign due_get_places[part] = write_q[3:0] - unread[3:0] + 4'(PLACES / PARTS * part);
end

always_ff @(posedge clk) if (checked) begin
  a_invited : assume (!word_valid || ready_q || readied != '0);
  a_exists : assume (!word_valid || 32'(word_context) < CONTEXTS);
  a_frees : assume (!free || (32'(free_context) < CONTEXTS && !clear_q && ^changed[1]
      && !(admits_q && admits_context_q == free_context) && ready_free == '0
      && !(free_q && free_context_q == free_context)));

  p_room : assert (unread + 5'(come_q) + 5'(taken_q) <= 5'd16 - invited);
  p_full : assert (held <= 5'd15 - invited);
  p_takes : assert (!(taken_q && 5'(write_q + 5'(come_q)) == any_place)
      || (takes && taken_row_q == kept_row && taken_marks_q == kept_marks[CONTEXT_BITS+1:1]));
  p_comes : assert (!(come_q && write_q == any_place)
      || (come_row_q == kept_row && come_marks_q == kept_marks));
  p_counts : assert (waiting <= 5'd15 && waiting_q == 16'((1 << counted) - 1)
      && unseen_q == 16'((1 << 5'(waiting - looked - 5'(nearby) - 5'(came_q))) - 1)
      && near_q != 2'b10 && 5'(nearby) + 5'(came_q) <= 5'(waiting - looked));
  p_admitted : assert (admitted_q == ADMITTED'((1 << ready) - 1)
      && admit_place_q == go_place_q + ready[1:0]);
  p_spare : assert (space_q == spare && !(space_q && ready == 3'(ADMITTED)));
  p_begun : assert (!admits_q || (change_places[0] == HIGH_BITS'(admits_context_q / GROUP)
      && change_bits[0] == 16'd1 << admits_context_q % GROUP));
  p_freed : assert (!free_q || (change_places[1] == HIGH_BITS'(free_context_q / GROUP)
      && change_bits[1] == 16'd1 << free_context_q % GROUP));
  p_clear : assert (!clear_q || (!ready_q && readied == '0 && held == '0 && ready == '0
      && change_places[0] == change_places[1] && !in_engine && !free_q && !admits_q));
  p_steps : assert (looked == 5'(steps) + 5'(ready) && looked <= waiting);
  p_marked : assert (!(came_q && 5'(write_q - 5'd1) == any_place)
      || (marks_place_q == any_place[3:0] && came_marks_q == kept_marks));
  p_kept : assert (!there || (came_q && 5'(write_q - 5'd1) == any_place)
      || marks[any_place[3:0]] == kept_marks);
  p_first : assert (!(there && first_valid_q
      && any_place == 5'(take + 5'(ready) + 5'(second_valid_q) + 5'(third_valid_q)))
      || {first_context_q, first_last_q, first_error_q} == kept_marks);
  p_second : assert (!(there && second_valid_q
      && any_place == 5'(take + 5'(ready) + 5'(third_valid_q)))
      || {second_context_q, second_last_q, second_error_q} == kept_marks);
  p_third : assert (!(there && third_valid_q && any_place == 5'(take + 5'(ready)))
      || {third_context_q, third_last_q, third_error_q} == kept_marks);
  p_ready : assert (!(there && 5'(any_place - take) < 5'(ready))
      || admitted[ready_place] == kept_marks);
  p_reset : assert (!(rst_q || places_rst_q) || (write_q == '0 && unread == '0 && !taken_q && !come_q));
  p_steps_of_places : assert (rst_q || places_rst_q || (put_steps == {PARTS{come_q}}
      && get_steps == {PARTS{went}}));
  p_places : assert (rst_q || places_rst_q
      || (put_places == due_put_places && get_places == due_get_places));
  p_stored : assert (!stored || (kept_known && kept == its));
  p_fetched : assert (!began[2] || (kept_read[0] && kept_then[0] == its));
  p_begun_row : assert (!began[0] || (valid_q && !pad_q
      && {context_q, last_q, error_q} == kept_marks));
  p_begins : assert (!began[3] || (block_valid && !block_pad && kept_read_data == its
      && {block_context, block_last, block_error} == kept_marks));
  p_padded : assert (!padded[3] || (block_valid && block_pad
      && block_context == padded_context[3]));
  p_begun_pad : assert (!padded[0] || (valid_q && pad_q && context_q == padded_context[0]));
  p_valid : assert (valid_q == (go_q || padded[0]) && go_q == (valid_q && !pad_q));
  p_late_1 : assert ((!began[1] || (valid_late_q[0] && late_q[0] == {1'b0, kept_marks}))
      && (!padded[1] || (valid_late_q[0] && late_q[0][CONTEXT_BITS+2]
          && late_q[0][2+:CONTEXT_BITS] == padded_context[1])));
  p_late_2 : assert ((!began[2] || (valid_late_q[1] && late_q[1] == {1'b0, kept_marks}))
      && (!padded[2] || (valid_late_q[1] && late_q[1][CONTEXT_BITS+2]
          && late_q[1][2+:CONTEXT_BITS] == padded_context[2])));
  p_only : assert (!(go && pads));
  p_behind : assert (!here[1] || behind_q == here[2]);
  p_second_busy : assert (!here[1] || here[2] || second_busy == has_block);
  p_third_busy : assert (!here[2] || (blocked_q && !frees_q) == has_block);
  p_free_context : assert (!(admit && third_context_q == of_context) || !has_block);
  p_alone : assert (has_block == (in_engine || ready_here != '0)
      && 32'($countones({in_engine, ready_here})) <= 1);
  p_open : assert (open_q == (may && slot_q && !held_q));
  p_admits : assert (!(here[2] && !has_block && spare) || admit);
  p_goes : assert (!(ready != '0 && may && slot_q && !held_q) || go);
end
