// Simulation model of the Gowin PLL (Gowin UG286): its clock is the one that goes in, which stands for
// any other, and it locks after some clocks. One that is set in another way than the boards here set
// it never locks. Never synthesised: the tools know the cell.

`default_nettype none

module rPLL #(
    parameter FCLKIN = "0",                // frequency of the input in MHz
    parameter DEVICE = "",                 // the device
    parameter int IDIV_SEL = 0,            // R - 1, by which the input is divided
    parameter int FBDIV_SEL = 0,           // F - 1, by which the output is divided to be compared
    parameter int ODIV_SEL = 8,            // Q, by which the VCO is divided
    parameter DYN_IDIV_SEL = "false",      // whether IDSEL sets R
    parameter DYN_FBDIV_SEL = "false",     // whether FBDSEL sets F
    parameter DYN_ODIV_SEL = "false",      // whether ODSEL sets Q
    parameter CLKFB_SEL = "internal"       // what is compared with the input
) (
    input  logic       CLKIN,    // input
    input  logic       CLKFB,    // feedback, which is not used
    input  logic       RESET,    // reset, likewise
    input  logic       RESET_P,  // standby, likewise
    input  logic [5:0] FBDSEL,   // likewise
    input  logic [5:0] IDSEL,    // likewise
    input  logic [5:0] ODSEL,    // likewise
    input  logic [3:0] PSDA,     // likewise
    input  logic [3:0] DUTYDA,   // likewise
    input  logic [3:0] FDLY,     // likewise
    output logic       CLKOUT,   // output
    output logic       LOCK      // it is in step with the input
);

  localparam bit KNOWN = FCLKIN != "0" && DEVICE != "" && DYN_IDIV_SEL == "false"
      && DYN_FBDIV_SEL == "false" && DYN_ODIV_SEL == "false" && CLKFB_SEL == "internal"
      && IDIV_SEL >= 0 && FBDIV_SEL >= 0 && ODIV_SEL >= 2;

  logic [4:0] count_q;  // clocks from the start on
  logic unused;  // what does nothing here

  initial count_q = '0;
  always @(posedge CLKIN) if (!(&count_q)) count_q <= count_q + 1'b1;

  assign CLKOUT = CLKIN;
  assign LOCK = KNOWN && (&count_q);
  assign unused = &{1'b0, CLKFB, RESET, RESET_P, FBDSEL, IDSEL, ODSEL, PSDA, DUTYDA, FDLY};

endmodule

`default_nettype wire
