// Holds the answers of a copy of a core until they may be sent: 2 ** SLOT_BITS entries for each of
// its contexts, which take the context's answers in turn. There is always room: a message does not
// begin before an entry is free for its answer.
//
// A beat that is read lies in a register, which is zero unless it is this store's, so that those of
// all stores are OR-ed.
`default_nettype none

module array_store #(
    parameter int WIDTH        = 32,  // bits of a beat
    parameter int BEATS        = 8,   // beats of an answer
    parameter int BEAT_BITS    = 3,   // bits of a beat's number, at least 1
    parameter int CONTEXTS     = 1,   // contexts of the copy
    parameter int CONTEXT_BITS = 1,   // bits of a context's number, at least 1
    parameter int SLOT_BITS    = 2    // bits of an entry's number in its context
) (
    input  logic                              clk,             // clock
    input  logic                              rst,             // synchronous reset: no answers

    input  logic                              answer_valid,    // the copy gives a beat
    input  logic [WIDTH-1:0]                  answer_data,     // the beat
    input  logic                              answer_last,     // it ends its answer
    input  logic [CONTEXT_BITS-1:0]           answer_context,  // context of the copy
    input  logic                              answer_error,    // the message broke the rules
    output logic [(CONTEXTS<<SLOT_BITS)-1:0]  complete,        // entries that are complete now

    input  logic                              advance,         // the register takes a beat
    input  logic                              read,            // one of this store
    input  logic [CONTEXT_BITS+SLOT_BITS-1:0] read_place,      // {context, entry}
    input  logic [BEAT_BITS-1:0]              read_beat,       // its number
    output logic [WIDTH-1:0]                  read_data,       // the beat, a clock later
    output logic                              read_error       // the message broke the rules
);

  localparam int PLACES = CONTEXTS << SLOT_BITS;
  localparam int DEPTH = PLACES << (BEATS > 1 ? BEAT_BITS : 0);  // of the memory
  localparam int ADDRESS_BITS = $clog2(DEPTH);

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WIDTH:0] store[DEPTH];  // {error, beat} at {context, entry, beat}

  (* mem2reg *) logic [SLOT_BITS-1:0] turn_q[CONTEXTS];  // entry of the context's next answer
  logic [BEAT_BITS-1:0] beat_q;  // number of the next beat
  logic [WIDTH:0] read_q;
  logic [CONTEXT_BITS+SLOT_BITS-1:0] place;
  logic [ADDRESS_BITS-1:0] write_address, read_address;

  assign place = {answer_context, turn_q[answer_context]};
  if (BEATS > 1) begin : g_beats
    assign write_address = ADDRESS_BITS'({place, beat_q});
    assign read_address  = ADDRESS_BITS'({read_place, read_beat});
  end else begin : g_beat
    logic unused;

    assign write_address = ADDRESS_BITS'(place);
    assign read_address = ADDRESS_BITS'(read_place);
    assign unused = &{1'b0, read_place, read_beat, beat_q};
  end

  assign complete = answer_valid && answer_last ? PLACES'(1) << place : '0;

  always_ff @(posedge clk) begin
    if (answer_valid) begin
      store[write_address] <= {answer_error, answer_data};
      beat_q <= answer_last ? '0 : beat_q + 1'b1;
      if (answer_last) turn_q[answer_context] <= turn_q[answer_context] + 1'b1;
    end
    if (advance) read_q <= read ? store[read_address] : '0;
    if (rst) begin
      beat_q <= '0;
      read_q <= '0;
      for (int index = 0; index < CONTEXTS; index++) turn_q[index] <= '0;
    end
  end

  assign {read_error, read_data} = read_q;

endmodule

`default_nettype wire
