// One way to memory for those who read: descriptors come before data. Words come back in the order in
// which they were asked for and are never held up.
`default_nettype none

module read_port #(
    parameter int WIDTH = 32  // bits of a word
) (
    input  logic        clk,               // clock
    input  logic        rst,               // synchronous reset: nothing is asked for

    input  logic        fetch_valid,       // a descriptor is asked for
    output logic        fetch_ready,       // that is taken in this clock
    input  logic [31:0] fetch_address,     // where it is
    input  logic        burst_valid,       // a burst of data is asked for
    output logic        burst_ready,       // that is taken in this clock
    input  logic [31:0] burst_address,     // of its first word
    input  logic [7:0]  burst_beats,       // words
    output logic        idle,              // nothing is asked for that has not come

    output logic        request_valid,     // words are asked for
    input  logic        request_ready,     // that is taken in this clock
    output logic [31:0] request_address,   // of the first
    output logic [7:0]  request_beats,     // so many
    input  logic        word_valid,        // a word comes
    input  logic        word_error,        // it could not be read
    input  logic        word_last,         // it is the last that was asked for

    output logic        fetch_word_valid,  // it is of a descriptor
    output logic        burst_word_valid,  // it is of data
    output logic        failed,            // it could not be read
    output logic [31:0] failed_address     // where reading began
);

  localparam logic [7:0] FETCH_BEATS = 8'(128 / WIDTH);

  logic request_q;
  logic [31:0] address_q;
  logic [7:0] beats_q;
  logic free, takes, room;
  logic of_fetch, waiting;
  logic [31:0] of_address;

  assign free = !request_q || request_ready;
  assign fetch_ready = free && room;
  assign burst_ready = free && room && !fetch_valid;
  assign takes = free && room && (fetch_valid || burst_valid);

  always_ff @(posedge clk) begin
    if (request_ready) request_q <= 1'b0;
    if (takes) begin
      request_q <= 1'b1;
      address_q <= fetch_valid ? fetch_address : burst_address;
      beats_q   <= fetch_valid ? FETCH_BEATS : burst_beats;
    end
    if (rst) request_q <= 1'b0;
  end

  assign request_valid = request_q;
  assign request_address = address_q;
  assign request_beats = beats_q;

  word_queue #(
      .WIDTH     (33),
      .PLACE_BITS(2)
  ) u_asked (
      .clk      (clk),
      .rst      (rst),
      .put_valid(takes),
      .put_ready(room),
      .put_data ({fetch_valid, fetch_valid ? fetch_address : burst_address}),
      .get_valid(waiting),
      .get_ready(word_valid && word_last),
      .get_data ({of_fetch, of_address})
  );

  assign idle = !waiting;
  assign fetch_word_valid = word_valid && of_fetch;
  assign burst_word_valid = word_valid && !of_fetch;
  assign failed = word_valid && word_error;
  assign failed_address = of_address;

endmodule

`default_nettype wire
