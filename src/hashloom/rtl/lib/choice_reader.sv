// Reads the number of a message's hash with the message's first beat, and says it with every beat
// of the message. Beats of different contexts may follow each other in any order.
`default_nettype none

module choice_reader #(
    parameter int CHOICE_BITS  = 1,  // bits of a hash's number
    parameter int CONTEXTS     = 1,  // contexts, each with one message at a time
    parameter int CONTEXT_BITS = 1   // bits of a context's number
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: no message has begun
    input  logic                    beat_valid,    // a beat is offered
    input  logic                    beat_ready,    // it is taken in this clock
    input  logic                    beat_last,     // it ends its message
    input  logic [CONTEXT_BITS-1:0] beat_context,  // the context its message belongs to
    input  logic [CHOICE_BITS-1:0]  beat_number,   // the number that comes with it
    output logic [CHOICE_BITS-1:0]  beat_choice    // the number of its message's hash
);

  logic [CONTEXTS-1:0] begun_q;  // contexts with a message under way
  logic [CONTEXTS-1:0][CHOICE_BITS-1:0] number_q;  // and the number of its hash

  assign beat_choice = begun_q[beat_context] ? number_q[beat_context] : beat_number;

  always_ff @(posedge clk) begin
    if (beat_valid && beat_ready) begin
      begun_q[beat_context]  <= !beat_last;
      number_q[beat_context] <= beat_choice;
    end
    if (rst) begun_q <= '0;
  end

endmodule

`default_nettype wire
