// Does what beat_pass does, in front of a pool: whether a row breaks the rules is told in the clock
// after the one in which it was offered (word_error). A row there is so wide that its lanes are
// looked at in groups, each with the lane below it, and the groups a clock later.
`default_nettype none

module row_pass #(
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int COMMAND_BITS = 1    // bits of a packet's command
) (
    input  logic                        clk,           // clock

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
    output logic                        word_error,    // the row of the clock before broke the rules
    output logic [CONTEXT_BITS-1:0]     word_context,  // the context its message belongs to
    output logic [COMMAND_BITS-1:0]     word_command   // what is to be done with it
);

  localparam int BYTES = WORD / 8;
  localparam int LANES = PAD_WORDS * BYTES;

  localparam int GROUP = LANES < 8 ? LANES : 8;  // lanes of a group
  localparam int GROUPS = LANES / GROUP;

  logic [LANES:0] held;  // the lane holds a byte; below the first is as if one did
  logic [GROUPS-1:0] errors, errors_q;  // the group breaks the rules

  assign held = {beat_keep, 1'b1};
  for (genvar group = 0; group < GROUPS; group++) begin : g_group
    beat_check #(
        .LANES(GROUP + 1)
    ) check (
        .beat_keep (held[GROUP*group+:GROUP+1]),
        .beat_last (beat_last),
        .beat_error(errors[group])
    );
  end

  always_ff @(posedge clk) errors_q <= errors;

  assign word_error = |errors_q;

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
