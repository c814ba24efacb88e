// From writes of registers to the packet stream of a core, one packet at a time.
//
// OPERATION opens a packet, each write to MESSAGE appends bytes to it, FINISH ends it. The register
// MESSAGE holds the word that was written last: only what comes behind it says whether it is the last.
// A whole word moves on when the next one comes, into the beat on offer. So a write waits while both
// are full, and is refused when the clocks that it has waited are all ones. No other write waits.
//
// A write is asked for in one clock, or in several if it waits, and takes effect in the clock behind
// the one in which it is served. What is out of order is refused: it changes nothing, and one of the
// four errors says why, in the clock in which it would have taken effect.
//
// zeroize, of a core with keys, erases a clock later, and refuses what is asked for in both. A packet is
// taken back then of which the core has taken no beat. One that has begun is ended without bytes, so that
// the core can answer it.
`default_nettype none

module message_window #(
    parameter int WAIT_BITS   = 7,    // bits of the clocks that a write waits
    parameter int BLOCK_BYTES = 64,   // of a block
    parameter bit KEYED       = 0     // 1: packets have operations, and nothing is left of them
) (
    input  logic                 clk,                // clock
    input  logic                 rst,                // synchronous reset: no packet
    input  logic                 zeroize,            // everything is to be erased
    output logic                 erase,              // everything is erased

    input  logic                 asks,               // an access is there
    input  logic                 serve,              // and does not wait
    input  logic                 operation_found,    // it is a write of OPERATION
    input  logic                 operation_written,  // such a write takes effect
    input  logic                 message_found,      // it is a write of MESSAGE
    input  logic                 message_written,    // such a write takes effect
    input  logic                 finish_found,       // it is a write of FINISH
    input  logic                 finish_written,     // such a write takes effect
    input  logic [3:0]           write_code,         // low bits of what is written
    input  logic                 choice_fits,        // and a hash is named that there is
    input  logic [3:0]           write_strobe,       // bytes that are written
    output logic                 hold,               // the write has to wait
    output logic                 refuse,             // the write is refused
    output logic                 bar,                // it has to wait, or is refused
    output logic                 error_order,        // it was refused as it was out of order
    output logic                 error_full,         // as there is no room
    output logic                 error_bytes,        // for its bytes
    output logic                 error_operation,    // as there is no such operation
    input  logic [3:0]           operation,          // of the packet
    input  logic [31:0]          message_data,       // the word that was written last
    input  logic [2:0]           finish_bytes,       // its bytes that are of the packet
    output logic                 message_clear,      // nothing is to be left of it

    output logic                 beat_valid,         // a beat is offered
    input  logic                 beat_ready,         // it is taken in this clock
    output logic [31:0]          beat_data,          // first byte in the low lane
    output logic [3:0]           beat_keep,          // lanes that hold a byte
    output logic                 beat_last,          // it ends its packet
    input  logic                 answered,           // the last beat of an answer is taken

    output logic                 open,               // a packet is open
    output logic                 busy,               // it has ended and is not done
    output logic                 room,               // a write to MESSAGE would not wait
    output logic                 begins,             // a packet begins
    output logic                 ends,               // it is done
    output logic                 ends_answered,      // with an answer
    output logic                 ends_zeroised,      // zeroised, whatever the core answers
    output logic                 blocks,             // blocks of the packet were completed
    output logic                 blocks_two,         // two of them, and not one
    output logic                 stalling,           // a write waits, or has waited
    output logic                 stall,              // clocks that it has waited are counted
    output logic                 stall_two           // two of them, and not one
);

  localparam int WORDS = BLOCK_BYTES / 4;  // of a block
  localparam int WORD_BITS = $clog2(WORDS);
  localparam int BEHIND = WORDS - WORDS / 8;  // words of a block that leave room for the length
  localparam logic [3:0] TAG = 4'd3;

  // The packet.
  logic open_q;  // it has begun and not ended
  logic ended_q;  // it has ended and is not done
  logic closing_q;  // and its last beat is not on offer
  logic begun_q;  // the core has taken a beat of it
  logic sent_q;  // and its last one
  logic zeroised_q;  // it was ended by zeroize
  logic whole_q;  // MESSAGE holds a word
  logic [2:0] held_q;  // or these bytes of one
  logic erase_q;

  // The beat on offer.
  logic valid_q, last_q;
  logic [31:0] data_q;
  logic [3:0] keep_q;
  logic [WORD_BITS-1:0] word_q;  // of its block
  logic blocks_q, two_q;  // a block was completed; and another

  // The write that waits.
  logic stalling_q, stalled_q;
  logic [WAIT_BITS-1:0] wait_q, turns;  // clocks that it has waited; bits that change with the next
  logic stall_q, pair_q;  // of these a clock is counted, or two are

  logic erases;  // everything is erased, or will be
  logic order, bytes, wrong, full;  // what is wrong
  logic fits_low, fits_high;  // bytes 1:0, or 3:2, of a write come behind those that are held
  logic [2:0] code;
  logic [7:0] fitting;  // so many bytes of the last word were written, or none where there are none
  logic finish_fits;  // those that FINISH names
  logic low_q, high_q, finish_fits_q;  // the same of the write that was found
  logic strobes_q;  // the whole word is written
  logic plain_q;  // it may be the operation
  logic late_q;  // the write has waited too long
  logic crowded;  // there is no room for a whole word
  logic [3:0] final_keep;
  logic free;  // there is no beat on offer
  logic taken, push, unanswered, withdrawn;
  logic order_q, bytes_q, wrong_q, full_q;

  // ---- what is accepted ---------------------------------------------------------------------

  // Bytes come in their order: the first behind those that are held, and each behind the one before.
  // This is looked at in the clock before the write is judged, as MESSAGE does not change between.
  assign fits_low = write_strobe[0] == !held_q[0]
      && (held_q[1] ? !write_strobe[1] : write_strobe[1] || !held_q[0]);
  assign fits_high = (held_q[2] ? !write_strobe[2] : held_q[1] ? write_strobe[2]
          : write_strobe[1] || !write_strobe[2])
      && (held_q[2] ? write_strobe[3] : write_strobe[2] || !write_strobe[3]);

  assign code = write_code[2:0];

  assign fitting = {
    3'd0, whole_q, whole_q || held_q[2], whole_q || held_q[1], whole_q || held_q[0],
    !whole_q && !held_q[0]
  };
  assign finish_fits = fitting[code];

  always_ff @(posedge clk) begin
    low_q <= fits_low;
    high_q <= fits_high;
    strobes_q <= &write_strobe;
    finish_fits_q <= finish_fits;
    plain_q <= KEYED || (write_code == 4'd0 && choice_fits);
  end

  assign erases = zeroize || (KEYED && erase_q);
  assign order = operation_found ? open_q || ended_q || erases
      : (message_found || finish_found) && (!open_q || erases);
  assign bytes = message_found ? !(low_q && high_q)
      : (operation_found && !strobes_q) || (finish_found && !(strobes_q && finish_fits_q));
  assign wrong = operation_found && !plain_q;

  assign free = !valid_q;
  assign crowded = open_q && whole_q && valid_q;
  assign full = message_found && crowded && late_q;
  assign hold = message_found && crowded && !late_q && !erases;
  assign refuse = order || bytes || wrong || full;
  assign bar = order || bytes || wrong || (message_found && crowded);

  always_ff @(posedge clk) begin
    order_q <= order;
    bytes_q <= bytes && !order;
    wrong_q <= wrong && !order;
    full_q  <= full;
    if (!serve || rst) begin
      order_q <= 1'b0;
      bytes_q <= 1'b0;
      wrong_q <= 1'b0;
      full_q  <= 1'b0;
    end
  end

  assign error_order = order_q;
  assign error_bytes = bytes_q;
  assign error_operation = wrong_q;
  assign error_full = full_q;

  // Clocks are counted by two as they pass, and an odd one in the second clock behind the wait.
  assign stalling = stalling_q;
  assign stall = stall_q;
  assign stall_two = pair_q;
  assign turns[0] = 1'b1;
  for (genvar n = 1; n < WAIT_BITS; n++) begin : g_turns
    assign turns[n] = &wait_q[n-1:0];
  end

  always_ff @(posedge clk) begin
    if (asks && hold) begin
      stalling_q <= 1'b1;
      wait_q <= wait_q ^ turns;
      late_q <= &(wait_q ^ turns);
    end
    stall_q <= wait_q[0] && (asks ? hold : stalling_q);
    pair_q <= wait_q[0] && asks && hold;
    stalled_q <= stalling_q && !asks;
    if (stalled_q || rst) begin
      stalling_q <= 1'b0;
      stall_q <= 1'b0;
      pair_q <= 1'b0;
      stalled_q <= 1'b0;
      wait_q <= '0;
      late_q <= 1'b0;
    end
  end

  // ---- the packet ---------------------------------------------------------------------------

  always_ff @(posedge clk) erase_q <= KEYED && zeroize && !rst;

  assign erase = erase_q;
  assign taken = valid_q && beat_ready;
  assign push = closing_q ? free : message_written && whole_q;
  assign unanswered = KEYED && operation == TAG;
  assign withdrawn = erase_q && (open_q || ended_q) && !begun_q;

  assign begins = operation_written;
  assign ends_answered = ended_q && answered;
  assign ends = ends_answered || withdrawn || (ended_q && unanswered && taken && last_q);
  assign ends_zeroised = ends && (erase_q || (zeroised_q && unanswered));

  always_ff @(posedge clk) begin
    if (begins) begin
      open_q <= 1'b1;
      begun_q <= 1'b0;
      sent_q <= 1'b0;
      zeroised_q <= 1'b0;
    end
    if (finish_written) begin
      open_q <= 1'b0;
      ended_q <= 1'b1;
      closing_q <= 1'b1;
    end
    if (taken) begin
      begun_q <= 1'b1;
      sent_q <= last_q;
    end
    if (push) closing_q <= 1'b0;
    if (erase_q) begin
      closing_q <= 1'b0;
      open_q <= 1'b0;
      ended_q <= open_q || ended_q;
      zeroised_q <= 1'b1;
    end
    if (ends) ended_q <= 1'b0;
    if (rst) begin
      open_q <= 1'b0;
      ended_q <= 1'b0;
      closing_q <= 1'b0;
      begun_q <= 1'b0;
      sent_q <= 1'b0;
      zeroised_q <= 1'b0;
    end
  end

  // A word that is full is held as none of its bytes: the next write begins another.
  always_ff @(posedge clk) begin
    if (message_written) begin
      whole_q <= write_strobe[3];
      held_q[0] <= 1'b1;
      held_q[1] <= held_q[1] || write_strobe[1];
      held_q[2] <= held_q[2] || write_strobe[2];
      if (write_strobe[3]) held_q <= 3'b000;
    end
    if (begins) begin
      whole_q <= 1'b0;
      held_q  <= 3'b000;
    end
  end

  assign message_clear = KEYED && (erase_q || (closing_q && free));
  assign open = open_q;
  assign busy = ended_q;
  assign room = open_q && !crowded;

  // ---- the beat on offer --------------------------------------------------------------------

  always_comb begin
    case (finish_bytes)
      3'd0: final_keep = 4'b0000;
      3'd1: final_keep = 4'b0001;
      3'd2: final_keep = 4'b0011;
      3'd3: final_keep = 4'b0111;
      default: final_keep = 4'b1111;
    endcase
  end

  always_ff @(posedge clk) begin
    if (taken) valid_q <= 1'b0;
    if (push) begin
      valid_q <= 1'b1;
      data_q  <= message_data;
      keep_q  <= closing_q ? final_keep : 4'b1111;
      last_q  <= closing_q;
    end
    if (KEYED && taken) data_q <= 32'd0;
    if (erase_q) begin
      valid_q <= (open_q || ended_q) && begun_q && !sent_q;
      data_q <= 32'd0;
      keep_q <= 4'd0;
      last_q <= 1'b1;
    end
    if (rst) begin
      valid_q <= 1'b0;
      if (KEYED) data_q <= 32'd0;
    end
  end

  assign beat_valid = valid_q;
  assign beat_data = data_q;
  assign beat_keep = keep_q;
  assign beat_last = last_q;

  // ---- blocks -------------------------------------------------------------------------------

  // A message that leaves no room for a byte and its length in its last block has one more.
  // They are told a clock later, so that they are not where the clocks of a wait are.
  always_ff @(posedge clk) begin
    blocks_q <= push && !erase_q && (closing_q || &word_q);
    two_q <= closing_q && (32'(word_q) >= BEHIND
        || (32'(word_q) == BEHIND - 1 && final_keep[3]));
    if (rst) blocks_q <= 1'b0;
  end

  assign blocks = blocks_q;
  assign blocks_two = two_q;

  always_ff @(posedge clk) begin
    if (push) word_q <= word_q + 1'b1;
    if (begins) word_q <= '0;
  end

endmodule

`default_nettype wire
