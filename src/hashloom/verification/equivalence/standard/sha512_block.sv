// SHA-512, SHA-384 and SHA-512/t: a block of a message, as FIPS 180-4 writes it.
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every round stands for itself, nothing is
// reordered, shared or kept in a register. After round t the working variables have the index t;
// before round 0 they have the index -1, here `start`.

`default_nettype none

module sha512_block (
  input  logic [63:0] H0, H1, H2, H3, H4, H5, H6, H7,  // hash value H(i-1)
  input  logic [1023:0] M,  // the block: word 0 in the highest bits
  output logic [63:0] N0, N1, N2, N3, N4, N5, N6, N7   // hash value H(i)
);

  // ---- Functions (FIPS 180-4 sections 3.2 and 4.1.3) ----

  function automatic logic [63:0] ROTR(input logic [63:0] x, input int n);
    ROTR = (x >> n) | (x << (64 - n));
  endfunction

  function automatic logic [63:0] SHR(input logic [63:0] x, input int n);
    SHR = x >> n;
  endfunction

  function automatic logic [63:0] Ch(input logic [63:0] x, y, z);
    Ch = (x & y) ^ (~x & z);
  endfunction

  function automatic logic [63:0] Maj(input logic [63:0] x, y, z);
    Maj = (x & y) ^ (x & z) ^ (y & z);
  endfunction

  function automatic logic [63:0] Sigma0(input logic [63:0] x);
    Sigma0 = ROTR(x, 28) ^ ROTR(x, 34) ^ ROTR(x, 39);
  endfunction

  function automatic logic [63:0] Sigma1(input logic [63:0] x);
    Sigma1 = ROTR(x, 14) ^ ROTR(x, 18) ^ ROTR(x, 41);
  endfunction

  function automatic logic [63:0] sigma0(input logic [63:0] x);
    sigma0 = ROTR(x, 1) ^ ROTR(x, 8) ^ SHR(x, 7);
  endfunction

  function automatic logic [63:0] sigma1(input logic [63:0] x);
    sigma1 = ROTR(x, 19) ^ ROTR(x, 61) ^ SHR(x, 6);
  endfunction

  // ---- Constants (FIPS 180-4 section 4.2.3): K[0] in the highest bits ----

  localparam logic [5119:0] CONSTANTS = {
    64'h428a_2f98_d728_ae22, 64'h7137_4491_23ef_65cd,
    64'hb5c0_fbcf_ec4d_3b2f, 64'he9b5_dba5_8189_dbbc,
    64'h3956_c25b_f348_b538, 64'h59f1_11f1_b605_d019,
    64'h923f_82a4_af19_4f9b, 64'hab1c_5ed5_da6d_8118,
    64'hd807_aa98_a303_0242, 64'h1283_5b01_4570_6fbe,
    64'h2431_85be_4ee4_b28c, 64'h550c_7dc3_d5ff_b4e2,
    64'h72be_5d74_f27b_896f, 64'h80de_b1fe_3b16_96b1,
    64'h9bdc_06a7_25c7_1235, 64'hc19b_f174_cf69_2694,
    64'he49b_69c1_9ef1_4ad2, 64'hefbe_4786_384f_25e3,
    64'h0fc1_9dc6_8b8c_d5b5, 64'h240c_a1cc_77ac_9c65,
    64'h2de9_2c6f_592b_0275, 64'h4a74_84aa_6ea6_e483,
    64'h5cb0_a9dc_bd41_fbd4, 64'h76f9_88da_8311_53b5,
    64'h983e_5152_ee66_dfab, 64'ha831_c66d_2db4_3210,
    64'hb003_27c8_98fb_213f, 64'hbf59_7fc7_beef_0ee4,
    64'hc6e0_0bf3_3da8_8fc2, 64'hd5a7_9147_930a_a725,
    64'h06ca_6351_e003_826f, 64'h1429_2967_0a0e_6e70,
    64'h27b7_0a85_46d2_2ffc, 64'h2e1b_2138_5c26_c926,
    64'h4d2c_6dfc_5ac4_2aed, 64'h5338_0d13_9d95_b3df,
    64'h650a_7354_8baf_63de, 64'h766a_0abb_3c77_b2a8,
    64'h81c2_c92e_47ed_aee6, 64'h9272_2c85_1482_353b,
    64'ha2bf_e8a1_4cf1_0364, 64'ha81a_664b_bc42_3001,
    64'hc24b_8b70_d0f8_9791, 64'hc76c_51a3_0654_be30,
    64'hd192_e819_d6ef_5218, 64'hd699_0624_5565_a910,
    64'hf40e_3585_5771_202a, 64'h106a_a070_32bb_d1b8,
    64'h19a4_c116_b8d2_d0c8, 64'h1e37_6c08_5141_ab53,
    64'h2748_774c_df8e_eb99, 64'h34b0_bcb5_e19b_48a8,
    64'h391c_0cb3_c5c9_5a63, 64'h4ed8_aa4a_e341_8acb,
    64'h5b9c_ca4f_7763_e373, 64'h682e_6ff3_d6b2_b8a3,
    64'h748f_82ee_5def_b2fc, 64'h78a5_636f_4317_2f60,
    64'h84c8_7814_a1f0_ab72, 64'h8cc7_0208_1a64_39ec,
    64'h90be_fffa_2363_1e28, 64'ha450_6ceb_de82_bde9,
    64'hbef9_a3f7_b2c6_7915, 64'hc671_78f2_e372_532b,
    64'hca27_3ece_ea26_619c, 64'hd186_b8c7_21c0_c207,
    64'heada_7dd6_cde0_eb1e, 64'hf57d_4f7f_ee6e_d178,
    64'h06f0_67aa_7217_6fba, 64'h0a63_7dc5_a2c8_98a6,
    64'h113f_9804_bef9_0dae, 64'h1b71_0b35_131c_471b,
    64'h28db_77f5_2304_7d84, 64'h32ca_ab7b_40c7_2493,
    64'h3c9e_be0a_15c9_bebc, 64'h431d_67c4_9c10_0d4c,
    64'h4cc5_d4be_cb3e_42b6, 64'h597f_299c_fc65_7e2a,
    64'h5fcb_6fab_3ad6_faec, 64'h6c44_198c_4a47_5817
  };

  // ---- 1. Message schedule (FIPS 180-4 section 6.4.2) ----

  for (genvar t = 0; t < 80; t++) begin : schedule
    logic [63:0] W;
    if (t < 16) begin : first
      assign schedule[t].W = M[(15 - t) * 64 +: 64];
    end else begin : later
      logic [63:0] s1, s0;
      assign s1 = sigma1(schedule[t-2].W);
      assign s0 = sigma0(schedule[t-15].W);
      assign schedule[t].W = s1 + schedule[t-7].W + s0 + schedule[t-16].W;
    end
  end

  // ---- 2. and 3. Working variables and rounds ----

  for (genvar t = 0; t < 80; t++) begin : round
    logic [63:0] K, S1, C, T1, S0, J, T2;  // see below
    logic [63:0] a, b, c, d, e, f, g, h;  // before the round
    logic [63:0] a_next, e_next;

    if (t == 0) begin : start
      assign round[t].a = H0;
      assign round[t].b = H1;
      assign round[t].c = H2;
      assign round[t].d = H3;
      assign round[t].e = H4;
      assign round[t].f = H5;
      assign round[t].g = H6;
      assign round[t].h = H7;
    end else begin : further
      assign round[t].h = round[t-1].g;
      assign round[t].g = round[t-1].f;
      assign round[t].f = round[t-1].e;
      assign round[t].e = round[t-1].e_next;
      assign round[t].d = round[t-1].c;
      assign round[t].c = round[t-1].b;
      assign round[t].b = round[t-1].a;
      assign round[t].a = round[t-1].a_next;
    end

    assign K = CONSTANTS[(79 - t) * 64 +: 64];
    // S1, C, S0, J: Sigma1(e), Ch(e, f, g), Sigma0(a), Maj(a, b, c)
    assign S1 = Sigma1(e);
    assign C = Ch(e, f, g);
    assign T1 = h + S1 + C + K + schedule[t].W;
    assign S0 = Sigma0(a);
    assign J = Maj(a, b, c);
    assign T2 = S0 + J;
    assign e_next = d + T1;
    assign a_next = T1 + T2;
  end

  // ---- 4. The next hash value: the working variables after the last round, and H(i-1) ----

  assign N0 = round[79].a_next + H0;
  assign N1 = round[79].a + H1;
  assign N2 = round[79].b + H2;
  assign N3 = round[79].c + H3;
  assign N4 = round[79].e_next + H4;
  assign N5 = round[79].e + H5;
  assign N6 = round[79].f + H6;
  assign N7 = round[79].g + H7;

endmodule

`default_nettype wire
