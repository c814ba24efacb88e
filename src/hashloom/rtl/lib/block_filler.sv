// Pads one message at a time, word by word, and writes its blocks to the two halves of a memory in
// turn, while the block in the other half is hashed.
//
// The words of the length are left to the reader of the block, who is told what they take: whether
// all of the block is message, and how many bytes of message are in the block in which it ends. In
// the last block they are zero. A word that is not written is zero, so that others can be joined
// with it by OR.
//
// A message with word_error set on any of its words is padded like any other and marked with its
// last block; a word that does not end its message counts as full whatever word_keep says.
`default_nettype none

module block_filler #(
    parameter int WORD      = 32,  // bits of a word: 32 or 64
    parameter int BYTE_BITS = 6    // bits of the number of a byte in a block
) (
    input  logic                 clk,             // clock
    input  logic                 rst,             // synchronous reset: forgets the message
    input  logic                 word_valid,      // a word of a message is offered
    output logic                 word_ready,      // it is taken in this clock
    input  logic [WORD-1:0]      word_data,       // the word, first byte on top
    input  logic [WORD/8-1:0]    word_keep,       // with word_last: the byte is of the message
    input  logic                 word_last,       // the word ends its message
    input  logic                 word_error,      // the message broke the stream's rules

    output logic                 block_valid,     // a block is complete
    input  logic                 block_taken,     // work on it begins, the other half is free
    output logic                 block_first,     // it is the first of its message
    output logic                 block_last,      // it is the last and has room for the length
    output logic                 block_whole,     // all of it is message
    output logic                 block_error,     // its message broke the rules
    output logic [BYTE_BITS-1:0] block_bytes,     // bytes of message in the block where it ends

    input  logic                 write_ready,     // a word can be written in this clock
    output logic                 write,           // it is
    output logic                 write_half,      // to this half of the memory
    output logic [3:0]           write_position,  // to this word of the block
    output logic [WORD-1:0]      write_data       // the word, or zero
);

  localparam int BYTES = WORD / 8;
  localparam int LANE_BITS = $clog2(BYTES);

  logic padding_q;  // the message is over, its padding is not
  logic mark_q;  // 0x80 is the first byte of the next word
  logic room_q;  // the block has room for the length behind 0x80
  logic taken, ends, full, at_end;
  logic [BYTES-1:0] kept, keep, mark;
  logic [LANE_BITS-1:0] lanes;  // bytes of a word that is not full

  assign write = (padding_q || word_valid) && write_ready && !block_valid;
  assign taken = write && !padding_q;
  assign word_ready = !padding_q && write_ready && !block_valid;
  assign ends = taken && word_last;
  assign at_end = write_position == 4'd15;
  assign kept = word_keep | {BYTES{!word_last}};
  assign full = kept[0];

  // The byte behind the last one of the message is 0x80.
  assign keep = kept & {BYTES{taken}};
  assign mark = padding_q ? {mark_q && write, {(BYTES - 1) {1'b0}}}
      : {ends, keep[BYTES-1:1]} & ~keep;

  always_comb begin
    lanes = '0;
    for (int lane = 0; lane < BYTES; lane++) begin
      if (mark[lane]) lanes = LANE_BITS'(BYTES - 1 - lane);
    end
  end

  for (genvar lane = 0; lane < BYTES; lane++) begin : g_lane
    assign write_data[8*lane+:8] = (word_data[8*lane+:8] & {8{keep[lane]}}) | {mark[lane], 7'd0};
  end

  always_ff @(posedge clk) begin
    if (write) begin
      write_position <= write_position + 4'd1;
      mark_q <= ends && full;
      if (write_position < 4'd14 && (padding_q || (ends && !full))) room_q <= 1'b1;
    end
    if (ends) begin
      padding_q   <= 1'b1;
      block_bytes <= {write_position + 4'(full), lanes};
    end
    if (taken && word_error) block_error <= 1'b1;
    if (write && at_end) begin
      block_valid <= 1'b1;
      block_whole <= taken && full;
    end
    if (block_taken) begin
      block_valid <= 1'b0;
      block_first <= block_last;
      write_half <= !write_half;
      // Padding goes on in the next block, which then has room.
      room_q <= padding_q && !block_last;
      if (block_last) begin
        padding_q   <= 1'b0;
        block_error <= 1'b0;
      end
    end
    if (rst) begin
      padding_q <= 1'b0;
      mark_q <= 1'b0;
      room_q <= 1'b0;
      block_valid <= 1'b0;
      block_first <= 1'b1;
      block_error <= 1'b0;
      write_half <= 1'b0;
      write_position <= '0;
    end
  end

  assign block_last = room_q;

endmodule

`default_nettype wire
