// Digests leave whole, in the order in which they come, and none is lost: there is room for all that
// were promised. A beat on offer stays until it is taken. All of any one digest, by its number modulo
// the places of the block RAM, and of any one place of those that have left it.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = ENTRY_BITS;
localparam int PLACES = 2 ** PLACE_BITS;

(* anyconst *) logic [PLACE_BITS-1:0] kept_place;
(* anyconst *) logic [AHEAD_BITS-1:0] any_ahead;
logic kept_write;
logic [PLACE_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic [PLACE_BITS-1:0] stored;  // digests in block RAM
logic [AHEAD_BITS:0] ready_ones;  // digests that have left it
logic [1:0] flying;  // digests that are leaving it
logic [PLACE_BITS:0] present;  // all of them
logic [1:0] fetched_kept;  // the digest of the place was asked for a clock and two ago
logic [KEPT_BITS-1:0] ahead_kept;
logic ahead_there;
logic moved, moved_first, behind, waited;
logic [ENTRY_BITS-1:0] behind_beat, waited_beat;
logic [ENTRY_BITS-1:0] front, back;  // what is on offer, and what is in the other register
logic took;  // a beat was taken a clock ago
logic waits;  // a digest was in block RAM a clock ago, and stayed there
logic [2:0] late;  // messages that may still end though there is no room

assign kept_write = digest_valid;
assign kept_write_place = tail_q;
assign kept_write_data = entry;
assign kept_read_place = head_q;
assign kept_read_data = fetched;

`include "kept_place.svh"

assign stored = tail_q - head_q;
assign ready_ones = (AHEAD_BITS + 1)'($countones(count_q));
assign flying = 2'(fetch_1q) + 2'(fetch_2q);
assign present = (PLACE_BITS + 1)'(stored) + (PLACE_BITS + 1)'(flying)
    + (PLACE_BITS + 1)'(ready_ones) + (PLACE_BITS + 1)'(valid_q) + (PLACE_BITS + 1)'(both_q);
assign front = odd_front_q ? odd_q : even_q;
assign back = odd_front_q ? even_q : odd_q;
assign ahead_there = {1'b0, AHEAD_BITS'(any_ahead - ahead_head_q)} < ready_ones;

always_ff @(posedge clk) begin
  fetched_kept <= {fetched_kept[0], fetch && head_q == kept_place};
  if (fetch_2q && ahead_tail_q == any_ahead) ahead_kept <= fetched;
  moved <= next && ahead_head_q == any_ahead;
  moved_first <= !valid_q || (valid_q && beat_ready && !both_q);
  behind <= both_q;
  behind_beat <= back;
  waits <= head_q != tail_q && !fetch;
  waited <= valid_q && !beat_ready;
  waited_beat <= front;
  took <= valid_q && beat_ready;
  late <= room_q ? 3'd7 : late - 3'(ends && late != '0);
  if (rst) begin
    fetched_kept <= '0;
    moved <= 1'b0;
    behind <= 1'b0;
    waited <= 1'b0;
    waits <= 1'b0;
    took <= 1'b0;
    late <= 3'd7;
  end
end

always_ff @(posedge clk) if (checked) begin
  // A message ends where there was room shortly before, and a digest comes of one that ended.
  a_room : assume (!ends || room_q || late != '0);
  a_ended : assume (!digest_valid || present + (PLACE_BITS + 1)'(taken) < promised_q);

  p_taken : assert (taken == took);
  p_promised : assert (present + (PLACE_BITS + 1)'(taken) <= promised_q && 32'(promised_q) < PLACES - 1);
  p_limit : assert (32'(promised_q) + 32'(ends_q) + 32'(late) + 32'(room_q) <= PLACES - 2);
  p_counts : assert ((awaited_q & (awaited_q + 1'b1)) == '0 && (count_q & (count_q + 1'b1)) == '0);
  p_awaited : assert (32'($countones(awaited_q)) == 32'(flying) + 32'(ready_ones) + 32'(next_q));
  p_head : assert (behind_q == PLACE_BITS'(head_q + 1'b1) && (!some_q || head_q != tail_q));
  p_turns : assert (valid_q != none_q && (!both_q || valid_q) && (odd_next_q != odd_front_q) == (valid_q && !both_q));
  p_soon : assert (!waits || head_q == tail_q || some_q);
  p_places : assert (ahead_tail_q == AHEAD_BITS'(ahead_head_q + AHEAD_BITS'(ready_ones)));
  p_known : assert (!(PLACE_BITS'(kept_place - head_q) < stored) || kept_known);
  p_asked : assert ((!fetched_kept[0] || (fetch_1q && kept_read[0]))
      && (!fetched_kept[1] || (fetch_2q && kept_read[1])));
  p_fetched : assert (!fetch_2q || !fetched_kept[1] || (kept_read[1] && kept_then[1] == fetched));
  p_ahead : assert (!ahead_there || ahead[any_ahead] == ahead_kept);
  p_moved : assert (!moved || (moved_first ? valid_q && front == ahead_kept
      : both_q && back == ahead_kept));
  p_behind : assert (!behind || (took ? valid_q && front == behind_beat
      : both_q && back == behind_beat));
  p_stays : assert (!waited || (valid_q && front == waited_beat));
  p_offered : assert (beat == (valid_q ? front : '0));
end
