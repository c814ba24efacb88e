// Writes answers and statuses into memory: the bytes of an answer, when it is a good one, to where its
// descriptor says, and behind their response the status into the descriptor, whose last word
// but three it is. One answer is written at a time, and the next may be asked for while a status waits
// for its response. All beats of the next answer but its last are gathered meanwhile; the core keeps
// the others.
//
// A status is {done, 7'd0, bytes[7:0], 5'd0, broke the rules, not written, not read, 5'd0, result[2:0]}.
`default_nettype none

module answer_writer #(
    parameter int WIDTH        = 32,  // bits of a word and of a beat
    parameter int PLACE_BITS   = 4,   // bits of a place: of the beats of the longest answer
    parameter int STATUS_BITS  = 1    // bits of the status of an answer, 1 to 3
) (
    input  logic                   clk,              // clock
    input  logic                   rst,              // synchronous reset: no answer
    input  logic                   stop,             // nothing more is begun
    output logic                   idle,             // nothing is written

    input  logic                   answer_valid,     // a beat of an answer is offered
    output logic                   answer_ready,     // it is taken in this clock
    input  logic [WIDTH-1:0]       answer_data,      // first byte in the low lane
    input  logic [WIDTH/8-1:0]     answer_keep,      // lanes that hold a byte
    input  logic                   answer_last,      // it ends its answer
    input  logic [STATUS_BITS-1:0] answer_status,    // status of the answer
    output logic                   answered,         // the last beat is taken
    input  logic [43:0]            answer_job,       // what belongs to its packet
    input  logic                   finished_valid,   // a descriptor is done without an answer
    output logic                   finished_ready,   // that is taken in this clock
    input  logic [43:0]            finished_job,     // what belongs to it
    input  logic [26:0]            base,             // address of the ring in 32 bytes

    output logic                   request_valid,    // words are to be written
    input  logic                   request_ready,    // that is taken in this clock
    output logic [31:0]            request_address,  // the first here
    output logic [7:0]             request_beats,    // so many
    output logic                   word_valid,       // a word is there
    input  logic                   word_ready,       // it is taken in this clock
    output logic [WIDTH-1:0]       word_data,        // the word
    output logic [WIDTH/8-1:0]     word_strobe,      // its bytes that are written
    output logic                   word_last,        // it is the last
    input  logic                   response_valid,   // all of them are written
    input  logic                   response_error,   // or could not be

    output logic                   completes,        // a descriptor is done
    output logic                   interrupts,       // and an interrupt is wanted
    output logic                   failed,           // something could not be written
    output logic                   failed_status,    // and it was a status
    output logic [31:0]            failed_address    // where it was to be written
);

  localparam int LANES = WIDTH / 8;
  localparam int DEPTH = 2 ** (PLACE_BITS + 1);  // beats of two of the longest answers

  // The descriptor, as it came.
  logic [25:0] result_q;  // address of its result in 64 bytes
  logic [14:0] slot_q;  // its place in the ring
  logic interrupt_q, unread_q, broken_q;
  logic [26:0] descriptor;  // its address in 32 bytes

  // The answer that is gathered.
  logic [7:0] in_beat, so_far_q, bytes;
  logic [7:0] stored_q, beats;
  logic [LANES-1:0] latest_q, keep;  // lanes of the beat that was stored last
  logic take, put;
  logic [43:0] job;

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WIDTH-1:0] store[DEPTH];
  logic [PLACE_BITS:0] put_q, get_q;  // next places
  logic get;

  // The answer that is written.
  logic [7:0] bytes_q;
  logic [7:0] beats_q;
  logic [LANES-1:0] keep_q;  // of its last beat
  logic [2:0] status_q;
  logic unwritten_q;

  // A descriptor that is done without an answer. It goes before the next answer, which may be that of
  // its packet.
  logic held_q;  // there is one
  logic [43:0] held_job_q;
  logic first;  // it is next

  // What is written.
  logic busy_q;  // something is
  logic begin_q;  // it is about to
  logic begins;  // it begins
  logic good;  // with the answer, and ends with the status
  logic answer_q;  // it is the answer, and not the status
  logic request_q, words_q;  // not asked for yet; words are left
  logic [7:0] word_q;  // number of the next
  logic finish;
  logic [31:0] status;

  // A status that has been given, while its response is awaited.
  logic given;  // it is given in this clock
  logic told_q;  // it has been
  logic [31:0] told_address_q;
  logic told_interrupt_q;

  // ---- the answer ---------------------------------------------------------------------------

  assign answer_ready = !stop && !first && !(busy_q && answer_last);
  assign take = answer_valid && answer_ready;
  assign answered = take && answer_last;
  assign finished_ready = !held_q;
  assign first = held_q && stored_q == 8'd0;
  assign finish = first && !busy_q && !stop;
  assign job = finish ? held_job_q : answer_job;

  always_comb begin
    in_beat = 8'd0;
    for (int lane = 0; lane < LANES; lane++) in_beat = in_beat + 8'(answer_keep[lane]);
  end

  assign put = take && answer_keep[0];
  assign bytes = so_far_q + in_beat;
  assign beats = stored_q + 8'(answer_keep[0]);
  assign keep = answer_keep[0] ? answer_keep : latest_q;

  always_ff @(posedge clk) begin
    if (put) begin
      so_far_q <= bytes;
      stored_q <= beats;
      latest_q <= answer_keep;
    end
    if (answered || rst) begin
      so_far_q <= 8'd0;
      stored_q <= 8'd0;
    end
  end

  // All of an answer is there before it is written, or left out when it is not a good one.
  always_ff @(posedge clk) if (put) store[put_q] <= answer_data;

  always_ff @(posedge clk) begin
    if (put) put_q <= put_q + 1'b1;
    if (get) get_q <= get_q + 1'b1;
    if (begins && !good) get_q <= get_q + (PLACE_BITS + 1)'(beats_q);
    if (rst) begin
      put_q <= '0;
      get_q <= '0;
    end
  end

  always_ff @(posedge clk) begin
    if (finish) held_q <= 1'b0;
    if (finished_valid && finished_ready) begin
      held_q <= 1'b1;
      held_job_q <= finished_job;
    end
    if (rst) held_q <= 1'b0;
  end

  // ---- what is written ----------------------------------------------------------------------

  always_ff @(posedge clk) begin
    begin_q <= answered || finish || (begin_q && !begins);
    if (answered || finish) begin
      {broken_q, unread_q, result_q, slot_q, interrupt_q} <= job;
      bytes_q <= finish ? 8'd0 : bytes;
      beats_q <= finish ? 8'd0 : beats;
      keep_q <= keep;
      status_q <= finish ? 3'd0 : 3'(answer_status);
      unwritten_q <= 1'b0;
      busy_q <= 1'b1;
      word_q <= 8'd1;
    end
    if (begins) begin
      answer_q <= good;
      request_q <= 1'b1;
      words_q <= 1'b1;
      if (!good) bytes_q <= 8'd0;
    end
    if (request_valid && request_ready) request_q <= 1'b0;
    if (word_valid && word_ready) begin
      word_q  <= word_q + 8'd1;
      words_q <= !word_last;
    end
    if (given) begin
      busy_q <= 1'b0;
      told_q <= 1'b1;
      told_address_q <= request_address;
      told_interrupt_q <= interrupt_q;
    end
    if (completes) told_q <= 1'b0;
    if (response_valid && !told_q) begin
      answer_q <= 1'b0;
      request_q <= 1'b1;
      words_q <= 1'b1;
      word_q <= 8'd1;
      unwritten_q <= response_error;
      if (response_error) bytes_q <= 8'd0;
    end
    if (rst) begin
      busy_q <= 1'b0;
      begin_q <= 1'b0;
      told_q <= 1'b0;
      answer_q <= 1'b0;
      request_q <= 1'b0;
      words_q <= 1'b0;
    end
  end

  assign idle = !busy_q && !told_q;
  assign begins = begin_q && (good || !told_q);
  assign given = busy_q && !begin_q && !answer_q && (!request_q || request_ready)
      && (!words_q || word_ready);
  assign good = bytes_q != 8'd0 && status_q == 3'd0 && !broken_q && !unread_q;
  assign descriptor = base + 27'(slot_q);
  assign status = {1'b1, 7'd0, bytes_q, 5'd0, broken_q, unwritten_q, unread_q, 5'd0, status_q};
  assign request_valid = request_q;
  assign request_address = answer_q ? {result_q, 6'd0} : {descriptor, 5'h10};
  assign request_beats = answer_q ? beats_q : 8'd1;
  assign word_valid = words_q;
  assign word_last = !answer_q || word_q == beats_q;
  assign get = word_valid && word_ready && answer_q;
  assign word_data = answer_q ? store[get_q] : WIDTH'(status);
  assign word_strobe = !answer_q ? LANES'(15) : word_last ? keep_q : '1;

  assign completes = response_valid && told_q;
  assign interrupts = completes && told_interrupt_q;
  assign failed = response_valid && response_error;
  assign failed_status = failed && told_q;
  assign failed_address = told_q ? told_address_q : request_address;

endmodule

`default_nettype wire
