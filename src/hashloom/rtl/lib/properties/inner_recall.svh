// A row of an outer block that is read has the words of the digest that the context's latest block
// has left, 0x80, zeros and the length; of other blocks it has what their buffer has. From the start
// of a block that leaves an inner digest to its outer block's being complete, that is expected; it
// is told once, and no earlier than the digest is as good as here.
//
// Of any one word of any one context: it is `told` where it is the digest's, once it is `known`.
// `promised`: of each context an outer block is to come; `outer`: its latest complete block is one,
// `begun`: the latest to have started; `age`: clocks since the slot started, TELL at most.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [3:0] any_word;
logic [CONTEXT_BITS-1:0] of_context;
logic [31:0] step, part;  // with which the word leaves the engine
logic of_digest;
logic here;  // it does
logic known;
logic [WORD-1:0] told, told_then, right;
logic asked, asked_then;  // a clock ago, and two: its row was wanted, of an outer block
logic passes, passes_then;  // a row of another one was
logic [WORD-1:0] word, leaving;  // the word as it is read, and as it leaves the engine

logic others;  // others hold the padder
logic [CONTEXTS-1:0] full;  // a block is complete and has not started
logic [CONTEXTS-1:0] promised, outer, begun, inner;
logic [CONTEXTS-1:0][1:0] flight;  // blocks that have started and not left
logic ends;  // the last words of a block come
logic [31:0] age;

