// Keeps the number of each message's hash from the padder to the digest.
//
// A row of a message brings the number. It waits here as long as the row waits in the padder, and
// is then that of its context: the padder takes no row of a context's next message before the last
// block of the one under way has started. From then on it goes with the block.
`default_nettype none

module choice_ledger #(
    parameter int CHOICE_BITS  = 1,  // bits of a hash's number
    parameter int GROUPS       = 1,  // groups of contexts that take turns
    parameter int INTERLEAVE   = 1,  // contexts of a group
    parameter int CONTEXT_BITS = 1,  // bits of a context's number
    parameter int GROUP_BITS   = 1   // bits of a group's number
) (
    input  logic                         clk,            // clock
    input  logic                         rst,            // synchronous reset: no row waits

    input  logic                         row_valid,      // a row is offered to the padder
    input  logic                         row_ready,      // it is taken in this clock
    input  logic [CONTEXT_BITS-1:0]      row_context,    // the context its message belongs to
    input  logic [CHOICE_BITS-1:0]       row_choice,     // the number of its message's hash

    input  logic [GROUP_BITS-1:0]        slot_group,     // the group that the next slot serves
    output logic [INTERLEAVE-1:0]        slot_other,     // contexts of it with a number beyond 0
    input  logic [GROUPS*INTERLEAVE-1:0] started,        // contexts whose block starts

    input  logic [CONTEXT_BITS-1:0]      state_context,  // a context
    output logic [CHOICE_BITS-1:0]       state_choice,   // number of its block that started last

    input  logic                         head_take,      // sending a digest begins
    input  logic [CONTEXT_BITS-1:0]      head_context,   // of this context
    input  logic                         head_entry,     // in this entry
    input  logic                         word_valid,     // a word of a digest is offered
    input  logic                         word_ready,     // it is taken in this clock
    output logic [CHOICE_BITS-1:0]       word_choice     // the number of its message's hash
);

  localparam int CONTEXTS = GROUPS * INTERLEAVE;

  // The row that waits in the padder.
  logic waiting_q;
  logic [CONTEXT_BITS-1:0] waiting_context_q;
  logic [CHOICE_BITS-1:0] waiting_choice_q;

  logic [CONTEXTS-1:0][CHOICE_BITS-1:0] choice_q;  // of the block that is being filled, or is full
  logic [CONTEXTS*CHOICE_BITS-1:0] numbers;  // the same

  always_ff @(posedge clk) begin
    if (row_ready) begin
      waiting_q <= row_valid;
      waiting_context_q <= row_context;
      waiting_choice_q <= row_choice;
    end
    if (rst) waiting_q <= 1'b0;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign numbers[CHOICE_BITS*index+:CHOICE_BITS] = choice_q[index];

    always_ff @(posedge clk) begin
      if (waiting_q && row_ready && waiting_context_q == CONTEXT_BITS'(index)) begin
        choice_q[index] <= waiting_choice_q;
      end
    end
  end

  for (genvar index = 0; index < INTERLEAVE; index++) begin : g_slot
    assign slot_other[index] = choice_q[int'(slot_group)*INTERLEAVE+index] != '0;
  end

  block_numbers #(
      .BITS        (CHOICE_BITS),
      .CONTEXTS    (CONTEXTS),
      .CONTEXT_BITS(CONTEXT_BITS)
  ) u_numbers (
      .clk          (clk),
      .rst          (rst),
      .numbers      (numbers),
      .started      (started),
      .state_context(state_context),
      .state_number (state_choice),
      .head_take    (head_take),
      .head_context (head_context),
      .head_entry   (head_entry),
      .word_valid   (word_valid),
      .word_ready   (word_ready),
      .word_number  (word_choice)
  );

endmodule

`default_nettype wire
