// Initial hash value H(0) of SHA-512/224 (FIPS 180-4 section 5.3.6.1).

`default_nettype none

module sha512_224_initial (
  output logic [63:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 64'h8c3d_37c8_1954_4da2;
  assign H1 = 64'h73e1_9966_89dc_d4d6;
  assign H2 = 64'h1dfa_b7ae_32ff_9c82;
  assign H3 = 64'h679d_d514_582f_9fcf;
  assign H4 = 64'h0f6d_2b69_7bd4_4da8;
  assign H5 = 64'h77e3_6f73_04c4_8942;
  assign H6 = 64'h3f9d_85a8_6a1d_36c8;
  assign H7 = 64'h1112_e6ad_91d6_92a1;

endmodule

`default_nettype wire
