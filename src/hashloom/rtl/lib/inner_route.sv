// Sends the digests of the inner engine where they belong: those of keyed messages to the writer of
// the outer engine's blocks, the digest of a long key to the loader, all others on to be answers.
//
// An answer goes on only when the context owes none before it; what the outer engine still works
// on comes first.
`default_nettype none

module inner_route #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int SLOT_BITS    = 2,   // bits of a slot's number
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit FULL_RATE    = 0    // 1: a word is taken in every clock, 0: every second
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is on its way

    input  logic                    clear,           // nothing of a digest is to be left here
    input  logic                    word_valid,      // a word of a digest is offered
    output logic                    word_ready,      // it is taken in this clock
    input  logic [WORD-1:0]         word_data,       // the word, first byte most significant
    input  logic                    word_last,       // it is the last of its digest
    input  logic [CONTEXT_BITS-1:0] word_context,    // its context
    input  logic                    word_error,      // its message broke the rules of the stream

    output logic                    record_turn,     // of the context's records, that of the digest
    input  logic                    record_keyed,    // its message is keyed
    input  logic [SLOT_BITS-1:0]    record_slot,     // with the key in this slot
    input  logic [CONTEXTS-1:0]     oldest,          // the record of each context's next answer

    input  logic                    key_long,        // the loader waits for a digest
    input  logic [CONTEXT_BITS-1:0] key_context,     // of this context
    output logic                    key_valid,       // a word of it comes
    output logic                    inner_valid,     // a word of an inner digest is offered
    input  logic                    inner_ready,     // it is taken in this clock
    output logic [SLOT_BITS-1:0]    inner_slot,      // its key
    output logic                    plain_valid,     // a word of an answer is offered
    input  logic                    plain_ready,     // it is taken in this clock
    output logic [WORD-1:0]         data,            // the word
    output logic                    last,            // it is the last of its digest
    output logic                    error,           // its message broke the rules
    output logic [CONTEXT_BITS-1:0] context_id       // its context
);

  logic [CONTEXTS-1:0] turn_q;  // of each context's next digest

  // The word at work.
  logic valid_q, keyed_q, long_q;
  logic leave, long, due;

  assign record_turn = turn_q[word_context];
  assign long = key_long && word_context == key_context;

  // A context's turn changes with its last word, so its next digest waits for that.
  assign word_ready = !valid_q
      || (FULL_RATE && leave && !(last && word_context == context_id));
  assign key_valid = valid_q && long_q;
  assign inner_valid = valid_q && keyed_q;
  assign due = turn_q[context_id] == oldest[context_id];
  assign plain_valid = valid_q && !long_q && !keyed_q && due;
  assign leave = valid_q && (long_q || (keyed_q ? inner_ready : plain_ready && due));

  always_ff @(posedge clk) begin
    if (leave) valid_q <= 1'b0;
    if (word_ready) begin
      valid_q <= word_valid;
      data <= word_data;
      last <= word_last;
      error <= word_error;
      context_id <= word_context;
      long_q <= long;
      keyed_q <= !long && record_keyed && !word_error;
      inner_slot <= record_slot;
    end
    if (clear) data <= '0;
    if (rst) valid_q <= 1'b0;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    always_ff @(posedge clk) begin
      if (leave && last && !long_q && context_id == CONTEXT_BITS'(index)) begin
        turn_q[index] <= !turn_q[index];
      end
      if (rst) turn_q[index] <= 1'b0;
    end
  end

endmodule

`default_nettype wire
