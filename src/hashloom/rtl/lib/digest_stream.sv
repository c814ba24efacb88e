// Sends digests as a stream of beats: byte 0 of a digest in lane 0 of its first beat. The last
// beat's lanes beyond the digest are masked; what they carry is not defined.
//
// A word is taken only while no beat is on offer, so that no path leads from beat_ready to the
// digest store; a word every second clock is still faster than blocks can come in.
`default_nettype none

module digest_stream #(
    parameter int unsigned WIDTH        = 32,  // bits of a beat
    parameter int unsigned WORD         = 32,  // bits of a word
    parameter int unsigned DIGEST_BYTES = 32,  // bytes of a digest
    parameter int unsigned CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: nothing is offered
    input  logic                    word_valid,    // a word of a digest is offered
    output logic                    word_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         word_data,     // the word, first byte most significant
    input  logic                    word_last,     // it is the last of its digest
    input  logic [CONTEXT_BITS-1:0] word_context,  // the context
    input  logic                    word_error,    // its message broke the rules

    output logic                    beat_valid,    // a beat is offered
    input  logic                    beat_ready,    // it is taken in this clock
    output logic [WIDTH-1:0]        beat_data,     // first byte in the low lane
    output logic [WIDTH/8-1:0]      beat_keep,     // the lane holds a byte of the digest
    output logic                    beat_last,     // the beat is the last of its digest
    output logic [CONTEXT_BITS-1:0] beat_context,  // the context
    output logic                    beat_error     // its message broke the rules
);

  localparam int unsigned LANES = WIDTH / 8;
  localparam int unsigned REST = DIGEST_BYTES % LANES;  // bytes of the last beat, 0: all lanes
  localparam logic [LANES-1:0] LAST_KEEP = REST == 0 ? '1 : LANES'((65'd1 << REST) - 65'd1);

  logic valid_q, last_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [WORD-1:0] turned;  // the word, first byte in the low lane

  for (genvar lane = 0; lane < WORD / 8; lane++) begin : g_turn
    assign turned[8*lane+:8] = word_data[WORD-8-8*lane+:8];
  end

  always_ff @(posedge clk) begin
    if (word_ready) begin
      last_q <= word_last;
      context_q <= word_context;
      error_q <= word_error;
    end
  end

  if (WIDTH == WORD) begin : g_pass
    logic [WORD-1:0] data_q;

    assign word_ready = !valid_q;
    assign beat_last = last_q;
    assign beat_data = data_q;

    always_ff @(posedge clk) begin
      if (word_ready) begin
        valid_q <= word_valid;
        data_q  <= turned;
      end else if (beat_ready) begin
        valid_q <= 1'b0;
      end
      if (rst) valid_q <= 1'b0;
    end
  end else if (WIDTH > WORD) begin : g_gather
    localparam int unsigned PARTS = WIDTH / WORD;
    localparam int unsigned DIGEST_WORDS = (8 * DIGEST_BYTES + WORD - 1) / WORD;
    localparam int unsigned USED = PARTS < DIGEST_WORDS ? PARTS : DIGEST_WORDS;  // of a beat

    logic [USED-1:0] turn_q;  // one-hot: the part the next word goes to
    logic [USED*WORD-1:0] data_q;

    assign word_ready = !valid_q;
    assign beat_last = last_q;
    assign beat_data = WIDTH'(data_q);

    always_ff @(posedge clk) begin
      if (word_ready) begin
        valid_q <= word_valid && (word_last || turn_q[USED-1]);
        for (int part = 0; part < int'(USED); part++) begin
          if (turn_q[part]) data_q[WORD*part+:WORD] <= turned;
        end
      end else if (beat_ready) begin
        valid_q <= 1'b0;
      end
      if (word_ready && word_valid) begin
        turn_q <= word_last || turn_q[USED-1] ? USED'(1) : turn_q << 1;
      end
      if (rst) begin
        valid_q <= 1'b0;
        turn_q  <= USED'(1);
      end
    end
  end else begin : g_split
    localparam int unsigned PARTS = WORD / WIDTH;
    // Beats of the last word of a digest.
    localparam int unsigned LAST_PARTS = (DIGEST_BYTES / LANES - 1) % PARTS + 1;
    localparam int unsigned COUNT_BITS = $clog2(PARTS);

    logic [COUNT_BITS-1:0] left_q;  // beats of the word behind the one on offer
    logic final_part;
    logic [WORD-1:0] data_q;

    assign word_ready = !valid_q;
    assign beat_last = last_q && final_part;
    assign beat_data = data_q[WIDTH-1:0];
    assign final_part = left_q == '0;

    always_ff @(posedge clk) begin
      if (word_ready) begin
        valid_q <= word_valid;
        data_q  <= turned;
        left_q  <= word_last ? COUNT_BITS'(LAST_PARTS - 1) : COUNT_BITS'(PARTS - 1);
      end else if (beat_ready) begin
        valid_q <= !final_part;
        data_q  <= data_q >> WIDTH;
        left_q  <= left_q - 1'b1;
      end
      if (rst) valid_q <= 1'b0;
    end
  end

  assign beat_valid = valid_q;
  assign beat_keep = beat_last ? LAST_KEEP : '1;
  assign beat_context = context_q;
  assign beat_error = error_q;

endmodule

`default_nettype wire
