// A place of a word_memory: `kept` was written there last, once `kept_known`. That it is what is
// read is proved of word_memory; here it is assumed.

logic kept_known = 1'b0;
logic [KEPT_BITS-1:0] kept;
logic kept_comes;  // it is written
logic [BLOCK_MEMORY:0] kept_read = '0;  // so many clocks ago: it was read, in no clock of a write
logic [BLOCK_MEMORY:0][KEPT_BITS-1:0] kept_then;  // and this was in it

assign kept_comes = kept_write && kept_write_place == kept_place;

always_ff @(posedge clk) begin
  if (kept_comes) kept <= kept_write_data;
  kept_known <= kept_known || kept_comes;
  kept_read <= (BLOCK_MEMORY + 1)'({kept_read, kept_known && !kept_comes
      && kept_read_place == kept_place});
  kept_then <= (KEPT_BITS * (BLOCK_MEMORY + 1))'({kept_then, kept});
end

always_ff @(posedge clk) begin
  a_memory : assume (!kept_read[BLOCK_MEMORY] || kept_read_data == kept_then[BLOCK_MEMORY]);
end
