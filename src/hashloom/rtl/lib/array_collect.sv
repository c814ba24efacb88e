// Sends the answers of an array of copies, beat by beat out of their stores, one after the other.
`default_nettype none

module array_collect #(
    parameter int COPIES       = 2,  // copies, at least 2
    parameter int COPY_BITS    = 1,  // bits of a copy's number
    parameter int PLACE_BITS   = 1,  // bits of a place's number, which is {context, copy}
    parameter int CONTEXT_BITS = 1,  // bits of a context's number, at least 1
    parameter int TID_BITS     = 1,  // bits of a tid
    parameter int SLOT_BITS    = 2,  // bits of an entry's number in its place
    parameter int BEATS        = 8,  // beats of an answer
    parameter int BEAT_BITS    = 3   // bits of a beat's number, at least 1
) (
    input  logic                              clk,         // clock
    input  logic                              rst,         // synchronous reset: nothing is sent

    input  logic                              head_valid,  // an answer may be sent
    input  logic [PLACE_BITS+SLOT_BITS-1:0]   head_entry,  // of this entry, {context, copy, slot}
    input  logic [TID_BITS-1:0]               head_tid,    // its tid
    output logic                              head_take,   // sending it begins
    output logic                              sent,        // an entry has been sent and is free
    output logic [PLACE_BITS+SLOT_BITS-1:0]   sent_entry,  // this one

    output logic                              advance,     // the stores' registers take a beat
    output logic [COPIES-1:0]                 read,        // of the store of this copy
    output logic [CONTEXT_BITS+SLOT_BITS-1:0] read_place,  // {context, slot}
    output logic [BEAT_BITS-1:0]              read_beat,   // its number

    output logic                              beat_valid,  // a beat is offered
    input  logic                              beat_ready,  // it is taken in this clock
    output logic                              beat_last,   // it ends its answer
    output logic [TID_BITS-1:0]               beat_tid     // its tid
);

  // The answer that is being sent and the beat that is read.
  logic sending_q;
  logic [PLACE_BITS+SLOT_BITS-1:0] entry_q;
  logic [TID_BITS-1:0] tid_q;
  logic [BEAT_BITS-1:0] beat_q;
  logic final_beat;
  logic [PLACE_BITS-1:0] place;

  // What goes with the beat on offer.
  logic valid_q, last_q;
  logic [TID_BITS-1:0] beat_tid_q;

  assign final_beat = beat_q == BEAT_BITS'(BEATS - 1);
  assign advance = !valid_q || beat_ready;
  assign sent = sending_q && advance && final_beat;
  assign sent_entry = entry_q;
  assign head_take = head_valid && (!sending_q || sent);
  assign place = entry_q[PLACE_BITS+SLOT_BITS-1:SLOT_BITS];
  assign read = sending_q ? COPIES'(1) << place[COPY_BITS-1:0] : '0;
  assign read_place = {CONTEXT_BITS'((PLACE_BITS + 1)'(place) >> COPY_BITS), entry_q[SLOT_BITS-1:0]};
  assign read_beat = beat_q;

  always_ff @(posedge clk) begin
    if (head_take) begin
      sending_q <= 1'b1;
      entry_q <= head_entry;
      tid_q <= head_tid;
    end else if (sent) begin
      sending_q <= 1'b0;
    end
    if (sending_q && advance) beat_q <= final_beat ? '0 : beat_q + 1'b1;
    if (advance) begin
      valid_q <= sending_q;
      last_q <= final_beat;
      beat_tid_q <= tid_q;
    end
    if (rst) begin
      sending_q <= 1'b0;
      entry_q <= '0;
      tid_q <= '0;
      beat_q <= '0;
      valid_q <= 1'b0;
      last_q <= 1'b0;
      beat_tid_q <= '0;
    end
  end

  assign beat_valid = valid_q;
  assign beat_last  = last_q;
  assign beat_tid   = beat_tid_q;

endmodule

`default_nettype wire
