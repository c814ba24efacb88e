// Writes a packet block by block into a memory, word by word, and waits with each block until it has
// been hashed: a message with its padding, a key or an expected tag as it is, with zeros behind it.
// A key that is longer than a block is a message.
//
// The words of the length are left to the reader of the block, who is told what they take: whether
// all of the block is message, and how many bytes of message are in the block in which it ends. In
// the last block they are zero. A word that is not written is zero, so that others can be joined
// with it by OR.
//
// Whether a key of a whole block is longer than that shows with its next word, which may have no
// bytes; the block waits for it. What of an expected tag is behind a block is taken and dropped, and
// then it is flawed.
//
// A packet with word_error set on any of its words is handled like any other and marked with its
// last block; a word that does not end its packet counts as full whatever word_keep says.
`default_nettype none

module packet_filler #(
    parameter int WORD      = 32,  // bits of a word: 32 or 64
    parameter int BYTE_BITS = 6    // bits of the number of a byte in a block
) (
    input  logic                 clk,          // clock
    input  logic                 clear,        // no packet is at work: forgets the one before
    input  logic                 is_key,       // the packet is a key
    input  logic                 is_tag,       // it is an expected tag
    input  logic                 word_valid,   // a word of it is offered
    output logic                 word_ready,   // it is taken in this clock
    input  logic [WORD-1:0]      word_data,    // the word, first byte on top
    input  logic [WORD/8-1:0]    word_keep,    // with word_last: the byte is of the packet
    input  logic                 word_last,    // the word ends its packet
    input  logic                 word_error,   // the packet broke the stream's rules

    output logic                 block_valid,  // a block is complete
    input  logic                 released,     // it has been hashed, and is not the last
    output logic                 block_short,  // it is all of a key or of an expected tag
    output logic                 block_first,  // it is the first of its packet
    output logic                 block_last,   // it is the last and has room for the length
    output logic                 block_whole,  // all of it is message
    output logic                 block_error,  // its packet is flawed
    output logic [BYTE_BITS-1:0] block_bytes,  // bytes of the packet in the block where it ends

    output logic                 write,           // a word is written
    output logic [3:0]           write_position,  // as this word of the block
    output logic [WORD-1:0]      write_data       // the word, or zero
);

  localparam int BYTES = WORD / 8;
  localparam int LANE_BITS = $clog2(BYTES);

  logic full_q;  // all words of the block have been written
  logic over_q;  // the packet is over
  logic mark_q;  // 0x80 is the first byte of the next word
  logic room_q;  // the block has room for the length behind 0x80
  logic plain;  // the block may be a key or an expected tag
  logic taken, ends, full, beyond, more;
  logic [BYTES-1:0] kept, keep, past, mark;
  logic [LANE_BITS-1:0] lanes;  // bytes of a word that is not full

  assign plain = (is_key || is_tag) && block_first;
  assign write = (over_q || word_valid) && !full_q && !clear;
  assign taken = write && !over_q;
  assign ends = taken && word_last;
  assign kept = word_keep | {BYTES{!word_last}};
  assign full = kept[0];

  // A word behind the block; `more`: it has bytes.
  assign more = word_valid && kept[BYTES-1];
  assign beyond = full_q && plain && !over_q && word_valid && (is_tag || !more);
  assign word_ready = !clear && !over_q && (!full_q || beyond);

  assign block_valid = full_q && (!plain || over_q || (more && !is_tag));
  assign block_short = plain && over_q;
  assign block_last = room_q;

  // The byte behind the last one of a message is 0x80.
  assign keep = kept & {BYTES{taken}};
  assign past = over_q ? {mark_q && write, {(BYTES - 1) {1'b0}}}
      : {ends, keep[BYTES-1:1]} & ~keep;
  assign mark = past & {BYTES{!plain}};

  always_comb begin
    lanes = '0;
    for (int lane = 0; lane < BYTES; lane++) begin
      if (past[lane]) lanes = LANE_BITS'(BYTES - 1 - lane);
    end
  end

  for (genvar lane = 0; lane < BYTES; lane++) begin : g_lane
    assign write_data[8*lane+:8] = (word_data[8*lane+:8] & {8{keep[lane]}}) | {mark[lane], 7'd0};
  end

  always_ff @(posedge clk) begin
    if (write) begin
      write_position <= write_position + 4'd1;
      mark_q <= ends && full && !plain;
      if (write_position < 4'd14 && (over_q || (ends && !full))) room_q <= 1'b1;
      if (write_position == 4'd15) begin
        full_q <= 1'b1;
        block_whole <= taken && full;
      end
    end
    if (ends) begin
      over_q <= 1'b1;
      block_bytes <= {write_position + 4'(full), lanes};
    end
    if (beyond && word_last) over_q <= 1'b1;
    if ((taken || beyond) && word_error) block_error <= 1'b1;
    if (beyond && more) block_error <= 1'b1;
    if (released) begin
      full_q <= 1'b0;
      block_first <= 1'b0;
      // Padding goes on in the next block, which then has room.
      room_q <= over_q;
    end
    if (clear) begin
      full_q <= 1'b0;
      over_q <= 1'b0;
      mark_q <= 1'b0;
      room_q <= 1'b0;
      block_first <= 1'b1;
      block_error <= 1'b0;
      block_bytes <= '0;
      write_position <= '0;
    end
  end

endmodule

`default_nettype wire
