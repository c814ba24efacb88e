// Simulation model of the ECP5 PLL (Lattice FPGA-TN-02200): its clock is the one that goes in, which
// stands for any other, and it locks after some clocks. One that is set in another way than the boards
// here set it never locks. Never synthesised: the tools know the cell.

`default_nettype none

module EHXPLLL #(
    parameter PLLRST_ENA = "DISABLED",       // whether RST works
    parameter INTFB_WAKE = "DISABLED",       // inner feedback while it wakes
    parameter STDBY_ENABLE = "DISABLED",     // whether STDBY works
    parameter DPHASE_SOURCE = "DISABLED",    // whether the phase can be moved
    parameter OUTDIVIDER_MUXA = "DIVA",      // CLKOP is divided
    parameter int CLKI_DIV = 1,              // R, by which the input is divided
    parameter CLKOP_ENABLE = "DISABLED",     // CLKOP is there
    parameter int CLKOP_DIV = 8,             // Q, by which the VCO is divided
    parameter int CLKOP_CPHASE = 0,          // phase of CLKOP, in clocks of the VCO
    parameter int CLKOP_FPHASE = 0,          // and in eighths of one
    parameter FEEDBK_PATH = "CLKOP",         // what is compared with the input
    parameter int CLKFB_DIV = 1              // F, by which that is divided
) (
    input  logic RST,           // reset, which is not used
    input  logic STDBY,         // standby, likewise
    input  logic CLKI,          // input
    input  logic CLKFB,         // feedback
    input  logic PHASESEL0,     // these move the phase, which is not done
    input  logic PHASESEL1,     // likewise
    input  logic PHASEDIR,      // likewise
    input  logic PHASESTEP,     // likewise
    input  logic PHASELOADREG,  // likewise
    input  logic PLLWAKESYNC,   // likewise
    input  logic ENCLKOP,       // likewise
    output logic CLKOP,         // output
    output logic LOCK           // it is in step with the input
);

  localparam bit KNOWN = PLLRST_ENA == "DISABLED" && INTFB_WAKE == "DISABLED"
      && STDBY_ENABLE == "DISABLED" && DPHASE_SOURCE == "DISABLED" && OUTDIVIDER_MUXA == "DIVA"
      && CLKOP_ENABLE == "ENABLED" && FEEDBK_PATH == "CLKOP" && CLKOP_FPHASE == 0
      && CLKI_DIV >= 1 && CLKFB_DIV >= 1 && CLKOP_DIV >= 1 && CLKOP_CPHASE < CLKOP_DIV;

  logic [4:0] count_q;  // clocks from the start on
  logic unused;  // what does nothing here

  initial count_q = '0;
  always @(posedge CLKI) if (!(&count_q)) count_q <= count_q + 1'b1;

  assign CLKOP = CLKI;
  assign LOCK = KNOWN && (&count_q);
  assign unused = &{1'b0, RST, STDBY, CLKFB, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP,
      PHASELOADREG, PLLWAKESYNC, ENCLKOP};

endmodule

`default_nettype wire
