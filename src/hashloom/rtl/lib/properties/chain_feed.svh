// A message's first block starts from the initial value, each other one from what the block before it
// has left, and none begins before that is there or while a digest has no place.

logic under_way;  // a message has begun and not ended
logic [STATE_BITS-1:0] left;  // by the latest block that was not a last one
logic [STATE_BITS-1:0] initial_before;

always_ff @(posedge clk) begin
  if (slot_start) under_way <= !block_last;
  if (chain_valid && !chain_last) left <= chain;
  initial_before <= initial_state;
  if (rst) under_way <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_initial : assume (initial_state == initial_before);
  a_left : assume (!chain_valid || chain_last || (waits_q && !rst));

  p_first : assert (under_way || state == initial_state);
  p_next : assert (!under_way || waits_q || state == left);
  p_waits : assert (!waits_q || (under_way && !slot_start));
  p_starts : assert (slot_start == (block_valid && block_ready));
  p_room : assert (!slot_start || (room && slot_ready));
  p_ends : assert (ends == (slot_start && block_last));
end
