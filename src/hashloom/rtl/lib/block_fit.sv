// Fits the block of an inner digest to the hash of its message, where there are several.
//
// block_writer makes such blocks of the longest digest of all: behind it there are 0x80, zeros and
// the length (FIPS 180-4 section 5). A shorter digest comes with zeros behind it, so that what is
// left is to move the 0x80 and to correct the length. Words come two clocks behind what is said of
// their block.
`default_nettype none

module block_fit #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,  // bytes of the longest digest, whole words
    parameter int CHOICE_BITS  = 1,   // bits of a hash's number, at most 2
    parameter int BYTES        = 0    // bytes of a digest, those of hash n in bits 8n to 8n + 7
) (
    input  logic                   clk,          // clock
    input  logic                   of_digest,    // the block being written is that of a digest
    input  logic [CHOICE_BITS-1:0] of_choice,    // of this hash
    input  logic                   write,        // two clocks later: a word goes to the block buffer
    input  logic [3:0]             position,     // to this position
    input  logic [WORD-1:0]        data,         // the word
    output logic [WORD-1:0]        fitted        // the same for the block's hash
);

  localparam int WORD_BYTES = WORD / 8;

  logic of_digest_q, of_digest_late_q;
  logic [CHOICE_BITS-1:0] of_choice_q, of_choice_late_q;
  logic [WORD-1:0] change;

  // A word as it follows a digest of so many bytes: 0x80, zeros, the length in bits.
  function automatic logic [WORD-1:0] behind(int bytes, logic [3:0] place);
    behind = '0;
    if (place == 4'(bytes / WORD_BYTES)) begin
      behind = {1'b1, {(WORD - 1) {1'b0}}} >> (8 * (bytes % WORD_BYTES));
    end
    if (place == 4'd15) behind = WORD'(16 * WORD + 8 * bytes);
  endfunction

  always_comb begin
    change = '0;
    for (int hash = 0; hash < 2 ** CHOICE_BITS; hash++) begin
      if (write && of_digest_late_q && of_choice_late_q == CHOICE_BITS'(hash)) begin
        change = behind(DIGEST_BYTES, position) ^ behind((BYTES >> (8 * hash)) & 255, position);
      end
    end
  end

  assign fitted = data ^ change;

  always_ff @(posedge clk) begin
    of_digest_q <= of_digest;
    of_digest_late_q <= of_digest_q;
    of_choice_q <= of_choice;
    of_choice_late_q <= of_choice_q;
  end

endmodule

`default_nettype wire
