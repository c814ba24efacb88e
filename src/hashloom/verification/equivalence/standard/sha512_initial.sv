// Initial hash value H(0) of SHA-512 (FIPS 180-4 section 5.3.5).

`default_nettype none

module sha512_initial (
  output logic [63:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 64'h6a09_e667_f3bc_c908;
  assign H1 = 64'hbb67_ae85_84ca_a73b;
  assign H2 = 64'h3c6e_f372_fe94_f82b;
  assign H3 = 64'ha54f_f53a_5f1d_36f1;
  assign H4 = 64'h510e_527f_ade6_82d1;
  assign H5 = 64'h9b05_688c_2b3e_6c1f;
  assign H6 = 64'h1f83_d9ab_fb41_bd6b;
  assign H7 = 64'h5be0_cd19_137e_2179;

endmodule

`default_nettype wire
