// Clears what comes behind a digest in a chaining value of eight words, for some of several hashes:
// where a digest becomes the key or a part of a block, zeros follow it.
`default_nettype none

module digest_mask #(
    parameter int WORD        = 32,  // bits of a word: 32 or 64
    parameter int CHOICE_BITS = 1,   // bits of a hash's number, at most 2
    parameter int BYTES       = 0    // bytes of a digest, those of hash n in bits 8n to 8n + 7
) (
    input  logic                   clk,          // clock
    input  logic                   rst,          // synchronous reset: no digest under way
    input  logic                   word_valid,   // a word of a chaining value is offered
    input  logic                   word_ready,   // it is taken in this clock
    input  logic [WORD-1:0]        word_data,    // the word, first byte most significant
    input  logic [CHOICE_BITS-1:0] word_choice,  // the number of its message's hash
    output logic [WORD-1:0]        masked        // the word, its bytes behind the digest zero
);

  localparam int WORD_BYTES = WORD / 8;

  logic [2:0] index_q;  // number of the word, of eight
  logic [WORD_BYTES-1:0] keep;  // bytes of it that are of the digest, the first one on top

  // Of a word of a digest of so many bytes, those that are of the digest.
  function automatic logic [WORD_BYTES-1:0] kept(int bytes, int word);
    for (int index = 0; index < WORD_BYTES; index++) begin
      kept[WORD_BYTES-1-index] = word * WORD_BYTES + index < bytes;
    end
  endfunction

  always_comb begin
    keep = '0;
    for (int hash = 0; hash < 2 ** CHOICE_BITS; hash++) begin
      for (int word = 0; word < 8; word++) begin
        if (word_choice == CHOICE_BITS'(hash) && index_q == 3'(word)) begin
          keep = kept((BYTES >> (8 * hash)) & 255, word);
        end
      end
    end
  end

  for (genvar index = 0; index < WORD_BYTES; index++) begin : g_byte
    assign masked[8*index+:8] = word_data[8*index+:8] & {8{keep[index]}};
  end

  always_ff @(posedge clk) begin
    if (word_valid && word_ready) index_q <= index_q + 1'b1;
    if (rst) index_q <= '0;
  end

endmodule

`default_nettype wire
