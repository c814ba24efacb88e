// Keeps the number of each message's hash from the padder to the digest.
//
// A row of a message brings the number. It waits here as long as the row waits in the padder, and
// is then that of its context: the padder takes no row of a context's next message before the last
// block of the one under way has started. When a block starts its number goes to one of two entries
// of its context, which take turns as those of the digest ledger do; an entry is not written while
// a digest is in it. With the words of a digest goes the number of its entry, a step behind it,
// because the entry is free when the last word has been fetched and still waits to be taken.
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
  logic [CONTEXTS-1:0] turn_q;  // entry of the next block to start
  logic [CONTEXTS-1:0][CHOICE_BITS-1:0] first_q, second_q;  // entries 0 and 1
  logic [CHOICE_BITS-1:0] sending_q;  // of the digest of which words are being fetched
  logic [CHOICE_BITS-1:0] word_choice_q;

  assign state_choice = turn_q[state_context] ? first_q[state_context] : second_q[state_context];
  assign word_choice = word_choice_q;

  always_ff @(posedge clk) begin
    if (row_ready) begin
      waiting_q <= row_valid;
      waiting_context_q <= row_context;
      waiting_choice_q <= row_choice;
    end
    if (rst) waiting_q <= 1'b0;

    if (head_take) sending_q <= head_entry ? second_q[head_context] : first_q[head_context];
    if (!word_valid || word_ready) word_choice_q <= sending_q;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    always_ff @(posedge clk) begin
      if (waiting_q && row_ready && waiting_context_q == CONTEXT_BITS'(index)) begin
        choice_q[index] <= waiting_choice_q;
      end
      if (started[index]) begin
        turn_q[index] <= !turn_q[index];
        if (turn_q[index]) second_q[index] <= choice_q[index];
        else first_q[index] <= choice_q[index];
      end
      if (rst) turn_q[index] <= 1'b0;
    end
  end

  for (genvar index = 0; index < INTERLEAVE; index++) begin : g_slot
    assign slot_other[index] = choice_q[int'(slot_group)*INTERLEAVE+index] != '0;
  end

endmodule

`default_nettype wire
