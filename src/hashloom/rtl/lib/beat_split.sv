// Beats wider than a row of PAD_WORDS words: holds a beat and sends its rows one a clock. A beat
// that ends its message gives only the rows that hold bytes, but at least one. The next beat is
// taken in the clock in which the last row of the held one goes. The first word of a row lies at
// the bottom.
//
// The row is selected by clearing: each row of the beat passes a register that is cleared unless
// it is the row's turn, and the registers are OR-ed. This takes a third of the LUTs of a
// multiplexer.
//
// A beat that breaks the rules (see beat_check) marks its rows with word_error; a beat that does
// not end its message counts as full whatever its lanes say. Nothing of a beat is left when its
// last row has gone.
`default_nettype none

module beat_split #(
    parameter int WIDTH        = 64,  // bits of a beat, more than a row
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int COMMAND_BITS = 1    // bits of a packet's command
) (
    input  logic                        clk,           // clock
    input  logic                        rst,           // synchronous reset: the held beat is lost
    input  logic                        beat_valid,    // a beat is offered
    output logic                        beat_ready,    // it is taken in this clock
    input  logic [WIDTH-1:0]            beat_data,     // first byte in the low lane
    input  logic [WIDTH/8-1:0]          beat_keep,     // the lane holds a byte
    input  logic                        beat_last,     // the beat ends its message
    input  logic [CONTEXT_BITS-1:0]     beat_context,  // the context its message belongs to
    input  logic [COMMAND_BITS-1:0]     beat_command,  // what is to be done with it

    output logic                        word_valid,    // a row is offered
    input  logic                        word_ready,    // it is taken in this clock
    output logic [PAD_WORDS*WORD-1:0]   word_data,     // word j at j * WORD, first byte on top
    output logic [PAD_WORDS*WORD/8-1:0] word_keep,     // with last: the byte is of the message
    output logic                        word_last,     // the row ends its message
    output logic                        word_error,    // the message broke the rules
    output logic [CONTEXT_BITS-1:0]     word_context,  // the context its message belongs to
    output logic [COMMAND_BITS-1:0]     word_command   // what is to be done with it
);

  localparam int ROW = PAD_WORDS * WORD;  // bits of a row
  localparam int ROWS = WIDTH / ROW;
  localparam int BYTES = WORD / 8;
  localparam int LANES = ROW / 8;  // bytes of a row

  // The held beat.
  logic held_q, held_last_q;
  logic [WIDTH-1:0] held_data_q;
  logic [WIDTH/8-1:0] held_keep_q;
  logic [CONTEXT_BITS-1:0] held_context_q;
  logic [COMMAND_BITS-1:0] held_command_q;
  logic [ROWS-1:0] turn_q;  // one-hot: the row that goes next
  logic [ROWS-1:0] todo_q;  // from bit 0: rows still to go
  logic [ROWS-1:0] todo_load;
  logic held_error;

  // The row on offer.
  logic valid_q, last_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [COMMAND_BITS-1:0] command_q;
  logic [WIDTH-1:0] gated_data_q;
  logic [WIDTH/8-1:0] gated_keep_q;

  logic [ROW-1:0] row_data;  // first byte in the low lane
  logic [LANES-1:0] row_keep;

  logic load, advance, final_row;

  assign advance = !valid_q || word_ready;
  assign final_row = !todo_q[1];
  assign beat_ready = !held_q || (advance && final_row);
  assign load = beat_valid && beat_ready;

  always_comb begin
    todo_load[0] = 1'b1;
    for (int index = 1; index < ROWS; index++) begin
      todo_load[index] = !beat_last || beat_keep[LANES*index];
    end
  end

  beat_check #(
      .LANES(WIDTH / 8)
  ) check (
      .beat_keep (held_keep_q),
      .beat_last (held_last_q),
      .beat_error(held_error)
  );

  always_ff @(posedge clk) begin
    if (load) begin
      held_keep_q <= beat_keep;
      held_last_q <= beat_last;
      held_context_q <= beat_context;
      held_command_q <= beat_command;
    end
    if (beat_ready) begin
      held_q <= beat_valid;
      held_data_q <= beat_valid ? beat_data : '0;
    end
    if (load) begin
      turn_q <= ROWS'(1);
      todo_q <= todo_load;
    end else if (advance) begin
      turn_q <= turn_q << 1;
      todo_q <= todo_q >> 1;
    end
    if (advance) begin
      valid_q   <= held_q;
      last_q    <= held_last_q && final_row;
      error_q   <= held_error;
      context_q <= held_context_q;
      command_q <= held_command_q;
    end
    if (rst) begin
      held_q  <= 1'b0;
      valid_q <= 1'b0;
    end
  end

  for (genvar index = 0; index < ROWS; index++) begin : g_gate
    always_ff @(posedge clk) begin
      if (advance) begin
        gated_data_q[ROW*index+:ROW] <= turn_q[index] ? held_data_q[ROW*index+:ROW] : '0;
        gated_keep_q[LANES*index+:LANES] <= turn_q[index] ? held_keep_q[LANES*index+:LANES] : '0;
      end
    end
  end

  always_comb begin
    row_data = '0;
    row_keep = '0;
    for (int index = 0; index < ROWS; index++) begin
      row_data = row_data | gated_data_q[ROW*index+:ROW];
      row_keep = row_keep | gated_keep_q[LANES*index+:LANES];
    end
  end

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    localparam int PLACE = lane + BYTES - 1 - 2 * (lane % BYTES);  // byte of the row

    assign word_data[8*PLACE+:8] = row_data[8*lane+:8];
    assign word_keep[PLACE]      = row_keep[lane];
  end

  assign word_valid   = valid_q;
  assign word_last    = last_q;
  assign word_error   = error_q;
  assign word_context = context_q;
  assign word_command = command_q;

endmodule

`default_nettype wire
