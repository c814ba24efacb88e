// Holds the chaining words of blocks in two entries per context and sends complete digests word by
// word, H0 first. Chaining words come CHAIN_WORDS per half and clock, H3 and H7 first: in step f,
// word j of chain_a is H[3 - (f * CHAIN_WORDS + j)] and word j of chain_e the one four further on.
//
// Every word of a step lies in its own memory, and memories of more than 16 places are divided.
// The word is selected by clearing: each memory is read into a register that is cleared unless it
// holds the word wanted, and the registers are OR-ed.
`default_nettype none

module digest_store #(
    parameter int WORD         = 32,  // bits of a word
    parameter int CHAIN_WORDS  = 1,   // words per half and step: 1, 2 or 4
    parameter int STEP_BITS    = 2,   // bits of a step's number, at least 1
    parameter int DIGEST_WORDS = 8,   // words sent of a digest, the last perhaps in part
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                        clk,            // clock
    input  logic                        rst,            // synchronous reset: nothing is being sent

    input  logic                        chain_valid,    // chaining words of a block come
    input  logic [CONTEXT_BITS-1:0]     chain_context,  // of this context
    input  logic                        chain_entry,    // to go to this entry
    input  logic [STEP_BITS-1:0]        chain_step,     // the step
    input  logic [CHAIN_WORDS*WORD-1:0] chain_a,        // of H3 .. H0
    input  logic [CHAIN_WORDS*WORD-1:0] chain_e,        // of H7 .. H4

    input  logic                        head_valid,     // a digest waits to be sent
    input  logic [CONTEXT_BITS-1:0]     head_context,   // of this context
    input  logic                        head_entry,     // in this entry
    input  logic                        head_error,     // its message is flawed
    output logic                        head_take,      // sending it begins
    output logic                        sent,           // an entry has been sent and is free
    output logic [CONTEXT_BITS-1:0]     sent_context,   // of this context
    output logic                        sent_entry,     // this one

    output logic                        word_valid,     // a word of a digest is offered
    input  logic                        word_ready,     // it is taken in this clock
    output logic [WORD-1:0]             word_data,      // the word
    output logic                        word_last,      // it is the last of its digest
    output logic [CONTEXT_BITS-1:0]     word_context,   // the context
    output logic                        word_error      // its message is flawed
);

  localparam int STEPS = 4 / CHAIN_WORDS;
  localparam int STEP_SHIFT = $clog2(STEPS);
  localparam int PLACES = 2 * CONTEXTS * STEPS;  // at {context, entry, step}
  localparam int BANK = PLACES <= 2 ? 1 : 16;  // places of a memory; one: a register
  localparam int BANKS = (PLACES + BANK - 1) / BANK;
  localparam int COLUMNS = 2 * CHAIN_WORDS * BANKS;
  localparam int PLACE_BITS = CONTEXT_BITS + 5;

  // The chaining words of the clock before.
  logic write_q;
  logic [PLACE_BITS-1:0] write_place_q;
  logic [CHAIN_WORDS*WORD-1:0] write_a_q, write_e_q;

  // The digest being sent and the word to fetch.
  logic sending_q, entry_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [2:0] index_q;
  logic advance, final_word;
  logic [1:0] backwards;  // H3 and H7 come first
  logic [PLACE_BITS-1:0] read_place;

  // The word on offer.
  logic valid_q, last_q, word_error_q;
  logic [CONTEXT_BITS-1:0] word_context_q;
  (* mem2reg *) logic [WORD-1:0] gated[COLUMNS];

  assign backwards = ~index_q[1:0];
  assign read_place = (PLACE_BITS'({context_q, entry_q}) << STEP_SHIFT)
      | PLACE_BITS'(backwards >> $clog2(CHAIN_WORDS));
  assign final_word = index_q == 3'(DIGEST_WORDS - 1);
  assign advance = !valid_q || word_ready;
  assign head_take = head_valid && (!sending_q || (advance && final_word));
  assign sent = sending_q && advance && final_word;
  assign sent_context = context_q;
  assign sent_entry = entry_q;

  always_ff @(posedge clk) begin
    write_q <= chain_valid;
    write_place_q <= (PLACE_BITS'({chain_context, chain_entry}) << STEP_SHIFT)
        | PLACE_BITS'(chain_step);
    write_a_q <= chain_a;
    write_e_q <= chain_e;

    if (head_take) begin
      context_q <= head_context;
      entry_q <= head_entry;
      error_q <= head_error;
    end
    if (advance && sending_q) index_q <= final_word ? '0 : index_q + 1'b1;
    if (head_take) sending_q <= 1'b1;
    else if (sent) sending_q <= 1'b0;

    if (advance) begin
      valid_q <= sending_q;
      last_q <= final_word;
      word_context_q <= context_q;
      word_error_q <= error_q;
    end
    if (rst) begin
      write_q   <= 1'b0;
      sending_q <= 1'b0;
      index_q   <= '0;
      valid_q   <= 1'b0;
      // What goes with a word is known before the first one comes.
      context_q <= '0;
      error_q   <= 1'b0;
      last_q    <= 1'b0;
      word_context_q <= '0;
      word_error_q <= 1'b0;
    end
  end

  for (genvar column = 0; column < COLUMNS; column++) begin : g_column
    localparam bit HALF_E = column >= CHAIN_WORDS * BANKS;
    localparam int PART = (column / BANKS) % CHAIN_WORDS;  // word of the step
    localparam int PLACE = (column % BANKS) * BANK;  // first place of the memory

    logic write_here, read_here;
    logic [WORD-1:0] write_data, fetched, gated_q;

    assign write_data = HALF_E ? write_e_q[PART*WORD+:WORD] : write_a_q[PART*WORD+:WORD];
    assign write_here = write_q && write_place_q / PLACE_BITS'(BANK) == PLACE_BITS'(PLACE / BANK);
    assign read_here = read_place / PLACE_BITS'(BANK) == PLACE_BITS'(PLACE / BANK)
        && index_q[2] == HALF_E && (backwards & 2'(CHAIN_WORDS - 1)) == 2'(PART);

    if (BANK == 1) begin : g_register
      logic [WORD-1:0] store_q;

      always_ff @(posedge clk) if (write_here) store_q <= write_data;
      assign fetched = store_q;
    end else begin : g_memory
      (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
      logic [WORD-1:0] store[BANK];

      always_ff @(posedge clk) if (write_here) store[write_place_q[3:0]] <= write_data;
      assign fetched = store[read_place[3:0]];
    end

    always_ff @(posedge clk) begin
      if (advance) gated_q <= read_here ? fetched : '0;
    end
    assign gated[column] = gated_q;
  end

  always_comb begin
    word_data = '0;
    for (int column = 0; column < COLUMNS; column++) word_data = word_data | gated[column];
  end

  assign word_valid   = valid_q;
  assign word_last    = last_q;
  assign word_context = word_context_q;
  assign word_error   = word_error_q;

endmodule

`default_nettype wire
