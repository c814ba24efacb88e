// What was noted of a context's block is told three clocks after its chaining words, with these words;
// a context is freed or queued for padding once for each block, and those that are queued go in
// their order. All of any one context, and of any one place of the queue.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = 3;

(* anyconst *) logic [CONTEXT_BITS-1:0] kept_place;
(* anyconst *) logic [QUEUE_BITS-1:0] any_place;
logic kept_write;
logic [CONTEXT_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic in_engine;  // the context has a block there, of which it was noted
logic [2:0] noted, told_late;
logic [1:0] leaves;  // its chaining words came a clock and two ago
logic [8*WORD-1:0] words, words_late, words_last;
logic left;  // they came three clocks ago
logic spilled, freed;  // it has to be queued or freed in this clock
logic [CONTEXT_BITS-1:0] kept_context;  // in that place of the queue
logic there;  // one is in it
logic [QUEUE_BITS-1:0] waiting;  // contexts in the queue
logic took;  // the context in that place left the queue a clock ago
logic waits;  // one was in the queue a clock ago, and stayed there
logic held, held_q;  // a context waits behind the queue, and did a clock ago
logic [CONTEXT_BITS-1:0] held_context;

assign kept_write = note && 32'(note_context) < CONTEXTS;  // others do not exist
assign kept_write_place = note_context;
assign kept_write_data = {note_ends, note_spills, note_error};
assign kept_read_place = chain_context;
assign kept_read_data = told;

`include "kept_place.svh"

assign waiting = tail_q - head_q;
assign there = QUEUE_BITS'(any_place - head_q) < waiting;
assign held = pad_valid && !pad_ready;

always_ff @(posedge clk) begin
  if (kept_comes) begin
    in_engine <= 1'b1;
    noted <= kept_write_data;
  end else if (chain_valid && chain_context == kept_place) begin
    in_engine <= 1'b0;
  end
  leaves <= {leaves[0], chain_valid && chain_context == kept_place};
  words <= {chain_a, chain_e};
  words_late <= words;
  words_last <= words_late;
  left <= leaves[1];
  told_late <= noted;
  spilled <= leaves[1] && noted[1];
  freed <= leaves[1] && !noted[1];
  if (spills_q && tail_q == any_place) kept_context <= context_q;
  took <= pull && head_q == any_place;
  waits <= head_q != tail_q && !pull;
  held_q <= held;
  held_context <= pad_context;
  if (rst) begin
    in_engine <= 1'b0;
    leaves <= '0;
    left <= 1'b0;
    spilled <= 1'b0;
    freed <= 1'b0;
    took <= 1'b0;
    waits <= 1'b0;
    held_q <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  // A block is noted once before its chaining words come, and the next one not before they left.
  a_noted : assume (!(chain_valid && chain_context == kept_place) || (in_engine && !kept_comes));
  a_once : assume (!kept_comes || (!in_engine && leaves == '0 && !left));
  // No more contexts wait than there are.
  a_waiting : assume (!spills_q || waiting != '1);

  p_noted : assert (!in_engine || (kept_known && kept == noted));
  p_late : assert ((!leaves[0] || (kept_read[0] && kept_then[0] == noted))
      && (!leaves[1] || (kept_read[1] && kept_then[1] == noted)));
  p_leaves : assert (leaves[0] == (leaves_1q && context_1q == kept_place)
      && leaves[1] == (leaves_2q && context_2q == kept_place));
  p_words : assert ((!leaves_1q || words_1q == words) && (!leaves_2q || words_2q == words_late)
      && (!digest_valid || words_3q == words_last));
  p_digest : assert (!left || (digest_valid == told_late[2] && digest_context == kept_place
      && digest_error == told_late[0]));
  p_no_digest : assert (!digest_valid || free || spills_q);
  p_freed : assert (freed == (free && free_context == kept_place));
  p_spilled : assert (spilled == (spills_q && context_q == kept_place));
  p_head : assert (behind_q == QUEUE_BITS'(head_q + 1'b1) && (!some_q || head_q != tail_q));
  p_soon : assert (!waits || some_q);
  p_queue : assert (!there || queue[any_place] == kept_context);
  p_took : assert (!took || (pad_valid && pad_context == kept_context));
  p_held : assert (!held_q || (pad_valid && pad_context == held_context));
end
