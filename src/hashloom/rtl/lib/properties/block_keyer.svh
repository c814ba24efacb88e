// A row leaves as it came; at the end of a keyed message its length counts a block more; an outer block
// is the inner digest of its context, 0x80, zeros and the length of a block and a digest. All of any
// one context and any one byte.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = DIGEST;
localparam int BYTES = WORD / 8;
localparam int LANES = 16 * BYTES;

(* anyconst *) logic [CONTEXT_BITS-1:0] kept_place;
(* anyconst *) logic [$clog2(LANES)-1:0] any_byte;  // in the order of the message
logic kept_write;
logic [CONTEXT_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic [31:0] place;  // of the byte in a row
logic [2*WORD:0] counted;  // a length with the key's block
logic in_length;
logic [31:0] behind;  // bytes of a row behind this one
logic [7:0] want;
logic sure;  // the inner digest is known, if it is wanted
logic [LATE:0] surely = '0;
logic [LATE:0][7:0] wanted;
logic [LATE:0] right;  // what is known of the registers of rows

assign kept_write = inner_write && 32'(inner_context) < CONTEXTS;  // others do not exist
assign kept_write_place = inner_context;
assign kept_write_data = inner_data[8*WORD-1-:DIGEST];
assign kept_read_place = ahead_context;
assign kept_read_data = digest;

`include "kept_place.svh"

assign place = 32'(any_byte) + BYTES - 1 - 2 * (32'(any_byte) % BYTES);
assign behind = LANES - 1 - 32'(any_byte);
assign in_length = behind < 2 * BYTES;
assign counted = {1'b0, row_data[14*WORD+:WORD], row_data[15*WORD+:WORD]} + (2 * WORD + 1)'(LANES * 8);
assign sure = !row_outer || kept_read[1];

always_comb begin
  want = 8'(row_data >> (8 * place));
  if (row_keyed && in_length) want = 8'(counted >> (8 * behind));
  if (row_outer) begin
    want = 8'h00;
    if (32'(any_byte) < DIGEST_BYTES) want = 8'(kept_then[1] >> (DIGEST - 8 - 8 * 32'(any_byte)));
    if (32'(any_byte) == DIGEST_BYTES) want = 8'h80;
    if (in_length) want = 8'(64'(8 * (LANES + DIGEST_BYTES)) >> (8 * behind));
  end
end

always_ff @(posedge clk) begin
  surely <= (LATE + 1)'({surely, sure});
  wanted <= (8 * (LATE + 1))'({wanted, want});
end

always_ff @(posedge clk) begin
  p_brink : assert (length >> LENGTH_BITS != '0 || brink == (counted >> LENGTH_BITS != '0));
end

for (genvar index = 0; index < LATE; index++) begin : g_late
  assign right[index+1] = !surely[index+1]
      || 8'(g_rows_later.later_q[index] >> (8 * place)) == wanted[index+1];
end

assign right[0] = !surely[0] || 8'(row_q >> (8 * place)) == wanted[0];

always_ff @(posedge clk) begin
  p_row : assert (&right);
  p_leaves : assert (!surely[LATE] || 8'(row >> (8 * place)) == wanted[LATE]);
end
