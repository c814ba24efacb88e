// A serial line, eight bits without parity and one stop bit: a byte that is written leaves bit by bit.
`default_nettype none

module uart_transmitter #(
    parameter int CLOCKS = 4  // of a bit
) (
    input  logic       clk,    // clock
    input  logic       rst,    // synchronous reset: the line rests
    input  logic       write,  // a byte is sent, unless one is under way
    input  logic [7:0] data,   // the byte
    output logic       busy,   // a byte is under way
    output logic       line    // high at rest, low in a start bit, then bit 0 first
);

  localparam int CLOCK_BITS = $clog2(CLOCKS);

  logic [9:0] bits_q;  // on the line and behind it, stop bit on top
  logic [3:0] left_q;  // how many
  logic [CLOCK_BITS-1:0] clock_q;  // of the bit

  assign busy = left_q != 4'd0;
  assign line = !busy || bits_q[0];

  always_ff @(posedge clk) begin
    if (busy) begin
      clock_q <= clock_q + 1'b1;
      if (clock_q == CLOCK_BITS'(CLOCKS - 1)) begin
        clock_q <= '0;
        bits_q <= bits_q >> 1;
        left_q <= left_q - 4'd1;
      end
    end else if (write) begin
      clock_q <= '0;
      bits_q <= {1'b1, data, 1'b0};
      left_q <= 4'd10;
    end
    if (rst) left_q <= 4'd0;
  end

endmodule

`default_nettype wire
