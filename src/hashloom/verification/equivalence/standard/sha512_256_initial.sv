// Initial hash value H(0) of SHA-512/256 (FIPS 180-4 section 5.3.6.2).

`default_nettype none

module sha512_256_initial (
  output logic [63:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 64'h2231_2194_fc2b_f72c;
  assign H1 = 64'h9f55_5fa3_c84c_64c2;
  assign H2 = 64'h2393_b86b_6f53_b151;
  assign H3 = 64'h9638_7719_5940_eabd;
  assign H4 = 64'h9628_3ee2_a88e_ffe3;
  assign H5 = 64'hbe5e_1e25_5386_3992;
  assign H6 = 64'h2b01_99fc_2c85_b8aa;
  assign H7 = 64'h0eb7_2ddc_81c5_2ca2;

endmodule

`default_nettype wire
