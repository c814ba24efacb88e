// From words of memory to the beats of a stream: the bytes of bursts that begin in any lane follow
// each other without gaps, also those of the descriptors of one packet. What is left of a beat at the
// end of a burst is kept for its context.
//
// A record is taken when that before it is done, in the same clock: behind a burst that does not end its
// descriptor the next word may be taken at once, behind another a clock later.
//
// A packet of whole beats ends with the last of them: one more would have to wait for the block behind,
// and with it what comes for other contexts. A packet of which data could not be read, or a descriptor broke the rules, ends in a beat that is
// malformed on purpose, so that the core does not answer with a digest of something else. A packet
// that is a broken descriptor alone does not reach the core.
//
// A descriptor that no answer is for is done when its bytes have gone: the parts of a packet but the
// last, and of a core with keys the expected tag.
`default_nettype none

module byte_align #(
    parameter int WIDTH        = 32,  // bits of a word and of a beat
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number, at least 1
    parameter int COMMAND_BITS = 19,  // bits of a command
    parameter int JOB_BITS     = 42,  // bits that are kept of a descriptor as they come
    parameter bit KEYED        = 0    // 1: packets have operations
) (
    input  logic                       clk,             // clock
    input  logic                       rst,             // synchronous reset: no packet

    input  logic                       record_valid,    // a record of a burst is there
    output logic                       record_ready,    // it is taken in this clock
    input  logic [CONTEXT_BITS-1:0]    record_context,  // context
    input  logic [$clog2(WIDTH/8)-1:0] record_lane,     // of the first byte in its word
    input  logic [7:0]                 record_bytes,    // of the burst; 0: there is none
    input  logic                       record_ends,     // it ends its descriptor
    input  logic                       record_first,    // which begins a packet
    input  logic                       record_last,     // which ends its packet
    input  logic                       record_bad,      // which breaks the rules
    input  logic [3:0]                 record_number,   // low bits of its number in the ring
    input  logic [COMMAND_BITS-1:0]    record_command,  // of its packet
    input  logic [JOB_BITS-1:0]        record_job,      // what else belongs to it

    input  logic                       word_valid,      // a word of a burst is there
    output logic                       word_ready,      // it goes in this clock
    input  logic [WIDTH-1:0]           word_data,       // the word
    input  logic                       word_error,      // it could not be read
    output logic                       failed,          // data of a descriptor could not be read
    output logic [CONTEXT_BITS-1:0]    failed_context,  // of this context
    output logic [3:0]                 failed_number,   // low bits of its number in the ring

    output logic                       beat_valid,      // a beat is offered
    input  logic                       beat_ready,      // it is taken in this clock
    output logic [WIDTH-1:0]           beat_data,       // first byte in the low lane
    output logic [WIDTH/8-1:0]         beat_keep,       // lanes that hold a byte
    output logic                       beat_last,       // it ends its packet
    output logic [CONTEXT_BITS-1:0]    beat_context,    // context
    output logic [COMMAND_BITS-1:0]    beat_command,    // of its packet

    input  logic [CONTEXTS-1:0]        sent_room,       // contexts with room for one more packet
    output logic                       sent,            // a packet that is answered has been sent
    output logic [CONTEXT_BITS-1:0]    sent_context,    // context
    output logic [JOB_BITS+1:0]        sent_job,        // {broke the rules, not read, job}
    output logic                       finished_valid,  // a descriptor is done without an answer
    input  logic                       finished_ready,  // that is taken in this clock
    output logic [JOB_BITS+1:0]        finished_job     // {broke the rules, not read, job}
);

  localparam int LANES = WIDTH / 8;
  localparam int LANE_BITS = $clog2(LANES);
  localparam int KEPT_BITS = WIDTH - 8 + LANE_BITS + 2;
  localparam int BEAT_BITS = WIDTH + LANES + 1 + CONTEXT_BITS + COMMAND_BITS;
  localparam logic [LANES-1:0] HOLE = LANES'(2);  // lanes of a beat that is malformed
  localparam logic [3:0] TAG = 4'd3;

  // The word that was taken.
  logic there_q;  // there is one
  logic error_q;  // it could not be read
  logic [WIDTH-1:0] word_q;

  // The record that was taken.
  logic [CONTEXT_BITS-1:0] record_context_q;
  logic record_ends_q, record_bad_q;
  logic whole_q;  // its packet ends with it
  logic closes_q;  // so, and the packet reaches the core
  logic answers_q;  // which answers it
  logic finishes_q;  // its descriptor ends and has no answer
  logic [3:0] record_number_q;
  logic [COMMAND_BITS-1:0] record_command_q;
  logic [JOB_BITS-1:0] record_job_q;
  logic busy_q, end_q;  // its words are taken; it ends
  logic closed_q;  // and its packet's last beat has been made
  logic [LANE_BITS-1:0] turn_q;  // lanes to turn a word by
  logic [7:0] left_q;  // bytes
  logic [LANE_BITS:0] bytes_q;  // of the next word
  logic final_q;  // it is the last one of its burst
  logic [LANE_BITS:0] in_word;  // bytes of the first word of the record that comes, at most
  logic [7:0] left;  // behind the next word
  logic takes, whole, shuts;  // a beat is whole; it is its packet's last one
  logic load;  // a record is taken
  logic parts;  // the last word of one that does not end its descriptor is

  // Bytes that wait for a beat.
  logic [WIDTH-9:0] rest_q;
  logic [LANE_BITS-1:0] fill_q;
  logic [1:0] broken_q;  // its packet: {broke the rules, not read}
  logic [CONTEXTS-1:0] kept_q;  // contexts of which some are kept
  logic [KEPT_BITS-1:0] kept, saved;
  logic saves, keeps;  // what waits is saved; and is of a packet that goes on
  logic stays;  // what waits is of the context of the record that comes
  logic fetches;  // what waits comes from where it was saved
  logic none;  // nothing waits for the record that comes
  logic [LANE_BITS-1:0] fill;  // what waits for it
  logic [LANE_BITS:0] sum;
  logic [WIDTH-1:0] turned, merged;
  logic [WIDTH-9:0] rest;  // of the word that is taken

  logic [1:0] broken;
  logic spoilt;  // the packet's last beat is malformed
  logic closes, answers;  // of the record that comes
  logic offers;  // its packet ends with a beat that is made now
  logic ends;
  logic free;  // a beat may be made

  // Beats that were made.
  logic made;  // one is in this clock
  logic [WIDTH-1:0] made_data;
  logic [LANES-1:0] made_keep;
  logic [BEAT_BITS-1:0] made_beat;
  logic valid_q, waits_q;  // one is on offer; another one waits behind it
  logic [BEAT_BITS-1:0] beat_q, waiting_q;

  // ---- words --------------------------------------------------------------------------------

  // What waits for the only context stays where it is.
  if (CONTEXTS == 1) begin : g_stays
    assign kept = saved;
    assign fetches = 1'b0;
  end else begin : g_kept
    context_words #(
        .WIDTH       (KEPT_BITS),
        .CONTEXTS    (CONTEXTS),
        .CONTEXT_BITS(CONTEXT_BITS)
    ) u_kept (
        .clk          (clk),
        .write        (saves),
        .write_context(record_context_q),
        .write_data   (saved),
        .read_context (record_context),
        .read_data    (kept)
    );
    assign fetches = !stays;
  end

  assign load = record_valid && ((!busy_q && !end_q) || saves);
  assign record_ready = load;
  assign saves = parts || ends;
  assign keeps = !whole_q;
  assign saved = parts
      ? {broken | {1'b0, error_q}, sum[LANE_BITS-1:0], rest}
      : {broken, fill_q, rest_q};

  assign stays = saves && record_context == record_context_q;
  assign none = stays ? !keeps : !kept_q[record_context];
  assign fill = none ? '0 : fetches ? kept[WIDTH-8+:LANE_BITS]
      : parts ? sum[LANE_BITS-1:0] : fill_q;

  assign in_word = (LANE_BITS + 1)'(LANES) - {1'b0, record_lane};
  assign left = left_q - 8'(bytes_q);
  assign sum = {1'b0, fill_q} + bytes_q;
  assign whole = sum[LANE_BITS];
  assign shuts = final_q && sum == (LANE_BITS + 1)'(LANES) && whole_q;
  assign free = !waits_q;
  assign takes = busy_q && there_q && free;
  assign parts = takes && final_q && !record_ends_q;
  assign word_ready = !there_q || takes;

  always_ff @(posedge clk) begin
    if (word_ready) begin
      there_q <= word_valid;
      error_q <= word_error;
      word_q  <= word_data;
    end
    if (rst) there_q <= 1'b0;
  end

  // The byte of lane i goes to lane i + turn.
  always_comb begin
    turned = word_q;
    for (int lanes = 1; lanes < LANES; lanes++) begin
      if (int'(turn_q) == lanes) begin
        for (int lane = 0; lane < LANES; lane++) begin
          turned[8*lane+:8] = word_q[8*((lane+LANES-lanes)%LANES)+:8];
        end
      end
    end
  end

  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    if (lane == LANES - 1) begin : g_top
      assign merged[8*lane+:8] = turned[8*lane+:8];
    end else begin : g_other
      assign merged[8*lane+:8] = LANE_BITS'(lane) < fill_q ? rest_q[8*lane+:8] : turned[8*lane+:8];
    end
  end

  assign rest = whole ? turned[WIDTH-9:0] : merged[WIDTH-9:0];

  always_ff @(posedge clk) begin
    if (takes) begin
      left_q <= left;
      final_q <= left <= 8'(LANES);
      bytes_q <= left < 8'(LANES) ? left[LANE_BITS:0] : (LANE_BITS + 1)'(LANES);
      fill_q <= sum[LANE_BITS-1:0];
      closed_q <= shuts;
      rest_q <= rest;
      if (error_q) broken_q[0] <= 1'b1;
      if (final_q) begin
        busy_q <= 1'b0;
        end_q  <= record_ends_q;
      end
    end
    if (ends) end_q <= 1'b0;
    if (saves) kept_q[record_context_q] <= keeps;
    if (load) begin
      record_context_q <= record_context;
      record_ends_q <= record_ends;
      whole_q <= record_ends && record_last;
      closes_q <= closes;
      answers_q <= answers;
      finishes_q <= record_ends && !answers;
      record_bad_q <= record_bad;
      record_number_q <= record_number;
      record_command_q <= record_command;
      record_job_q <= record_job;
      busy_q <= record_bytes != 8'd0;
      end_q <= record_bytes == 8'd0;
      closed_q <= 1'b0;
      left_q <= record_bytes;
      final_q <= record_bytes <= 8'(in_word);
      bytes_q <= record_bytes < 8'(in_word) ? record_bytes[LANE_BITS:0] : in_word;
      broken_q <= fetches ? kept[KEPT_BITS-1-:2] : saved[KEPT_BITS-1-:2];
      fill_q <= fill;
      turn_q <= fill - record_lane;
      if (fetches) rest_q <= kept[WIDTH-9:0];
      if (none) begin
        broken_q <= 2'd0;
        rest_q <= '0;
      end
    end
    if (rst) begin
      busy_q <= 1'b0;
      end_q  <= 1'b0;
      kept_q <= '0;
    end
  end

  assign failed = takes && error_q;
  assign failed_context = record_context_q;
  assign failed_number = record_number_q;

  // ---- the end of a record ------------------------------------------------------------------

  assign broken = broken_q | {record_bad_q, 1'b0};
  assign spoilt = broken != 2'd0 || (takes && error_q);
  assign closes = record_ends && record_last && !(record_bad && record_first);
  assign answers = closes && !(KEYED && record_command[3:0] == TAG);
  assign offers = closes_q && !closed_q;
  assign ends = end_q && (!offers || free) && (!answers_q || sent_room[record_context_q])
      && (!finishes_q || finished_ready);

  assign sent = ends && answers_q;
  assign sent_context = record_context_q;
  assign sent_job = {broken, record_job_q};
  assign finished_valid = end_q && finishes_q && (!offers || free);
  assign finished_job = {broken, record_job_q};

  // ---- beats --------------------------------------------------------------------------------

  assign made = (takes && whole) || (ends && offers);
  assign made_data = end_q ? {8'd0, rest_q} : merged;
  assign made_keep = !end_q && !shuts ? '1 : spoilt ? HOLE
      : end_q ? (LANES'(1) << fill_q) - 1'b1 : '1;
  assign made_beat = {made_data, made_keep, end_q || shuts, record_context_q, record_command_q};

  // Whether the beat on offer is taken decides on nothing but whether the next one has to wait.
  always_ff @(posedge clk) begin
    if (!waits_q) waiting_q <= made_beat;
    if (!valid_q || beat_ready) begin
      valid_q <= waits_q || made;
      waits_q <= 1'b0;
      beat_q  <= waits_q ? waiting_q : made_beat;
    end else if (made) begin
      waits_q <= 1'b1;
    end
    if (rst) begin
      valid_q <= 1'b0;
      waits_q <= 1'b0;
    end
  end

  assign beat_valid = valid_q;
  assign {beat_data, beat_keep, beat_last, beat_context, beat_command} = beat_q;

endmodule

`default_nettype wire
