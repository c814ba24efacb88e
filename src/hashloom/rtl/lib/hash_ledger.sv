// Keeps the number of each block's hash from the block's completion to its digest, in a core where
// blocks begin with the state of a key or with the initial value of one of several hashes.
//
// A complete block has the hash of its context's latest packet, because the next one is not
// admitted before the last block of the one before is complete. From its start on it goes with the
// block, and so does whether the block begins with the state of a key.
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
  logic started_key;

  // {the block begins with the state of a key, its hash}
  logic [CONTEXTS-1:0][CHOICE_BITS:0] block_q;  // of the block that waits for its slot
  logic [CONTEXTS*(CHOICE_BITS+1)-1:0] numbers;  // the same
  logic unused_key;  // the block of the digest on offer began with the state of a key

  assign close_choice = choice[close_context];
  assign close_other = close_choice != '0;
  assign state_choice = started_key ? '0 : started_choice;

  always_ff @(posedge clk) begin
    if (close) block_q[close_context] <= {close_key, close_choice};
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign choice[index] = choices[CHOICE_BITS*index+:CHOICE_BITS];
    assign numbers[(CHOICE_BITS+1)*index+:CHOICE_BITS+1] = block_q[index];
  end

  block_numbers #(
      .BITS        (CHOICE_BITS + 1),
      .CONTEXTS    (CONTEXTS),
      .CONTEXT_BITS(CONTEXT_BITS)
  ) u_numbers (
      .clk          (clk),
      .rst          (rst),
      .numbers      (numbers),
      .started      (started),
      .state_context(state_context),
      .state_number ({started_key, started_choice}),
      .head_take    (head_take),
      .head_context (head_context),
      .head_entry   (head_entry),
      .word_valid   (word_valid),
      .word_ready   (word_ready),
      .word_number  ({unused_key, word_choice})
  );

endmodule

`default_nettype wire
