// Keeps a number for each block from its start to the words of its digest.
//
// When a block starts its number goes to one of two entries of its context, which take turns as
// those of the digest ledger do; an entry is not written while a digest is in it. With the words of
// a digest goes the number of its entry, a step behind it, because the entry is free when the last
// word has been fetched and still waits to be taken.
`default_nettype none

module block_numbers #(
    parameter int BITS         = 1,  // bits of a number
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1   // bits of a context's number
) (
    input  logic                     clk,            // clock
    input  logic                     rst,            // synchronous reset: nothing has started

    input  logic [CONTEXTS*BITS-1:0] numbers,        // of the contexts' next blocks to start
    input  logic [CONTEXTS-1:0]      started,        // contexts whose block starts

    input  logic [CONTEXT_BITS-1:0]  state_context,  // a context
    output logic [BITS-1:0]          state_number,   // of its block that started last

    input  logic                     head_take,      // sending a digest begins
    input  logic [CONTEXT_BITS-1:0]  head_context,   // of this context
    input  logic                     head_entry,     // in this entry
    input  logic                     word_valid,     // a word of a digest is offered
    input  logic                     word_ready,     // it is taken in this clock
    output logic [BITS-1:0]          word_number     // of its digest's block
);

  logic [CONTEXTS-1:0] turn_q;  // entry of the next block to start
  logic [CONTEXTS-1:0][BITS-1:0] first_q, second_q;  // entries 0 and 1
  logic [BITS-1:0] sending_q;  // of the digest of which words are being fetched
  logic [BITS-1:0] word_number_q;

  assign state_number = turn_q[state_context] ? first_q[state_context] : second_q[state_context];
  assign word_number = word_number_q;

  always_ff @(posedge clk) begin
    if (head_take) sending_q <= head_entry ? second_q[head_context] : first_q[head_context];
    if (!word_valid || word_ready) word_number_q <= sending_q;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    always_ff @(posedge clk) begin
      if (started[index]) begin
        turn_q[index] <= !turn_q[index];
        if (turn_q[index]) second_q[index] <= numbers[BITS*index+:BITS];
        else first_q[index] <= numbers[BITS*index+:BITS];
      end
      if (rst) turn_q[index] <= 1'b0;
    end
  end

endmodule

`default_nettype wire
