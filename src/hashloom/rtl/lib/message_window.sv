// From writes of registers to the packet stream of a core, one packet at a time.
//
// OPERATION opens a packet, each write to MESSAGE appends bytes to it, FINISH ends it. The register
// MESSAGE holds the word that was written last: only what comes behind it says whether it is the last.
// A whole word moves on when the next one comes, into the beat on offer. So a write waits while both
// are full, WAIT_CLOCKS at most, and is then refused. No other write waits.
//
// What is out of order is refused: it changes nothing, and one of the four errors says why.
//
// zeroize, of a core with keys, takes the packet back of which the core has taken no beat. One that
// has begun is ended without bytes, so that the core can answer it.
`default_nettype none

module message_window #(
    parameter int WAIT_BITS   = 7,    // bits of the clocks that a write waits
    parameter int BLOCK_BYTES = 64,   // of a block
    parameter bit KEYED       = 0     // 1: packets have operations, and nothing is left of them
) (
    input  logic                 clk,                // clock
    input  logic                 rst,                // synchronous reset: no packet
    input  logic                 zeroize,            // everything is erased

    input  logic                 operation_asked,    // a write to OPERATION is there
    input  logic                 operation_written,  // it takes effect
    input  logic                 message_asked,      // a write to MESSAGE is there
    input  logic                 message_written,    // it takes effect
    input  logic                 finish_asked,       // a write to FINISH is there
    input  logic                 finish_written,     // it takes effect
    input  logic [3:0]           write_code,         // low bits of what is written
    input  logic [3:0]           write_strobe,       // bytes that are written
    output logic                 hold,               // the write has to wait
    output logic                 refuse,             // the write is refused
    output logic                 error_order,        // as it is out of order
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
    output logic                 blocks,             // blocks of the packet are complete
    output logic                 blocks_two,         // two of them, and not one
    output logic                 stalled,            // a write has waited
    output logic [WAIT_BITS-1:0] stall_clocks        // so many clocks
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
  logic [3:0] held_q;  // bytes of MESSAGE that were written

  // The beat on offer.
  logic valid_q, last_q;
  logic [31:0] data_q;
  logic [3:0] keep_q;
  logic [WORD_BITS-1:0] word_q;  // of its block

  logic [WAIT_BITS-1:0] wait_q;  // clocks that the write has waited

  logic whole;  // MESSAGE holds a word
  logic [3:0] behind, joined;  // bytes that a write comes behind, with those it brings
  logic fits, waits;  // its bytes are in order; there is no room
  logic [2:0] code;
  logic [3:0] finish_keep;  // of the beat that FINISH asks for
  logic finish_fits;  // they were written
  logic strobes;  // the whole word is written
  logic [3:0] final_keep;
  logic free;  // there is no beat on offer
  logic taken, push, unanswered, withdrawn;

  // ---- what is accepted ---------------------------------------------------------------------

  assign whole = held_q[3];
  assign behind = held_q & {4{!whole}};
  assign joined = behind | write_strobe;
  assign fits = write_strobe != 4'd0 && (behind & write_strobe) == 4'd0
      && (joined & (joined + 4'd1)) == 4'd0;
  assign strobes = &write_strobe;

  assign code = write_code[2:0];

  always_comb begin
    finish_keep = 4'b0000;
    case (code)
      3'd0: finish_keep = 4'b0000;
      3'd1: finish_keep = 4'b0001;
      3'd2: finish_keep = 4'b0011;
      3'd3: finish_keep = 4'b0111;
      default: finish_keep = 4'b1111;
    endcase
  end

  // Bytes that were written, and none only where there are none.
  assign finish_fits = code <= 3'd4 && (finish_keep & ~held_q) == 4'd0
      && (code != 3'd0 || !held_q[0]);

  assign free = !valid_q;
  assign waits = message_asked && open_q && fits && whole && !free && !zeroize;
  assign hold = waits && !(&wait_q);

  assign error_order = (operation_asked && (open_q || ended_q || zeroize))
      || ((message_asked || finish_asked) && (!open_q || zeroize));
  assign error_bytes = !error_order && ((operation_asked && !strobes)
      || (message_asked && !fits) || (finish_asked && !(strobes && finish_fits)));
  assign error_operation = !error_order && !error_bytes && operation_asked
      && !KEYED && write_code != 4'd0;
  assign error_full = waits && &wait_q;
  assign refuse = error_order || error_bytes || error_operation || error_full;

  assign stalled = !hold && wait_q != '0;
  assign stall_clocks = wait_q;

  always_ff @(posedge clk) begin
    wait_q <= hold ? wait_q + 1'b1 : '0;
    if (rst) wait_q <= '0;
  end

  // ---- the packet ---------------------------------------------------------------------------

  assign taken = valid_q && beat_ready;
  assign push = closing_q ? free : message_written && whole;
  assign unanswered = KEYED && operation == TAG;
  assign withdrawn = zeroize && (open_q || ended_q) && !begun_q;

  assign begins = operation_written;
  assign ends_answered = ended_q && answered;
  assign ends = ends_answered || withdrawn || (ended_q && unanswered && taken && last_q);
  assign ends_zeroised = ends && (zeroize || (zeroised_q && unanswered));

  always_ff @(posedge clk) begin
    if (begins) begin
      open_q <= 1'b1;
      held_q <= 4'd0;
      begun_q <= 1'b0;
      sent_q <= 1'b0;
      zeroised_q <= 1'b0;
    end
    if (message_written) held_q <= joined;
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
    if (zeroize) begin
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
      held_q <= 4'd0;
    end
  end

  assign message_clear = KEYED && (zeroize || (closing_q && free));
  assign open = open_q;
  assign busy = ended_q;
  assign room = open_q && (!whole || free);

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
    if (KEYED && taken) data_q <= 32'd0;
    if (push) begin
      valid_q <= 1'b1;
      data_q <= message_data;
      keep_q <= closing_q ? final_keep : 4'b1111;
      last_q <= closing_q;
    end
    if (zeroize) begin
      valid_q <= (open_q || ended_q) && begun_q && !sent_q;
      data_q <= 32'd0;
      keep_q <= 4'd0;
      last_q <= 1'b1;
    end
    if (rst) valid_q <= 1'b0;
  end

  assign beat_valid = valid_q;
  assign beat_data = data_q;
  assign beat_keep = keep_q;
  assign beat_last = last_q;

  // ---- blocks -------------------------------------------------------------------------------

  // A message that leaves no room for a byte and its length in its last block has one more.
  assign blocks = push && !zeroize && (closing_q || &word_q);
  assign blocks_two = closing_q && (32'(word_q) >= BEHIND
      || (32'(word_q) == BEHIND - 1 && final_keep[3]));

  always_ff @(posedge clk) begin
    if (push) word_q <= word_q + 1'b1;
    if (begins || rst) word_q <= '0;
  end

endmodule

`default_nettype wire
