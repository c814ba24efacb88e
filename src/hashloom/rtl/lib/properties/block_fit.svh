// The block of an inner digest is padded behind its own hash's digest as FIPS 180-4 section 5 asks:
// 0x80, zeros and the length in bits, behind a block of the key. Of any one byte of a word, from
// the first. `own`: bytes of the digest, whose block's words are written now.

(* anyconst *) logic [2:0] any_byte;
logic [2:0] of_byte;
logic [1:0] digest_told = '0;  // so many clocks ago: the block is that of a digest
logic [1:0][CHOICE_BITS-1:0] choice_told;
logic [1:0] settled = '0;  // two clocks have gone
logic [7:0] own, came, went;
int number;  // of the byte in the block

// What stands behind so many bytes of a digest.
function automatic logic [7:0] padded(int bytes, int at);
  padded = at == bytes ? 8'h80 : 8'h00;
  if (at / WORD_BYTES == 15) begin
    padded = 8'((16 * WORD + 8 * bytes) >> (8 * (WORD_BYTES - 1 - at % WORD_BYTES)));
  end
endfunction

assign of_byte = 3'(32'(any_byte) % WORD_BYTES);
assign own = 8'(BYTES >> (8 * 32'(choice_told[1])));
assign came = 8'(data >> (8 * (WORD_BYTES - 1 - 32'(of_byte))));
assign went = 8'(fitted >> (8 * (WORD_BYTES - 1 - 32'(of_byte))));
assign number = int'(position) * WORD_BYTES + int'(of_byte);

always_ff @(posedge clk) begin
  digest_told <= {digest_told[0], of_digest};
  choice_told <= {choice_told[0], of_choice};
  settled <= {settled[0], 1'b1};
end

always_ff @(posedge clk) if (settled[1] && write) begin
  a_block : assume (!digest_told[1] || number < int'(own)
      || came == (number < DIGEST_BYTES ? 8'h00 : padded(DIGEST_BYTES, number)));

  p_text : assert (digest_told[1] && number >= int'(own) || went == came);
  p_padding : assert (!digest_told[1] || number < int'(own)
      || went == padded(int'(own), number));

  p_told : assert (of_digest_late_q == digest_told[1] && of_choice_late_q == choice_told[1]);
end

always_ff @(posedge clk) begin
  p_late : assert (!settled[0] || (of_digest_q == digest_told[0] && of_choice_q == choice_told[0]));
end
