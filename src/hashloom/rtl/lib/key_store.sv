// Keeps the states that the blocks K0 with ipad and K0 with opad leave behind, for every key slot,
// and gives the engine the state with which a block of a context begins.
//
// A state is written and read as chaining words leave and enter the engine, CHAIN_WORDS of each
// half in a step. From the engine's question to the words it takes three clocks. Which state a
// context's block begins with is noted when the block is complete in its buffer; the note counts
// from the start of the block on to the start of the next one, in whose clock the engine may ask
// for the last time.
//
// With RESUME the last states, one of each context, are not of keys: they come word by word, to be
// gone on from. Such a word must not come in a clock with storing.
`default_nettype none

module key_store #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CHAIN_WORDS  = 1,   // words per half and step: 1, 2 or 4
    parameter int STEP_BITS    = 2,   // bits of a step's number, at least 1
    parameter int STATE_BITS   = 3,   // bits of a state's number
    parameter int STATES       = 8,   // states
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit RESUME       = 0,   // 1: the last CONTEXTS states come word by word
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                        clk,            // clock
    input  logic                        rst,            // synchronous reset: no block is noted
    input  logic                        note,           // a block is complete
    input  logic [CONTEXT_BITS-1:0]     note_context,   // of this context
    input  logic [STATE_BITS-1:0]       note_state,     // the state it begins with, if it is keyed
    input  logic [CONTEXTS-1:0]         started,        // contexts whose block starts

    input  logic [CONTEXT_BITS-1:0]     state_context,  // the engine wants the state of a context
    input  logic [STEP_BITS-1:0]        state_step,     // this step
    output logic [CHAIN_WORDS*WORD-1:0] state_a,        // three clocks later: of H3 .. H0
    output logic [CHAIN_WORDS*WORD-1:0] state_e,        // of H7 .. H4

    input  logic                        storing,        // the state of a block is to be stored
    input  logic                        spared,         // but the slot's is to stay
    input  logic [CONTEXT_BITS-1:0]     store_context,  // of this context
    input  logic [STATE_BITS-1:0]       store_state,    // as this state
    output logic                        stored,         // that has been done
    input  logic                        chain_valid,    // chaining words of a block come
    input  logic [CONTEXT_BITS-1:0]     chain_context,  // of this context
    input  logic [STEP_BITS-1:0]        chain_step,     // the step
    input  logic [CHAIN_WORDS*WORD-1:0] chain_a,        // of H3 .. H0
    input  logic [CHAIN_WORDS*WORD-1:0] chain_e,        // of H7 .. H4

    input  logic                        restore,        // with RESUME: a word of a state comes
    input  logic [CONTEXT_BITS-1:0]     restore_context,  // of this context
    input  logic [2:0]                  restore_word,   // its number
    input  logic [WORD-1:0]             restore_data    // the word
);

  localparam int STEPS = 4 / CHAIN_WORDS;
  localparam int SHIFT = $clog2(STEPS);
  localparam int PLACE_BITS = STATE_BITS + SHIFT;

  localparam int NOTE_BITS = CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1;

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [STATE_BITS-1:0] notes[2*CONTEXTS];  // at {context, turn}
  logic [CONTEXTS-1:0] note_turn_q;  // of the next block to be complete
  logic [CONTEXTS-1:0] turn_q;  // of the latest block to have started
  logic [STATE_BITS-1:0] state;
  logic store;  // chaining words are to be stored
  logic [PLACE_BITS-1:0] store_place, write_place_q, place_q, read_place;
  logic [2*CHAIN_WORDS*WORD-1:0] write_data_q, read_data;

  assign state = notes[NOTE_BITS'({state_context, turn_q[state_context]})];

  always_ff @(posedge clk) begin
    if (note) notes[NOTE_BITS'({note_context, note_turn_q[note_context]})] <= note_state;
    for (int index = 0; index < CONTEXTS; index++) begin
      if (note && note_context == CONTEXT_BITS'(index)) note_turn_q[index] <= !note_turn_q[index];
      if (started[index]) turn_q[index] <= !turn_q[index];
    end
    if (rst) begin
      note_turn_q <= '0;
      turn_q <= '1;
    end
    place_q <= PLACE_BITS'({state, state_step} >> (STEP_BITS - SHIFT));
    stored <= store && chain_step == STEP_BITS'(STEPS - 1);
  end

  if (BLOCK_MEMORY) begin : g_block
    assign read_place = place_q;
  end else begin : g_distributed
    logic [PLACE_BITS-1:0] place_late_q;

    always_ff @(posedge clk) place_late_q <= place_q;
    assign read_place = place_late_q;
  end

  assign store = storing && chain_valid && chain_context == store_context;
  assign store_place = PLACE_BITS'({store_state, chain_step} >> (STEP_BITS - SHIFT));

  if (RESUME) begin : g_words
    // Words come in order, H0 first, and lie in columns as chaining words do, H3 and H7 first.
    logic [1:0] backwards;
    logic [STATE_BITS-1:0] restore_state;

    assign backwards = ~restore_word[1:0];
    assign restore_state = STATE_BITS'(STATES - CONTEXTS) + STATE_BITS'(restore_context);

    always_ff @(posedge clk) begin
      write_place_q <= restore
          ? (PLACE_BITS'(restore_state) << SHIFT) | PLACE_BITS'(backwards >> $clog2(CHAIN_WORDS))
          : store_place;
      write_data_q <= restore ? {2 * CHAIN_WORDS{restore_data}} : {chain_e, chain_a};
    end

    for (genvar column = 0; column < 2 * CHAIN_WORDS; column++) begin : g_column
      localparam bit HALF_E = column >= CHAIN_WORDS;
      logic write_q, here;

      assign here = restore_word[2] == HALF_E
          && (backwards & 2'(CHAIN_WORDS - 1)) == 2'(column % CHAIN_WORDS);
      always_ff @(posedge clk) write_q <= (store && !spared) || (restore && here);

      word_memory #(
          .WIDTH       (WORD),
          .DEPTH       (STATES * STEPS),
          .ADDRESS_BITS(PLACE_BITS),
          .BLOCK_MEMORY(BLOCK_MEMORY)
      ) u_states (
          .clk          (clk),
          .write        (write_q),
          .write_address(write_place_q),
          .write_data   (write_data_q[column*WORD+:WORD]),
          .read_address (read_place),
          .read_data    (read_data[column*WORD+:WORD])
      );
    end
  end else begin : g_whole
    logic write_q;
    logic unused_restore;  // all states are of keys

    assign unused_restore = &{1'b0, restore, restore_context, restore_word, restore_data};

    always_ff @(posedge clk) begin
      write_q <= store && !spared;
      write_place_q <= store_place;
      write_data_q <= {chain_e, chain_a};
    end

    word_memory #(
        .WIDTH       (2 * CHAIN_WORDS * WORD),
        .DEPTH       (STATES * STEPS),
        .ADDRESS_BITS(PLACE_BITS),
        .BLOCK_MEMORY(BLOCK_MEMORY)
    ) u_states (
        .clk          (clk),
        .write        (write_q),
        .write_address(write_place_q),
        .write_data   (write_data_q),
        .read_address (read_place),
        .read_data    (read_data)
    );
  end

  assign {state_e, state_a} = read_data;

endmodule

`default_nettype wire
