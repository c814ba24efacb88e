// SM3: a block of a message, as GB/T 32905-2016 writes it.
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every round stands for itself, nothing is
// reordered, shared or kept in a register. What the standard calls j is t here.

`default_nettype none

module sm3_block (
  input  logic [31:0] H0, H1, H2, H3, H4, H5, H6, H7,  // V(i)
  input  logic [511:0] M,  // the block B(i): word 0 in the highest bits
  output logic [31:0] N0, N1, N2, N3, N4, N5, N6, N7   // V(i+1)
);

  // ---- Functions (GB/T 32905-2016 sections 3, 4.3 and 4.4) ----

  function automatic logic [31:0] ROTL(input logic [31:0] x, input int n);  // x <<< n
    ROTL = (x << n) | (x >> (32 - n));
  endfunction

  function automatic logic [31:0] FF_first(input logic [31:0] x, y, z);  // j from 0 to 15
    FF_first = x ^ y ^ z;
  endfunction

  function automatic logic [31:0] FF_later(input logic [31:0] x, y, z);  // j from 16 to 63
    FF_later = (x & y) | (x & z) | (y & z);
  endfunction

  function automatic logic [31:0] GG_first(input logic [31:0] x, y, z);  // j from 0 to 15
    GG_first = x ^ y ^ z;
  endfunction

  function automatic logic [31:0] GG_later(input logic [31:0] x, y, z);  // j from 16 to 63
    GG_later = (x & y) | (~x & z);
  endfunction

  function automatic logic [31:0] P0(input logic [31:0] x);
    P0 = x ^ ROTL(x, 9) ^ ROTL(x, 17);
  endfunction

  function automatic logic [31:0] P1(input logic [31:0] x);
    P1 = x ^ ROTL(x, 15) ^ ROTL(x, 23);
  endfunction

  // ---- Message expansion (section 5.3.2) ----

  for (genvar t = 0; t < 68; t++) begin : schedule
    logic [31:0] W;
    if (t < 16) begin : first
      assign schedule[t].W = M[(15 - t) * 32 +: 32];
    end else begin : later
      assign schedule[t].W =
          P1(schedule[t-16].W ^ schedule[t-9].W ^ ROTL(schedule[t-3].W, 15))
          ^ ROTL(schedule[t-13].W, 7) ^ schedule[t-6].W;
    end
  end

  // ---- Compression function (section 5.3.3) ----

  for (genvar t = 0; t < 64; t++) begin : round
    logic [31:0] W_dash;  // W'
    logic [31:0] T;  // the constant (section 4.2), rotated as the round has it
    logic [31:0] SS1, SS2, FF, GG, TT1, TT2;  // FF(A, B, C), GG(E, F, G)
    logic [31:0] A, B, C, D, E, F, G, H;  // before the round
    logic [31:0] C_next, E_next, G_next;  // after it; A is TT1

    if (t == 0) begin : start
      assign round[t].A = H0;
      assign round[t].B = H1;
      assign round[t].C = H2;
      assign round[t].D = H3;
      assign round[t].E = H4;
      assign round[t].F = H5;
      assign round[t].G = H6;
      assign round[t].H = H7;
    end else begin : further
      assign round[t].D = round[t-1].C;
      assign round[t].C = round[t-1].C_next;
      assign round[t].B = round[t-1].A;
      assign round[t].A = round[t-1].TT1;
      assign round[t].H = round[t-1].G;
      assign round[t].G = round[t-1].G_next;
      assign round[t].F = round[t-1].E;
      assign round[t].E = round[t-1].E_next;
    end

    if (t < 16) begin : to_15
      assign round[t].T = ROTL(32'h79cc_4519, t % 32);
      assign round[t].FF = FF_first(round[t].A, round[t].B, round[t].C);
      assign round[t].GG = GG_first(round[t].E, round[t].F, round[t].G);
    end else begin : to_63
      assign round[t].T = ROTL(32'h7a87_9d8a, t % 32);
      assign round[t].FF = FF_later(round[t].A, round[t].B, round[t].C);
      assign round[t].GG = GG_later(round[t].E, round[t].F, round[t].G);
    end

    assign W_dash = schedule[t].W ^ schedule[t+4].W;
    assign SS1 = ROTL(ROTL(A, 12) + E + T, 7);
    assign SS2 = SS1 ^ ROTL(A, 12);
    assign TT1 = FF + D + SS2 + W_dash;
    assign TT2 = GG + H + SS1 + schedule[t].W;
    assign C_next = ROTL(B, 9);
    assign G_next = ROTL(F, 19);
    assign E_next = P0(TT2);
  end

  // ---- V(i+1): the working variables after the last round, and V(i) ----

  assign N0 = round[63].TT1 ^ H0;
  assign N1 = round[63].A ^ H1;
  assign N2 = round[63].C_next ^ H2;
  assign N3 = round[63].C ^ H3;
  assign N4 = round[63].E_next ^ H4;
  assign N5 = round[63].E ^ H5;
  assign N6 = round[63].G_next ^ H6;
  assign N7 = round[63].G ^ H7;

endmodule

`default_nettype wire
