// RIPEMD-160: a block of a message, as Dobbertin, Bosselaers and Preneel 1996 write it (appendix A;
// ISO/IEC 10118-3).
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every step stands for itself, nothing is
// reordered, shared or kept in a register. Step j has the index t. What the standard marks with a
// prime, the second line, has double letters: BB is its B', rr its r', KK its K'.

`default_nettype none

module ripemd160_block (
  input  logic [31:0] H0, H1, H2, H3, H4,  // h0 to h4 before the block
  input  logic [511:0] M,  // the block X: word 0 in the highest bits
  output logic [31:0] N0, N1, N2, N3, N4   // h0 to h4 after it
);

  // ---- Nonlinear functions at bit level ----

  function automatic logic [31:0] f(input int j, input logic [31:0] x, y, z);
    if (j < 16) f = x ^ y ^ z;
    else if (j < 32) f = (x & y) | (~x & z);
    else if (j < 48) f = (x | ~y) ^ z;
    else if (j < 64) f = (x & z) | (y & ~z);
    else f = x ^ (y | ~z);
  endfunction

  function automatic logic [31:0] rol(input int s, input logic [31:0] x);
    rol = (x << s) | (x >> (32 - s));
  endfunction

  // ---- Added constants ----

  function automatic logic [31:0] constant(input int j);
    if (j < 16) constant = 32'h0000_0000;
    else if (j < 32) constant = 32'h5a82_7999;  // 2^30 times the square root of 2
    else if (j < 48) constant = 32'h6ed9_eba1;  // of 3
    else if (j < 64) constant = 32'h8f1b_bcdc;  // of 5
    else constant = 32'ha953_fd4e;              // of 7
  endfunction

  function automatic logic [31:0] constant_of_second(input int j);
    if (j < 16) constant_of_second = 32'h50a2_8be6;       // 2^30 times the cube root of 2
    else if (j < 32) constant_of_second = 32'h5c4d_d124;  // of 3
    else if (j < 48) constant_of_second = 32'h6d70_3ef3;  // of 5
    else if (j < 64) constant_of_second = 32'h7a6d_76e9;  // of 7
    else constant_of_second = 32'h0000_0000;
  endfunction

  // ---- Selection of message word: r and r' of each step, the first one's in the highest bits ----

  localparam logic [319:0] R = {
    4'd0, 4'd1, 4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7,
    4'd8, 4'd9, 4'd10, 4'd11, 4'd12, 4'd13, 4'd14, 4'd15,
    4'd7, 4'd4, 4'd13, 4'd1, 4'd10, 4'd6, 4'd15, 4'd3,
    4'd12, 4'd0, 4'd9, 4'd5, 4'd2, 4'd14, 4'd11, 4'd8,
    4'd3, 4'd10, 4'd14, 4'd4, 4'd9, 4'd15, 4'd8, 4'd1,
    4'd2, 4'd7, 4'd0, 4'd6, 4'd13, 4'd11, 4'd5, 4'd12,
    4'd1, 4'd9, 4'd11, 4'd10, 4'd0, 4'd8, 4'd12, 4'd4,
    4'd13, 4'd3, 4'd7, 4'd15, 4'd14, 4'd5, 4'd6, 4'd2,
    4'd4, 4'd0, 4'd5, 4'd9, 4'd7, 4'd12, 4'd2, 4'd10,
    4'd14, 4'd1, 4'd3, 4'd8, 4'd11, 4'd6, 4'd15, 4'd13
  };

  localparam logic [319:0] RR = {
    4'd5, 4'd14, 4'd7, 4'd0, 4'd9, 4'd2, 4'd11, 4'd4,
    4'd13, 4'd6, 4'd15, 4'd8, 4'd1, 4'd10, 4'd3, 4'd12,
    4'd6, 4'd11, 4'd3, 4'd7, 4'd0, 4'd13, 4'd5, 4'd10,
    4'd14, 4'd15, 4'd8, 4'd12, 4'd4, 4'd9, 4'd1, 4'd2,
    4'd15, 4'd5, 4'd1, 4'd3, 4'd7, 4'd14, 4'd6, 4'd9,
    4'd11, 4'd8, 4'd12, 4'd2, 4'd10, 4'd0, 4'd4, 4'd13,
    4'd8, 4'd6, 4'd4, 4'd1, 4'd3, 4'd11, 4'd15, 4'd0,
    4'd5, 4'd12, 4'd2, 4'd13, 4'd9, 4'd7, 4'd10, 4'd14,
    4'd12, 4'd15, 4'd10, 4'd4, 4'd1, 4'd5, 4'd8, 4'd7,
    4'd6, 4'd2, 4'd13, 4'd14, 4'd0, 4'd3, 4'd9, 4'd11
  };

  // ---- Amount of rotation: s and s' of each step, the first one's in the highest bits ----

  localparam logic [319:0] S = {
    4'd11, 4'd14, 4'd15, 4'd12, 4'd5, 4'd8, 4'd7, 4'd9,
    4'd11, 4'd13, 4'd14, 4'd15, 4'd6, 4'd7, 4'd9, 4'd8,
    4'd7, 4'd6, 4'd8, 4'd13, 4'd11, 4'd9, 4'd7, 4'd15,
    4'd7, 4'd12, 4'd15, 4'd9, 4'd11, 4'd7, 4'd13, 4'd12,
    4'd11, 4'd13, 4'd6, 4'd7, 4'd14, 4'd9, 4'd13, 4'd15,
    4'd14, 4'd8, 4'd13, 4'd6, 4'd5, 4'd12, 4'd7, 4'd5,
    4'd11, 4'd12, 4'd14, 4'd15, 4'd14, 4'd15, 4'd9, 4'd8,
    4'd9, 4'd14, 4'd5, 4'd6, 4'd8, 4'd6, 4'd5, 4'd12,
    4'd9, 4'd15, 4'd5, 4'd11, 4'd6, 4'd8, 4'd13, 4'd12,
    4'd5, 4'd12, 4'd13, 4'd14, 4'd11, 4'd8, 4'd5, 4'd6
  };

  localparam logic [319:0] SS = {
    4'd8, 4'd9, 4'd9, 4'd11, 4'd13, 4'd15, 4'd15, 4'd5,
    4'd7, 4'd7, 4'd8, 4'd11, 4'd14, 4'd14, 4'd12, 4'd6,
    4'd9, 4'd13, 4'd15, 4'd7, 4'd12, 4'd8, 4'd9, 4'd11,
    4'd7, 4'd7, 4'd12, 4'd7, 4'd6, 4'd15, 4'd13, 4'd11,
    4'd9, 4'd7, 4'd15, 4'd11, 4'd8, 4'd6, 4'd6, 4'd14,
    4'd12, 4'd13, 4'd5, 4'd14, 4'd13, 4'd13, 4'd7, 4'd5,
    4'd15, 4'd5, 4'd8, 4'd11, 4'd14, 4'd14, 4'd6, 4'd14,
    4'd6, 4'd9, 4'd12, 4'd9, 4'd12, 4'd5, 4'd15, 4'd8,
    4'd8, 4'd5, 4'd12, 4'd9, 4'd12, 4'd5, 4'd14, 4'd6,
    4'd8, 4'd13, 4'd6, 4'd5, 4'd15, 4'd13, 4'd11, 4'd11
  };

  // ---- The two lines ----

  for (genvar t = 0; t < 80; t++) begin : round
    localparam logic [3:0] r = R[(79 - t) * 4 +: 4];
    localparam logic [3:0] rr = RR[(79 - t) * 4 +: 4];
    localparam logic [3:0] s = S[(79 - t) * 4 +: 4];
    localparam logic [3:0] ss = SS[(79 - t) * 4 +: 4];
    logic [31:0] A, B, C, D, E;  // before the step
    logic [31:0] AA, BB, CC, DD, EE;
    logic [31:0] Xr, K, fj, sum;  // X[r], K(j), f(j, B, C, D), and what is rotated
    logic [31:0] Xrr, KK, ffj, sum_2;
    logic [31:0] T, TT;  // the next B
    logic [31:0] D_next, DD_next;

    if (t == 0) begin : start
      assign round[t].A = H0;
      assign round[t].B = H1;
      assign round[t].C = H2;
      assign round[t].D = H3;
      assign round[t].E = H4;
      assign round[t].AA = H0;
      assign round[t].BB = H1;
      assign round[t].CC = H2;
      assign round[t].DD = H3;
      assign round[t].EE = H4;
    end else begin : further
      assign round[t].A = round[t-1].E;
      assign round[t].E = round[t-1].D;
      assign round[t].D = round[t-1].D_next;
      assign round[t].C = round[t-1].B;
      assign round[t].B = round[t-1].T;
      assign round[t].AA = round[t-1].EE;
      assign round[t].EE = round[t-1].DD;
      assign round[t].DD = round[t-1].DD_next;
      assign round[t].CC = round[t-1].BB;
      assign round[t].BB = round[t-1].TT;
    end

    assign Xr = M[(15 - r) * 32 +: 32];
    assign K = constant(t);
    assign fj = f(t, B, C, D);
    assign sum = A + fj + Xr + K;
    assign T = rol(32'(s), sum) + E;
    assign D_next = rol(10, C);

    assign Xrr = M[(15 - rr) * 32 +: 32];
    assign KK = constant_of_second(t);
    assign ffj = f(79 - t, BB, CC, DD);
    assign sum_2 = AA + ffj + Xrr + KK;
    assign TT = rol(32'(ss), sum_2) + EE;
    assign DD_next = rol(10, CC);
  end

  // ---- The next h0 to h4, of the variables after the last step ----

  assign N0 = H1 + round[79].B + round[79].DD_next;
  assign N1 = H2 + round[79].D_next + round[79].DD;
  assign N2 = H3 + round[79].D + round[79].EE;
  assign N3 = H4 + round[79].E + round[79].TT;
  assign N4 = H0 + round[79].T + round[79].BB;

endmodule

`default_nettype wire
