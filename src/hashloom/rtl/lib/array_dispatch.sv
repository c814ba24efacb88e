// Gives the messages of one stream to copies of a core: each, at its first beat, to the place that
// has been chosen for the next one, where its other beats follow. A place is a context of a copy.
//
// A tid has at most one message whose end has not come, and there are as many places as tids, so
// that a message that begins always finds a place. The beat that has been taken is held in a
// register until its copy takes it; what comes behind it waits, whichever copy it is for.
`default_nettype none

module array_dispatch #(
    parameter int WIDTH        = 32,  // bits of a beat
    parameter int COPIES       = 2,   // copies, at least 2
    parameter int COPY_BITS    = 1,   // bits of a copy's number
    parameter int PLACES       = 2,   // places, numbered {context, copy}; a copy may be none
    parameter int PLACE_BITS   = 1,   // bits of a place's number
    parameter int CONTEXT_BITS = 1,   // bits of a context's number, at least 1
    parameter int TIDS         = 2,   // tids
    parameter int TID_BITS     = 1    // bits of a tid
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: no message under way

    input  logic                    beat_valid,     // a beat of a tid that exists is offered
    output logic                    beat_ready,     // it is taken in this clock
    input  logic [WIDTH-1:0]        beat_data,      // the beat
    input  logic [WIDTH/8-1:0]      beat_keep,      // lanes that hold a byte
    input  logic                    beat_last,      // it ends its message
    input  logic [TID_BITS-1:0]     beat_tid,       // its tid

    input  logic                    chosen,         // a place is chosen for the next message
    input  logic [PLACE_BITS-1:0]   chosen_place,   // this one
    output logic                    begins,         // a message is given it
    output logic [TID_BITS-1:0]     begins_tid,     // of this tid
    output logic [PLACES-1:0]       receiving,      // places whose message has not ended

    output logic [COPIES-1:0]       copy_valid,     // a beat is offered to this copy
    input  logic [COPIES-1:0]       copy_ready,     // the copy takes it in this clock
    output logic [WIDTH-1:0]        copy_data,      // the beat
    output logic [WIDTH/8-1:0]      copy_keep,      // lanes that hold a byte
    output logic                    copy_last,      // it ends its message
    output logic [CONTEXT_BITS-1:0] copy_context    // context of the copy
);

  // Messages whose end has not come, by tid, and where they go.
  logic [TIDS-1:0] open_q;
  (* mem2reg *) logic [PLACE_BITS-1:0] place_q[TIDS];
  logic [PLACES-1:0] receiving_q;

  // The beat on offer to a copy.
  logic [COPIES-1:0] valid_q;
  logic [WIDTH-1:0] data_q;
  logic [WIDTH/8-1:0] keep_q;
  logic last_q;
  logic [CONTEXT_BITS-1:0] context_q;

  logic open, room, take;
  logic [PLACE_BITS-1:0] place;

  assign open = open_q[beat_tid];
  assign place = open ? place_q[beat_tid] : chosen_place;
  assign room = (valid_q & ~copy_ready) == '0;
  assign beat_ready = room && (open || chosen);
  assign take = beat_valid && beat_ready;
  assign begins = take && !open;
  assign begins_tid = beat_tid;
  assign receiving = receiving_q;

  always_ff @(posedge clk) begin
    if (room) valid_q <= take ? COPIES'(1) << place[COPY_BITS-1:0] : '0;
    if (take) begin
      data_q <= beat_data;
      keep_q <= beat_keep;
      last_q <= beat_last;
      context_q <= CONTEXT_BITS'((PLACE_BITS + 1)'(place) >> COPY_BITS);
      place_q[beat_tid] <= place;
      open_q[beat_tid] <= !beat_last;
      receiving_q[place] <= !beat_last;
    end
    if (rst) begin
      valid_q <= '0;
      open_q <= '0;
      receiving_q <= '0;
    end
  end

  assign copy_valid = valid_q;
  assign copy_data = data_q;
  assign copy_keep = keep_q;
  assign copy_last = last_q;
  assign copy_context = context_q;

endmodule

`default_nettype wire
