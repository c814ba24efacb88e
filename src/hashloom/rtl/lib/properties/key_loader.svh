// One phase at a time; nothing is done for nobody; an erasure ends when every context, and every
// slot where all are meant, has been through it. `wiped`, `emptied`: contexts and slots that have.
// A slot has been marked as empty before anything is stored in it, the first one where all are meant;
// `marked`: one has been, `marked_slot`.

logic [CONTEXTS-1:0] wiped, wiped_before, this_context;
logic [SLOTS-1:0] emptied, emptied_before, this_slot;
logic marked;
logic [SLOT_BITS-1:0] marked_slot;

for (genvar index = 0; index < CONTEXTS; index++) begin : g_wiped
  assign wiped_before[index] = !seen_q && index >= 32'(context_id);
  assign this_context[index] = index == 32'(context_id);
end

for (genvar index = 0; index < SLOTS; index++) begin : g_emptied
  assign emptied_before[index] = index < 32'(slot);
  assign this_slot[index] = index == 32'(slot);
end

logic was_long;  // a key's first block was written when no other digest came
logic worked_before;  // it was at work in the clock before

always_ff @(posedge clk) begin
  worked_before <= busy;
  if (phase_q[READY]) was_long <= 1'b0;
  else if (phase_q[LONG_PLAY] && play_step) was_long <= may_long;
  if (pass_ends) begin
    wiped <= wiped | this_context;
    emptied <= emptied | this_slot;
  end
  if (mark && !mark_known) begin
    marked <= 1'b1;
    marked_slot <= slot;
  end
  if (rst || phase_q[READY]) begin
    marked <= 1'b0;
    wiped <= '0;
    emptied <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_context : assume (!begin_load || 32'(begin_context) < CONTEXTS);
  a_slot : assume (!begin_load || begin_every || 32'(begin_slot) < SLOTS);
  a_every : assume (!begin_every || begin_erase);
  a_key : assume (!key_valid || !phase_q[READY] || begin_load);
  a_key_alone : assume (!key_valid || !begin_load || !begin_erase);
  a_digest : assume (!digest_valid || key_long);
  // A digest ends with a row, or there is only one.
  a_last : assume (!digest_valid || !digest_last || ROWS == 1
      || ((word_q + 5'd1) & 5'(PAD_WORDS - 1)) == 5'd0);

  p_may : assert (!play || erase_q || (phase_q[LONG_PLAY] ? may_long : may));
  p_stores : assert (!storing || phase_q[STORE] || erase_q || may);
  p_long : assert (!phase_q[LONG_REST] || erase_q || was_long);
  p_long_begun : assert (!phase_q[LONG_PLAY] || word_q == '0 || was_long);
  p_follows : assert (!written || (busy && !erases && !play && mark_known == (pass_ends && !error_q)));
  p_tells : assert (mark_ends == (mark && !phase_q[FILL]) && mark_known == (mark_ends && !erases && !error_q));
  p_at_work : assert (!play || worked_before);

  p_phase : assert (phase_q != '0 && (phase_q & (phase_q - 1'b1)) == '0);
  p_nothing_idle : assert (busy || !(play || storing || answer || key_long || wiping || mark));
  p_nobody : assert (!answer || !silent_q);
  p_words : assert (word_q <= 5'd16);
  p_rows : assert (!(phase_q[READY] || phase_q[GATHER] || phase_q[FILL])
      || (word_q & 5'(PAD_WORDS - 1)) == 5'd0);
  p_empty : assert (!(phase_q[READY] || phase_q[STORE] || phase_q[ANSWER]) || word_q == 5'd0);
  p_erases : assert (!busy || !erase_q || phase_q[FILL] || storing || phase_q[ANSWER]);
  p_in_range : assert (!busy || 32'(context_id) < CONTEXTS);
  p_owner : assert (!busy || silent_q || 32'(owner) < CONTEXTS);
  p_slot : assert (!busy || 32'(slot) < SLOTS);
  p_every : assert (!busy || !every_q || erase_q);
  // A block's state is stored behind the block, and the second one's behind the first one's.
  a_stored : assume (TOGETHER || !stored[0] || !storing || half_q || phase_q[STORE]);
  a_stored_last : assume (TOGETHER || !stored[0] || !storing || !store_second || phase_q[STORE]);
  p_exists : assert (phase_q[READY] || 32'(context_id) < CONTEXTS);
  p_known : assert (!mark_known || (mark_ends && !erases && !error_q));

  p_marked : assert (!(phase_q[PLAY] || phase_q[STORE]) || (marked && (every_q || marked_slot == slot)));
  p_wiped : assert (!busy || !erase_q || (wiped | wiped_before) == '1);
  p_wiped_all : assert (!done || !erase_q || (wiped | this_context) == '1);
  p_emptied : assert (!busy || !every_q || (emptied_before & ~emptied) == '0);
  p_emptied_all : assert (!done || !every_q || (emptied | this_slot) == '1);
  p_seen : assert (!seen_q || !erase_q || 32'(context_id) == CONTEXTS - 1
      || !(phase_q[FILL] || phase_q[PLAY] || phase_q[STORE]));
end

// An erasure goes through as many passes as there are contexts, or slots where all are meant and
// there are more; each is two blocks of zeros. It takes BEFORE clocks and A_PASS for each pass,
// besides those in which a writer is not free or a state has not been stored. `passes`: those that
// have been made; `worked`: clocks of work; `in_pass`: of these, in the pass under way.

localparam int BEFORE = ROWS + 1;
localparam int A_BLOCK = 17;  // to write it, and one more
localparam int A_PASS = 2 * A_BLOCK + (TOGETHER ? 2 : 1);  // and where states are awaited

logic [31:0] worked, in_pass, passes, passes_due;
logic works;  // it is not waited in this clock

assign passes_due = every_q && SLOTS > CONTEXTS ? SLOTS : CONTEXTS;
assign works = phase_q[FILL] || (phase_q[PLAY] && (full || play_granted))
    || (phase_q[STORE] && both_stored);
assign in_pass = TOGETHER ? (half_q ? A_BLOCK + 1 : 0) + (phase_q[STORE] ? A_BLOCK : 32'(word_q))
    : phase_q[STORE] ? 2 * A_BLOCK : (half_q ? A_BLOCK : 0) + 32'(word_q);

always_ff @(posedge clk) begin
  worked <= worked + 32'(works);
  passes <= passes + 32'(pass_ends);
  if (rst || phase_q[READY]) begin
    worked <= '0;
    passes <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  p_zeros : assert (!phase_q[FILL] || !erase_q || (new_row == '0 && write_words == '1));
  p_done_in : assert (!done || !erase_q
      || (passes + 1 == passes_due && worked + 1 == BEFORE + A_PASS * passes_due));

  p_worked : assert (!busy || !erase_q || phase_q[ANSWER] || (passes < passes_due
      && worked == (phase_q[FILL] ? 32'(word_q) / PAD_WORDS : BEFORE + A_PASS * passes + in_pass)
      && (!phase_q[FILL] || passes == '0)));
  p_half : assert (phase_q[PLAY] || phase_q[STORE] || !half_q);
  p_second : assert (TOGETHER ? store_second == half_q : !store_second
      || half_q || phase_q[STORE]);
  p_written : assert (TOGETHER || !phase_q[STORE] || !half_q);
  p_pass : assert (!busy || !erase_q || phase_q[ANSWER]
      || (seen_q == (passes >= CONTEXTS) && 32'(context_id) == (seen_q ? CONTEXTS - 1 : passes)
      && (!every_q || 32'(slot) == (passes >= SLOTS ? SLOTS - 1 : passes))));
end
