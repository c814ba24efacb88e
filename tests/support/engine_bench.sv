// Plays slots to an engine and prints when they start and what leaves. The engine is wrapped as
// `dut`, which has every port an engine can have. Simulation only.
module engine_bench #(
    parameter int W           = 32,  // bits of a word
    parameter int SLOTS       = 1,   // slots played
    parameter int C           = 1,   // contexts of a group
    parameter int N           = 1,   // contexts
    parameter int COLUMNS     = 1,   // words of a row
    parameter int V           = 1,   // chaining words of a half in a step
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
  logic [8*W-1:0] states[SLOTS*C];

  initial begin
    $readmemh("slots.hex", slots);
    $readmemh("blocks.hex", blocks);
    $readmemh("states.hex", states);
  end

  int index_q, waiting_q, clock_q, last_q;
  logic any_q;

  logic slot_ready, slot_again, slot_start, word_read, chain_valid;
  logic [C-1:0] slot_live, slot_first, slot_keyed;
  logic [7:0] next_group, chosen_group, word_context, word_row;
  logic [7:0] state_context, state_step, chain_context, chain_step;
  logic [COLUMNS*W-1:0] word_data, row_q;
  logic [V*W-1:0] state_a, state_e, chain_a, chain_e;
  logic [V*W-1:0] state_a_q[2], state_e_q[2];

  int newest_q[N], group, gap;  // the newest block of each context

  assign group = CHOSEN ? int'(slots[index_q][55:48]) : int'(next_group);
  assign chosen_group = 8'(group);
  assign slot_start = !rst && slot_ready && index_q < SLOTS && waiting_q == 0
      && (slot_again || !any_q || group != last_q);
  assign slot_live = C'(slots[index_q][47:32]);
  assign slot_first = C'(slots[index_q][31:16]);
  assign slot_keyed = C'(slots[index_q][15:0]);
  assign gap = int'(slots[index_q+1][71:56]);

  dut u_dut (.*);

  always_ff @(posedge clk) begin
    for (int j = 0; j < V; j++) begin
      state_a_q[0][j*W+:W] <= states[newest_q[state_context]][(3-int'(state_step)*V-j)*W+:W];
      state_e_q[0][j*W+:W] <= states[newest_q[state_context]][(7-int'(state_step)*V-j)*W+:W];
    end
    state_a_q[1] <= state_a_q[0];
    state_e_q[1] <= state_e_q[0];
    state_a <= state_a_q[1];
    state_e <= state_e_q[1];

    for (int j = 0; j < COLUMNS; j++) begin
      if (word_read && int'(word_row) * COLUMNS + j < 16)
        row_q[j*W+:W] <= blocks[newest_q[word_context]][(int'(word_row)*COLUMNS+j)*W+:W];
    end
    word_data <= row_q;

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
      $display("chain %0d %0d %h %h", chain_context, chain_step, chain_a, chain_e);
    end
    if (rst) begin
      index_q <= 0;
      waiting_q <= 0;
      clock_q <= 0;
      any_q <= 1'b0;
    end
  end

endmodule
