// Gives the key store the words of restored states, and zeros in their place while everything is
// erased.
//
// Zeros go to each word of each context's state in turn, and then to the first one again, in clocks
// in which no chaining words come. An erasure goes through every context with blocks whose words are
// written one a clock, so that there is time for all of them.
`default_nettype none

module state_wiper #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: begin with the first word
    input  logic                    wiping,           // everything is erased, and no state comes
    input  logic                    chain_valid,      // chaining words may go to the key store

    input  logic                    state_write,      // a word of a state comes
    input  logic [CONTEXT_BITS-1:0] state_context,    // of this context
    input  logic [2:0]              state_word,       // its number
    input  logic [WORD-1:0]         state_data,       // the word

    output logic                    restore,          // a word goes to the key store
    output logic [CONTEXT_BITS-1:0] restore_context,  // of this context
    output logic [2:0]              restore_word,     // its number
    output logic [WORD-1:0]         restore_data      // the word
);

  logic [CONTEXT_BITS-1:0] context_q;  // of the next zero
  logic [2:0] word_q;  // its number
  logic zero;  // it comes

  assign zero = wiping && !chain_valid;
  assign restore = wiping ? zero : state_write;
  assign restore_context = wiping ? context_q : state_context;
  assign restore_word = wiping ? word_q : state_word;
  assign restore_data = wiping ? '0 : state_data;

  always_ff @(posedge clk) begin
    if (zero) begin
      word_q <= word_q + 3'd1;
      if (word_q == 3'd7) begin
        context_q <= context_q == CONTEXT_BITS'(CONTEXTS - 1) ? '0 : context_q + 1'b1;
      end
    end
    if (rst) begin
      context_q <= '0;
      word_q <= '0;
    end
  end

endmodule

`default_nettype wire
