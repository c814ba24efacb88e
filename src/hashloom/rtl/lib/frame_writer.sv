// Writes frames as bytes: HDLC framing of RFC 1662 for asynchronous lines, its check included.
//
// A reset breaks a frame off; the flag of the next one ends what is left of it.
`default_nettype none

module frame_writer #(
    parameter int FLAG   = 126,  // the byte between frames
    parameter int ESCAPE = 125   // the byte before one that is turned
) (
    input  logic       clk,            // clock
    input  logic       rst,            // synchronous reset
    input  logic       content_valid,  // a byte of a frame is offered
    output logic       content_ready,  // it is taken in this clock
    input  logic [7:0] content_data,   // the byte
    input  logic       content_last,   // it is the last of its frame
    output logic       byte_valid,     // a byte is offered
    input  logic       byte_ready,     // it is taken in this clock
    output logic [7:0] byte_data       // the byte
);

  typedef enum logic [2:0] {
    Open,     // a flag before the first byte
    Content,
    Low,      // the lower byte of the check
    High,
    Close     // a flag behind it
  } state_e;

  state_e state_q, next_state;
  logic escaped_q;  // ESCAPE was sent
  logic [15:0] check_q, next_check;
  logic between, special, escape, advance;
  logic [7:0] plain, turned;  // a byte before it is escaped, and behind ESCAPE

  assign between = state_q == Open || state_q == Close;

  assign plain = state_q == Low ? ~check_q[7:0] : state_q == High ? ~check_q[15:8] : content_data;
  assign special = plain == 8'(FLAG) || plain == 8'(ESCAPE);
  assign escape = !between && special && !escaped_q;
  assign byte_valid = (state_q != Open && state_q != Content) || content_valid;
  assign advance = byte_valid && byte_ready && !escape;
  assign content_ready = state_q == Content && byte_ready && !escape;

  assign turned = {plain[7:6], plain[5] ^ escaped_q, plain[4:0]};
  assign byte_data = between ? 8'(FLAG) : escape ? 8'(ESCAPE) : turned;

  always_comb begin
    case (state_q)
      Open: next_state = Content;
      Content: begin
        next_state = Content;
        if (content_last) next_state = Low;
      end
      Low: next_state = High;
      High: next_state = Close;
      Close: next_state = Open;
      default: next_state = Open;
    endcase
  end

  frame_check #(
      .POLYNOMIAL(33800)
  ) u_check (
      .check     (check_q),
      .byte_data (content_data),
      .next_check(next_check)
  );

  always_ff @(posedge clk) begin
    if (byte_valid && byte_ready) escaped_q <= escape;
    if (advance) begin
      state_q <= next_state;
      if (state_q == Open) check_q <= '1;
      if (state_q == Content) check_q <= next_check;
    end
    if (rst) begin
      state_q   <= Open;
      escaped_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
