// Block buffers for engines of several stages that all read words of the block: of each stage its
// own, which hold the same words.
//
// A block goes through the stages one after the other, so that in a clock each stage reads for
// another context. Every stage has the buffers of all contexts, see turn_buffer: they are written
// together, and turn together when a context's block starts in the first stage. A context's next
// block must not start before its last one has left the last stage.
`default_nettype none

module stage_buffers #(
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words written at a time: 1, 2, 4, 8 or 16
    parameter int STAGES       = 2,   // stages
    parameter int LANES        = 1,   // words of a stage's row
    parameter int CONTEXTS     = 2,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int LAG          = 1,   // clocks from a slot's start to its first row, 1 or more
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                           clk,             // clock
    input  logic                           rst,             // synchronous reset: no block is there
    input  logic                           write,           // words are written
    input  logic [CONTEXT_BITS-1:0]        write_context,   // of this context
    input  logic [3:0]                     write_position,  // the first: multiple of PAD_WORDS
    input  logic [PAD_WORDS-1:0]           write_enable,    // these of them
    input  logic [PAD_WORDS*WORD-1:0]      write_data,      // word j at j * WORD
    input  logic                           write_ends,      // with write: all of the block are
    input  logic [CONTEXTS-1:0]            started,         // contexts whose block starts
    output logic [CONTEXTS-1:0]            reopen,          // whose buffer opens next clock
    input  logic [STAGES-1:0]              read,            // stages that want a row
    input  logic [STAGES*CONTEXT_BITS-1:0] read_context,    // of this context, each stage
    input  logic [STAGES*4*LANES-1:0]      read_row,        // its words, each stage
    output logic [STAGES*LANES*WORD-1:0]   read_data        // two clocks later, each stage
);

  logic [STAGES*CONTEXTS-1:0] opened;  // by the buffers of each stage, all alike

  assign reopen = opened[CONTEXTS-1:0];

  if (STAGES > 1) begin : g_alike
    logic unused_opened;  // as the first stage's

    assign unused_opened = &{1'b0, opened[STAGES*CONTEXTS-1:CONTEXTS]};
  end

  for (genvar stage = 0; stage < STAGES; stage++) begin : g_stage
    turn_buffer #(
        .WORD        (WORD),
        .PAD_WORDS   (PAD_WORDS),
        .LANES       (LANES),
        .CONTEXTS    (CONTEXTS),
        .CONTEXT_BITS(CONTEXT_BITS),
        .LAG         (LAG),
        .BLOCK_MEMORY(BLOCK_MEMORY)
    ) u_words (
        .clk           (clk),
        .rst           (rst),
        .write         (write),
        .write_context (write_context),
        .write_position(write_position),
        .write_enable  (write_enable),
        .write_data    (write_data),
        .write_ends    (write_ends),
        .started       (started),
        .reopen        (opened[stage*CONTEXTS+:CONTEXTS]),
        .read          (read[stage]),
        .read_context  (read_context[stage*CONTEXT_BITS+:CONTEXT_BITS]),
        .read_row      (read_row[stage*4*LANES+:4*LANES]),
        .read_data     (read_data[stage*LANES*WORD+:LANES*WORD])
    );
  end

endmodule

`default_nettype wire
