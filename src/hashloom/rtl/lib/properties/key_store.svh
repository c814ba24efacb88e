// The words of a state that the engine is given are those that were stored last as this state, for
// the block of the context that started last: no other slot's key changes them, nor a slot's that is
// spared. A word is `told`, once it is `known`, of any one state, the same for ever; `latest` is the
// state of the block that started last in any one context.

localparam int KEPT_BITS = RESUME ? WORD : 2 * CHAIN_WORDS * WORD;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [STATE_BITS-1:0] any_state;
(* anyconst *) logic [2:0] any_word;  // in the order in which a state is saved, H0 first
logic [CONTEXT_BITS-1:0] of_context;
logic [STATE_BITS-1:0] of_state;
logic [1:0] behind;  // words of the half that come after it
logic [1:0] step;  // with which it comes and goes
logic [2:0] column;  // of {chain_e, chain_a}

logic known = 1'b0;
logic [WORD-1:0] told;
logic stores, restores;  // the word comes
logic [2:0] asked = '0;  // 1, 2 and 3 clocks ago: it was wanted, and is not changed since
logic [2:0][WORD-1:0] told_then;  // and was this
logic noted, begun;  // a block of the context is complete and has not started; one has started
logic [STATE_BITS-1:0] noted_state, latest;
logic kept_write;
logic [PLACE_BITS-1:0] kept_place, kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic [WORD-1:0] told_kept;  // in the memory, or on its way there

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign of_state = STATE_BITS'(32'(any_state) % STATES);
assign behind = ~any_word[1:0];
assign step = 2'(32'(behind) / CHAIN_WORDS);
assign column = 3'(32'(behind) % CHAIN_WORDS + (any_word[2] ? CHAIN_WORDS : 0));

assign stores = storing && !spared && chain_valid && chain_context == store_context
    && store_state == of_state && (STEPS == 1 || 32'(chain_step) == 32'(step));
assign restores = RESUME && restore && restore_word == any_word
    && STATES - CONTEXTS + 32'(restore_context) == 32'(of_state);

always_ff @(posedge clk) begin
  if (stores) told <= WORD'({chain_e, chain_a} >> (WORD * 32'(column)));
  if (restores) told <= restore_data;
  known <= checked && (known || stores || restores);
  asked <= {asked[1], asked[0] && !stores && !restores, known && !stores && !restores && begun
      && state_context == of_context && latest == of_state
      && (STEPS == 1 || 32'(state_step) == 32'(step))};
  told_then <= (3 * WORD)'({told_then, told});
  if (started[of_context]) begin
    latest <= noted_state;
    noted <= 1'b0;
    begun <= 1'b1;
  end
  if (note && note_context == of_context) begin
    noted_state <= note_state;
    noted <= 1'b1;
  end
  if (rst) begin
    noted <= 1'b0;
    begun <= 1'b0;
    asked <= '0;
  end
end

assign kept_place = PLACE_BITS'(32'(of_state) * STEPS + 32'(step));
assign kept_write_place = write_place_q;
assign kept_read_place = read_place;

if (RESUME) begin : g_kept_word
  logic [2*CHAIN_WORDS-1:0] writes;

  for (genvar index = 0; index < 2 * CHAIN_WORDS; index++) begin : g_writes
    assign writes[index] = g_words.g_column[index].write_q;
  end
  assign kept_write = 1'(writes >> column);
  assign kept_write_data = KEPT_BITS'(write_data_q >> (WORD * 32'(column)));
  assign kept_read_data = KEPT_BITS'(read_data >> (WORD * 32'(column)));
  assign told_kept = WORD'(kept_comes ? kept_write_data : kept);
end else begin : g_kept_row
  assign kept_write = g_whole.write_q;
  assign kept_write_data = write_data_q;
  assign kept_read_data = read_data;
  assign told_kept = WORD'((kept_comes ? kept_write_data : kept) >> (WORD * 32'(column)));
end

`include "kept_place.svh"

always_ff @(posedge clk) begin
  p_kept : assert (!known || ((kept_known || kept_comes) && told_kept == told));
end

// A block is noted before it starts, and the one before it has started by then.
always_ff @(posedge clk) if (checked) begin
  a_note_exists : assume (!note || 32'(note_context) < CONTEXTS);
  a_store_exists : assume (!storing || 32'(store_state) < STATES);
  a_restore_exists : assume (!restore || 32'(restore_context) < CONTEXTS);
  a_restored : assume (!RESUME || !restore || !storing);
  a_started : assume (!started[of_context] || noted);
  a_noted : assume (!note || note_context != of_context || !noted || started[of_context]);

  p_read : assert (!asked[2] || WORD'({state_e, state_a} >> (WORD * 32'(column))) == told_then[2]);
  p_noted : assert (note_turn_q[of_context] == (turn_q[of_context] == noted));
  p_noted_state : assert (!noted
      || notes[NOTE_BITS'({of_context, !turn_q[of_context]})] == noted_state);
  p_latest : assert (!begun || notes[NOTE_BITS'({of_context, turn_q[of_context]})] == latest);
end
