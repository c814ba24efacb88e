// Initial hash value H(0) of SHA-224 (FIPS 180-4 section 5.3.2).

`default_nettype none

module sha224_initial (
  output logic [31:0] H0, H1, H2, H3, H4, H5, H6, H7  // words of H(0)
);

  assign H0 = 32'hc105_9ed8;
  assign H1 = 32'h367c_d507;
  assign H2 = 32'h3070_dd17;
  assign H3 = 32'hf70e_5939;
  assign H4 = 32'hffc0_0b31;
  assign H5 = 32'h6858_1511;
  assign H6 = 32'h64f9_8fa7;
  assign H7 = 32'hbefa_4fa4;

endmodule

`default_nettype wire
