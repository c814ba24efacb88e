// Reads the data of descriptors in bursts, those of several contexts in turns.
//
// The descriptors of a packet go to one context, and packets to the contexts in turn. A turn of a
// context is what is left of a block, so that no context waits for a block of another: a burst is that,
// what is left of the data, or what is left of 4 KiB of addresses, whichever is least. A context that
// has no descriptor is left out, but not while its next one is on its way. A burst is asked for when
// there is room for all of it, so that no word has to wait on the bus.
//
// Of each burst there is a record, and of a descriptor without data, one without a burst. What is left
// of a descriptor whose data could not be read is not asked for.
`default_nettype none

module burst_reader #(
    parameter int WIDTH        = 32,  // bits of a word of the bus
    parameter int BLOCK_BYTES  = 64,  // bytes of a block
    parameter int ROOM         = 32,  // words for which there is room
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number, at least 1
    parameter int COMMAND_BITS = 19,  // bits of a command
    parameter int JOB_BITS     = 42   // bits that are kept of a descriptor as they come
) (
    input  logic                       clk,              // clock
    input  logic                       rst,              // synchronous reset: no descriptor
    input  logic                       stop,             // nothing more is begun

    input  logic                       offer_coming,     // a descriptor is on its way
    input  logic                       offer_valid,      // a descriptor is offered
    output logic                       offer_ready,      // it is taken in this clock
    input  logic [31:0]                offer_address,    // of its data
    input  logic [31:0]                offer_length,     // their bytes
    input  logic                       offer_first,      // it begins a packet
    input  logic                       offer_last,       // it ends its packet
    input  logic                       offer_bad,        // it breaks the rules: no data are read
    input  logic [3:0]                 offer_number,     // low bits of its number in the ring
    input  logic [COMMAND_BITS-1:0]    offer_command,    // of its packet
    input  logic [JOB_BITS-1:0]        offer_job,        // what else belongs to it

    input  logic                       failed,           // data of a descriptor could not be read
    input  logic [CONTEXT_BITS-1:0]    failed_context,   // of this context
    input  logic [3:0]                 failed_number,    // low bits of its number in the ring

    output logic                       request_valid,    // a burst is asked for
    input  logic                       request_ready,    // that is taken in this clock
    output logic [31:0]                request_address,  // of the word of its first byte
    output logic [7:0]                 request_beats,    // words
    input  logic                       freed,            // a word has left its room

    output logic                       record_valid,     // a record is there
    input  logic                       record_ready,     // it goes in this clock
    output logic [CONTEXT_BITS-1:0]    record_context,   // context
    output logic [$clog2(WIDTH/8)-1:0] record_lane,      // of the first byte in its word
    output logic [7:0]                 record_bytes,     // of the burst; 0: there is none
    output logic                       record_ends,      // it ends its descriptor
    output logic                       record_first,     // which begins a packet
    output logic                       record_last,      // which ends its packet
    output logic                       record_bad,       // which breaks the rules
    output logic [3:0]                 record_number,    // low bits of its number in the ring
    output logic [COMMAND_BITS-1:0]    record_command,   // of its packet
    output logic [JOB_BITS-1:0]        record_job        // what else belongs to it
);

  localparam int LANE_BITS = $clog2(WIDTH / 8);
  localparam int POSITION_BITS = $clog2(BLOCK_BYTES);
  localparam int FIXED_BITS = 7 + COMMAND_BITS + JOB_BITS;
  localparam int MOVING_BITS = 64 + POSITION_BITS;
  localparam int RECORD_BITS = CONTEXT_BITS + LANE_BITS + 9 + FIXED_BITS;
  localparam logic [CONTEXT_BITS-1:0] LAST_CONTEXT = CONTEXT_BITS'(CONTEXTS - 1);

  // Descriptors of contexts.
  logic [CONTEXTS-1:0] active_q, cut_q;  // its data are read; what is left of them is not
  (* mem2reg *) logic [3:0] number_q[CONTEXTS];
  logic [CONTEXT_BITS-1:0] next_q;  // context of the next packet
  logic [CONTEXT_BITS-1:0] target;  // of the descriptor on offer
  logic [CONTEXT_BITS-1:0] latest_q;  // of the descriptor before it
  logic takes;

  // The context whose turn it is, and that whose turn is next.
  logic [CONTEXT_BITS-1:0] turn_q, look_q;
  logic begins;  // the turn of that
  logic awaits;  // it gets its descriptor first
  logic size_q, count_q, add_q, issue_q;  // its burst is sized, counted, added; it is asked for
  logic idle;  // none of that
  logic again;  // the turn is the same context's at once, as there is no other
  logic [31:0] address_q, left_q;
  logic [POSITION_BITS-1:0] position_q;  // in the block
  logic [7:0] limit_q;  // bytes of the burst at most
  logic page_first;  // 4 KiB end before the block does
  logic fewer;  // than that are left
  logic final_q;  // it ends its descriptor
  logic [7:0] bytes_q, beats_q, edges;
  logic [8+LANE_BITS:0] space_q;  // bytes for which there was room a clock ago, from the first one on
  logic fits_q;  // there was room for the burst a clock ago, so there is
  logic issue;
  logic [31:0] next_address_q, next_left_q;
  logic [POSITION_BITS-1:0] next_position_q;

  logic [FIXED_BITS-1:0] fixed;
  logic [MOVING_BITS-1:0] moving, moving_next;

  logic request_q;
  logic [31:0] request_address_q;
  logic [7:0] request_beats_q;
  logic [8:0] room_q;  // words
  logic record_room;

  // ---- descriptors --------------------------------------------------------------------------

  assign target = offer_first ? next_q : latest_q;
  assign takes = offer_valid && !stop && !issue_q && !active_q[target];
  assign offer_ready = takes;

  always_ff @(posedge clk) begin
    if (takes) begin
      active_q[target] <= 1'b1;
      cut_q[target] <= 1'b0;
      number_q[target] <= offer_number;
      latest_q <= target;
      if (offer_first) next_q <= next_q == LAST_CONTEXT ? '0 : next_q + 1'b1;
    end
    if (issue && final_q) active_q[turn_q] <= 1'b0;
    if (failed && active_q[failed_context] && number_q[failed_context] == failed_number) begin
      cut_q[failed_context] <= 1'b1;
    end
    if (rst) begin
      active_q <= '0;
      cut_q <= '0;
      next_q <= '0;
      latest_q <= '0;
    end
  end

  context_words #(
      .WIDTH       (FIXED_BITS),
      .CONTEXTS    (CONTEXTS),
      .CONTEXT_BITS(CONTEXT_BITS)
  ) u_fixed (
      .clk          (clk),
      .write        (takes),
      .write_context(target),
      .write_data   ({offer_first, offer_last, offer_bad, offer_number, offer_command, offer_job}),
      .read_context (turn_q),
      .read_data    (fixed)
  );

  assign moving_next = takes
      ? {offer_address, offer_bad ? 32'd0 : offer_length, POSITION_BITS'(0)}
      : {next_address_q, next_left_q, next_position_q};

  context_words #(
      .WIDTH       (MOVING_BITS),
      .CONTEXTS    (CONTEXTS),
      .CONTEXT_BITS(CONTEXT_BITS)
  ) u_moving (
      .clk          (clk),
      .write        (takes || issue),
      .write_context(takes ? target : turn_q),
      .write_data   (moving_next),
      .read_context (look_q),
      .read_data    (moving)
  );

  // ---- turns --------------------------------------------------------------------------------

  assign page_first = &address_q[11:POSITION_BITS]
      && address_q[POSITION_BITS-1:0] > position_q;
  assign fewer = left_q <= 32'(limit_q);
  assign edges = 8'(address_q[LANE_BITS-1:0]) + bytes_q + 8'(WIDTH / 8 - 1);
  assign issue = issue_q && !stop && fits_q && record_room && !request_q;
  assign idle = !size_q && !count_q && !add_q && !issue_q;
  assign awaits = (offer_coming || offer_valid) && look_q == target && !active_q[look_q];
  assign begins = (idle || (CONTEXTS > 1 && issue)) && active_q[look_q];
  assign again = CONTEXTS == 1 && issue && !final_q;

  always_ff @(posedge clk) begin
    size_q  <= begins || again;
    count_q <= size_q;
    add_q   <= count_q;
    issue_q <= add_q || (issue_q && !issue);
    if (begins) {address_q, left_q, position_q} <= moving;
    if (again) {address_q, left_q, position_q} <= {next_address_q, next_left_q, next_position_q};
    limit_q <= 8'(BLOCK_BYTES)
        - 8'(page_first ? address_q[POSITION_BITS-1:0] : position_q);
    if (count_q) begin
      bytes_q <= cut_q[turn_q] ? 8'd0 : fewer ? left_q[7:0] : limit_q;
      final_q <= cut_q[turn_q] || fewer;
    end
    beats_q <= bytes_q == 8'd0 ? 8'd0 : edges >> LANE_BITS;
    space_q <= room_q == 9'd0 ? '0
        : {room_q, LANE_BITS'(0)} - (9 + LANE_BITS)'(address_q[LANE_BITS-1:0]);
    fits_q <= (9 + LANE_BITS)'(bytes_q) <= space_q;
    next_address_q <= address_q + 32'(bytes_q);
    next_left_q <= left_q - 32'(bytes_q);
    next_position_q <= position_q + POSITION_BITS'(bytes_q);
    if (begins) turn_q <= look_q;
    if (begins || (idle && !awaits)) look_q <= look_q == LAST_CONTEXT ? '0 : look_q + 1'b1;
    if (rst) begin
      size_q  <= 1'b0;
      count_q <= 1'b0;
      add_q   <= 1'b0;
      issue_q <= 1'b0;
      turn_q  <= '0;
      look_q  <= '0;
    end
  end

  // ---- bursts -------------------------------------------------------------------------------

  always_ff @(posedge clk) begin
    if (request_ready) request_q <= 1'b0;
    if (issue && beats_q != 8'd0) begin
      request_q <= 1'b1;
      request_address_q <= {address_q[31:LANE_BITS], LANE_BITS'(0)};
      request_beats_q <= beats_q;
    end
    if (rst) request_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    room_q <= room_q - (issue ? 9'(beats_q) : 9'd0) + 9'(freed);
    if (rst) room_q <= 9'(ROOM);
  end

  assign request_valid = request_q;
  assign request_address = request_address_q;
  assign request_beats = request_beats_q;

  word_queue #(
      .WIDTH     (RECORD_BITS),
      .PLACE_BITS(2)
  ) u_records (
      .clk      (clk),
      .rst      (rst),
      .put_valid(issue),
      .put_ready(record_room),
      .put_data ({turn_q, address_q[LANE_BITS-1:0], bytes_q, final_q, fixed}),
      .get_valid(record_valid),
      .get_ready(record_ready),
      .get_data ({record_context, record_lane, record_bytes, record_ends, record_first,
                  record_last, record_bad, record_number, record_command, record_job})
  );

endmodule

`default_nettype wire
