// Makes of padded blocks those of an HMAC: counts the block of the key in the length of a keyed
// message, and puts the outer block in the place of an empty one: the inner digest, its padding, and
// the length of both.
//
// Inner digests lie in block RAM. A block's context comes two clocks before its row, and the row
// leaves LATE + 1 clocks after it came.
`default_nettype none

module block_keyer #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int DIGEST_BYTES = 32,  // bytes of a digest
    parameter int CONTEXTS     = 2,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int LATE         = 0    // clocks by which rows leave later
) (
    input  logic                    clk,            // clock

    input  logic                    inner_write,    // what may be an inner digest comes
    input  logic [CONTEXT_BITS-1:0] inner_context,  // of this context
    input  logic [8*WORD-1:0]       inner_data,     // H0 on top

    input  logic [CONTEXT_BITS-1:0] ahead_context,  // of the row that comes two clocks later
    input  logic [16*WORD-1:0]      row_data,       // the padded block: word j at j * WORD
    input  logic                    row_outer,      // it stands for an outer block
    input  logic                    row_keyed,      // it ends a keyed message
    output logic                    brink,          // its length with the key's block is too long

    output logic [16*WORD-1:0]      row             // the block, later
);

  localparam int DIGEST = 8 * DIGEST_BYTES;  // bits
  localparam int BLOCK_SHIFT = $clog2(16 * WORD);
  localparam logic [2*WORD-1:0] BLOCK = (2 * WORD)'(16 * WORD);
  localparam int ZEROS = 14 * WORD - DIGEST - 1;

  logic [DIGEST-1:0] digest;
  logic [2*WORD-1:0] length, longer;
  logic [16*WORD-1:0] outer;  // first byte on top
  logic [16*WORD-1:0] row_q;
  logic unused_digest;  // of H7 and before what is no part of a shorter digest

  assign unused_digest = &{1'b0, inner_data};
  assign length = {row_data[14*WORD+:WORD], row_data[15*WORD+:WORD]};
  assign longer = length + BLOCK;
  assign brink = &length[LENGTH_BITS-1:BLOCK_SHIFT];
  assign outer = {digest, 1'b1, {ZEROS{1'b0}}, (2 * WORD)'(16 * WORD + DIGEST)};

  word_memory #(
      .WIDTH        (DIGEST),
      .DEPTH        (CONTEXTS),
      .ADDRESS_BITS (CONTEXT_BITS),
      .BLOCK_MEMORY (1)
  ) u_inner (
      .clk           (clk),
      .write         (inner_write),
      .write_address (inner_context),
      .write_data    (inner_data[8*WORD-1-:DIGEST]),
      .read_address  (ahead_context),
      .read_data     (digest)
  );

  always_ff @(posedge clk) begin
    row_q <= row_data;
    if (row_keyed) begin
      row_q[14*WORD+:WORD] <= longer[2*WORD-1:WORD];
      row_q[15*WORD+:WORD] <= longer[WORD-1:0];
    end
    if (row_outer) begin
      for (int index = 0; index < 16; index++) begin
        row_q[index*WORD+:WORD] <= outer[(15-index)*WORD+:WORD];
      end
    end
  end

  if (LATE == 0) begin : g_at_once
    assign row = row_q;
  end else begin : g_rows_later
    (* mem2reg *) logic [16*WORD-1:0] later_q[LATE];

    assign row = later_q[LATE-1];

    always_ff @(posedge clk) begin
      for (int index = 0; index < LATE; index++) begin
        later_q[index] <= index == 0 ? row_q : later_q[(index+LATE-1)%LATE];
      end
    end
  end

endmodule

`default_nettype wire
