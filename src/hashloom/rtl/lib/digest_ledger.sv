// Keeps the account of digests: every context has two entries in the digest store, and its blocks
// take them in turn. A block whose chaining value is a digest reserves its entry when it starts, if
// the entry is free; the entry is complete when its last chaining words have come, and free again
// when it has been sent. Complete entries are sent in the order in which they became complete,
// which for one context is the order of its messages.
//
// A block may start while the chaining words of its context's previous block are still to come,
// hence the two separate turns of a context: of its next block to start and of its next block to
// finish.
`default_nettype none

module digest_ledger #(
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1   // bits of a context's number
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: all entries are free

    output logic [CONTEXTS-1:0]     room,            // contexts whose next block has a free entry
    input  logic [CONTEXTS-1:0]     started,         // contexts whose block starts in this clock
    input  logic [CONTEXTS-1:0]     started_digest,  // with started: its result is a digest
    input  logic [CONTEXTS-1:0]     started_error,   // with started_digest: the message is flawed

    input  logic                    finish,          // the last chaining words of a block come
    input  logic [CONTEXT_BITS-1:0] chain_context,   // the context whose chaining words come
    output logic                    chain_entry,     // the entry its block has

    output logic                    head_valid,      // a digest waits to be sent
    output logic [CONTEXT_BITS-1:0] head_context,    // of this context
    output logic                    head_entry,      // in this entry
    output logic                    head_error,      // its message is flawed
    input  logic                    head_take,       // sending it begins, the next may show
    input  logic                    sent,            // an entry has been sent
    input  logic [CONTEXT_BITS-1:0] sent_context,    // of this context
    input  logic                    sent_entry       // this one
);

  localparam int POINTER_BITS = CONTEXTS == 1 ? 1 : CONTEXT_BITS + 1;
  localparam int QUEUE = 2 ** POINTER_BITS;

  logic [CONTEXTS-1:0] start_turn_q, finish_turn_q;
  (* mem2reg *) logic [CONTEXTS-1:0] reserved_q[2];
  (* mem2reg *) logic [CONTEXTS-1:0] error_q[2];

  // Complete entries in order, {context, entry, error}; there is a place for every entry.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [CONTEXT_BITS+1:0] queue[QUEUE];
  logic [POINTER_BITS:0] head_q, tail_q;
  logic push;

  assign chain_entry = finish_turn_q[chain_context];
  assign push = finish && reserved_q[chain_entry][chain_context];
  assign head_valid = head_q != tail_q;
  assign {head_context, head_entry, head_error} = queue[head_q[POINTER_BITS-1:0]];

  always_ff @(posedge clk) begin
    if (push) begin
      queue[tail_q[POINTER_BITS-1:0]] <= {
        chain_context, chain_entry, error_q[chain_entry][chain_context]
      };
      tail_q <= tail_q + 1'b1;
    end
    if (head_take) head_q <= head_q + 1'b1;
    if (rst) begin
      head_q <= '0;
      tail_q <= '0;
    end
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign room[index] = !(start_turn_q[index] ? reserved_q[1][index] : reserved_q[0][index]);

    always_ff @(posedge clk) begin
      if (started[index]) start_turn_q[index] <= !start_turn_q[index];
      if (finish && chain_context == CONTEXT_BITS'(index)) begin
        finish_turn_q[index] <= !finish_turn_q[index];
      end
      if (rst) begin
        start_turn_q[index]  <= 1'b0;
        finish_turn_q[index] <= 1'b0;
      end
    end

    for (genvar entry = 0; entry < 2; entry++) begin : g_entry
      logic reserve, release_it;

      assign reserve = started[index] && started_digest[index] && start_turn_q[index] == 1'(entry);
      assign release_it = sent && sent_context == CONTEXT_BITS'(index) && sent_entry == 1'(entry);

      always_ff @(posedge clk) begin
        reserved_q[entry][index] <= reserve || (reserved_q[entry][index] && !release_it);
        if (reserve) error_q[entry][index] <= started_error[index];
        if (rst) reserved_q[entry][index] <= 1'b0;
      end
    end
  end

endmodule

`default_nettype wire
