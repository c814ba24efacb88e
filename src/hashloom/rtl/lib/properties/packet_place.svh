// Of any one context, what is told of a row follows from the rows of its packet that have left since
// its first one; rows of other contexts do not matter. `gone`: so many, where two blocks and more
// count as one and more, of which position and `state_whole` say the same; `spoilt`: one of them broke
// the rules. Of a row that keeps them the bytes are its first ones, see packet_route.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
logic [CONTEXT_BITS-1:0] of_context;
logic known = 1'b0;  // the first row of a packet has left
logic here;  // a row of a packet whose first row is known is told of
logic [4:0] gone, earlier;
logic spoilt, spoilt_before;
logic [31:0] bytes;  // of the row
logic [31:0] total;  // of the packet with the row
logic ordered;  // the row's bytes are its first ones
logic of_block;  // the row's last word has its last byte

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign here = row_context == of_context && (first || known);
assign earlier = first ? 5'd0 : gone;
assign spoilt_before = !first && spoilt;
assign total = 32'(earlier) * PAD_WORDS * BYTES + bytes;
assign of_block = !row_last || row_keep[(PAD_WORDS-1)*BYTES];

// Byte n in the order of the packet is in word n / BYTES, from the top.
always_comb begin
  bytes = 32'd0;
  ordered = 1'b1;
  for (int index = 0; index < PAD_WORDS * BYTES; index++) begin
    if (!row_last || row_keep[index + BYTES - 1 - 2 * (index % BYTES)]) begin
      ordered = ordered && bytes == 32'(index);
      bytes = bytes + 32'd1;
    end
  end
end

always_ff @(posedge clk) begin
  if (leave && here) begin
    known <= 1'b1;
    gone <= 32'(earlier) == 2 * ROWS - 1 ? 5'(ROWS) : earlier + 5'd1;
    spoilt <= spoilt_before || row_error;
  end
end

always_ff @(posedge clk) begin
  p_position : assert (!here || 32'(position) == 32'(earlier) % ROWS * PAD_WORDS);
  p_block_open : assert (!here || block_open == (earlier != '0 && 32'(earlier) % ROWS == 0));
  p_block_ends : assert (!here || block_ends == (32'(earlier) % ROWS == ROWS - 1 && of_block));
  p_state_whole : assert (!here || !(row_error || ordered)
      || state_whole == (row_last && !spoilt_before && !row_error && total == 10 * BYTES));

  p_gone : assert (!known || (gone != '0 && 32'(gone) < 2 * ROWS));
  p_place : assert (!known || (32'(places[of_context][ROW_BITS-1:0]) == 32'(gone) % ROWS
      && places[of_context][ROW_BITS] == (32'(gone) >= ROWS || spoilt)));
end
