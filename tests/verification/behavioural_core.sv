// A message core written the plain way, for simulation only: whole blocks in one clock.
//
// It has the ports of every message core, so that the drivers and checks can be tried without a
// real core, and FAULT makes it wrong in ways a check must notice.
`default_nettype none
module behavioural_core #(
    parameter int WORD = 32,              // bits of a word: 32 or 64
    parameter int DIGEST_BYTES = 32,      // with WORD, names the hash of FIPS 180-4
    parameter int CONTEXTS = 1,           // messages in flight
    parameter int WIDTH = 32,             // bits of a beat, on both streams
    parameter int CLOCKS_PER_BLOCK = 20,  // clocks for which a context is busy after each block
    parameter int FAULT = 0               // 0 none; for the others see the uses of FAULT below
) (
    input wire logic clk,                     // the only clock
    input wire logic rst,                     // synchronous reset, active high
    input wire logic [WIDTH-1:0] s_axis_tdata,    // message, lane 0 first
    input wire logic [WIDTH/8-1:0] s_axis_tkeep,  // valid lanes
    input wire logic s_axis_tvalid,               // a beat is offered
    output logic s_axis_tready,                   // the beat is taken
    input wire logic s_axis_tlast,                // last beat of a message
    input wire logic [7:0] s_axis_tid,            // context
    output logic [WIDTH-1:0] m_axis_tdata,        // digest, lane 0 first
    output logic [WIDTH/8-1:0] m_axis_tkeep,      // valid lanes
    output logic m_axis_tvalid,                   // a beat is offered
    input wire logic m_axis_tready,               // the beat is taken
    output logic m_axis_tlast,                    // last beat of a digest
    output logic [7:0] m_axis_tid,                // context
    output logic [0:0] m_axis_tuser               // the message was malformed
);
    localparam int ROUNDS = WORD == 32 ? 64 : 80;
    localparam int BLOCK_BYTES = 2 * WORD;
    localparam int LENGTH_BYTES = WORD / 4;
    localparam int LANES = WIDTH / 8;
    localparam int FAULT_CONSTANT = 1;  // one bit of the last round's constant
    localparam int FAULT_SILENT = 2;    // no digest from a message of 100 bytes
    localparam int FAULT_ID = 3;        // digests leave with the neighbour's id
    localparam int FAULT_UNSTABLE = 4;  // a waiting beat changes
    localparam int FAULT_IDLE = 5;      // takes a beat that is not valid
    localparam int FAULT_USER = 6;      // calls every message malformed
    localparam int FAULT_RESET = 7;     // the first message starts from what was there

    // FIPS 180-4, 4.2.3; the upper halves of the first 64 are the constants of 4.2.2
    localparam logic [63:0] K[80] = '{
        64'h428a2f98d728ae22, 64'h7137449123ef65cd, 64'hb5c0fbcfec4d3b2f, 64'he9b5dba58189dbbc,
        64'h3956c25bf348b538, 64'h59f111f1b605d019, 64'h923f82a4af194f9b, 64'hab1c5ed5da6d8118,
        64'hd807aa98a3030242, 64'h12835b0145706fbe, 64'h243185be4ee4b28c, 64'h550c7dc3d5ffb4e2,
        64'h72be5d74f27b896f, 64'h80deb1fe3b1696b1, 64'h9bdc06a725c71235, 64'hc19bf174cf692694,
        64'he49b69c19ef14ad2, 64'hefbe4786384f25e3, 64'h0fc19dc68b8cd5b5, 64'h240ca1cc77ac9c65,
        64'h2de92c6f592b0275, 64'h4a7484aa6ea6e483, 64'h5cb0a9dcbd41fbd4, 64'h76f988da831153b5,
        64'h983e5152ee66dfab, 64'ha831c66d2db43210, 64'hb00327c898fb213f, 64'hbf597fc7beef0ee4,
        64'hc6e00bf33da88fc2, 64'hd5a79147930aa725, 64'h06ca6351e003826f, 64'h142929670a0e6e70,
        64'h27b70a8546d22ffc, 64'h2e1b21385c26c926, 64'h4d2c6dfc5ac42aed, 64'h53380d139d95b3df,
        64'h650a73548baf63de, 64'h766a0abb3c77b2a8, 64'h81c2c92e47edaee6, 64'h92722c851482353b,
        64'ha2bfe8a14cf10364, 64'ha81a664bbc423001, 64'hc24b8b70d0f89791, 64'hc76c51a30654be30,
        64'hd192e819d6ef5218, 64'hd69906245565a910, 64'hf40e35855771202a, 64'h106aa07032bbd1b8,
        64'h19a4c116b8d2d0c8, 64'h1e376c085141ab53, 64'h2748774cdf8eeb99, 64'h34b0bcb5e19b48a8,
        64'h391c0cb3c5c95a63, 64'h4ed8aa4ae3418acb, 64'h5b9cca4f7763e373, 64'h682e6ff3d6b2b8a3,
        64'h748f82ee5defb2fc, 64'h78a5636f43172f60, 64'h84c87814a1f0ab72, 64'h8cc702081a6439ec,
        64'h90befffa23631e28, 64'ha4506cebde82bde9, 64'hbef9a3f7b2c67915, 64'hc67178f2e372532b,
        64'hca273eceea26619c, 64'hd186b8c721c0c207, 64'heada7dd6cde0eb1e, 64'hf57d4f7fee6ed178,
        64'h06f067aa72176fba, 64'h0a637dc5a2c898a6, 64'h113f9804bef90dae, 64'h1b710b35131c471b,
        64'h28db77f523047d84, 64'h32caab7b40c72493, 64'h3c9ebe0a15c9bebc, 64'h431d67c49c100d4c,
        64'h4cc5d4becb3e42b6, 64'h597f299cfc657e2a, 64'h5fcb6fab3ad6faec, 64'h6c44198c4a475817
    };

    // FIPS 180-4, 5.3
    localparam logic [63:0] INITIAL[8] =
        WORD == 32 && DIGEST_BYTES == 28 ? '{
            64'h00000000c1059ed8, 64'h00000000367cd507, 64'h000000003070dd17, 64'h00000000f70e5939,
            64'h00000000ffc00b31, 64'h0000000068581511, 64'h0000000064f98fa7, 64'h00000000befa4fa4
        } :
        WORD == 32 ? '{
            64'h000000006a09e667, 64'h00000000bb67ae85, 64'h000000003c6ef372, 64'h00000000a54ff53a,
            64'h00000000510e527f, 64'h000000009b05688c, 64'h000000001f83d9ab, 64'h000000005be0cd19
        } :
        DIGEST_BYTES == 28 ? '{
            64'h8c3d37c819544da2, 64'h73e1996689dcd4d6, 64'h1dfab7ae32ff9c82, 64'h679dd514582f9fcf,
            64'h0f6d2b697bd44da8, 64'h77e36f7304c48942, 64'h3f9d85a86a1d36c8, 64'h1112e6ad91d692a1
        } :
        DIGEST_BYTES == 32 ? '{
            64'h22312194fc2bf72c, 64'h9f555fa3c84c64c2, 64'h2393b86b6f53b151, 64'h963877195940eabd,
            64'h96283ee2a88effe3, 64'hbe5e1e2553863992, 64'h2b0199fc2c85b8aa, 64'h0eb72ddc81c52ca2
        } :
        DIGEST_BYTES == 48 ? '{
            64'hcbbb9d5dc1059ed8, 64'h629a292a367cd507, 64'h9159015a3070dd17, 64'h152fecd8f70e5939,
            64'h67332667ffc00b31, 64'h8eb44a8768581511, 64'hdb0c2e0d64f98fa7, 64'h47b5481dbefa4fa4
        } : '{
            64'h6a09e667f3bcc908, 64'hbb67ae8584caa73b, 64'h3c6ef372fe94f82b, 64'ha54ff53a5f1d36f1,
            64'h510e527fade682d1, 64'h9b05688c2b3e6c1f, 64'h1f83d9abfb41bd6b, 64'h5be0cd19137e2179
        };

    logic [16*WORD-1:0] block[CONTEXTS];
    int fill[CONTEXTS];
    longint bytes[CONTEXTS];
    logic [511:0] chain[CONTEXTS];
    int busy[CONTEXTS];
    logic pending[CONTEXTS];
    logic malformed[CONTEXTS];
    logic [255:0] ready_q;
    logic [WIDTH-1:0] noise_q;
    int sending;
    int sent;

    function automatic logic [63:0] word(input logic [63:0] x);
        return WORD == 32 ? {32'd0, x[31:0]} : x;
    endfunction

    function automatic logic [63:0] shift(input logic [63:0] x, input int n32, input int n64);
        return x >> (WORD == 32 ? n32 : n64);
    endfunction

    function automatic logic [63:0] rotate(input logic [63:0] x, input int n32, input int n64);
        return word(shift(x, n32, n64) | x << (WORD == 32 ? 32 - n32 : 64 - n64));
    endfunction

    function automatic logic [63:0] constant(input int t);
        logic [63:0] k;
        k = WORD == 32 ? K[t] >> 32 : K[t];
        return FAULT == FAULT_CONSTANT && t == ROUNDS - 1 ? k ^ 64'd1 : k;
    endfunction

    // FIPS 180-4, 6.2.2 and 6.4.2; word i of the chain at [64*i +: 64], first byte of the block on top
    function automatic logic [511:0] compress(
        input logic [511:0] hash, input logic [16*WORD-1:0] message
    );
        // verilator no_inline_task
        logic [63:0] w[80];
        logic [63:0] v[8];
        logic [63:0] t1;
        logic [63:0] t2;
        for (int t = 0; t < 16; t++) w[t] = 64'(message[(15-t)*WORD+:WORD]);
        // verilator unroll_disable
        for (int t = 16; t < ROUNDS; t++)
            w[t] = word(
                (rotate(w[t-2], 17, 19) ^ rotate(w[t-2], 19, 61) ^ shift(w[t-2], 10, 6)) + w[t-7]
                + (rotate(w[t-15], 7, 1) ^ rotate(w[t-15], 18, 8) ^ shift(w[t-15], 3, 7)) + w[t-16]
            );
        for (int i = 0; i < 8; i++) v[i] = hash[64*i+:64];
        // verilator unroll_disable
        for (int t = 0; t < ROUNDS; t++) begin
            t1 = v[7] + (rotate(v[4], 6, 14) ^ rotate(v[4], 11, 18) ^ rotate(v[4], 25, 41))
                + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constant(t) + w[t];
            t2 = (rotate(v[0], 2, 28) ^ rotate(v[0], 13, 34) ^ rotate(v[0], 22, 39))
                + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            for (int i = 7; i > 0; i--) v[i] = v[i-1];
            v[4] = word(v[4] + t1);
            v[0] = word(t1 + t2);
        end
        for (int i = 0; i < 8; i++) compress[64*i+:64] = word(hash[64*i+:64] + v[i]);
    endfunction

    task automatic absorb(input int context_, input logic [7:0] value);
        block[context_] = {block[context_][16*WORD-9:0], value};
        fill[context_] = fill[context_] + 1;
        if (fill[context_] == BLOCK_BYTES) begin
            chain[context_] = compress(chain[context_], block[context_]);
            fill[context_] = 0;
            busy[context_] = busy[context_] + CLOCKS_PER_BLOCK;
        end
    endtask

    // FIPS 180-4, 5.1
    task automatic finish(input int context_);
        logic [127:0] bits;
        bits = {64'd0, bytes[context_]} << 3;
        absorb(context_, 8'h80);
        while (fill[context_] != BLOCK_BYTES - LENGTH_BYTES) absorb(context_, 8'h00);
        for (int i = LENGTH_BYTES - 1; i >= 0; i--) absorb(context_, bits[8*i+:8]);
        pending[context_] = !(FAULT == FAULT_SILENT && bytes[context_] == 100);
    endtask

    task automatic begin_message(input int context_, input logic keep_chain);
        fill[context_] = 0;
        bytes[context_] = 0;
        malformed[context_] = 1'b0;
        if (!keep_chain) for (int i = 0; i < 8; i++) chain[context_][64*i+:64] = INITIAL[i];
    endtask

    task automatic take_beat(input int context_);
        // verilator unroll_disable
        for (int lane = 0; lane < LANES; lane++)
            if (s_axis_tkeep[lane]) begin
                absorb(context_, s_axis_tdata[8*lane+:8]);
                bytes[context_] = bytes[context_] + 1;
            end
        if ((s_axis_tkeep & (s_axis_tkeep + 1'b1)) != '0 || (!s_axis_tlast && !(&s_axis_tkeep)))
            malformed[context_] = 1'b1;
        if (s_axis_tlast) finish(context_);
    endtask

    task automatic offer_beat();
        if (m_axis_tvalid && m_axis_tready) begin
            m_axis_tvalid <= 1'b0;
            if (m_axis_tlast) begin
                pending[sending] = 1'b0;
                begin_message(sending, 1'b0);
                sending = (sending + 1) % CONTEXTS;
                sent = 0;
            end
        end
        if (!m_axis_tvalid || m_axis_tready) begin
            if (sent == 0)
                for (int i = 0; i < CONTEXTS; i++)
                    if (!(pending[sending] && busy[sending] == 0))
                        sending = (sending + 1) % CONTEXTS;
            if (pending[sending] && busy[sending] == 0) begin
                m_axis_tvalid <= 1'b1;
                m_axis_tid <= 8'(FAULT == FAULT_ID ? (sending + 1) % CONTEXTS : sending);
                m_axis_tuser[0] <= FAULT == FAULT_USER || malformed[sending];
                // verilator unroll_disable
                for (int lane = 0; lane < LANES; lane++) begin
                    m_axis_tkeep[lane] <= sent + lane < DIGEST_BYTES;
                    m_axis_tdata[8*lane+:8] <= 8'(
                        chain[sending][((sent+lane)*8/WORD)%8*64+:64]
                            >> (WORD - 8 - (sent + lane) * 8 % WORD)
                    );
                end
                sent = sent + LANES;
                m_axis_tlast <= sent >= DIGEST_BYTES;
            end
        end
    endtask

    always_comb s_axis_tready = ready_q[s_axis_tid];

    always @(posedge clk) begin
        noise_q <= ~noise_q;
        if (FAULT == FAULT_UNSTABLE && m_axis_tvalid) m_axis_tdata <= m_axis_tdata ^ noise_q;
        for (int c = 0; c < CONTEXTS; c++) if (busy[c] > 0) busy[c] = busy[c] - 1;
        if ((s_axis_tvalid || FAULT == FAULT_IDLE) && s_axis_tready) take_beat(int'(s_axis_tid));
        if (rst) begin
            m_axis_tvalid <= 1'b0;
            sending = 0;
            sent = 0;
            for (int c = 0; c < CONTEXTS; c++) begin
                busy[c] = 0;
                pending[c] = 1'b0;
                begin_message(c, FAULT == FAULT_RESET);
            end
        end else offer_beat();
        // verilator unroll_disable
        for (int c = 0; c < 256; c++)
            ready_q[c] <= c < CONTEXTS && !rst && busy[c%CONTEXTS] == 0 && !pending[c%CONTEXTS];
    end
endmodule
`default_nettype wire
