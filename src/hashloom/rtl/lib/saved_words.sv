// Sends the chaining values of messages that are saved whole, where those of other messages are cut
// to the digest of one of several hashes.
//
// Whether a message is saved is known when its last block is complete, which is cut off there. From
// then on it goes with the block to the words of its chaining value.
`default_nettype none

module saved_words #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: nothing has started

    input  logic                    close,          // a block is complete
    input  logic [CONTEXT_BITS-1:0] close_context,  // in this context
    input  logic                    close_cut,      // its message is saved behind it
    input  logic [CONTEXTS-1:0]     started,        // contexts whose block starts

    input  logic                    head_take,      // sending a chaining value begins
    input  logic [CONTEXT_BITS-1:0] head_context,   // of this context
    input  logic                    head_entry,     // in this entry
    input  logic                    word_valid,     // a word of a chaining value is offered
    input  logic                    word_ready,     // it is taken in this clock
    input  logic [WORD-1:0]         word_data,      // the word
    input  logic [WORD-1:0]         word_masked,    // the same, zero behind the digest of its hash
    output logic [WORD-1:0]         word_sent       // the word, of a saved message as it is
);

  logic [CONTEXTS-1:0] cut_q;  // of the block that waits for its slot: its message is saved
  logic word_saved;  // of the word on offer
  logic unused_state;  // no state depends on it

  assign word_sent = word_saved ? word_data : word_masked;

  always_ff @(posedge clk) begin
    if (close) cut_q[close_context] <= close_cut;
  end

  block_numbers #(
      .BITS        (1),
      .CONTEXTS    (CONTEXTS),
      .CONTEXT_BITS(CONTEXT_BITS)
  ) u_numbers (
      .clk          (clk),
      .rst          (rst),
      .numbers      (cut_q),
      .started      (started),
      .state_context(close_context),
      .state_number (unused_state),
      .head_take    (head_take),
      .head_context (head_context),
      .head_entry   (head_entry),
      .word_valid   (word_valid),
      .word_ready   (word_ready),
      .word_number  (word_saved)
  );

endmodule

`default_nettype wire
