// What is read is what was written and kept, in its order, and there are never more entries than
// places. Of an entry in any one place, the same for ever: it is `told` while it is there, `known`.

localparam int KEPT_BITS = 9;

(* anyconst *) logic [PLACE_BITS-1:0] any_place;
logic known;
logic [8:0] told;
logic [PLACE_BITS:0] used, held;  // entries written, and those of them that are kept
logic [PLACE_BITS-1:0] ahead;  // entries before it
logic kept_write;
logic [PLACE_BITS-1:0] kept_place, kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;

assign used = write_q - read_q;
assign held = kept_q - read_q;
assign ahead = any_place - read_q[PLACE_BITS-1:0];
assign kept_place = any_place;
assign kept_write = put;
assign kept_write_place = write_q[PLACE_BITS-1:0];
assign kept_write_data = {write_mark, write_data};
assign kept_read_place = read_q[PLACE_BITS-1:0];
assign kept_read_data = {read_mark, read_data};

`include "kept_place.svh"

always_ff @(posedge clk) begin
  if (drop && {1'b0, ahead} >= held) known <= 1'b0;
  if (put && write_q[PLACE_BITS-1:0] == any_place && !drop) begin
    known <= 1'b1;
    told  <= {write_mark, write_data};
  end
  if (take && ahead == '0) known <= 1'b0;
  if (rst) known <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_one : assume (!(keep && drop));

  p_used : assert (32'(used) <= PLACES);
  p_held : assert (held <= used);
  p_full : assert (full == (32'(used) == PLACES));
  p_age : assert (age_q <= READ && (age_q == '0 || held != '0));
  p_known : assert (known == ({1'b0, ahead} < used));
  p_kept : assert (!known || (kept_known && kept == told));
  p_begun : assert (age_q == '0 || ahead != '0 || (kept_read[0] && kept_then[0] == told));
  p_ready : assert (age_q != READ || ahead != '0
      || (kept_read[BLOCK_MEMORY] && kept_then[BLOCK_MEMORY] == told));
  p_read : assert (!read_valid || ahead != '0 || (known && {read_mark, read_data} == told));
end
