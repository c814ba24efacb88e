// Ends the answers of an array where their digests end: the collector sends as many beats of each
// as the longest digest has, and those behind a shorter one's own last are taken and dropped.
// Nothing is shown of them.
`default_nettype none

module answer_cut #(
    parameter int WIDTH = 32  // bits of a beat
) (
    input  logic                     clk,         // clock
    input  logic                     rst,         // synchronous reset: no answer under way

    input  logic                     beat_valid,  // a beat of an answer is offered
    output logic                     beat_ready,  // it is taken in this clock
    input  logic                     beat_last,   // it is the last that comes of its answer
    input  logic [WIDTH+WIDTH/8:0]   beat,        // {it ends the digest, lanes, the beat}

    output logic                     cut_valid,   // a beat of a digest is offered
    input  logic                     cut_ready,   // it is taken in this clock
    output logic                     cut_last,    // it ends the digest
    output logic [WIDTH/8-1:0]       cut_keep,    // lanes that hold a byte
    output logic [WIDTH-1:0]         cut_data     // the beat
);

  logic over_q;  // the last beat of the digest has gone

  assign cut_valid = beat_valid && !over_q;
  assign beat_ready = cut_ready || over_q;
  assign {cut_last, cut_keep, cut_data} = over_q ? '0 : beat;

  always_ff @(posedge clk) begin
    if (beat_valid && beat_ready) over_q <= !beat_last && (over_q || cut_last);
    if (rst) over_q <= 1'b0;
  end

endmodule

`default_nettype wire
