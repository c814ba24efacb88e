// Makes an answer of the words of a digest: the first of them, cut to the bytes that were asked for,
// or none. Or sees whether any bit of these bytes is set, where the words are a digest xor an
// expected tag. That takes the same clocks wherever one is set.
`default_nettype none

module tag_answer #(
    parameter int WORD = 32  // bits of a word: 32 or 64
) (
    input  logic              clk,           // clock
    input  logic              clear,         // no packet is at work: the next answer begins
    input  logic [6:0]        bytes,         // bytes of the answer
    input  logic              speaks,        // they are sent
    output logic              differs,       // a bit of them is set

    input  logic              word_valid,    // a word is offered
    output logic              word_ready,    // it is taken in this clock
    input  logic [WORD-1:0]   word_data,     // the word, first byte on top
    input  logic              say_valid,     // an answer without bytes is offered
    output logic              say_ready,     // it is taken in this clock

    output logic              answer_valid,  // a word of an answer is offered
    input  logic              answer_ready,  // it is taken in this clock
    output logic [WORD/8-1:0] answer_keep,   // with answer_last: the byte is of the answer
    output logic              answer_last    // it is the last
);

  localparam int BYTES = WORD / 8;
  localparam int SHIFT = $clog2(BYTES);
  localparam int COUNT_BITS = 7 - SHIFT;

  logic [COUNT_BITS-1:0] count_q;  // words that have been taken, one more where all are whole
  logic over_q;  // the last word has been taken
  logic taken, last;
  logic [SHIFT-1:0] rest;  // bytes of the last word, 0: all
  logic [BYTES-1:0] kept;  // bytes of the last word
  logic [BYTES-1:0] found;  // bytes of this one with a bit set

  assign rest = bytes[SHIFT-1:0];
  assign last = count_q == bytes[6:SHIFT];
  assign kept = {BYTES{1'b1}} << SHIFT'(-rest);
  assign taken = word_valid && word_ready;

  for (genvar index = 0; index < BYTES; index++) begin : g_byte
    assign found[index] = |word_data[8*index+:8] && (!last || kept[index]);
  end

  assign answer_valid = say_valid || (word_valid && speaks && !over_q);
  assign answer_keep = say_valid ? '0 : kept;
  assign answer_last = say_valid || last;
  assign say_ready = answer_ready;
  assign word_ready = answer_ready || !speaks || over_q;

  always_ff @(posedge clk) begin
    if (taken) begin
      count_q <= count_q + 1'b1;
      if (last) over_q <= 1'b1;
      if (!over_q && |found) differs <= 1'b1;
    end
    if (clear) begin
      count_q <= COUNT_BITS'(rest == '0);
      over_q  <= 1'b0;
      differs <= 1'b0;
    end
  end

endmodule

`default_nettype wire
