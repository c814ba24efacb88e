// MD5: a block of a message, as RFC 1321 writes it.
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every operation stands for itself, nothing is
// reordered, shared or kept in a register. Operation i of the RFC, of 1 to 64, has the index
// t = i - 1, and T[t] is its T[i]. Each is written as [abcd k s i]: the variables take turns.

`default_nettype none

module md5_block (
  input  logic [31:0] H0, H1, H2, H3,  // A, B, C, D before the block
  input  logic [511:0] M,  // the block X: word 0 in the highest bits
  output logic [31:0] N0, N1, N2, N3   // A, B, C, D after it
);

  // ---- Functions (RFC 1321 sections 2 and 3.4) ----

  function automatic logic [31:0] ROTL(input logic [31:0] x, input int n);  // x <<< n
    ROTL = (x << n) | (x >> (32 - n));
  endfunction

  function automatic logic [31:0] F(input logic [31:0] x, y, z);
    F = (x & y) | (~x & z);
  endfunction

  function automatic logic [31:0] G(input logic [31:0] x, y, z);
    G = (x & z) | (y & ~z);
  endfunction

  function automatic logic [31:0] H(input logic [31:0] x, y, z);
    H = x ^ y ^ z;
  endfunction

  function automatic logic [31:0] I(input logic [31:0] x, y, z);
    I = y ^ (x | ~z);
  endfunction

  // ---- T (section 3.4): T[1] in the highest bits ----

  localparam logic [2047:0] CONSTANTS = {
    32'hd76a_a478, 32'he8c7_b756, 32'h2420_70db, 32'hc1bd_ceee,
    32'hf57c_0faf, 32'h4787_c62a, 32'ha830_4613, 32'hfd46_9501,
    32'h6980_98d8, 32'h8b44_f7af, 32'hffff_5bb1, 32'h895c_d7be,
    32'h6b90_1122, 32'hfd98_7193, 32'ha679_438e, 32'h49b4_0821,
    32'hf61e_2562, 32'hc040_b340, 32'h265e_5a51, 32'he9b6_c7aa,
    32'hd62f_105d, 32'h0244_1453, 32'hd8a1_e681, 32'he7d3_fbc8,
    32'h21e1_cde6, 32'hc337_07d6, 32'hf4d5_0d87, 32'h455a_14ed,
    32'ha9e3_e905, 32'hfcef_a3f8, 32'h676f_02d9, 32'h8d2a_4c8a,
    32'hfffa_3942, 32'h8771_f681, 32'h6d9d_6122, 32'hfde5_380c,
    32'ha4be_ea44, 32'h4bde_cfa9, 32'hf6bb_4b60, 32'hbebf_bc70,
    32'h289b_7ec6, 32'heaa1_27fa, 32'hd4ef_3085, 32'h0488_1d05,
    32'hd9d4_d039, 32'he6db_99e5, 32'h1fa2_7cf8, 32'hc4ac_5665,
    32'hf429_2244, 32'h432a_ff97, 32'hab94_23a7, 32'hfc93_a039,
    32'h655b_59c3, 32'h8f0c_cc92, 32'hffef_f47d, 32'h8584_5dd1,
    32'h6fa8_7e4f, 32'hfe2c_e6e0, 32'ha301_4314, 32'h4e08_11a1,
    32'hf753_7e82, 32'hbd3a_f235, 32'h2ad7_d2bb, 32'heb86_d391
  };

  // ---- k and s of each operation (section 3.4), the first one's in the highest bits ----

  localparam logic [255:0] WORDS = {
    4'd0, 4'd1, 4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7,
    4'd8, 4'd9, 4'd10, 4'd11, 4'd12, 4'd13, 4'd14, 4'd15,
    4'd1, 4'd6, 4'd11, 4'd0, 4'd5, 4'd10, 4'd15, 4'd4,
    4'd9, 4'd14, 4'd3, 4'd8, 4'd13, 4'd2, 4'd7, 4'd12,
    4'd5, 4'd8, 4'd11, 4'd14, 4'd1, 4'd4, 4'd7, 4'd10,
    4'd13, 4'd0, 4'd3, 4'd6, 4'd9, 4'd12, 4'd15, 4'd2,
    4'd0, 4'd7, 4'd14, 4'd5, 4'd12, 4'd3, 4'd10, 4'd1,
    4'd8, 4'd15, 4'd6, 4'd13, 4'd4, 4'd11, 4'd2, 4'd9
  };

  localparam logic [319:0] SHIFTS = {
    {4{5'd7, 5'd12, 5'd17, 5'd22}},
    {4{5'd5, 5'd9, 5'd14, 5'd20}},
    {4{5'd4, 5'd11, 5'd16, 5'd23}},
    {4{5'd6, 5'd10, 5'd15, 5'd21}}
  };

  // ---- Step 4 (section 3.4) ----

  for (genvar t = 0; t < 64; t++) begin : round
    localparam logic [3:0] k = WORDS[(63 - t) * 4 +: 4];
    localparam logic [4:0] s = SHIFTS[(63 - t) * 5 +: 5];
    logic [31:0] Xk, T, f, sum;  // X[k], T[i], the function of b, c, d, and what is rotated
    logic [31:0] a, b, c, d;  // before the operation
    logic [31:0] b_next;  // the new value of a, the next operation's b

    if (t == 0) begin : start
      assign round[t].a = H0;
      assign round[t].b = H1;
      assign round[t].c = H2;
      assign round[t].d = H3;
    end else begin : further
      assign round[t].a = round[t-1].d;
      assign round[t].d = round[t-1].c;
      assign round[t].c = round[t-1].b;
      assign round[t].b = round[t-1].b_next;
    end

    if (t < 16) begin : round_1
      assign round[t].f = F(round[t].b, round[t].c, round[t].d);
    end else if (t < 32) begin : round_2
      assign round[t].f = G(round[t].b, round[t].c, round[t].d);
    end else if (t < 48) begin : round_3
      assign round[t].f = H(round[t].b, round[t].c, round[t].d);
    end else begin : round_4
      assign round[t].f = I(round[t].b, round[t].c, round[t].d);
    end

    assign Xk = M[(15 - k) * 32 +: 32];
    assign T = CONSTANTS[(63 - t) * 32 +: 32];
    assign sum = a + f + Xk + T;
    assign b_next = b + ROTL(sum, 32'(s));
  end

  // ---- The next A, B, C, D: the variables after the last operation, and those before ----

  assign N0 = round[63].d + H0;
  assign N1 = round[63].b_next + H1;
  assign N2 = round[63].b + H2;
  assign N3 = round[63].c + H3;

endmodule

`default_nettype wire
