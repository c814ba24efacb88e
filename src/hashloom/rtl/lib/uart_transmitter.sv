// Sends bytes on an asynchronous line: a start bit, eight bits, the lowest first, a stop bit.
`default_nettype none

module uart_transmitter #(
    parameter int BIT_CLOCKS = 25  // clocks of a bit, 2 or more
) (
    input  logic       clk,         // clock
    input  logic       rst,         // synchronous reset: the line is idle
    input  logic       byte_valid,  // a byte is offered
    output logic       byte_ready,  // it is taken in this clock
    input  logic [7:0] byte_data,   // the byte
    output logic       txd          // the line, high when idle
);

  localparam int COUNT_BITS = $clog2(BIT_CLOCKS);
  localparam logic [COUNT_BITS-1:0] WHOLE = COUNT_BITS'(BIT_CLOCKS - 1);

  logic [8:0] line_q;  // what is on the line, the bits that follow above it, ones behind them
  logic [3:0] left_q;  // bits left, the one on the line included
  logic [COUNT_BITS-1:0] count_q;  // clocks that it stays

  assign byte_ready = left_q == '0;
  assign txd = line_q[0];

  always_ff @(posedge clk) begin
    count_q <= count_q - 1'b1;
    if (count_q == '0) begin
      count_q <= WHOLE;
      line_q  <= {1'b1, line_q[8:1]};
      if (left_q != '0) left_q <= left_q - 1'b1;
    end
    if (byte_ready && byte_valid) begin
      count_q <= WHOLE;
      line_q  <= {byte_data, 1'b0};
      left_q  <= 4'd10;
    end
    if (rst) begin
      count_q <= '0;
      line_q  <= '1;
      left_q  <= '0;
    end
  end

endmodule

`default_nettype wire
