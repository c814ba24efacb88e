// A keyed message is possible with a slot that holds a key, a length that may be wanted and for a verdict
// an expected tag of that length, which serves once. What was decided with its first row stays with its
// context. But for its outer block nothing of it is an answer with bytes, and only that begins from an
// outer state. Commands belong to rows in their order. How long a message is with the block of its key
// is asked with the last of its blocks alone, whose row has the length: of others it is bytes. All of any
// one context and any one place of the queue.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = RECORD_BITS;

(* anyconst *) logic [CONTEXT_BITS-1:0] kept_place;
(* anyconst *) logic [PLACE_BITS-1:0] any_place;
logic kept_write;
logic [CONTEXT_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic here;  // a block of the context begins
logic [5:1] came;  // it did so many clocks ago
logic [3:0] rest;  // clocks until the next one may
logic queued;  // there is a command in the place
logic [PLACE_BITS-1:0] waiting;  // commands in the queue
logic [21:0] command;
logic row_before, last_before;  // a row began a clock ago, the last of its packet
logic [PLACE_BITS-1:0] head_before;  // with the command in this place
logic right, right_3;  // the message may be made or compared
logic reset_before;  // there was a reset a clock ago
logic [LANES-1:0] lanes_1, lanes_2;  // bytes of the row, in their order
logic [6:0] behind_1;  // the first lane behind them
logic gap;  // they are not the first ones
logic plain;  // the row begins a packet that came so
logic [15+SLOT_BITS-1:0] decided, decided_4, decided_5;
logic outer_3, outer_4, outer_5;  // it is the outer block
logic keys_3, keys_4, keys_5;  // one of the blocks of a key
logic ends_before, error_before, bad_before, brink_before;  // what was told to this module a clock before
record_t told_record, was_before;  // what was told; the record as it was read a clock before
logic first_before;
logic [2:0] clocks = '0;  // since the first one
logic checked_long;  // all registers behind each other have been written

assign kept_write = told && 32'(told_context) < CONTEXTS;  // others do not exist
assign kept_write_place = told_context;
assign kept_write_data = record_q;
assign kept_read_place = scan ? scan_context : block_context;
assign kept_read_data = was;

`include "kept_place.svh"

assign here = block_valid && block_context == kept_place && !scan;
assign waiting = tail_q - head_q;
assign queued = PLACE_BITS'(any_place - head_q) < waiting;
assign plain = !pad_3q && first_3q && kind_3q == PLAIN;
assign right = exists_2q && known_2q && 32'(bytes_2q) >= 4 && 32'(bytes_2q) <= DIGEST_BYTES
    && (operation_2q == MAC || was.given == bytes_2q);
always_comb begin
  behind_1 = '0;
  for (int lane = 1; lane < LANES; lane++) begin
    if (lanes_1[lane-1] && !lanes_1[lane]) behind_1 = behind_1 | 7'(lane);
  end
end
assign gap = (lanes_2 & (lanes_2 + 1'b1)) != '0 || lanes_2 == '1;
assign decided = {is.keyed, is.silent, is.lengthy, is.verify, is.status, is.bytes, is.slot};
assign told_record = record_q;
assign checked_long = clocks == '1;

always_ff @(posedge clk) begin
  if (clocks != '1) clocks <= clocks + 1'b1;
  came <= {came[4:1], here};
  rest <= here ? 4'd9 : rest - 4'(rest != '0);
  if (queue_valid_q && tail_q == any_place) command <= queue_command_q;
  lanes_1 <= held;
  lanes_2 <= lanes_1;
  {decided_5, decided_4} <= {decided_4, decided};
  right_3 <= right;
  reset_before <= rst;
  {row_before, last_before, head_before} <= {row && !rst, block_last, head_q};
  {was_before, first_before} <= {was, first};
  {outer_5, outer_4, outer_3} <= {outer_4, outer_3, pad_2q && was.follows == OUTER};
  {keys_5, keys_4, keys_3} <= {keys_4, keys_3, key_block};
  {ends_before, error_before, bad_before} <= {note_ends, note_error, is_4q.bad};
  brink_before <= brink;
  if (rst) begin
    came <= '0;
    rest <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_queue : assume (!queue_valid_q || waiting < PLACE_BITS'(30));
  a_row : assume (!row || waiting != '0);
  a_apart : assume (!here || rest == '0);
  // block_padder tells of each block four clocks behind it, and of no other.
  a_note : assume (!came[4] || note);
  a_note_own : assume (came[4] || !note || context_4q != kept_place);
  a_ends : assume (!note || !note_ends || !note_spills);

  p_command : assert (!queued || commands[any_place] == {command[21:19] == PLAIN
      && command[3:0] == TAG, command[21:19] == LONG, command});
  p_tag : assert (row_before && head_before == any_place ? tag_write == (kind_1q == PLAIN
      && operation_1q == TAG) : row_before || !tag_write);
  p_owes : assert (row_before && head_before == any_place ? owes == (last_before && !tag_write
      && kind_1q != LONG) : row_before || !owes);
  p_rest : assert ((came == '0 || rest >= 4'd5) && (!came[1] || rest == 4'd9)
      && (!came[2] || rest == 4'd8) && (!came[3] || rest == 4'd7) && (!came[4] || rest == 4'd6)
      && (!came[5] || rest == 4'd5));
  p_context : assert ((!came[1] || context_1q == kept_place) && (!came[2] || context_2q == kept_place)
      && (!came[3] || context_3q == kept_place) && (!came[4] || context_4q == kept_place));
  p_told : assert (!came[5] || (told && told_context == kept_place));
  p_own : assert (came[5] || !told || told_context != kept_place);
  p_was : assert ((!came[1] || !kept_known || (kept_read[0] && kept_then[0] == kept))
      && (!came[2] || !kept_known || was == kept));

  p_judged : assert ((was_3q == was_before && first_3q == first_before
      && uses_key_3q == (operation_3q == MAC || operation_3q == VERIFY)) || !checked_long);
  p_keyed : assert (!(plain && uses_key_3q) || (is.keyed ? right_3 && status == 3'd0
      : !right_3 && is.status != 3'd0) || !checked_long);
  p_plain : assert (pad_3q || !first_3q || (plain && uses_key_3q) || !is.keyed);
  p_stays : assert (!pad_3q && first_3q ? 1'b1 : decided == {was_3q.keyed, was_3q.silent,
      was_3q.lengthy, was_3q.verify, was_3q.status, was_3q.bytes, was_3q.slot});
  p_once : assert (!(plain && operation_3q == VERIFY) || is.given == 7'd0);
  p_before : assert (before_4q == (is_4q.keyed && !outer_4q) || !checked_long);
  p_row : assert (row_outer_q == (outer_4q && !reset_before) || !checked_long);
  p_lanes : assert (count == behind_1 || !checked_long);
  p_count : assert (gap || 32'(count_2q) >= LANES
      || lanes_2 == ((LANES'(1) << count_2q) - 1'b1) || !checked_long);
  p_given : assert (!(plain && operation_3q == TAG) || is.given == 7'd0
      || (last_3q && !error_3q && is.given == count_3q));
  p_outer_state : assert (!begins_place[0] || (pad_2q && was.follows == OUTER));
  p_row_state : assert (pad_2q || !begins_keyed || (kind_2q == PLAIN && uses_key));
  p_decided : assert (decided_5 == {told_record.keyed, told_record.silent, told_record.lengthy,
      told_record.verify, told_record.status, told_record.bytes, told_record.slot}
      || !checked_long);
  p_late : assert ((outer_3 == outer_3q && outer_4 == outer_4q && keys_3 == key_3q
      && keys_4 == key_4q) || !checked_long);
  p_secret : assert (!(told && told_ends && told_record.keyed && fate_what == ANSWER) || outer_5
      || !checked_long);
  p_keys : assert (!(told && fate_what == KEYS) || keys_5 || !checked_long);
  p_inner : assert (!told || (fate_what == INNER) == (told_record.follows == OUTER && !keys_5)
      || !checked_long);
  p_error : assert (!told || told_error == (outer_5 ? bad_before : error_before)
      || !checked_long);
  p_length : assert (!told || told_record.bad == (ends_before && (told_error
      || (told_record.follows == OUTER && brink_before))) || !checked_long);
  p_follows : assert (!told || told_spills == (told_record.follows != 2'd0));
end
