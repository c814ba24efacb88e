// SHA-256 and SHA-224: a block of a message, as FIPS 180-4 writes it.
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every round stands for itself, nothing is
// reordered, shared or kept in a register. After round t the working variables have the index t;
// before round 0 they have the index -1, here `start`.

`default_nettype none

module sha256_block (
  input  logic [31:0] H0, H1, H2, H3, H4, H5, H6, H7,  // hash value H(i-1)
  input  logic [511:0] M,  // the block: word 0 in the highest bits
  output logic [31:0] N0, N1, N2, N3, N4, N5, N6, N7   // hash value H(i)
);

  // ---- Functions (FIPS 180-4 sections 3.2 and 4.1.2) ----

  function automatic logic [31:0] ROTR(input logic [31:0] x, input int n);
    ROTR = (x >> n) | (x << (32 - n));
  endfunction

  function automatic logic [31:0] SHR(input logic [31:0] x, input int n);
    SHR = x >> n;
  endfunction

  function automatic logic [31:0] Ch(input logic [31:0] x, y, z);
    Ch = (x & y) ^ (~x & z);
  endfunction

  function automatic logic [31:0] Maj(input logic [31:0] x, y, z);
    Maj = (x & y) ^ (x & z) ^ (y & z);
  endfunction

  function automatic logic [31:0] Sigma0(input logic [31:0] x);
    Sigma0 = ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22);
  endfunction

  function automatic logic [31:0] Sigma1(input logic [31:0] x);
    Sigma1 = ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25);
  endfunction

  function automatic logic [31:0] sigma0(input logic [31:0] x);
    sigma0 = ROTR(x, 7) ^ ROTR(x, 18) ^ SHR(x, 3);
  endfunction

  function automatic logic [31:0] sigma1(input logic [31:0] x);
    sigma1 = ROTR(x, 17) ^ ROTR(x, 19) ^ SHR(x, 10);
  endfunction

  // ---- Constants (FIPS 180-4 section 4.2.2): K[0] in the highest bits ----

  localparam logic [2047:0] CONSTANTS = {
    32'h428a_2f98, 32'h7137_4491, 32'hb5c0_fbcf, 32'he9b5_dba5,
    32'h3956_c25b, 32'h59f1_11f1, 32'h923f_82a4, 32'hab1c_5ed5,
    32'hd807_aa98, 32'h1283_5b01, 32'h2431_85be, 32'h550c_7dc3,
    32'h72be_5d74, 32'h80de_b1fe, 32'h9bdc_06a7, 32'hc19b_f174,
    32'he49b_69c1, 32'hefbe_4786, 32'h0fc1_9dc6, 32'h240c_a1cc,
    32'h2de9_2c6f, 32'h4a74_84aa, 32'h5cb0_a9dc, 32'h76f9_88da,
    32'h983e_5152, 32'ha831_c66d, 32'hb003_27c8, 32'hbf59_7fc7,
    32'hc6e0_0bf3, 32'hd5a7_9147, 32'h06ca_6351, 32'h1429_2967,
    32'h27b7_0a85, 32'h2e1b_2138, 32'h4d2c_6dfc, 32'h5338_0d13,
    32'h650a_7354, 32'h766a_0abb, 32'h81c2_c92e, 32'h9272_2c85,
    32'ha2bf_e8a1, 32'ha81a_664b, 32'hc24b_8b70, 32'hc76c_51a3,
    32'hd192_e819, 32'hd699_0624, 32'hf40e_3585, 32'h106a_a070,
    32'h19a4_c116, 32'h1e37_6c08, 32'h2748_774c, 32'h34b0_bcb5,
    32'h391c_0cb3, 32'h4ed8_aa4a, 32'h5b9c_ca4f, 32'h682e_6ff3,
    32'h748f_82ee, 32'h78a5_636f, 32'h84c8_7814, 32'h8cc7_0208,
    32'h90be_fffa, 32'ha450_6ceb, 32'hbef9_a3f7, 32'hc671_78f2
  };

  // ---- 1. Message schedule (FIPS 180-4 section 6.2.2) ----

  for (genvar t = 0; t < 64; t++) begin : schedule
    logic [31:0] W;
    if (t < 16) begin : first
      assign schedule[t].W = M[(15 - t) * 32 +: 32];
    end else begin : later
      logic [31:0] s1, s0;
      assign s1 = sigma1(schedule[t-2].W);
      assign s0 = sigma0(schedule[t-15].W);
      assign schedule[t].W = s1 + schedule[t-7].W + s0 + schedule[t-16].W;
    end
  end

  // ---- 2. and 3. Working variables and rounds ----

  for (genvar t = 0; t < 64; t++) begin : round
    logic [31:0] K, S1, C, T1, S0, J, T2;  // see below
    logic [31:0] a, b, c, d, e, f, g, h;  // before the round
    logic [31:0] a_next, e_next;

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

    assign K = CONSTANTS[(63 - t) * 32 +: 32];
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

  assign N0 = round[63].a_next + H0;
  assign N1 = round[63].a + H1;
  assign N2 = round[63].b + H2;
  assign N3 = round[63].c + H3;
  assign N4 = round[63].e_next + H4;
  assign N5 = round[63].e + H5;
  assign N6 = round[63].f + H6;
  assign N7 = round[63].g + H7;

endmodule

`default_nettype wire
