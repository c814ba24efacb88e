// Blocks start from what they have to: both pads from the initial value, a message's first block from
// the state after the inner pad, its next ones from what the block before has left, the inner hash
// from the state after the outer pad. No key begins amid a message, and no message before its key is
// hashed. The inner hash is that of the message, and begins in the outer engine a clock later.

logic [STATE_BITS-1:0] inner_key, outer_key;  // states after the pads of the key
logic [STATE_BITS-1:0] left;  // by the latest block of a message that was not a last one
logic [STATE_BITS-1:0] hashed_last;  // inner hash that came latest
logic [STATE_BITS-1:0] initial_before;
logic was_last;  // it came a clock ago

always_ff @(posedge clk) begin
  if (chain_valid && !chain_last && keying_q) begin
    inner_key <= chain;
    outer_key <= outer_chain;
  end
  if (chain_valid && !chain_last && !keying_q) left <= chain;
  if (chain_valid) hashed_last <= chain;
  was_last <= chain_valid && chain_last && !rst;
  initial_before <= initial_state;
end

always_ff @(posedge clk) if (checked) begin
  a_initial : assume (initial_state == initial_before);
  a_left : assume (!chain_valid || chain_last || waits_q || keying_q);
  a_last : assume (!chain_valid || !chain_last || (keyed_q && !quiet));
  a_quiet : assume (!digest_valid_q || !quiet);

  p_one : assert (2'(opens_q) + 2'(keying_q) + 2'(keyed_q) <= 2'd1);
  p_prepared : assert (!opens_q || (state_q == initial_state && outer_q == initial_state));
  p_pads : assert (!keying || (inner_state == initial_state && outer_state == initial_state));
  p_amid : assert (!keying || !under_way_q);
  p_keyed : assert (!begins || keyed_q);
  p_kept : assert (!keyed_q || (key_q == inner_key && outer_q == outer_key));
  p_first : assert (!keyed_q || under_way_q || inner_state == inner_key);
  p_next : assert (!under_way_q || waits_q || inner_state == left);
  p_waits : assert (!waits_q || (under_way_q && !slot_start));
  p_under_way : assert (!under_way_q || keyed_q);
  p_priority : assert (!begins || under_way_q || !key_valid);
  p_hashed : assert (digest_valid_q == was_last);
  p_digest : assert (!digest_valid_q || digest == hashed_last);
  p_outer : assert (!digest_valid_q || (outer_start && outer_state == outer_key));
  p_both : assert (outer_start == (keying || digest_valid_q));
  p_room : assert (!begins || (room && slot_ready));
  p_ends : assert (ends == (block_valid && block_ready && block_last));
end
