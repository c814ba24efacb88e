// Simulation model of the ECP5 carry cell, which adds two bits.
//
// Each half has a look-up table over {D, C, B, A}. Its output propagates the carry; where it does
// not propagate, the carry out is the same table at C = D = 0. INJECT1 = "YES" keeps the carry
// out of the half's sum and lets the half generate none. Never synthesised: the tools know the
// cell.

`default_nettype none

module CCU2C #(
    parameter logic [15:0] INIT0 = 16'h0000,  // table of the lower half
    parameter logic [15:0] INIT1 = 16'h0000,  // table of the upper half
    parameter INJECT1_0 = "YES",              // "NO" for a lower half that adds
    parameter INJECT1_1 = "YES"               // "NO" for an upper half that adds
) (
    input  logic CIN,   // carry in
    input  logic A0,    // lower half: first operand
    input  logic B0,    // lower half
    input  logic C0,    // lower half
    input  logic D0,    // lower half
    input  logic A1,    // upper half: first operand
    input  logic B1,    // upper half
    input  logic C1,    // upper half
    input  logic D1,    // upper half
    output logic S0,    // lower sum bit
    output logic S1,    // upper sum bit
    output logic COUT   // carry out
);
  localparam bit ADDS0 = INJECT1_0 == "NO";
  localparam bit ADDS1 = INJECT1_1 == "NO";

  logic propagate0, propagate1, generate0, generate1, carry1;

  assign propagate0 = INIT0[{D0, C0, B0, A0}];
  assign propagate1 = INIT1[{D1, C1, B1, A1}];
  assign generate0 = ADDS0 & INIT0[{2'b00, B0, A0}];
  assign generate1 = ADDS1 & INIT1[{2'b00, B1, A1}];
  assign S0 = propagate0 ^ (ADDS0 & CIN);
  assign carry1 = propagate0 ? CIN : generate0;
  assign S1 = propagate1 ^ (ADDS1 & carry1);
  assign COUT = propagate1 ? carry1 : generate1;
endmodule

`default_nettype wire
