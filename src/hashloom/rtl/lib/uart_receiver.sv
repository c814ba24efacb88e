// Receives bytes from an asynchronous line: a start bit, eight bits, the lowest first, a stop bit.
//
// Each bit is looked at in its middle. A byte begins where the line falls, so that a line that is
// held low gives one byte without its stop bit and no more.
`default_nettype none

module uart_receiver #(
    parameter int BIT_CLOCKS = 25  // clocks of a bit, 8 or more
) (
    input  logic       clk,         // clock
    input  logic       rst,         // synchronous reset
    input  logic       rxd,         // the line, of any clock; high when idle
    output logic       byte_valid,  // a byte has come, in this clock alone
    output logic [7:0] byte_data,   // the byte
    output logic       byte_flaw    // its stop bit is missing
);

  localparam int COUNT_BITS = $clog2(BIT_CLOCKS);
  localparam logic [COUNT_BITS-1:0] HALF = COUNT_BITS'(BIT_CLOCKS / 2 - 1);
  localparam logic [COUNT_BITS-1:0] WHOLE = COUNT_BITS'(BIT_CLOCKS - 1);
  localparam logic [3:0] STOP = 4'd9;  // the bit's number; that of the start bit is 0

  logic [2:0] line_q;  // the line, each bit a clock before the one below
  logic line, falls;
  logic busy_q;  // a byte is on its way
  logic [3:0] bit_q;  // this bit of it comes
  logic [COUNT_BITS-1:0] count_q;  // clocks until it is looked at
  logic look;
  logic [7:0] byte_q;
  logic valid_q, flaw_q;

  assign line = line_q[1];
  assign falls = line_q[2] && !line;
  assign look = busy_q && count_q == '0;

  always_ff @(posedge clk) begin
    line_q <= {line_q[1:0], rxd};
    count_q <= look ? WHOLE : count_q - 1'b1;
    valid_q <= look && bit_q == STOP;
    if (look) begin
      bit_q  <= bit_q + 1'b1;
      flaw_q <= !line;
      if (bit_q != STOP) byte_q <= {line, byte_q[7:1]};
      if (bit_q == STOP || (bit_q == '0 && line)) busy_q <= 1'b0;
    end
    if (!busy_q) begin
      busy_q  <= falls;
      bit_q   <= '0;
      count_q <= HALF;
    end
    if (rst) begin
      line_q  <= '0;
      busy_q  <= 1'b0;
      valid_q <= 1'b0;
    end
  end

  assign byte_valid = valid_q;
  assign byte_data  = byte_q;
  assign byte_flaw  = flaw_q;

endmodule

`default_nettype wire
