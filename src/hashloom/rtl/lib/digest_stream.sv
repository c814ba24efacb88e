// Sends digests as a stream of beats: byte 0 of a digest in lane 0 of its first beat. A digest
// without bytes is one beat with no lane kept. Lanes beyond the digest are zero, and so is everything
// while no beat is on offer: what comes here may be a secret that is not to be sent.
//
// No path leads from beat_ready to the digest store. Without FULL_RATE a word is taken only while
// no beat is on offer, at most every second clock where beats are not wider than words. With it a
// word that cannot go on is kept aside, and words are taken as fast as beats leave.
`default_nettype none

module digest_stream #(
    parameter int WIDTH        = 32,  // bits of a beat
    parameter int WORD         = 32,  // bits of a word
    parameter int DIGEST_WORDS = 8,   // words of the longest digest
    parameter int STATUS_BITS  = 1,   // bits of word_error and beat_error
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit FULL_RATE    = 0    // 1: words are taken without a pause
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset: nothing is offered
    input  logic                    word_valid,    // a word of a digest is offered
    output logic                    word_ready,    // it is taken in this clock
    input  logic [WORD-1:0]         word_data,     // the word, first byte most significant
    input  logic [WORD/8-1:0]       word_keep,     // with word_last: the byte is of the digest
    input  logic                    word_last,     // it is the last of its digest
    input  logic [CONTEXT_BITS-1:0] word_context,  // the context
    input  logic [STATUS_BITS-1:0]  word_error,    // what was wrong with its message, 0: nothing

    output logic                    beat_valid,    // a beat is offered
    input  logic                    beat_ready,    // it is taken in this clock
    output logic [WIDTH-1:0]        beat_data,     // first byte in the low lane
    output logic [WIDTH/8-1:0]      beat_keep,     // the lane holds a byte of the digest
    output logic                    beat_last,     // the beat is the last of its digest
    output logic [CONTEXT_BITS-1:0] beat_context,  // the context
    output logic [STATUS_BITS-1:0]  beat_error     // what was wrong with its message
);

  localparam int LANES = WIDTH / 8;
  localparam int BYTES = WORD / 8;

  // The word that makes a beat or becomes part of one.
  logic next_valid, next_last;
  logic [WORD-1:0] next_data;
  logic [BYTES-1:0] next_keep;
  logic [CONTEXT_BITS-1:0] next_context;
  logic [STATUS_BITS-1:0] next_error;
  logic next_ready;  // it goes on

  logic valid_q, last_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [STATUS_BITS-1:0] error_q;
  logic [WORD-1:0] turned;  // the word, first byte in the low lane
  logic [BYTES-1:0] kept;  // and its bytes that are of the digest

  if (FULL_RATE) begin : g_aside
    logic aside_q, aside_last_q;  // a word is kept aside
    logic [WORD-1:0] aside_data_q;
    logic [BYTES-1:0] aside_keep_q;
    logic [CONTEXT_BITS-1:0] aside_context_q;
    logic [STATUS_BITS-1:0] aside_error_q;

    assign word_ready = !aside_q;
    assign next_valid = aside_q || word_valid;
    assign next_data = aside_q ? aside_data_q : word_data;
    assign next_keep = aside_q ? aside_keep_q : word_keep;
    assign next_last = aside_q ? aside_last_q : word_last;
    assign next_context = aside_q ? aside_context_q : word_context;
    assign next_error = aside_q ? aside_error_q : word_error;

    always_ff @(posedge clk) begin
      aside_q <= next_valid && !next_ready;
      if (rst) aside_q <= 1'b0;
      if (word_ready) begin
        aside_data_q <= word_data;
        aside_keep_q <= word_keep;
        aside_last_q <= word_last;
        aside_context_q <= word_context;
        aside_error_q <= word_error;
      end
    end
  end else begin : g_pause
    assign word_ready = !valid_q;
    assign next_valid = word_valid;
    assign next_data = word_data;
    assign next_keep = word_keep;
    assign next_last = word_last;
    assign next_context = word_context;
    assign next_error = word_error;
  end

  for (genvar lane = 0; lane < BYTES; lane++) begin : g_turn
    assign kept[lane] = next_valid && (!next_last || next_keep[BYTES-1-lane]);
    // Where a beat is a word its registers clear what is not of the digest.
    assign turned[8*lane+:8] = next_data[WORD-8-8*lane+:8] & {8{WIDTH == WORD || kept[lane]}};
  end

  always_ff @(posedge clk) begin
    if (next_ready && next_valid) begin
      last_q <= next_last;
      context_q <= next_context;
      error_q <= next_error;
    end
    if (rst) begin
      last_q <= 1'b0;
      context_q <= '0;
      error_q <= '0;
    end
  end

  if (WIDTH == WORD) begin : g_pass
    logic [WORD-1:0] data_q;
    logic [BYTES-1:0] keep_q;

    assign next_ready = !valid_q || (FULL_RATE && beat_ready);
    assign beat_last = last_q;
    assign beat_keep = keep_q;
    assign beat_data = data_q;

    always_ff @(posedge clk) begin
      if (next_ready) begin
        valid_q <= next_valid;
        keep_q  <= kept;
      end else if (beat_ready) begin
        valid_q <= 1'b0;
      end
      if (rst) begin
        valid_q <= 1'b0;
        keep_q  <= '0;
      end
    end

    // Cleared where nothing of an answer comes, which registers do by themselves.
    for (genvar lane = 0; lane < BYTES; lane++) begin : g_lane
      always_ff @(posedge clk) begin
        if (rst || (next_ready ? !kept[lane] : beat_ready)) data_q[8*lane+:8] <= '0;
        else if (next_ready) data_q[8*lane+:8] <= turned[8*lane+:8];
      end
    end
  end else if (WIDTH > WORD) begin : g_gather
    localparam int PARTS = WIDTH / WORD;
    localparam int USED = PARTS < DIGEST_WORDS ? PARTS : DIGEST_WORDS;  // of a beat

    logic [USED-1:0] turn_q;  // one-hot: the part the next word goes to
    logic [USED*WORD-1:0] data_q;
    logic [USED*BYTES-1:0] keep_q;

    assign next_ready = !valid_q || (FULL_RATE && beat_ready);
    assign beat_last = last_q;
    assign beat_keep = LANES'(keep_q);
    assign beat_data = WIDTH'(data_q & {USED * WORD{valid_q}});

    always_ff @(posedge clk) begin
      if (next_ready) begin
        valid_q <= next_valid && (next_last || turn_q[USED-1]);
        for (int part = 0; part < USED; part++) begin
          if (next_valid && turn_q[part]) begin
            data_q[WORD*part+:WORD] <= turned;
            keep_q[BYTES*part+:BYTES] <= kept;
          end else if (turn_q[0]) begin
            data_q[WORD*part+:WORD] <= '0;
            keep_q[BYTES*part+:BYTES] <= '0;
          end
        end
      end else if (beat_ready) begin
        valid_q <= 1'b0;
      end
      if (next_ready && next_valid) begin
        turn_q <= next_last || turn_q[USED-1] ? USED'(1) : turn_q << 1;
      end
      if (rst) begin
        valid_q <= 1'b0;
        turn_q  <= USED'(1);
        data_q  <= '0;
        keep_q  <= '0;
      end
    end
  end else begin : g_split
    localparam int PARTS = WORD / WIDTH;
    localparam int COUNT_BITS = $clog2(PARTS);

    logic [COUNT_BITS-1:0] left;  // beats of the word behind its first
    logic [LANES-1:0] end_keep;  // lanes of the last of them
    logic [COUNT_BITS-1:0] left_q;  // beats of the word behind the one on offer
    logic [LANES-1:0] end_keep_q;
    logic final_part;
    logic [WORD-1:0] data_q;

    assign next_ready = !valid_q || (FULL_RATE && beat_ready && final_part);
    assign beat_last = last_q && final_part;
    assign beat_keep = final_part ? end_keep_q : '1;
    assign beat_data = data_q[WIDTH-1:0];
    assign final_part = left_q == '0;

    always_comb begin
      left = '0;
      end_keep = LANES'(kept);
      for (int part = 1; part < PARTS; part++) begin
        if (kept[LANES*part]) begin
          left = COUNT_BITS'(part);
          end_keep = kept[LANES*part+:LANES];
        end
      end
    end

    always_ff @(posedge clk) begin
      if (next_ready) begin
        valid_q <= next_valid;
        data_q <= turned;
        left_q <= left;
        end_keep_q <= end_keep;
      end else if (beat_ready) begin
        valid_q <= !final_part;
        data_q  <= data_q >> WIDTH;
        left_q  <= left_q - 1'b1;
      end
      if (rst) begin
        valid_q <= 1'b0;
        data_q  <= '0;
        left_q  <= '0;
        end_keep_q <= '0;
      end
    end
  end

  assign beat_valid   = valid_q;
  assign beat_context = context_q;
  assign beat_error   = error_q;

endmodule

`default_nettype wire
