// Simulation model of the iCE40 PLL behind a pin of its own (Lattice FPGA-TN-02052): its clock is the
// one that goes in, which stands for any other, and it locks after some clocks. One that is set in
// another way than the boards here set it never locks. Never synthesised: the tools know the cell.

`default_nettype none

module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",      // the VCO is compared with the input
    parameter PLLOUT_SELECT = "GENCLK",      // the output is the VCO, divided
    parameter logic [3:0] DIVR = 4'd0,       // R - 1, by which the input is divided
    parameter logic [6:0] DIVF = 7'd0,       // F - 1, by which the VCO is divided to be compared
    parameter logic [2:0] DIVQ = 3'd0,       // the output is the VCO divided by 2^DIVQ
    parameter logic [2:0] FILTER_RANGE = 3'd0  // of the filter, which the input's frequency wants
) (
    input  logic PACKAGEPIN,    // input
    input  logic BYPASS,        // output is input, which is not used
    input  logic RESETB,        // no reset
    output logic PLLOUTGLOBAL,  // output
    output logic LOCK           // it is in step with the input
);

  localparam bit KNOWN = FEEDBACK_PATH == "SIMPLE" && PLLOUT_SELECT == "GENCLK"
      && DIVQ != 3'd0 && FILTER_RANGE != 3'd0 && int'(DIVF) >= int'(DIVR);

  logic [4:0] count_q;  // clocks from the start on
  logic unused;  // what does nothing here

  initial count_q = '0;
  always @(posedge PACKAGEPIN) if (RESETB && !(&count_q)) count_q <= count_q + 1'b1;

  assign PLLOUTGLOBAL = PACKAGEPIN;
  assign LOCK = KNOWN && (&count_q);
  assign unused = &{1'b0, BYPASS};

endmodule

`default_nettype wire
