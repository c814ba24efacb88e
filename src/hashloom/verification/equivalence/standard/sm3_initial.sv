// Initial value V(0) of SM3 (GB/T 32905-2016 section 4.1).

`default_nettype none

module sm3_initial (
  output logic [31:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of V(0)
);

  assign H0 = 32'h7380_166f;
  assign H1 = 32'h4914_b2b9;
  assign H2 = 32'h1724_42d7;
  assign H3 = 32'hda8a_0600;
  assign H4 = 32'ha96f_30bc;
  assign H5 = 32'h1631_38aa;
  assign H6 = 32'he38d_ee4d;
  assign H7 = 32'hb0fb_0e4e;

endmodule

`default_nettype wire