// The bytes of a word that are the digest's, and what is behind them.
function automatic logic [WORD-1:0] own(logic [3:0] at, logic [WORD-1:0] digest);
  own = '0;
  for (int index = 0; index < BYTES; index++) begin
    if (32'(at) * BYTES + index < DIGEST_BYTES) begin
      own[WORD-8-8*index+:8] = digest[WORD-8-8*index+:8];
    end
  end
endfunction

function automatic logic [WORD-1:0] behind(logic [3:0] at);
  behind = '0;
  for (int index = 0; index < BYTES; index++) begin
    if (32'(at) * BYTES + index == DIGEST_BYTES) behind[WORD-8-8*index+:8] = 8'h80;
  end
  if (at == 4'd15) behind = WORD'(16 * WORD + 8 * DIGEST_BYTES);
endfunction

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign ends = chain_valid && (STEPS == 1 || 32'(chain_step) == STEPS - 1);
assign of_digest = 32'(any_word) * BYTES < DIGEST_BYTES;
assign step = (3 - 32'(any_word) % 4) / CHAIN_WORDS;
assign part = (3 - 32'(any_word) % 4) % CHAIN_WORDS;
assign here = chain_valid && chain_context == of_context && (STEPS == 1 || 32'(chain_step) == step);
assign right = own(any_word, told_then) | behind(any_word);

always_comb begin
  word = '0;
  for (int index = 0; index < COLUMNS; index++) begin
    if (32'(any_word) % COLUMNS == index) word = read_data[WORD*index+:WORD];
  end
  leaving = '0;
  for (int index = 0; index < CHAIN_WORDS; index++) begin
    if (part == index) leaving = any_word[2] ? chain_e[WORD*index+:WORD] : chain_a[WORD*index+:WORD];
  end
end

always_ff @(posedge clk) begin
  if (here) told <= leaving;
  known <= known || here;
  told_then <= told;
  others <= others_next;
  asked <= read && read_context == of_context && begun[of_context]
      && (COLUMNS == 16 || 32'(read_row) == 32'(any_word) / COLUMNS);
  asked_then <= asked && (!of_digest || (known && !here));
  passes <= read && !begun[read_context];
  passes_then <= passes;

  age <= slot_start ? 1 : age + 32'(age < TELL);
  for (int index = 0; index < CONTEXTS; index++) begin
    if (note && 32'(note_context) == index) begin
      inner[index] <= note_inner;
      outer[index] <= close;
      full[index] <= 1'b1;
    end else if (started[index]) begin
      full[index] <= 1'b0;
    end
    if (started[index]) begin
      begun[index] <= outer[index];
    end
    flight[index] <= flight[index] + 2'(started[index])
        - 2'(ends && 32'(chain_context) == index && flight[index] != 2'd0);
    if (started[index] && inner[index]) promised[index] <= 1'b1;
    else if (close && 32'(close_context) == index) promised[index] <= 1'b0;
  end

  if (rst) begin
    others <= 1'b0;
    known <= 1'b0;
    asked <= 1'b0;
    asked_then <= 1'b0;
    passes <= 1'b0;
    passes_then <= 1'b0;
    promised <= '0;
    full <= '0;
    begun <= '0;
    flight <= '0;
    age <= 0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!note || 32'(note_context) < CONTEXTS)
      && (!chain_valid || 32'(chain_context) < CONTEXTS) && (!read || 32'(read_context) < CONTEXTS));
  a_steps : assume (STEPS == 1 || 32'(chain_step) < STEPS);
  a_noted : assume (!close || (note && note_context == close_context && !note_inner));
  // No slot starts before an outer block that is expected is complete.
  a_waits : assume (promised == '0 || !slot_start);
  a_slot : assume ((started & ~full) == '0 && (started == '0 || slot_start));

  p_row : assert (!asked_then || word == right);
  p_others : assert (!passes_then || read_data == buffer_data);
  p_expected : assert (expected == promised);
  p_hold : assert (hold == (ready_q != '0 || others) && close == (ready_q != '0 && !others));
  p_promised : assert (!close || promised[close_context]);
  p_told_in_time : assert (!close || age == TELL);

  p_one : assert ((inner_q & ready_q) == '0 && (inner_q == '0 || running_q));
  p_clock : assert (!running_q || age + 32'(left_q) == TELL - 1);
  p_late : assert (ready_q == '0 || age == TELL);
  p_ready : assert ((ready_q & ~promised) == '0);
  p_begun : assert (reading_q == begun);
  p_noted : assert ((full & (noted_inner_q ^ inner)) == '0
      && (full & (noted_outer_q ^ outer)) == '0);
end

// What is read has come: the engine's part, which simulation checks.
always_ff @(posedge clk) if (checked) begin
  a_in_time : assume (!read || !begun[read_context]
      || 32'(read_row) * COLUMNS * BYTES >= DIGEST_BYTES || flight[read_context] < 2'd2
      || (ends && chain_context == read_context));
end

// That memories give what was written there last is proved of gated_memory; here it is assumed. Bit
// 2 * c + h: of column c, half h.
logic [15:0] misread, unasked, mislaid;

for (genvar index = 0; index < 16; index++) begin : g_memories
  localparam int COLUMN = index / 2;
  localparam int HALF = index % 2;

  if (COLUMN < COLUMNS && (COLUMNS <= 4 || COLUMN / 4 == HALF)) begin : g_kept
    logic mine;  // the word lies here
    logic [PLACE_BITS-1:0] place;
    logic comes, kept_known, read_here, idle;
    logic [WORD-1:0] kept, kept_then;

    assign mine = any_word < 4'd8 && 32'(any_word[2]) == HALF && 32'(any_word) % COLUMNS == COLUMN;
    assign place = PLACE_BITS'((32'(of_context) << STEP_SHIFT) | step);
    assign comes = chain_valid && write_place == place;
    assign misread[index] = read_here
        && g_column[COLUMN].g_digest.g_half[HALF].g_words.fetched != kept_then;
    assign unasked[index] = idle && g_column[COLUMN].g_digest.g_half[HALF].g_words.fetched != '0;
    assign mislaid[index] = mine && of_digest && known
        && !(kept_known && kept == own(any_word, told));

    always_ff @(posedge clk) begin
      if (comes) kept <= g_column[COLUMN].g_digest.g_half[HALF].g_words.kept;
      kept_known <= kept_known || comes;
      read_here <= kept_known && !comes && g_column[COLUMN].g_digest.g_half[HALF].g_words.wanted
          && g_column[COLUMN].g_digest.read_place == place;
      idle <= !g_column[COLUMN].g_digest.g_half[HALF].g_words.wanted;
      kept_then <= kept;
      if (rst) begin
        kept_known <= 1'b0;
        read_here <= 1'b0;
        idle <= 1'b0;
      end
    end
  end else begin : g_none_kept
    assign {misread[index], unasked[index], mislaid[index]} = '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_memory : assume (misread == '0 && unasked == '0);
  p_kept : assert (mislaid == '0);
end
