// What is read is what was written there last, whatever is written in other places, and zero where
// nothing was wanted. `place`: any one that there is, the same for ever. The word in it is `told`,
// once it is `known`.

(* anyconst *) logic [ADDRESS_BITS-1:0] place;
logic known = 1'b0;
logic [WIDTH-1:0] told;
logic here;  // it is written
logic begun = 1'b0;
logic read = 1'b0;  // a clock ago it was read, in no clock of a write
logic idle;  // a clock ago nothing was
logic [WIDTH-1:0] read_told;  // and this was in it
logic [WIDTH-1:0] in_place;  // what the place has

assign here = write && write_address == place && 32'(place) < DEPTH;

always_ff @(posedge clk) begin
  if (here) told <= write_data;
  known <= known || here;
  begun <= 1'b1;
  read <= known && !here && wanted && read_address == place;
  idle <= !wanted;
  read_told <= told;
end

always_ff @(posedge clk) begin
  p_exists : assert (!known || 32'(place) < DEPTH);
  p_read : assert (!read || read_data == read_told);
  p_idle : assert (!begun || !idle || read_data == '0);
  p_kept : assert (!known || in_place == told);
end

if (BANK == 1) begin : g_register_kept
  assign in_place = g_bank[0].g_register.store_q;
end else begin : g_memory_kept
  (* mem2reg *) logic [WIDTH-1:0] of_bank[BANKS];

  for (genvar index = 0; index < BANKS; index++) begin : g_bank_kept
    assign of_bank[index] = g_bank[index].g_memory.store[4'(place)];
  end
  assign in_place = of_bank[32'(place) / BANK];
end
