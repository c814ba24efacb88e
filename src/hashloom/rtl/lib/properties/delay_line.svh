// What comes out is what went in CLOCKS clocks before, where `place` has counted up since without a
// break. It is told of the words of any one place, the same for ever.

localparam int KEPT_BITS = WIDTH;

(* anyconst *) logic [PLACE_BITS-1:0] any_place;
logic begun = 1'b0;
logic [PLACE_BITS-1:0] place_q;  // place a clock ago
logic follows;  // the place is the next one
logic known = 1'b0;  // a word was written there, and every place since was the next one
logic kept_write;
logic [PLACE_BITS-1:0] kept_place, kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;

assign follows = begun && place == PLACE_BITS'(place_q + 1'b1);
assign kept_place = any_place;
assign kept_write = 1'b1;
assign kept_write_place = place;
assign kept_write_data = d;
assign kept_read_place = read_place;
assign kept_read_data = q;

`include "kept_place.svh"

always_ff @(posedge clk) begin
  begun <= 1'b1;
  place_q <= place;
  known <= kept_comes || (known && follows);
end

always_ff @(posedge clk) begin
  p_known : assert (!known || (begun && kept_known));
  p_read_place : assert (!begun || read_place == PLACE_BITS'(place_q - PLACE_BITS'(BEHIND)));
  p_delayed : assert (!(known && follows && PLACE_BITS'(place - any_place) == PLACE_BITS'(CLOCKS))
      || q == kept);
end
