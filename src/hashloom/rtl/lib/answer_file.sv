// What a bus reads of answers: their words and status, and three counters, in one memory.
//
// The words of an answer are kept until the next packet begins. Of a core with keys they are then
// overwritten, and so they are by zeroize; a reset overwrites the counters as well. Reads wait as long,
// and writes behind a reset.
//
// The memory is written a clock late, through the register behind the adder of the counters. Events
// that wait for the adder come first, and each counter has one of them waiting at most: reads and
// answers wait meanwhile.
`default_nettype none

module answer_file #(
    parameter int PLACE_BITS  = 4,  // bits of a place: 4 for answers up to 12 words, or 5
    parameter int STATUS_BITS = 1,  // bits of the status of an answer, 1 to 3
    parameter bit KEYED       = 0   // 1: answers are overwritten
) (
    input  logic                   clk,            // clock
    input  logic                   rst,            // synchronous reset
    input  logic                   zeroize,        // everything is erased

    input  logic                   begins,         // a packet begins
    input  logic                   ends,           // it is done
    input  logic                   ends_answered,  // with an answer
    input  logic                   ends_zeroised,  // or zeroised without one
    output logic                   done,           // the last packet is done
    output logic [2:0]             result,         // its status
    output logic [4:0]             words,          // words of its answer; not while reads wait

    input  logic                   answer_valid,   // a beat of an answer is offered
    output logic                   answer_ready,   // it is taken in this clock
    input  logic [31:0]            answer_data,    // first byte in the low lane
    input  logic                   answer_bytes,   // it has bytes
    input  logic                   answer_last,    // it ends its answer
    input  logic [STATUS_BITS-1:0] answer_status,  // status of the answer
    output logic                   answered,       // the last beat is taken

    input  logic                   blocks,         // blocks are counted
    input  logic                   blocks_two,     // two of them
    input  logic                   stalling,       // a stall is under way, or to be counted
    input  logic                   stall,          // a clock of it is counted; the next later
    input  logic                   stall_two,      // or two are

    input  logic                   read,           // a register is read
    input  logic [4:0]             read_place,     // this one: 13 to 15 count, 16 on are answers, 12 is zero
    input  logic [4:0]             found_place,    // the same, a clock before
    output logic [31:0]            read_data,      // the word
    output logic                   hold,           // the access has to wait
    output logic                   closed,         // as any has to
    output logic                   missing         // it is a word of an answer that is not there
);

  localparam int PLACES = 1 << PLACE_BITS;
  localparam bit ABOVE = PLACE_BITS != 4;  // answers lie above the counters
  localparam logic [PLACE_BITS-1:0] FIRST_ANSWER = PLACE_BITS'({ABOVE, 4'd0});

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [31:0] store[PLACES];

  // The answer.
  logic done_q;
  logic [2:0] result_q;
  logic take;
  logic free;  // nothing is overwritten, and nothing waits that is counted
  logic settled_q;  // and nothing is on its way to the memory
  logic missing_q;

  // Words of the answer, or the place that is overwritten, counted from that of the first word.
  logic [PLACE_BITS-1:0] place_q;
  logic sweep;  // it is overwritten
  logic all_q;  // also where it is a counter
  logic advance;

  // Events that wait for the adder.
  logic blocks_q, two_q, ended_q;  // a block, or two of them; a packet
  logic update;  // the adder is used
  logic two;  // it adds two
  logic [1:0] addend;  // low bits of what it adds
  logic [PLACE_BITS-1:0] counter;  // to this one

  // The memory.
  logic [PLACE_BITS-1:0] place;  // that is read
  logic unused_place;  // one bit tells answers from counters, which are never missing
  logic [PLACE_BITS-1:0] write_place_q;
  logic [31:0] sum, data_q;
  logic write_q;
  logic of_answer;  // the place that is overwritten

  // ---- answers ------------------------------------------------------------------------------

  assign free = !(sweep || stalling || blocks_q || ended_q);
  assign answer_ready = free;
  assign take = answer_valid && answer_ready;
  assign answered = take && answer_last;
  assign done = done_q;
  assign result = result_q;
  assign words = 5'(place_q);

  always_ff @(posedge clk) begin
    if (begins) done_q <= 1'b0;
    if (ends) begin
      done_q   <= 1'b1;
      result_q <= {3{ends_zeroised}} | (3'(answer_status) & {3{ends_answered}});
    end
    if (rst) begin
      done_q   <= 1'b0;
      result_q <= 3'd0;
    end
  end

  // A word that comes meanwhile is missing, and words that are erased meanwhile make reads wait.
  always_ff @(posedge clk) begin
    missing_q <= {1'b0, found_place[3:0]} >= 5'(place_q) || (KEYED && sweep);
  end

  // All places are gone through, also where only those of answers are written.
  assign advance = sweep && !(KEYED && update);

  always_ff @(posedge clk) begin
    if ((take && answer_bytes) || advance) place_q <= place_q + 1'b1;
    if (advance && &place_q) all_q <= 1'b0;
    if (begins || zeroize) place_q <= '0;
    if (rst) begin
      place_q <= '0;
      all_q   <= 1'b1;
    end
  end

  if (KEYED) begin : g_sweep
    logic sweep_q;

    always_ff @(posedge clk) begin
      if (advance && &place_q) sweep_q <= 1'b0;
      if (begins || zeroize || rst) sweep_q <= 1'b1;
    end
    assign sweep = sweep_q;
  end else begin : g_once
    assign sweep = all_q;
  end

  // ---- counters -----------------------------------------------------------------------------

  // While a write waits no block is counted, and a packet that zeroize ends then waits its turn.
  assign update = stall || blocks_q || ended_q;
  assign two = stall_two || (blocks_q && two_q);
  assign addend = {two, update && !two};
  assign counter = PLACE_BITS'({2'b11, stall || !blocks_q, stall || blocks_q});

  always_ff @(posedge clk) begin
    blocks_q <= blocks;
    two_q <= blocks_two;
    ended_q <= ends || (ended_q && (blocks_q || stall));
    if (rst) begin
      blocks_q <= 1'b0;
      ended_q  <= 1'b0;
    end
  end

  // ---- the memory ---------------------------------------------------------------------------

  assign place = update ? counter : PLACE_BITS'(read_place);
  assign unused_place = &{1'b0, found_place};
  assign read_data = store[place];
  assign closed = all_q;
  assign hold = all_q || (read && !settled_q);
  assign missing = missing_q && read_place[4];

  // Where an answer is taken, nothing waits that is added.
  add_select #(
      .WIDTH(32)
  ) adder (
      .a  ({30'd0, addend}),
      .s  (update),
      .d1 (read_data),
      .d0 (answer_data),
      .sum(sum)
  );

  assign of_answer = ABOVE ? !place_q[PLACE_BITS-1]
      : !(place_q[3] && place_q[2] && (place_q[1] || place_q[0]));

  always_ff @(posedge clk) begin
    data_q <= sum;
    if (advance) data_q <= 32'd0;
    write_place_q <= update ? counter : place_q ^ FIRST_ANSWER;
    write_q <= take || update || (sweep && (!KEYED || all_q || of_answer));
    settled_q <= free && !(take || stall || blocks || ends || (KEYED && (begins || zeroize)));
    if (rst) write_q <= 1'b0;
  end

  always_ff @(posedge clk) if (write_q) store[write_place_q] <= data_q;

endmodule

`default_nettype wire
