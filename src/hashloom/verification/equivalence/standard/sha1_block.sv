// SHA-1: a block of a message, as FIPS 180-4 writes it.
//
// The model that generated engines are proved equal to. It is written by hand from the standard and
// shares nothing with the generator: every word of every round stands for itself, nothing is
// reordered, shared or kept in a register.

`default_nettype none

module sha1_block (
  input  logic [31:0] H0, H1, H2, H3, H4,  // hash value H(i-1)
  input  logic [511:0] M,  // the block: word 0 in the highest bits
  output logic [31:0] N0, N1, N2, N3, N4   // hash value H(i)
);

  // ---- Functions (FIPS 180-4 sections 3.2 and 4.1.1) ----

  function automatic logic [31:0] ROTL(input logic [31:0] x, input int n);
    ROTL = (x << n) | (x >> (32 - n));
  endfunction

  function automatic logic [31:0] Ch(input logic [31:0] x, y, z);
    Ch = (x & y) ^ (~x & z);
  endfunction

  function automatic logic [31:0] Parity(input logic [31:0] x, y, z);
    Parity = x ^ y ^ z;
  endfunction

  function automatic logic [31:0] Maj(input logic [31:0] x, y, z);
    Maj = (x & y) ^ (x & z) ^ (y & z);
  endfunction

  // ---- 1. Message schedule (FIPS 180-4 section 6.1.2) ----

  for (genvar t = 0; t < 80; t++) begin : schedule
    logic [31:0] W;
    if (t < 16) begin : first
      assign schedule[t].W = M[(15 - t) * 32 +: 32];
    end else begin : later
      assign schedule[t].W = ROTL(
          schedule[t-3].W ^ schedule[t-8].W ^ schedule[t-14].W ^ schedule[t-16].W, 1);
    end
  end

  // ---- 2. and 3. Working variables and rounds; K of FIPS 180-4 section 4.2.1 ----

  for (genvar t = 0; t < 80; t++) begin : round
    logic [31:0] f, K, T;  // f(b, c, d), the constant, and the word that becomes a
    logic [31:0] a, b, c, d, e;  // before the round
    logic [31:0] c_next;  // b, rotated

    if (t == 0) begin : start
      assign round[t].a = H0;
      assign round[t].b = H1;
      assign round[t].c = H2;
      assign round[t].d = H3;
      assign round[t].e = H4;
    end else begin : further
      assign round[t].e = round[t-1].d;
      assign round[t].d = round[t-1].c;
      assign round[t].c = round[t-1].c_next;
      assign round[t].b = round[t-1].a;
      assign round[t].a = round[t-1].T;
    end

    if (t < 20) begin : to_19
      assign round[t].f = Ch(round[t].b, round[t].c, round[t].d);
      assign round[t].K = 32'h5a82_7999;
    end else if (t < 40) begin : to_39
      assign round[t].f = Parity(round[t].b, round[t].c, round[t].d);
      assign round[t].K = 32'h6ed9_eba1;
    end else if (t < 60) begin : to_59
      assign round[t].f = Maj(round[t].b, round[t].c, round[t].d);
      assign round[t].K = 32'h8f1b_bcdc;
    end else begin : to_79
      assign round[t].f = Parity(round[t].b, round[t].c, round[t].d);
      assign round[t].K = 32'hca62_c1d6;
    end

    assign T = ROTL(a, 5) + f + e + K + schedule[t].W;
    assign c_next = ROTL(b, 30);
  end

  // ---- 4. The next hash value: the working variables after the last round, and H(i-1) ----

  assign N0 = round[79].T + H0;
  assign N1 = round[79].a + H1;
  assign N2 = round[79].c_next + H2;
  assign N3 = round[79].c + H3;
  assign N4 = round[79].d + H4;

endmodule

`default_nettype wire
