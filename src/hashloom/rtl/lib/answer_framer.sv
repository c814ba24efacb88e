// Answers a host in frames whose first byte says what they are, bits 7:6 the kind, 5:0 a value.
//
//   0  frames of the host that were given on since the restart, counted modulo 64
//   1  status of an answer, and behind it the bytes of the answer
//   2  number of the frame that asked for the restart, and a text behind it
//   3  why a frame was dropped
//
// Of frames that were given on while another frame was sent, one frame tells.
`default_nettype none

module answer_framer #(
    parameter int STATUS_BITS = 3,  // bits of the status of an answer, 6 at most
    parameter int PLACE_BITS  = 6   // bits of a place in the text
) (
    input  logic                   clk,             // clock
    input  logic                   rst,             // synchronous reset
    input  logic                   restart,         // all begins anew
    input  logic [5:0]             restart_number,  // number of the frame that asked for it
    input  logic                   complain,        // a frame was dropped
    input  logic [1:0]             complaint,       // why
    input  logic                   consumed,        // a frame was given on
    output logic [ PLACE_BITS-1:0] text_place,      // the byte of the text here
    input  logic [7:0]             text_data,       // the byte
    input  logic                   text_last,       // it is the last
    input  logic                   answer_valid,    // a beat of an answer is offered
    output logic                   answer_ready,    // it is taken in this clock
    input  logic [7:0]             answer_data,     // its byte
    input  logic                   answer_keep,     // it has one; only a whole answer may have none
    input  logic                   answer_last,     // it ends its answer
    input  logic [STATUS_BITS-1:0] answer_status,   // status of the answer
    output logic                   content_valid,   // a byte of a frame is offered
    input  logic                   content_ready,   // it is taken in this clock
    output logic [7:0]             content_data,    // the byte
    output logic                   content_last     // it is the last of its frame
);

  typedef enum logic [1:0] {
    Idle,
    Text,    // a text is sent
    Answer   // an answer is
  } state_e;

  state_e state_q;
  logic greet_q, complain_q;  // a frame of kind 2 or 3 is to be sent
  logic [5:0] number_q;
  logic [1:0] complaint_q;
  logic [5:0] count_q, told_q;  // frames that were given on; as the host was told
  logic [PLACE_BITS-1:0] place_q;
  logic idle, taken, greets, complains, answers;

  assign idle = state_q == Idle;
  assign taken = content_valid && content_ready;
  assign greets = idle && greet_q;
  assign complains = idle && !greet_q && complain_q;
  assign answers = idle && !greet_q && !complain_q && answer_valid;
  assign text_place = place_q;
  assign answer_ready = content_ready && (state_q == Answer || (answers && !answer_keep));

  always_comb begin
    content_valid = greet_q || complain_q || answer_valid || count_q != told_q;
    content_data = {2'd0, count_q};
    content_last = 1'b1;
    if (answers) begin
      content_data = {2'd1, 6'(answer_status)};
      content_last = !answer_keep;
    end
    if (complains) content_data = {2'd3, 4'd0, complaint_q};
    if (greets) begin
      content_data = {2'd2, number_q};
      content_last = 1'b0;
    end
    if (state_q == Text) begin
      content_valid = 1'b1;
      content_data  = text_data;
      content_last  = text_last;
    end
    if (state_q == Answer) begin
      content_valid = answer_valid;
      content_data  = answer_data;
      content_last  = answer_last;
    end
  end

  always_ff @(posedge clk) begin
    if (taken) begin
      place_q <= place_q + 1'b1;
      if (greets) begin
        greet_q <= 1'b0;
        place_q <= '0;
      end
      if (complains) complain_q <= 1'b0;
      if (idle && !greets && !complains && !answers) told_q <= count_q;
      if (greets) state_q <= Text;
      else if (answers && answer_keep) state_q <= Answer;
      else if (content_last) state_q <= Idle;
    end
    if (complain) begin
      complain_q  <= 1'b1;
      complaint_q <= complaint;
    end
    if (consumed) count_q <= count_q + 1'b1;
    if (restart) number_q <= restart_number;
    if (rst || restart) begin
      state_q <= Idle;
      greet_q <= !rst;
      complain_q <= 1'b0;
      count_q <= '0;
      told_q <= '0;
    end
  end

endmodule

`default_nettype wire
