// Beats wider than a word: holds a beat and sends its words one a clock. A beat that ends its
// message gives only the words that hold bytes, but at least one. The next beat is taken in the
// clock in which the last word of the held one goes.
//
// The word is selected by clearing: each word of the beat passes a register that is cleared
// unless it is the word's turn, and the registers are OR-ed. This takes a third of the LUTs of a
// multiplexer.
//
// A beat that breaks the rules (see beat_check) marks its words with word_error; a beat that does
// not end its message counts as full whatever its lanes say.
`default_nettype none

module beat_split #(
    parameter int unsigned WIDTH        = 64,  // bits of a beat, more than WORD
    parameter int unsigned WORD         = 32,  // bits of a word
    parameter int unsigned CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: the held beat is lost
    input  logic                    beat_valid,    // a beat is offered
    output logic                    beat_ready,    // it is taken in this clock
    input  logic [WIDTH-1:0]        beat_data,     // first byte in the low lane
    input  logic [WIDTH/8-1:0]      beat_keep,     // the lane holds a byte
    input  logic                    beat_last,     // the beat ends its message
    input  logic [CONTEXT_BITS-1:0] beat_context,  // the context its message belongs to

    output logic                    word_valid,    // a word is offered
    input  logic                    word_ready,    // it is taken in this clock
    output logic [WORD-1:0]         word_data,     // first byte in the most significant byte
    output logic [WORD/8-1:0]       word_keep,     // byte holds a byte of the message (with last)
    output logic                    word_last,     // the word ends its message
    output logic                    word_error,    // the message broke the rules
    output logic [CONTEXT_BITS-1:0] word_context   // the context its message belongs to
);

  localparam int unsigned WORDS = WIDTH / WORD;
  localparam int unsigned LANES = WORD / 8;  // bytes of a word

  // The held beat.
  logic held_q, held_last_q;
  logic [WIDTH-1:0] held_data_q;
  logic [WIDTH/8-1:0] held_keep_q;
  logic [CONTEXT_BITS-1:0] held_context_q;
  logic [WORDS-1:0] turn_q;  // one-hot: the word that goes next
  logic [WORDS-1:0] todo_q;  // from bit 0: words still to go
  logic [WORDS-1:0] todo_load;
  logic held_error;

  // The word on offer.
  logic valid_q, last_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [WIDTH-1:0] gated_data_q;
  logic [WIDTH/8-1:0] gated_keep_q;

  logic load, advance, final_word;

  assign advance = !valid_q || word_ready;
  assign final_word = !todo_q[1];
  assign beat_ready = !held_q || (advance && final_word);
  assign load = beat_valid && beat_ready;

  always_comb begin
    todo_load[0] = 1'b1;
    for (int index = 1; index < int'(WORDS); index++) begin
      todo_load[index] = !beat_last || beat_keep[LANES*index];
    end
  end

  beat_check #(
      .LANES(WIDTH / 8)
  ) check (
      .beat_keep (held_keep_q),
      .beat_last (held_last_q),
      .beat_error(held_error)
  );

  always_ff @(posedge clk) begin
    if (load) begin
      held_data_q <= beat_data;
      held_keep_q <= beat_keep;
      held_last_q <= beat_last;
      held_context_q <= beat_context;
    end
    if (beat_ready) held_q <= beat_valid;
    if (load) begin
      turn_q <= WORDS'(1);
      todo_q <= todo_load;
    end else if (advance) begin
      turn_q <= turn_q << 1;
      todo_q <= todo_q >> 1;
    end
    if (advance) begin
      valid_q   <= held_q;
      last_q    <= held_last_q && final_word;
      error_q   <= held_error;
      context_q <= held_context_q;
    end
    if (rst) begin
      held_q  <= 1'b0;
      valid_q <= 1'b0;
    end
  end

  for (genvar index = 0; index < WORDS; index++) begin : g_gate
    always_ff @(posedge clk) begin
      if (advance) begin
        gated_data_q[WORD*index+:WORD] <= turn_q[index] ? held_data_q[WORD*index+:WORD] : '0;
        gated_keep_q[LANES*index+:LANES] <= turn_q[index] ? held_keep_q[LANES*index+:LANES] : '0;
      end
    end
  end

  always_comb begin
    word_data = '0;
    word_keep = '0;
    for (int index = 0; index < int'(WORDS); index++) begin
      for (int lane = 0; lane < int'(LANES); lane++) begin
        word_data[WORD-8-8*lane+:8] = word_data[WORD-8-8*lane+:8]
            | gated_data_q[WORD*index+8*lane+:8];
        word_keep[LANES-1-lane] = word_keep[LANES-1-lane] | gated_keep_q[LANES*index+lane];
      end
    end
  end

  assign word_valid   = valid_q;
  assign word_last    = last_q;
  assign word_error   = error_q;
  assign word_context = context_q;

endmodule

`default_nettype wire
