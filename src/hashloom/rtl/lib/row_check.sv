// Tells of a beat as wide as a block, a clock later, whether it keeps the rules for its lanes (see
// beat_check): half of the work is done in each of two clocks.
`default_nettype none

module row_check #(
    parameter int LANES = 64  // bytes of a beat, 8 or a multiple
) (
    input  logic             clk,        // clock
    input  logic [LANES-1:0] beat_keep,  // the lane holds a byte of the message
    input  logic             beat_last,  // the beat ends its message
    output logic             beat_error  // the beat of a clock ago breaks the rules
);

  localparam int GROUP = 8;  // lanes that are looked at together
  localparam int GROUPS = LANES / GROUP;

  logic [LANES-1:0] below;  // the lane below holds a byte
  logic [GROUPS-1:0] gap_q;  // a lane of the group holds a byte while the lane below it does not
  logic [GROUPS-1:0] lack_q;  // a lane of the group holds none
  logic last_q;

  assign below = LANES'({beat_keep, 1'b1});

  for (genvar group = 0; group < GROUPS; group++) begin : g_group
    always_ff @(posedge clk) begin
      gap_q[group]  <= |(beat_keep[GROUP*group+:GROUP] & ~below[GROUP*group+:GROUP]);
      lack_q[group] <= !(&beat_keep[GROUP*group+:GROUP]);
    end
  end

  always_ff @(posedge clk) last_q <= beat_last;

  assign beat_error = last_q ? |gap_q : |lack_q;

endmodule

`default_nettype wire
