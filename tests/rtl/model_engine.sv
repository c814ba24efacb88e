// An engine that keeps the contract of the generated ones and computes SHA-2 in one go, so that
// the shell can be tested alone. Simulation only.
//
// It reads the rows of every context of a slot, live or not, as late as READ_LAG allows, and sends
// the chaining words CHAIN_LAG clocks after the slot's start, which may be later than the start of
// the same contexts' next slot. It stops the simulation when the shell breaks its side.
`default_nettype none

module model_engine #(
    parameter int unsigned WORD        = 32,   // bits of a word
    parameter int unsigned ROUNDS      = 64,   // rounds of a block
    parameter int unsigned UNROLL      = 1,    // rounds per clock
    parameter int unsigned STAGES      = 1,    // groups of contexts that take turns
    parameter int unsigned INTERLEAVE  = 1,    // contexts of a group
    parameter int unsigned CHAIN_WORDS = 1,    // chaining words per half and step
    parameter int unsigned READ_LAG    = 0,    // clocks from slot_start to the read of row 0
    parameter int unsigned SLOT        = 65,   // clocks of a slot
    parameter int unsigned CHAIN_LAG   = 68,   // clocks from slot_start to the first chaining word
    parameter logic [8*WORD-1:0] INITIAL = 0,  // H7 (most significant) .. H0
    parameter logic [80*WORD-1:0] CONSTANTS = 0,  // K0 (most significant), K1, ..
    parameter int unsigned CONTEXT_BITS = 1,   // bits of a context's number
    parameter int unsigned GROUP_BITS   = 1,   // bits of a group's number
    parameter int unsigned ROW_BITS     = 4,   // bits of a row's number
    parameter int unsigned STEP_BITS    = 2    // bits of a step's number
) (
    input  logic                                    clk,
    input  logic                                    rst,
    output logic                                    slot_ready,
    input  logic                                    slot_start,
    input  logic [INTERLEAVE-1:0]                   slot_live,
    input  logic [INTERLEAVE-1:0]                   slot_first,
    output logic [GROUP_BITS-1:0]                   slot_group,
    output logic                                    word_read,
    output logic [CONTEXT_BITS-1:0]                 word_context,
    output logic [ROW_BITS-1:0]                     word_row,
    input  logic [(UNROLL < 16 ? UNROLL : 16)*WORD-1:0] word_data,
    output logic                                    chain_valid,
    output logic [CONTEXT_BITS-1:0]                 chain_context,
    output logic [STEP_BITS-1:0]                    chain_step,
    output logic [CHAIN_WORDS*WORD-1:0]             chain_a,
    output logic [CHAIN_WORDS*WORD-1:0]             chain_e
);

  localparam int COLUMNS = UNROLL < 16 ? int'(UNROLL) : 16;
  localparam int ROWS = (16 + COLUMNS - 1) / COLUMNS;
  localparam int CONTEXTS = int'(STAGES * INTERLEAVE);
  localparam int SLOTS = int'(STAGES) + 3;  // slots whose chaining words may be still to come
  localparam int STEPS = 4 / int'(CHAIN_WORDS);
  localparam int C = int'(INTERLEAVE);

  typedef logic [WORD-1:0] word_t;

  // Slots under way, the latest in place 0.
  int age[SLOTS];  // clocks since slot_start, 0: none
  int group[SLOTS];
  logic [INTERLEAVE-1:0] live[SLOTS], first[SLOTS];
  logic [8*WORD-1:0] result[SLOTS][CONTEXTS];  // H7 (most significant) .. H0

  logic [8*WORD-1:0] chaining[CONTEXTS];
  word_t message[CONTEXTS][16];

  int group_q, rest_q;
  logic read_1_q, read_2_q;
  int place_1_q, place_2_q, context_1_q, context_2_q, row_1_q, row_2_q;

  function automatic word_t rotate(word_t x, int n);
    return (x >> n) | (x << (int'(WORD) - n));
  endfunction

  function automatic word_t sigma(word_t x, int n1, int n2, int n3, bit shift);
    return rotate(x, n1) ^ rotate(x, n2) ^ (shift ? x >> n3 : rotate(x, n3));
  endfunction

  // What is read and what leaves in this clock.
  int read_place, read_index, chain_index;

  always_comb begin
    word_read = 1'b0;
    word_context = '0;
    word_row = '0;
    read_place = 0;
    chain_valid = 1'b0;
    chain_context = '0;
    chain_step = '0;
    chain_a = '0;
    chain_e = '0;
    read_index = 0;
    chain_index = 0;
    if (READ_LAG == 0 && slot_start) begin
      word_read = 1'b1;
      read_place = -1;
      word_context = CONTEXT_BITS'(group_q * C);
    end
    for (int place = 0; place < SLOTS; place++) begin
      read_index = age[place] - int'(READ_LAG);
      if (age[place] > 0 && read_index >= 0 && read_index < ROWS * C) begin
        word_read = 1'b1;
        read_place = place;
        word_context = CONTEXT_BITS'(group[place] * C + read_index % C);
        word_row = ROW_BITS'(read_index / C);
      end
      chain_index = age[place] - int'(CHAIN_LAG);
      if (age[place] > 0 && chain_index >= 0 && chain_index < STEPS * C) begin
        chain_valid = live[place][chain_index % C];
        chain_context = CONTEXT_BITS'(group[place] * C + chain_index % C);
        chain_step = STEP_BITS'(chain_index / C);
        for (int j = 0; j < int'(CHAIN_WORDS); j++) begin
          chain_a[j*WORD+:WORD] =
              result[place][chain_context][(3-(chain_index/C*int'(CHAIN_WORDS)+j))*WORD+:WORD];
          chain_e[j*WORD+:WORD] =
              result[place][chain_context][(7-(chain_index/C*int'(CHAIN_WORDS)+j))*WORD+:WORD];
        end
      end
    end
  end

  assign slot_ready = rest_q == 0;
  assign slot_group = GROUP_BITS'(group_q);

  function automatic logic [8*WORD-1:0] compress(int context_index, logic [8*WORD-1:0] from);
    word_t w[80], h[8], t1, t2;
    for (int i = 0; i < 8; i++) h[i] = from[i*WORD+:WORD];
    for (int t = 0; t < int'(ROUNDS); t++) begin
      if (t < 16) w[t] = message[context_index][t];
      else if (WORD == 32)
        w[t] = sigma(w[t-2], 17, 19, 10, 1) + w[t-7] + sigma(w[t-15], 7, 18, 3, 1) + w[t-16];
      else w[t] = sigma(w[t-2], 19, 61, 6, 1) + w[t-7] + sigma(w[t-15], 1, 8, 7, 1) + w[t-16];
      t1 = h[7] + CONSTANTS[(79-t)*WORD+:WORD] + w[t] + ((h[4] & h[5]) ^ (~h[4] & h[6]));
      t2 = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
      t1 = t1 + (WORD == 32 ? sigma(h[4], 6, 11, 25, 0) : sigma(h[4], 14, 18, 41, 0));
      t2 = t2 + (WORD == 32 ? sigma(h[0], 2, 13, 22, 0) : sigma(h[0], 28, 34, 39, 0));
      for (int i = 7; i > 0; i--) h[i] = h[i-1];
      h[4] = h[4] + t1;
      h[0] = t1 + t2;
    end
    for (int i = 0; i < 8; i++) compress[i*WORD+:WORD] = from[i*WORD+:WORD] + h[i];
  endfunction

  task automatic check();
    bit flying = 0;
    for (int place = 0; place < SLOTS; place++) begin
      flying |= age[place] > 0 && age[place] < int'(STAGES * SLOT) && live[place] != '0;
    end
    if (slot_start && !slot_ready) $fatal(1, "slot_start without slot_ready");
    if (STAGES > 1 && slot_ready && flying && !slot_start) $fatal(1, "the slots pause");
    if (STAGES == 1 && slot_start && slot_live == '0) $fatal(1, "an empty slot starts");
  endtask

  always @(posedge clk) begin
    check();
    read_2_q <= read_1_q;
    context_2_q <= context_1_q;
    row_2_q <= row_1_q;
    place_2_q <= place_1_q + (slot_start ? 1 : 0);
    read_1_q <= word_read;
    context_1_q <= int'(word_context);
    row_1_q <= int'(word_row);
    place_1_q <= read_place + (slot_start ? 1 : 0);

    if (slot_start) begin
      for (int place = SLOTS - 1; place > 0; place--) begin
        age[place] <= age[place-1] > 0 ? age[place-1] + 1 : 0;
        group[place] <= group[place-1];
        live[place] <= live[place-1];
        first[place] <= first[place-1];
        for (int i = 0; i < CONTEXTS; i++) result[place][i] <= result[place-1][i];
      end
      age[0] <= 1;
      group[0] <= group_q;
      live[0] <= slot_live;
      first[0] <= slot_first;
      rest_q <= int'(SLOT) - 1;
      group_q <= group_q == int'(STAGES) - 1 ? 0 : group_q + 1;
    end else begin
      for (int place = 0; place < SLOTS; place++) begin
        if (age[place] > 0) age[place] <= age[place] + 1;
      end
      if (rest_q > 0) rest_q <= rest_q - 1;
    end
    if (read_2_q) begin
      for (int j = 0; j < COLUMNS; j++) begin
        if (row_2_q * COLUMNS + j < 16)
          message[context_2_q][row_2_q*COLUMNS+j] = word_data[j*WORD+:WORD];
      end
      if (row_2_q == ROWS - 1 && live[place_2_q][context_2_q%C]) begin
        chaining[context_2_q] = compress(
            context_2_q, first[place_2_q][context_2_q%C] ? INITIAL : chaining[context_2_q]);
        result[place_2_q+(slot_start?1:0)][context_2_q] <= chaining[context_2_q];
      end
    end
    if (rst) begin
      for (int place = 0; place < SLOTS; place++) age[place] <= 0;
      rest_q   <= 0;
      group_q  <= 0;
      read_1_q <= 1'b0;
      read_2_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
