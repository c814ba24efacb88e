// Keeps the account of digests as digest_ledger does, where a message begins when the digest of the
// one before has been sent: there is one context, and its only digest is in entry 0. Its blocks do not
// take entries in turn, by which others could tell them apart.
//
// A block may start while the chaining words of the previous block are still to come. The digest is
// the chaining value of the block that started last, when no other is awaited.
`default_nettype none

module digest_sole #(
    parameter int CONTEXT_BITS = 1  // bits of a context's number
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: there is no digest

    output logic                    room,            // a block may start: always
    input  logic                    started,         // a block starts in this clock
    input  logic                    started_digest,  // with started: its result is a digest
    input  logic                    started_error,   // with started_digest: the message is flawed

    input  logic                    finish,          // the last chaining words of a block come
    input  logic [CONTEXT_BITS-1:0] chain_context,   // zero
    output logic                    chain_entry,     // zero

    output logic                    head_valid,      // a digest waits to be sent
    output logic [CONTEXT_BITS-1:0] head_context,    // zero
    output logic                    head_entry,      // zero
    output logic                    head_error,      // its message is flawed
    input  logic                    head_take,       // sending it begins
    input  logic                    sent,            // it has been sent
    input  logic [CONTEXT_BITS-1:0] sent_context,    // zero
    input  logic                    sent_entry       // zero
);

  logic odd_q;  // of a block chaining words are awaited; otherwise of none or of two
  logic digest_q, error_q;  // of the block that started last
  logic valid_q;
  logic unused;  // there is one entry, and nothing waits for it

  assign unused = &{1'b0, chain_context, sent, sent_context, sent_entry};

  always_ff @(posedge clk) begin
    odd_q <= odd_q ^ started ^ finish;
    if (started) begin
      digest_q <= started_digest;
      error_q <= started_error;
    end
    valid_q <= (finish && odd_q && digest_q) || (valid_q && !head_take);
    if (rst) begin
      odd_q   <= 1'b0;
      valid_q <= 1'b0;
    end
  end

  assign room = 1'b1;
  assign chain_entry = 1'b0;
  assign head_valid = valid_q;
  assign head_context = '0;
  assign head_entry = 1'b0;
  assign head_error = error_q;

endmodule

`default_nettype wire
