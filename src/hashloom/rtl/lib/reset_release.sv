// A synchronous reset out of a signal of any clock that says when there is none: it ends so many
// clocks after that has risen for good.
`default_nettype none

module reset_release #(
    parameter int STAGES = 8  // clocks for which there has been no reset
) (
    input  logic clk,  // clock
    input  logic run,  // there is no reset, of any clock
    output logic rst   // synchronous reset
);

  logic [1:0] run_q;  // two registers, in which what lies between low and high settles
  logic [STAGES-1:0] steady_q;
  logic rst_q;

  always_ff @(posedge clk) begin
    run_q <= {run_q[0], run};
    steady_q <= STAGES'({steady_q, run_q[1]});
    rst_q <= !(&steady_q);
  end

  assign rst = rst_q;

endmodule

`default_nettype wire
