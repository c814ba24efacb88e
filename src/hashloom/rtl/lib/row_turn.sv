// Words of a block as a hash of little-endian words has them. They come with their first byte most
// significant, the words of a length as numbers with the high word in position 14; they leave with
// their first byte least significant, and a length with its low word in position 14.
//
// Which blocks end with a length is known two clocks before their words come.
`default_nettype none

module row_turn #(
    parameter int WORD      = 32,  // bits of a word
    parameter int PAD_WORDS = 1    // words that come at a time: 1, 2, 4, 8 or 16
) (
    input  logic                      clk,            // clock
    input  logic                      length,         // two clocks before: the block has a length
    input  logic [3:0]                come_position,  // the first word: multiple of PAD_WORDS
    input  logic [PAD_WORDS-1:0]      come_enable,    // these words come
    input  logic [PAD_WORDS*WORD-1:0] come_data,      // word j at j * WORD
    output logic [3:0]                leave_position, // the same, little-endian
    output logic [PAD_WORDS-1:0]      leave_enable,   // these words
    output logic [PAD_WORDS*WORD-1:0] leave_data      // word j at j * WORD
);

  localparam int BYTES = WORD / 8;

  logic [1:0] length_q;
  logic at_length;  // words 14 and 15 are a length, and one of them may be here
  logic [PAD_WORDS*WORD-1:0] turned;  // every word with its first byte at the bottom

  always_ff @(posedge clk) length_q <= {length_q[0], length};

  for (genvar index = 0; index < PAD_WORDS * BYTES; index++) begin : g_byte
    localparam int PLACE = index + BYTES - 1 - 2 * (index % BYTES);

    assign turned[8*PLACE+:8] = come_data[8*index+:8];
  end

  if (PAD_WORDS == 1) begin : g_word
    assign at_length = length_q[1] && come_position[3:1] == '1;
    assign leave_position = come_position ^ {3'b0, at_length};
    assign leave_enable = come_enable;
    assign leave_data = at_length ? come_data : turned;
  end else begin : g_row
    localparam int LOW = PAD_WORDS - 1;  // lane of the low word as it comes
    localparam int HIGH = PAD_WORDS - 2;

    assign at_length = length_q[1] && come_position == 4'(16 - PAD_WORDS);
    assign leave_position = come_position;
    if (PAD_WORDS > 2) begin : g_before
      assign leave_enable[HIGH-1:0] = come_enable[HIGH-1:0];
      assign leave_data[HIGH*WORD-1:0] = turned[HIGH*WORD-1:0];
    end
    assign leave_enable[LOW:HIGH] = at_length ? {come_enable[HIGH], come_enable[LOW]}
        : come_enable[LOW:HIGH];
    assign leave_data[HIGH*WORD+:2*WORD] = at_length
        ? {come_data[HIGH*WORD+:WORD], come_data[LOW*WORD+:WORD]} : turned[HIGH*WORD+:2*WORD];
  end

endmodule

`default_nettype wire
