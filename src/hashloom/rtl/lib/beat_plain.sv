// Does what beat_pass does with beats of one word that keep the rules: only the order of the bytes
// changes.
`default_nettype none

module beat_plain #(
    parameter int WORD         = 32,  // bits of a word
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int COMMAND_BITS = 1    // bits of a packet's command
) (
    input  logic                    beat_valid,    // a beat is offered
    output logic                    beat_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         beat_data,     // first byte in the low lane
    input  logic [WORD/8-1:0]       beat_keep,     // the lane holds a byte
    input  logic                    beat_last,     // the beat ends its message
    input  logic [CONTEXT_BITS-1:0] beat_context,  // the context its message belongs to
    input  logic [COMMAND_BITS-1:0] beat_command,  // what is to be done with it

    output logic                    word_valid,    // a word is offered
    input  logic                    word_ready,    // it is taken in this clock
    output logic [WORD-1:0]         word_data,     // first byte on top
    output logic [WORD/8-1:0]       word_keep,     // with last: the byte is of the message
    output logic                    word_last,     // the word ends its message
    output logic                    word_error,    // the message broke the rules: never
    output logic [CONTEXT_BITS-1:0] word_context,  // the context its message belongs to
    output logic [COMMAND_BITS-1:0] word_command   // what is to be done with it
);

  localparam int BYTES = WORD / 8;

  for (genvar lane = 0; lane < BYTES; lane++) begin : g_lane
    assign word_data[8*(BYTES-1-lane)+:8] = beat_data[8*lane+:8];
    assign word_keep[BYTES-1-lane]        = beat_keep[lane];
  end

  assign word_valid   = beat_valid;
  assign beat_ready   = word_ready;
  assign word_last    = beat_last;
  assign word_error   = 1'b0;
  assign word_context = beat_context;
  assign word_command = beat_command;

endmodule

`default_nettype wire
