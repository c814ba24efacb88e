// Keeps the number of each block's hash from the block's completion to its digest, in a core where
// blocks begin with the state of a key or with the initial value of one of several hashes.
//
// A complete block has the hash of its context's latest packet, because the next one is not
// admitted before the last block of the one before is complete. When the block starts its number
// goes to one of two entries of its context, which take turns as those of the digest ledger do; an
// entry is not written while a digest is in it. With the words of a digest goes the number of its
// entry, a step behind it, because the entry is free when the last word has been fetched and still
// waits to be taken.
`default_nettype none

module hash_ledger #(
    parameter int CHOICE_BITS  = 1,  // bits of a hash's number
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1   // bits of a context's number
) (
    input  logic                            clk,            // clock
    input  logic                            rst,            // synchronous reset: nothing has started

    input  logic [CONTEXTS*CHOICE_BITS-1:0] choices,        // hashes of the contexts' latest packets
    input  logic                            close,          // a block is complete
    input  logic [CONTEXT_BITS-1:0]         close_context,  // in this context
    input  logic                            close_key,      // it begins with the state of a key
    output logic                            close_other,    // it is of a hash beyond 0

    input  logic [CONTEXTS-1:0]             started,        // contexts whose block starts
    input  logic [CONTEXT_BITS-1:0]         state_context,  // a context
    output logic [CHOICE_BITS-1:0]          state_choice,   // its latest block's hash; 0 with a key

    input  logic                            head_take,      // sending a digest begins
    input  logic [CONTEXT_BITS-1:0]         head_context,   // of this context
    input  logic                            head_entry,     // in this entry
    input  logic                            word_valid,     // a word of a digest is offered
    input  logic                            word_ready,     // it is taken in this clock
    output logic [CHOICE_BITS-1:0]          word_choice     // the number of its message's hash
);

  logic [CONTEXTS-1:0][CHOICE_BITS-1:0] choice;  // of the contexts' latest packets
  logic [CHOICE_BITS-1:0] close_choice, started_choice;

  // {the block begins with the state of a key, its hash}
  logic [CONTEXTS-1:0][CHOICE_BITS:0] block_q;  // of the block that waits for its slot
  logic [CONTEXTS-1:0][CHOICE_BITS:0] first_q, second_q;  // of those started, entries 0 and 1
  logic [CONTEXTS-1:0] turn_q;  // entry of the next block to start
  logic started_key;
  logic [CHOICE_BITS-1:0] sending_q;  // of the digest of which words are being fetched
  logic [CHOICE_BITS-1:0] word_choice_q;

  assign close_choice = choice[close_context];
  assign close_other = close_choice != '0;
  assign {started_key, started_choice}
      = turn_q[state_context] ? first_q[state_context] : second_q[state_context];
  assign state_choice = started_key ? '0 : started_choice;
  assign word_choice = word_choice_q;

  always_ff @(posedge clk) begin
    if (close) block_q[close_context] <= {close_key, close_choice};
    if (head_take) begin
      sending_q <= CHOICE_BITS'(head_entry ? second_q[head_context] : first_q[head_context]);
    end
    if (!word_valid || word_ready) word_choice_q <= sending_q;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign choice[index] = choices[CHOICE_BITS*index+:CHOICE_BITS];

    always_ff @(posedge clk) begin
      if (started[index]) begin
        turn_q[index] <= !turn_q[index];
        if (turn_q[index]) second_q[index] <= block_q[index];
        else first_q[index] <= block_q[index];
      end
      if (rst) turn_q[index] <= 1'b0;
    end
  end

endmodule

`default_nettype wire
