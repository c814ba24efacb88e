// The words of an answer behind its sixteenth, of which answer_file has no place: the last four of a
// saved state whose words have 64 bits. Beats that come when that memory is full are taken here.
//
// They are kept until the next packet begins, and are zero then at once.
`default_nettype none

module answer_rest #(
    parameter int PLACES = 4  // words that are here at most, 2 to 4
) (
    input  logic        clk,           // clock
    input  logic        rst,           // synchronous reset
    input  logic        zeroize,       // everything is erased
    input  logic        begins,        // a packet begins

    input  logic [4:0]  file_words,    // words of the answer that the memory has
    input  logic        answer_valid,  // a beat of an answer is offered
    input  logic [31:0] answer_data,   // first byte in the low lane
    input  logic        answer_bytes,  // it has bytes
    input  logic        answer_last,   // it ends its answer
    output logic        full,          // the memory has sixteen: beats are taken here, at once
    output logic        answered,      // the last beat is taken here
    output logic [4:0]  words,         // words of the answer, here and there

    input  logic [1:0]  read_place,    // a word is read: this one of those that are here
    output logic [31:0] read_data,     // the word
    output logic        missing        // it is not there
);

  logic [PLACES-1:0][31:0] rest_q;
  logic [2:0] count_q;  // of words that are here
  logic take;

  assign full = file_words == 5'd16;
  assign take = answer_valid && full;
  assign answered = take && answer_last;
  assign words = file_words + 5'(count_q);

  always_ff @(posedge clk) begin
    if (take && answer_bytes && 32'(count_q) < PLACES) begin
      count_q <= count_q + 3'd1;
      rest_q[count_q[1:0]] <= answer_data;
    end
    if (begins || zeroize || rst) begin
      count_q <= 3'd0;
      rest_q <= '0;
    end
  end

  assign read_data = rest_q[read_place];
  assign missing = {1'b0, read_place} >= count_q;

endmodule

`default_nettype wire
