// Initial value of RIPEMD-160 (Dobbertin, Bosselaers and Preneel 1996, appendix A).

`default_nettype none

module ripemd160_initial (
  output logic [31:0] H0, H1, H2, H3, H4  // h0 to h4
);

  assign H0 = 32'h6745_2301;
  assign H1 = 32'hefcd_ab89;
  assign H2 = 32'h98ba_dcfe;
  assign H3 = 32'h1032_5476;
  assign H4 = 32'hc3d2_e1f0;

endmodule

`default_nettype wire
