// Beats as wide as a word: only the order of the bytes changes. Lane 0 of a beat carries the
// first byte of the message; a word carries it in its most significant byte.
//
// A beat that breaks the rules (see beat_check) is passed on with word_error; a beat that does
// not end its message counts as a full word whatever its lanes say.
`default_nettype none

module beat_pass #(
    parameter int unsigned WORD         = 32,  // bits of a word and of a beat
    parameter int unsigned CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    beat_valid,    // a beat is offered
    output logic                    beat_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         beat_data,     // first byte in the low lane
    input  logic [WORD/8-1:0]       beat_keep,     // the lane holds a byte
    input  logic                    beat_last,     // the beat ends its message
    input  logic [CONTEXT_BITS-1:0] beat_context,  // the context its message belongs to

    output logic                    word_valid,    // a word is offered
    input  logic                    word_ready,    // it is taken in this clock
    output logic [WORD-1:0]         word_data,     // first byte in the most significant byte
    output logic [WORD/8-1:0]       word_keep,     // byte holds a byte of the message (with last)
    output logic                    word_last,     // the word ends its message
    output logic                    word_error,    // the message broke the rules
    output logic [CONTEXT_BITS-1:0] word_context   // the context its message belongs to
);

  localparam int unsigned LANES = WORD / 8;

  beat_check #(
      .LANES(LANES)
  ) check (
      .beat_keep (beat_keep),
      .beat_last (beat_last),
      .beat_error(word_error)
  );

  always_comb begin
    for (int lane = 0; lane < int'(LANES); lane++) begin
      word_data[WORD-8-8*lane+:8] = beat_data[8*lane+:8];
      word_keep[LANES-1-lane]     = beat_keep[lane];
    end
  end

  assign word_valid   = beat_valid;
  assign beat_ready   = word_ready;
  assign word_last    = beat_last;
  assign word_context = beat_context;

endmodule

`default_nettype wire
