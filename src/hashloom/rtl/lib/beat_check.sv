// Tells whether a beat keeps the rules for its lanes: every lane of a beat that does not end its
// message holds a byte, and the bytes of a beat that ends it fill the lanes from lane 0 without a
// gap (none at all is allowed).
`default_nettype none

module beat_check #(
    parameter int LANES = 4  // bytes of a beat
) (
    input  logic [LANES-1:0] beat_keep,  // the lane holds a byte of the message
    input  logic             beat_last,  // the beat ends its message
    output logic             beat_error  // the beat breaks the rules
);

  logic [LANES-1:0] below;  // the lane below holds a byte
  logic gap;  // a lane holds a byte while the lane below it does not

  assign below = LANES'({beat_keep, 1'b1});
  assign gap = |(beat_keep & ~below);
  assign beat_error = beat_last ? gap : !(&beat_keep);

endmodule

`default_nettype wire
