// Answers that go on in the clock in which they come, or wait for their turn. What is let begin is
// counted, so that every answer that comes has a place.
`default_nettype none

module answer_queue #(
    parameter int WIDTH      = 256,  // bits of an answer
    parameter int PLACE_BITS = 3     // bits of a place: there are 2 ** PLACE_BITS of them
) (
    input  logic             clk,           // clock
    input  logic             rst,           // synchronous reset: nothing is owed
    input  logic             begins,        // of what begins an answer will come
    output logic             room,          // one more may begin
    output logic             quiet,         // no answer is owed
    input  logic             answer_valid,  // an answer comes
    input  logic [WIDTH-1:0] answer_data,   // the answer
    output logic             beat_valid,    // an answer is on offer
    input  logic             beat_ready,    // it goes in this clock
    output logic [WIDTH-1:0] beat_data      // the answer, zero where there is none
);

  logic [PLACE_BITS:0] owed_q;  // answers that have not gone
  logic goes;  // one goes
  logic waits;  // there is one that came before
  logic passes;  // one goes as it comes
  logic kept;  // one waits from now on
  logic place, unused;  // there is one for it: what begins was counted
  logic [WIDTH-1:0] waiting;  // the first that waits

  assign room = !owed_q[PLACE_BITS];
  assign quiet = owed_q == '0;
  assign beat_valid = answer_valid || waits;
  assign beat_data = waits ? waiting : answer_valid ? answer_data : '0;
  assign goes = beat_valid && beat_ready;
  assign passes = beat_ready && !waits;
  assign kept = answer_valid && !passes;
  assign unused = &{1'b0, place};

  word_queue #(
      .WIDTH      (WIDTH),
      .PLACE_BITS (PLACE_BITS)
  ) u_waiting (
      .clk       (clk),
      .rst       (rst),
      .put_valid (kept),
      .put_ready (place),
      .put_data  (answer_data),
      .get_valid (waits),
      .get_ready (beat_ready),
      .get_data  (waiting)
  );

  always_ff @(posedge clk) begin
    if (begins && !goes) owed_q <= owed_q + 1'b1;
    if (goes && !begins) owed_q <= owed_q - 1'b1;
    if (rst) owed_q <= '0;
  end

endmodule

`default_nettype wire
