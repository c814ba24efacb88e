// Lets frames of a host in: the first byte of a frame says what it is, bits 7:6 its kind, 5:0 its number.
//
// Frames with bytes of a packet count from 0 behind a restart. One that is not sound or not the next,
// or that there is no room for, is dropped, and so is all that follows until the next restart: what
// the host has sent is then incomplete.
`default_nettype none

module frame_gate #(
    parameter int NUMBER_BITS = 6  // bits of a frame's number, 6 at most
) (
    input  logic                   clk,             // clock
    input  logic                   rst,             // synchronous reset: the link is down
    input  logic                   content_valid,   // a byte of a frame comes
    input  logic [7:0]             content_data,    // the byte
    input  logic                   frame_end,       // the frame ends, behind one byte or more
    input  logic                   frame_good,      // with frame_end: it is sound
    output logic                   write,           // an entry for the store
    output logic                   write_mark,      // it is the mark of a frame's end
    output logic [7:0]             write_data,      // the byte; of a mark 1 where the packet ends
    output logic                   keep,            // the frame is kept
    output logic                   drop,            // it goes
    input  logic                   full,            // there is no room
    output logic                   restart,         // all begins anew, in this clock alone
    output logic [NUMBER_BITS-1:0] restart_number,  // number of the frame that asked for it
    output logic                   up,              // since then nothing was dropped
    output logic                   complain,        // a frame was dropped, in this clock alone
    output logic [1:0]             complaint        // why
);

  // Kinds of frames
  localparam logic [1:0] RESTART = 2'd2, UNKNOWN = 2'd3;  // 0: bytes, 1: the last ones of a packet
  // Complaints
  localparam logic [1:0] BROKEN = 2'd0, NOT_NEXT = 2'd1, NO_ROOM = 2'd2, DOWN = 2'd3;

  logic begun_q;  // the first byte has come
  logic [1:0] kind_q;
  logic [NUMBER_BITS-1:0] number_q;
  logic over_q;  // there was no room for a byte
  logic up_q;
  logic [NUMBER_BITS-1:0] next_q;  // number of the next frame
  logic ends, sound, accepted;

  assign ends = frame_end && begun_q;
  assign sound = ends && frame_good && up_q && !kind_q[1];
  assign accepted = sound && number_q == next_q && !over_q && !full;
  assign restart = ends && frame_good && kind_q == RESTART;
  assign restart_number = number_q;
  assign up = up_q;

  assign write = accepted || (content_valid && begun_q && up_q && !kind_q[1]);
  assign write_mark = accepted;
  assign write_data = accepted ? {7'd0, kind_q[0]} : content_data;
  assign keep = accepted;
  assign drop = ends && !accepted;
  // Noise while the link is down is nobody's frame.
  assign complain = drop && !restart && (frame_good || up_q);

  always_comb begin
    complaint = NO_ROOM;
    if (number_q != next_q) complaint = NOT_NEXT;
    if (!frame_good || kind_q == UNKNOWN) complaint = BROKEN;
    if (!up_q) complaint = DOWN;
  end

  always_ff @(posedge clk) begin
    if (content_valid) begin
      begun_q <= 1'b1;
      if (!begun_q) begin
        kind_q   <= content_data[7:6];
        number_q <= content_data[NUMBER_BITS-1:0];
      end
      if (begun_q && full) over_q <= 1'b1;
    end
    if (accepted) next_q <= next_q + 1'b1;
    if (complain) up_q <= 1'b0;
    if (restart) begin
      up_q   <= 1'b1;
      next_q <= '0;
    end
    if (ends) begin
      begun_q <= 1'b0;
      over_q  <= 1'b0;
    end
    if (rst) begin
      begun_q <= 1'b0;
      over_q  <= 1'b0;
      up_q    <= 1'b0;
    end
  end

endmodule

`default_nettype wire
