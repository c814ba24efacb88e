// Plays slots to an engine and prints when they start and what leaves. The engine is wrapped as
// `dut`, which has every port an engine can have. Simulation only.
module engine_bench #(
    parameter int W           = 32,  // bits of a word
    parameter int SLOTS       = 1,   // slots played
    parameter int C           = 1,   // contexts of a group
    parameter int N           = 1,   // contexts
    parameter int R           = 1,   // stages that read rows
    parameter int COLUMNS     = 1,   // words of a row
    parameter int S           = 2,   // sequences of the chaining value
    parameter int V           = 1,   // chaining words of a sequence in a step
    parameter int STEPS       = 4,   // numbers of chain steps
    parameter bit PICKED      = 0,   // each word of a row has a number of its own
    parameter int READ_LAG    = 2,   // clocks from the start of a slot to its first row
    parameter int SLOT_CLOCKS = 66,  // clocks from one slot to the next
    parameter bit CHOSEN      = 0    // the group of a slot is chosen here
) (
    input logic clk,
    input logic rst
);

  // What is played: {gap, group, live, first, keyed} of each slot, blocks and states of each of
  // its contexts.
  logic [71:0] slots[SLOTS+1];
  logic [16*W-1:0] blocks[SLOTS*C];
  logic [S*STEPS*V*W-1:0] states[SLOTS*C];  // words by sequence, chain step and place

  initial begin
    $readmemh("slots.hex", slots);
    $readmemh("blocks.hex", blocks);
    $readmemh("states.hex", states);
  end

  int index_q, waiting_q, clock_q, last_q;
  logic any_q;

  logic slot_ready, slot_again, slot_start, chain_valid;
  logic [R-1:0] word_read;
  logic [8*R-1:0] word_context;
  logic [C-1:0] slot_live, slot_first, slot_keyed;
  logic [7:0] next_group, chosen_group;
  logic [R*(PICKED ? 4*COLUMNS : 8)-1:0] word_row;
  logic [7:0] state_context, state_step, chain_context, chain_step;
  logic [R*COLUMNS*W-1:0] word_data, row_q;
  logic [S*V*W-1:0] state, chain;  // the first sequence in the low bits
  logic [S*V*W-1:0] state_q[2];

  int newest_q[N], group, gap;  // the newest block of each context
  int late_q[READ_LAG+1][N];  // [i]: i clocks ago; rows of a block are read when the next one waits

  assign group = CHOSEN ? int'(slots[index_q][55:48]) : int'(next_group);
  assign chosen_group = 8'(group);
  assign slot_start = !rst && slot_ready && index_q < SLOTS && waiting_q == 0
      && (slot_again || !any_q || group != last_q);
  assign slot_live = C'(slots[index_q][47:32]);
  assign slot_first = C'(slots[index_q][31:16]);
  assign slot_keyed = C'(slots[index_q][15:0]);
  assign gap = int'(slots[index_q+1][71:56]);

  int block_of[N];
  assign block_of = READ_LAG > 1 ? late_q[READ_LAG-1] : newest_q;

  function automatic int word_of(int j);
    return PICKED ? int'(word_row[j*4%$bits(word_row)+:4]) : int'(word_row) * COLUMNS + j;
  endfunction

  dut u_dut (.*);

  always_ff @(posedge clk) begin
    for (int s = 0; s < S; s++) begin
      state_q[0][s*V*W+:V*W]
          <= states[newest_q[state_context]][(s*STEPS+int'(state_step))*V*W+:V*W];
    end
    state_q[1] <= state_q[0];
    state <= state_q[1];

    for (int j = 0; j < R * COLUMNS; j++) begin
      if (word_read[j/COLUMNS] && word_of(j) < 16)
        row_q[j*W+:W] <= blocks[block_of[word_context[8*(j/COLUMNS)+:8]]][word_of(j)*W+:W];
    end
    word_data <= row_q;

    late_q[1] <= newest_q;
    for (int i = 2; i <= READ_LAG; i++) late_q[i] <= late_q[i-1];

    clock_q <= clock_q + 1;
    if (waiting_q > 0) waiting_q <= waiting_q - 1;
    if (slot_start) begin
      $display("start %0d", clock_q);
      index_q <= index_q + 1;
      waiting_q <= gap == 0 ? 0 : gap + SLOT_CLOCKS - 1;
      last_q <= group;
      any_q <= 1'b1;
      for (int i = 0; i < C; i++) begin
        if (slot_live[i]) newest_q[group*C+i] <= index_q * C + i;
      end
    end
    if (chain_valid && !rst) begin
      $display("chain %0d %0d %h", chain_context, chain_step, chain);
    end
    if (rst) begin
      index_q <= 0;
      waiting_q <= 0;
      clock_q <= 0;
      any_q <= 1'b0;
    end
  end

endmodule
