// Merges the words of digests from two sources, digest by digest; the first source goes before the
// second.
`default_nettype none

module digest_merge #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: no digest under way

    input  logic                    first_valid,     // a word of the first source is offered
    output logic                    first_ready,     // it is taken in this clock
    input  logic [WORD-1:0]         first_data,      // the word
    input  logic                    first_last,      // it is the last of its digest
    input  logic                    first_error,     // its message broke the rules
    input  logic [CONTEXT_BITS-1:0] first_context,   // its context

    input  logic                    second_valid,    // a word of the second source is offered
    output logic                    second_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         second_data,     // the word
    input  logic                    second_last,     // it is the last of its digest
    input  logic                    second_error,    // its message broke the rules
    input  logic [CONTEXT_BITS-1:0] second_context,  // its context

    output logic                    word_valid,      // a word is offered
    input  logic                    word_ready,      // it is taken in this clock
    output logic [WORD-1:0]         word_data,       // the word
    output logic                    word_last,       // it is the last of its digest
    output logic                    word_error,      // its message broke the rules
    output logic [CONTEXT_BITS-1:0] word_context     // its context
);

  logic under_way_q;  // words of a digest have been taken, its last has not
  logic second_q;  // it is the second source's
  logic second;

  assign second = under_way_q ? second_q : !first_valid;
  assign word_valid = second ? second_valid : first_valid;
  assign word_data = second ? second_data : first_data;
  assign word_last = second ? second_last : first_last;
  assign word_error = second ? second_error : first_error;
  assign word_context = second ? second_context : first_context;
  assign first_ready = !second && word_ready;
  assign second_ready = second && word_ready;

  always_ff @(posedge clk) begin
    if (word_valid && word_ready) begin
      under_way_q <= !word_last;
      second_q <= second;
    end
    if (rst) under_way_q <= 1'b0;
  end

endmodule

`default_nettype wire
