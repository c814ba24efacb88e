// Beats as wide as a row of PAD_WORDS words: only the order of the bytes changes. Lane 0 of a beat
// carries the first byte of the message; a word carries its first byte in its most significant
// byte, and the first word of a row lies at the bottom.
//
// A beat that breaks the rules (see beat_check) is passed on with word_error; a beat that does
// not end its message counts as a full row whatever its lanes say.
`default_nettype none

module beat_pass #(
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int COMMAND_BITS = 1    // bits of a packet's command
) (
    input  logic                        beat_valid,    // a beat is offered
    output logic                        beat_ready,    // it is taken in this clock
    input  logic [PAD_WORDS*WORD-1:0]   beat_data,     // first byte in the low lane
    input  logic [PAD_WORDS*WORD/8-1:0] beat_keep,     // the lane holds a byte
    input  logic                        beat_last,     // the beat ends its message
    input  logic [CONTEXT_BITS-1:0]     beat_context,  // the context its message belongs to
    input  logic [COMMAND_BITS-1:0]     beat_command,  // what is to be done with it

    output logic                        word_valid,    // a row is offered
    input  logic                        word_ready,    // it is taken in this clock
    output logic [PAD_WORDS*WORD-1:0]   word_data,     // word j at j * WORD, first byte on top
    output logic [PAD_WORDS*WORD/8-1:0] word_keep,     // with last: the byte is of the message
    output logic                        word_last,     // the row ends its message
    output logic                        word_error,    // the message broke the rules
    output logic [CONTEXT_BITS-1:0]     word_context,  // the context its message belongs to
    output logic [COMMAND_BITS-1:0]     word_command   // what is to be done with it
);

  localparam int BYTES = WORD / 8;
  localparam int LANES = PAD_WORDS * BYTES;

  beat_check #(
      .LANES(LANES)
  ) check (
      .beat_keep (beat_keep),
      .beat_last (beat_last),
      .beat_error(word_error)
  );

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    localparam int PLACE = lane + BYTES - 1 - 2 * (lane % BYTES);  // byte of the row

    assign word_data[8*PLACE+:8] = beat_data[8*lane+:8];
    assign word_keep[PLACE]      = beat_keep[lane];
  end

  assign word_valid   = beat_valid;
  assign beat_ready   = word_ready;
  assign word_last    = beat_last;
  assign word_context = beat_context;
  assign word_command = beat_command;

endmodule

`default_nettype wire
