// Initial hash value H(0) of SHA-384 (FIPS 180-4 section 5.3.4).

`default_nettype none

module sha384_initial (
  output logic [63:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 64'hcbbb_9d5d_c105_9ed8;
  assign H1 = 64'h629a_292a_367c_d507;
  assign H2 = 64'h9159_015a_3070_dd17;
  assign H3 = 64'h152f_ecd8_f70e_5939;
  assign H4 = 64'h6733_2667_ffc0_0b31;
  assign H5 = 64'h8eb4_4a87_6858_1511;
  assign H6 = 64'hdb0c_2e0d_64f9_8fa7;
  assign H7 = 64'h47b5_481d_befa_4fa4;

endmodule

`default_nettype wire
