// Keeps the account of blocks that are in the engine: what was noted when they began is told when
// their chaining words leave.
//
// A context whose padding spills goes into a queue from which its block of padding begins; any
// other is free for its next block. Digests leave three clocks after their chaining words came,
// because notes lie in block RAM. A block's note is given before its chaining words come.
`default_nettype none

module block_ledger #(
    parameter int WORD         = 32,  // bits of a word
    parameter int CONTEXTS     = 2,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int QUEUE_BITS   = 4    // of a place of the queue, for all contexts that may wait
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is under way

    input  logic                    note,            // of a block it is noted
    input  logic [CONTEXT_BITS-1:0] note_context,    // of this context
    input  logic                    note_ends,       // that its chaining value is a digest
    input  logic                    note_spills,     // that a block of padding follows it
    input  logic                    note_error,      // with note_ends: the message is flawed

    input  logic                    chain_valid,     // chaining words of a block come
    input  logic [CONTEXT_BITS-1:0] chain_context,   // of this context
    input  logic [4*WORD-1:0]       chain_a,         // H0 on top, down to H3
    input  logic [4*WORD-1:0]       chain_e,         // H4 on top, down to H7

    output logic                    free,            // a context has no block in the engine
    output logic [CONTEXT_BITS-1:0] free_context,    // this one
    output logic                    pad_valid,       // a block of padding waits
    input  logic                    pad_ready,       // it begins if it waits
    output logic [CONTEXT_BITS-1:0] pad_context,     // of this context

    output logic                    digest_valid,    // a digest comes
    output logic [CONTEXT_BITS-1:0] digest_context,  // of this context
    output logic                    digest_error,    // its message is flawed
    output logic [8*WORD-1:0]       digest_data      // H0 on top
);

  logic [2:0] told;  // what was noted: {ends, spills, error}
  logic leaves_1q, leaves_2q;
  logic [CONTEXT_BITS-1:0] context_1q, context_2q;
  logic [CONTEXT_BITS-1:0] context_q;  // a clock later
  logic [8*WORD-1:0] words_1q, words_2q;

  word_memory #(
      .WIDTH        (3),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_notes (
      .clk           (clk),
      .write         (note),
      .write_address (note_context),
      .write_data    ({note_ends, note_spills, note_error}),
      .read_address  (chain_context),
      .read_data     (told)
  );

  always_ff @(posedge clk) begin
    {leaves_2q, leaves_1q} <= rst ? '0 : {leaves_1q, chain_valid};
    {context_2q, context_1q} <= {context_1q, chain_context};
    {words_2q, words_1q} <= {words_1q, chain_a, chain_e};
  end

  logic digest_valid_q, digest_error_q;
  logic [8*WORD-1:0] words_3q;

  always_ff @(posedge clk) begin
    digest_valid_q <= leaves_2q && told[2] && !rst;
    digest_error_q <= told[0];
    words_3q <= words_2q;
  end

  assign digest_valid = digest_valid_q;
  assign digest_context = context_q;
  assign digest_error = digest_error_q;
  assign digest_data = words_3q;

  // ---- contexts that are free, and those whose padding waits --------------------------------

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [CONTEXT_BITS-1:0] queue[2**QUEUE_BITS];
  logic [QUEUE_BITS-1:0] head_q, tail_q;
  logic [QUEUE_BITS-1:0] behind_q;  // the place behind the head
  logic some_q;  // one waits in the queue, as it was known a clock ago
  logic free_q, spills_q;
  logic pad_valid_q;  // the one that goes next has left the queue
  logic [CONTEXT_BITS-1:0] pad_context_q;
  logic next;  // another one comes in its place
  logic pull;  // it is that at the queue's head

  assign next = !pad_valid_q || pad_ready;
  assign pull = next && some_q;

  always_ff @(posedge clk) begin
    free_q <= leaves_2q && !told[1];
    spills_q <= leaves_2q && told[1];
    context_q <= context_2q;
    if (spills_q) begin
      queue[tail_q] <= context_q;
      tail_q <= tail_q + 1'b1;
    end
    if (next) begin
      pad_valid_q <= some_q;
      pad_context_q <= queue[head_q];
    end
    if (pull) begin
      head_q <= behind_q;
      behind_q <= behind_q + 1'b1;
    end
    some_q <= pull ? tail_q != behind_q : tail_q != head_q;
    if (rst) begin
      free_q <= 1'b0;
      spills_q <= 1'b0;
      head_q <= '0;
      behind_q <= QUEUE_BITS'(1);
      some_q <= 1'b0;
      tail_q <= '0;
      pad_valid_q <= 1'b0;
    end
  end

  assign free = free_q;
  assign free_context = context_q;
  assign pad_valid = pad_valid_q;
  assign pad_context = pad_context_q;

endmodule

`default_nettype wire
