// What is read is what was written there last, whatever is written in other places. `place`: any
// one that there is, the same for ever. The word in it is `told`, once it is `known`.

(* anyconst *) logic [ADDRESS_BITS-1:0] place;
logic known = 1'b0;
logic [WIDTH-1:0] told;
logic here;  // it is written
logic [BLOCK_MEMORY:0] read = '0;  // so many clocks ago: it was read, in no clock of a write
logic [BLOCK_MEMORY:0][WIDTH-1:0] read_told;  // and this was in it

assign here = write && write_address == place && 32'(place) < DEPTH;

always_ff @(posedge clk) begin
  if (here) told <= write_data;
  known <= known || here;
  read <= (BLOCK_MEMORY + 1)'({read, known && !here && read_address == place});
  read_told <= (WIDTH * (BLOCK_MEMORY + 1))'({read_told, told});
end

always_ff @(posedge clk) begin
  p_exists : assert (!known || 32'(place) < DEPTH);
  p_read : assert (!read[BLOCK_MEMORY] || read_data == read_told[BLOCK_MEMORY]);
end

if (BLOCK_MEMORY) begin : g_block_kept
  always_ff @(posedge clk) begin
    p_kept : assert (!known || g_block.store[place] == told);
    p_fetched : assert (!read[0] || g_block.fetched_q == read_told[0]);
  end
end else begin : g_distributed_kept
  always_ff @(posedge clk) p_kept : assert (!known || g_distributed.store[place] == told);
end
