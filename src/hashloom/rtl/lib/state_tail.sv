// Appends the length of the message, two words, to the chaining value of a message that is saved.
`default_nettype none

module state_tail #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: nothing is appended

    input  logic                    word_valid,     // a word of a digest is offered
    output logic                    word_ready,     // it is taken in this clock
    input  logic [WORD-1:0]         word_data,      // the word
    input  logic                    word_last,      // it is the last of its digest
    input  logic                    word_error,     // its message broke the rules
    input  logic [CONTEXT_BITS-1:0] word_context,   // its context

    input  logic [6:0]              record_bytes,   // bytes of the answer to whole_context
    input  logic                    key_long,       // the loader waits for a digest
    input  logic [CONTEXT_BITS-1:0] key_context,    // of this context
    input  logic                    reading,        // a length is being read: wait
    output logic                    length_low,     // the low word of the length is wanted
    input  logic [WORD-1:0]         length,         // the word wanted

    output logic                    whole_valid,    // a word is offered
    input  logic                    whole_ready,    // it is taken in this clock
    output logic [WORD-1:0]         whole_data,     // the word
    output logic                    whole_last,     // it is the last of its digest or state
    output logic                    whole_error,    // the message broke the rules
    output logic [CONTEXT_BITS-1:0] whole_context   // its context
);

  logic tail_q;  // the length is being sent
  logic low_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic saved;  // the answer is a state, or silent

  // No tag or digest has ten words.
  assign saved = record_bytes == 7'(10 * WORD / 8) && !(key_long && word_context == key_context);

  assign word_ready = !tail_q && whole_ready;
  assign length_low = low_q;
  assign whole_valid = tail_q ? !reading : word_valid;
  assign whole_data = tail_q ? length : word_data;
  assign whole_last = tail_q ? low_q : word_last && !saved;
  assign whole_error = tail_q ? error_q : word_error;
  assign whole_context = tail_q ? context_q : word_context;

  always_ff @(posedge clk) begin
    if (!tail_q) begin
      context_q <= word_context;
      error_q <= word_error;
    end
    if (whole_valid && whole_ready) begin
      tail_q <= tail_q ? !low_q : word_last && saved;
      low_q <= tail_q && !low_q;
    end
    if (rst) begin
      tail_q <= 1'b0;
      low_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
