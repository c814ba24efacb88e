// Plays words to digest_stream and prints the beats that leave, each with its clock. Simulation
// only. In every other span of 256 clocks both streams pause at random, if asked to.
module digest_bench #(
    parameter int WIDTH     = 32,  // bits of a beat
    parameter int WORD      = 32,  // bits of a word
    parameter int WORDS     = 1,   // words played
    parameter int LONGEST   = 8,   // words of the longest digest
    parameter int STATUS    = 1,   // bits of the error
    parameter bit FULL_RATE = 0,   // as digest_stream's
    parameter int PAUSES    = 0    // clocks of such a span
) (
    input logic clk,
    input logic rst
);

  localparam int BYTES = WORD / 8;
  localparam int BITS = WORD + BYTES + 1 + 8 + 8;  // {data, keep, last, context, error}

  logic [BITS-1:0] words[WORDS+1];

  initial $readmemh("words.hex", words);

  int index_q, clock_q;
  logic offer_q, open_q;  // unless the streams pause
  int pauses;

  logic word_valid, word_ready, word_last, beat_valid, beat_ready, beat_last;
  logic [WORD-1:0] word_data;
  logic [BYTES-1:0] word_keep;
  logic [7:0] word_context, error, beat_context;
  logic [STATUS-1:0] beat_error;
  logic [WIDTH-1:0] beat_data;
  logic [WIDTH/8-1:0] beat_keep;

  assign {word_data, word_keep, word_last, word_context, error} = words[index_q];
  assign word_valid = offer_q && index_q < WORDS;
  assign beat_ready = open_q;

  digest_stream #(
      .WIDTH(WIDTH),
      .WORD(WORD),
      .DIGEST_WORDS(LONGEST),
      .STATUS_BITS(STATUS),
      .CONTEXT_BITS(8),
      .FULL_RATE(FULL_RATE)
  ) u_stream (
      .word_error(error[STATUS-1:0]),
      .*
  );

  assign pauses = clock_q[8] ? PAUSES : 0;

  // The beat of the clock before, if it was not taken.
  logic waits_q;
  logic [WIDTH+WIDTH/8+STATUS+8:0] beat, beat_q;

  assign beat = {beat_data, beat_keep, beat_last, beat_context, beat_error};

  always_ff @(posedge clk) begin
    clock_q <= clock_q + 1;
    // A word stays on offer until it is taken.
    offer_q <= (word_valid && !word_ready) || int'($urandom_range(255)) >= pauses;
    open_q <= int'($urandom_range(255)) >= pauses;
    if (word_valid && word_ready) index_q <= index_q + 1;
    if (beat_valid && beat_ready) begin
      $display("beat %0d %h %h %b %0d %0d", clock_q, beat_data, beat_keep, beat_last,
               beat_context, beat_error);
    end
    waits_q <= beat_valid && !beat_ready;
    beat_q <= beat;
    if (waits_q && !(beat_valid && beat == beat_q)) $fatal(1, "a beat was withdrawn");
    if (rst) begin
      clock_q <= 0;
      index_q <= 0;
      offer_q <= 1'b0;
      open_q <= 1'b0;
      waits_q <= 1'b0;
    end
  end

endmodule
