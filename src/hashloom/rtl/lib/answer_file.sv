// What a bus reads of answers: their words and status, and three counters, in one memory.
//
// The words of an answer are kept until the next packet begins. Of a core with keys they are then
// overwritten, and so they are by zeroize; a reset overwrites the counters as well. Reads wait as long.
//
// The adder of the counters is used when nobody reads. Each counter has one event waiting at most.
`default_nettype none

module answer_file #(
    parameter int PLACE_BITS  = 4,  // bits of a place: 4 for answers up to 13 words, or 5
    parameter int WAIT_BITS   = 7,  // bits of the clocks of a stall
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
    output logic [4:0]             words,          // words of its answer

    input  logic                   answer_valid,   // a beat of an answer is offered
    output logic                   answer_ready,   // it is taken in this clock
    input  logic [31:0]            answer_data,    // first byte in the low lane
    input  logic                   answer_bytes,   // it has bytes
    input  logic                   answer_last,    // it ends its answer
    input  logic [STATUS_BITS-1:0] answer_status,  // status of the answer
    output logic                   answered,       // the last beat is taken

    input  logic                   blocks,         // blocks are counted
    input  logic                   blocks_two,     // two of them
    input  logic                   stalled,        // a stall is counted
    input  logic [WAIT_BITS-1:0]   stall_clocks,   // of so many clocks

    input  logic                   read,           // a word is read
    input  logic [PLACE_BITS-1:0]  read_place,     // here
    output logic [31:0]            read_data,      // the word
    output logic                   hold,           // the read has to wait
    output logic                   missing         // it is a word of an answer that is not there
);

  localparam int PLACES = 1 << PLACE_BITS;
  localparam logic [3:0] BLOCKS = 4'd13, MESSAGES = 4'd14, STALLS = 4'd15;
  localparam bit ABOVE = PLACE_BITS != 4;  // answers lie above the counters
  localparam logic [PLACE_BITS-1:0] FIRST_ANSWER = PLACE_BITS'({ABOVE, 4'd0});
  localparam logic [PLACE_BITS-1:0] LAST_ANSWER = ABOVE ? '1 : PLACE_BITS'(12);
  localparam logic [PLACE_BITS-1:0] LAST = '1;

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [31:0] store[PLACES];

  // The answer.
  logic done_q;
  logic [2:0] result_q;
  logic [4:0] words_q;
  logic take;

  // Words that are overwritten.
  logic sweep_q;
  logic all_q;  // from the first place of all on, and not from that of answers
  logic [PLACE_BITS-1:0] sweep_place_q;

  // Events that wait for the adder, and what they add.
  logic blocks_q, blocks_two_q, stalled_q, ended_q;
  logic [WAIT_BITS-1:0] stall_clocks_q;
  logic update, update_q;  // the adder is used; its sum is written
  logic [3:0] counter, counter_q;  // for this one
  logic [31:0] sum_q;
  logic [WAIT_BITS-1:0] addend;

  logic [PLACE_BITS-1:0] place, write_place;
  logic of_counter;
  logic [31:0] word, write_data;
  logic write;

  // ---- answers ------------------------------------------------------------------------------

  assign answer_ready = !sweep_q;
  assign take = answer_valid && answer_ready;
  assign answered = take && answer_last;
  assign done = done_q;
  assign result = result_q;
  assign words = words_q;

  always_ff @(posedge clk) begin
    if (take && answer_bytes) words_q <= words_q + 5'd1;
    if (ends) begin
      done_q <= 1'b1;
      result_q <= {3{ends_zeroised}} | (3'(answer_status) & {3{ends_answered}});
    end
    if (begins) done_q <= 1'b0;
    if (begins || zeroize || rst) words_q <= 5'd0;
    if (rst) begin
      done_q <= 1'b0;
      result_q <= 3'd0;
    end
  end

  always_ff @(posedge clk) begin
    sweep_place_q <= sweep_place_q + 1'b1;
    if (sweep_place_q == (all_q ? LAST : LAST_ANSWER)) begin
      sweep_q <= 1'b0;
      all_q <= 1'b0;
    end
    if (KEYED && (begins || zeroize)) begin
      sweep_q <= 1'b1;
      all_q <= all_q;
      sweep_place_q <= all_q ? '0 : FIRST_ANSWER;
    end
    if (rst) begin
      sweep_q <= 1'b1;
      all_q <= 1'b1;
      sweep_place_q <= '0;
    end
  end

  // ---- counters -----------------------------------------------------------------------------

  assign update = (blocks_q || stalled_q || ended_q) && !update_q && !sweep_q && !read;
  assign counter = blocks_q ? BLOCKS : stalled_q ? STALLS : MESSAGES;

  always_comb begin
    addend = WAIT_BITS'(1);
    if (blocks_q) addend = blocks_two_q ? WAIT_BITS'(2) : WAIT_BITS'(1);
    else if (stalled_q) addend = stall_clocks_q;
  end

  // The sum is written in the next clock in which no word of an answer is.
  always_ff @(posedge clk) begin
    if (!take && !sweep_q) update_q <= 1'b0;
    if (update) begin
      update_q <= 1'b1;
      counter_q <= counter;
      sum_q <= word + 32'(addend);
    end
    if (rst) update_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    if (update) begin
      blocks_q <= 1'b0;
      if (!blocks_q) stalled_q <= 1'b0;
      if (!blocks_q && !stalled_q) ended_q <= 1'b0;
    end
    if (blocks) begin
      blocks_q <= 1'b1;
      blocks_two_q <= blocks_two;
    end
    if (stalled) begin
      stalled_q <= 1'b1;
      stall_clocks_q <= stall_clocks;
    end
    if (ends) ended_q <= 1'b1;
    if (rst) begin
      blocks_q <= 1'b0;
      stalled_q <= 1'b0;
      ended_q <= 1'b0;
    end
  end

  // ---- the memory ---------------------------------------------------------------------------

  assign place = read ? read_place : PLACE_BITS'(counter);
  assign word = store[place];
  assign of_counter = place[3] && place[2] && (place[1] || place[0])
      && (PLACE_BITS == 4 || !place[PLACE_BITS-1]);
  assign read_data = word;
  assign hold = read && sweep_q;
  assign missing = read && !sweep_q && !of_counter && {1'b0, place[3:0]} >= words_q;

  assign write = take || update_q || sweep_q;

  assign write_place = sweep_q ? sweep_place_q
      : take ? PLACE_BITS'({ABOVE, words_q[3:0]}) : PLACE_BITS'(counter_q);

  always_comb begin
    write_data = sum_q;
    if (take) write_data = answer_data;
    if (sweep_q) write_data = 32'd0;
  end

  always_ff @(posedge clk) if (write) store[write_place] <= write_data;

endmodule

`default_nettype wire
