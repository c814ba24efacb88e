// Beats narrower than a row of PAD_WORDS words: gathers the beats of each context into rows. Beats
// of different contexts may follow each other in any order, so each context has its own unfinished
// row and its own count of beats. A row leaves when its last lane group has arrived or its message
// ends. The first word of a row lies at the bottom.
//
// A beat that breaks the rules (see beat_check) marks the row it belongs to with word_error; a
// beat that does not end its message counts as full whatever its lanes say.
//
// With ERASE nothing of a row is left when it has gone: its store is cleared in the clock in which
// it goes, for which a beat of another context waits a clock. After a reset all stores are cleared,
// one context a clock, before a beat is taken.
`default_nettype none

module beat_gather #(
    parameter int WIDTH        = 8,   // bits of a beat, less than a row
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int CONTEXTS     = 1,   // contexts, each with one message at a time
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int COMMAND_BITS = 1,   // bits of a packet's command
    parameter bit ERASE        = 0    // 1: rows are not left behind
) (
    input  logic                        clk,           // clock
    input  logic                        rst,           // synchronous reset: unfinished rows go
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

  localparam int LANES = WIDTH / 8;
  localparam int BYTES = WORD / 8;
  localparam int PARTS = PAD_WORDS * WORD / WIDTH;  // beats of a full row
  localparam int PART_BITS = $clog2(PARTS);

  logic [PART_BITS-1:0] part_q[CONTEXTS];  // the part of its row a context awaits
  logic [CONTEXTS-1:0] flaw_q;  // an earlier beat of a context's unfinished row broke the rules
  logic [PART_BITS-1:0] part;
  logic beat_error, take, complete;
  logic clearing;  // a context's stores are cleared, except where a beat is written
  logic [CONTEXT_BITS-1:0] clear_context;
  logic sweeping;  // after a reset

  logic valid_q, last_q, error_q;
  logic [PART_BITS-1:0] final_q;  // the part that ended the offered row
  logic [LANES-1:0] keep_q;  // lanes of that part
  logic [CONTEXT_BITS-1:0] context_q;
  logic [COMMAND_BITS-1:0] command_q;

  beat_check #(
      .LANES(LANES)
  ) check (
      .beat_keep (beat_keep),
      .beat_last (beat_last),
      .beat_error(beat_error)
  );

  assign beat_ready = !sweeping
      && (!valid_q || (word_ready && (!ERASE || beat_context == context_q)));
  assign take = beat_valid && beat_ready;
  assign part = part_q[beat_context];
  assign complete = beat_last || part == PART_BITS'(PARTS - 1);

  always_ff @(posedge clk) begin
    if (take) begin
      part_q[beat_context] <= complete ? '0 : part + 1'b1;
      flaw_q[beat_context] <= !complete && (flaw_q[beat_context] || beat_error);
      final_q <= part;
      keep_q <= beat_keep;
      last_q <= beat_last;
      error_q <= flaw_q[beat_context] || beat_error;
      context_q <= beat_context;
      command_q <= beat_command;
    end
    if (beat_ready) valid_q <= beat_valid && complete;
    else if (word_ready) valid_q <= 1'b0;
    if (rst) begin
      for (int context_i = 0; context_i < CONTEXTS; context_i++) part_q[context_i] <= '0;
      flaw_q  <= '0;
      valid_q <= 1'b0;
    end
  end

  if (ERASE) begin : g_erase
    logic sweep_q;
    logic [CONTEXT_BITS-1:0] sweep_context_q;

    assign sweeping = sweep_q;
    assign clearing = sweep_q || (valid_q && word_ready);  // the offered row is taken
    assign clear_context = sweep_q ? sweep_context_q : context_q;

    always_ff @(posedge clk) begin
      if (sweep_q) sweep_context_q <= sweep_context_q + 1'b1;
      if (sweep_context_q == CONTEXT_BITS'(CONTEXTS - 1)) sweep_q <= 1'b0;
      if (rst) begin
        sweep_q <= 1'b1;
        sweep_context_q <= '0;
      end
    end
  end else begin : g_keep
    assign sweeping = 1'b0;
    assign clearing = 1'b0;
    assign clear_context = context_q;
  end

  // One store per part of a row; the part that completes a row goes through it as well.
  for (genvar index = 0; index < PARTS; index++) begin : g_part
    logic [WIDTH-1:0] stored;
    logic write;

    assign write = take && part == PART_BITS'(index);

    if (CONTEXTS == 1) begin : g_single
      logic [WIDTH-1:0] store_q;
      logic unused;  // there is one context

      assign unused = &{1'b0, clear_context};

      always_ff @(posedge clk) begin
        if (write) store_q <= beat_data;
        else if (clearing) store_q <= '0;
      end
      assign stored = store_q;
    end else begin : g_several
      (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
      logic [WIDTH-1:0] store[CONTEXTS];

      always_ff @(posedge clk) begin
        if (write || clearing) begin
          store[write ? beat_context : clear_context] <= write ? beat_data : '0;
        end
      end
      assign stored = store[context_q];
    end

    for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
      localparam int BYTE = index * LANES + lane;  // in the order of the message
      localparam int PLACE = BYTE + BYTES - 1 - 2 * (BYTE % BYTES);  // in the row

      assign word_data[8*PLACE+:8] = stored[8*lane+:8];
      assign word_keep[PLACE] = int'(final_q) > index
          || (final_q == PART_BITS'(index) && keep_q[lane]);
    end
  end

  assign word_valid   = valid_q;
  assign word_last    = last_q;
  assign word_error   = error_q;
  assign word_context = context_q;
  assign word_command = command_q;

endmodule

`default_nettype wire
