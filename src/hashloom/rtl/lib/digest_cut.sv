// Cuts digests to the length of their message's hash: the words behind it are taken and dropped.
`default_nettype none

module digest_cut #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int CHOICE_BITS  = 1,   // bits of a hash's number, at most 2
    parameter int BYTES        = 0,   // bytes of a digest, those of hash n in bits 8n to 8n + 7
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: no digest under way

    input  logic                    word_valid,    // a word of a digest is offered
    output logic                    word_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         word_data,     // the word, first byte most significant
    input  logic                    word_last,     // it is the last that comes of its digest
    input  logic [CONTEXT_BITS-1:0] word_context,  // the context
    input  logic                    word_error,    // its message is flawed
    input  logic [CHOICE_BITS-1:0]  word_choice,   // the number of its message's hash

    output logic                    cut_valid,     // a word is offered
    input  logic                    cut_ready,     // it is taken in this clock
    output logic [WORD-1:0]         cut_data,      // the word
    output logic [WORD/8-1:0]       cut_keep,      // with cut_last: the byte is of the digest
    output logic                    cut_last,      // it is the last of its digest
    output logic [CONTEXT_BITS-1:0] cut_context,   // the context
    output logic                    cut_error      // its message is flawed
);

  localparam int WORD_BYTES = WORD / 8;

  logic [2:0] index_q;  // number of the word in its digest
  logic over_q;  // the digest's own last word has gone

  always_comb begin
    cut_last = 1'b0;
    cut_keep = '1;
    for (int hash = 0; hash < 2 ** CHOICE_BITS; hash++) begin
      if (word_choice == CHOICE_BITS'(hash)) begin
        cut_last = index_q == 3'((((BYTES >> (8 * hash)) & 255) - 1) / WORD_BYTES);
        // The bytes of the last word, the first one on top.
        cut_keep = '1 << ((-((BYTES >> (8 * hash)) & 255)) & (WORD_BYTES - 1));
      end
    end
  end

  assign cut_valid = word_valid && !over_q;
  assign word_ready = cut_ready || over_q;
  assign cut_data = word_data;
  assign cut_context = word_context;
  assign cut_error = word_error;

  always_ff @(posedge clk) begin
    if (word_valid && word_ready) begin
      index_q <= word_last ? '0 : index_q + 1'b1;
      over_q  <= !word_last && (over_q || cut_last);
    end
    if (rst) begin
      index_q <= '0;
      over_q  <= 1'b0;
    end
  end

endmodule

`default_nettype wire
