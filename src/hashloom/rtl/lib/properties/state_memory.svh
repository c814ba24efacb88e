// A state that is read is the one that came last for its place, or zeros where it was erased since,
// LATE + 4 clocks after its place. All of any one place.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = 8 * WORD;

(* anyconst *) logic [SLOT_BITS:0] kept_place;
logic kept_write;
logic [SLOT_BITS:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic ran = 1'b0;  // there was a clock before
logic known = 1'b0;  // something has come for the place
logic [KEPT_BITS-1:0] last;  // the latest of it
logic [3:0] still = '0;  // clocks in which nothing came
logic [LATE+3:0] asked = '0;  // for the place, so many clocks and one ago
logic [LATE:0] comes = '0;  // its state left the memory
logic [LATE:0][KEPT_BITS-1:0] came;
logic [LATE:0] right;  // what is known of the registers behind it

assign kept_write = write_q;
assign kept_write_place = write_place_q;
assign kept_write_data = write_data_q;
assign kept_read_place = read_place_q;
assign kept_read_data = fetched;

`include "kept_place.svh"

always_ff @(posedge clk) begin
  ran <= 1'b1;
  still <= still == '1 ? still : still + 1'b1;
  if ((write && write_place == kept_place && !erase) || (erase && erase_place == kept_place)) begin
    known <= 1'b1;
    last <= erase ? '0 : write_data;
    still <= '0;
  end
  asked <= (LATE + 4)'({asked, read_place == kept_place});
  comes <= (LATE + 1)'({comes, kept_read[1]});
  came <= (KEPT_BITS * (LATE + 1))'({came, kept_then[1]});
end

for (genvar index = 0; index <= LATE; index++) begin : g_later
  assign right[index] = (!comes[index] || state_q[index] == came[index])
      && (32'(still) < 5 + index || !known || !asked[3+index]
      || (comes[index] && came[index] == last));
end

always_ff @(posedge clk) begin
  a_alone : assume (!ran || !write || !erase);

  p_known : assert (!known || (kept_known || (write_q && write_place_q == kept_place)));
  p_last : assert (!known || (write_q && write_place_q == kept_place ? write_data_q : kept) == last);
  p_still : assert (still == '0 || !write_q || write_place_q != kept_place);
  p_asked : assert (!ran || asked[0] == (read_place_q == kept_place));
  p_first : assert (still < 4'd3 || !known || !asked[1] || (kept_read[0] && kept_then[0] == last));
  p_second : assert (still < 4'd4 || !known || !asked[2] || (kept_read[1] && kept_then[1] == last));
  p_later : assert (&right);
  p_state : assert (32'(still) < 5 + LATE || !known || !asked[LATE+3] || state == last);
end

