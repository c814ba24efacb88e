// Initial hash value H(0) of SHA-256 (FIPS 180-4 section 5.3.3).

`default_nettype none

module sha256_initial (
  output logic [31:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 32'h6a09_e667;
  assign H1 = 32'hbb67_ae85;
  assign H2 = 32'h3c6e_f372;
  assign H3 = 32'ha54f_f53a;
  assign H4 = 32'h510e_527f;
  assign H5 = 32'h9b05_688c;
  assign H6 = 32'h1f83_d9ab;
  assign H7 = 32'h5be0_cd19;

endmodule

`default_nettype wire
