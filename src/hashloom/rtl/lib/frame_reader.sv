// Finds frames among bytes: HDLC framing of RFC 1662 for asynchronous lines.
//
// A flag ends a frame and begins the next. Behind ESCAPE stands a byte whose bit 5 is turned. The last
// two bytes of a frame are its check and are held back. What is shorter than three bytes is no frame.
`default_nettype none

module frame_reader #(
    parameter int FLAG   = 126,  // the byte between frames
    parameter int ESCAPE = 125   // the byte before one that is turned
) (
    input  logic       clk,            // clock
    input  logic       rst,            // synchronous reset
    input  logic       byte_valid,     // a byte comes
    input  logic [7:0] byte_data,      // the byte
    input  logic       byte_flaw,      // it is not sound
    output logic       content_valid,  // a byte of a frame, in this clock alone
    output logic [7:0] content_data,   // the byte
    output logic       frame_end,      // a frame ends, in this clock alone
    output logic       frame_good      // with frame_end: its check holds and all bytes were sound
);

  localparam logic [15:0] GOOD = 16'hf0b8;  // the check of a frame and of its check behind it

  logic [1:0] held_count_q;  // bytes held back
  logic [7:0] held_q, before_q;  // the last and the one before
  logic begun_q;  // a byte of the frame has been given
  logic escaped_q;  // the next byte is turned
  logic flaw_q;  // a byte of the frame was not sound
  logic [15:0] check_q, next_check;
  logic flag, escape, data;
  logic [7:0] plain;

  assign flag = byte_valid && byte_data == 8'(FLAG);
  assign escape = byte_valid && byte_data == 8'(ESCAPE);
  assign data = byte_valid && !flag && !escape;
  assign plain = {byte_data[7:6], byte_data[5] ^ escaped_q, byte_data[4:0]};

  frame_check #(
      .POLYNOMIAL(33800)
  ) u_check (
      .check     (check_q),
      .byte_data (plain),
      .next_check(next_check)
  );

  always_ff @(posedge clk) begin
    if (byte_valid) begin
      escaped_q <= escape;
      flaw_q <= flaw_q || byte_flaw;
    end
    if (data) begin
      check_q  <= next_check;
      held_q   <= plain;
      before_q <= held_q;
      if (!held_count_q[1]) held_count_q <= held_count_q + 1'b1;
    end
    if (rst || flag) begin
      held_count_q <= '0;
      escaped_q <= 1'b0;
      flaw_q <= 1'b0;
      check_q <= '1;
      begun_q <= 1'b0;
    end else if (content_valid) begin
      begun_q <= 1'b1;
    end
  end

  assign content_valid = data && held_count_q[1];
  assign content_data = before_q;
  assign frame_end = flag && begun_q;
  assign frame_good = check_q == GOOD && !flaw_q && !byte_flaw && !escaped_q;

endmodule

`default_nettype wire
