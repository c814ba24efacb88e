// Initial value of the buffer of MD5 (RFC 1321 section 3.3).

`default_nettype none

module md5_initial (
  output logic [31:0] H0, H1, H2, H3  // A, B, C, D
);

  assign H0 = 32'h6745_2301;  // bytes 01 23 45 67, the low one first
  assign H1 = 32'hefcd_ab89;
  assign H2 = 32'h98ba_dcfe;
  assign H3 = 32'h1032_5476;

endmodule

`default_nettype wire
