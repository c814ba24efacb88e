// A ring of descriptors in memory: fetches those that were filled, checks each, and offers it.
//
// A descriptor has 32 bytes, of which four words are read: the address of data, their length, a
// command, the address of the result. The next one is
// fetched as soon as the one before was taken, while the data of that are read.
//
// The ring runs while `run` is high. When it falls nothing more is begun, what is on the bus ends,
// and `clear` then makes everything behind the ring forget what it was about. A descriptor that
// cannot be fetched, or a status that cannot be written, halts the ring until it is stopped.
`default_nettype none

module descriptor_ring #(
    parameter int WIDTH        = 32,  // bits of a word of the bus: 32, 64 or 128
    parameter int COMMAND_BITS = 19,  // low bits of a command that may be other than zero
    parameter bit KEYED        = 0    // 1: and so may the 19 lowest
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: the ring is stopped

    input  logic                    run,              // the ring is to run
    input  logic                    quiet,            // nothing is on the bus or about to be
    output logic                    running,          // the ring runs
    output logic                    stopped,          // it does not and has forgotten everything
    output logic                    clear,            // everything is to be forgotten
    input  logic                    halt,             // a status could not be written
    output logic                    halted,           // no descriptor is fetched for an error

    input  logic [26:0]             base,             // address of the ring in 32 bytes
    input  logic [3:0]              size,             // it has 2 ** size descriptors
    input  logic [15:0]             tail,             // so many were filled since the ring began
    input  logic [15:0]             new_tail,         // a number of that kind
    output logic                    new_tail_fits,    // that of the clock before may be the next
    output logic [15:0]             head,             // so many were fetched

    output logic                    request_valid,    // a descriptor is asked for
    input  logic                    request_ready,    // that is taken in this clock
    output logic [31:0]             request_address,  // where it is
    input  logic                    word_valid,       // a word of it comes
    input  logic [WIDTH-1:0]        word_data,        // the word
    input  logic                    word_error,       // it could not be read
    input  logic                    word_last,        // it is the last one

    output logic                    offer_coming,     // a descriptor is on its way
    output logic                    offer_valid,      // a descriptor is offered
    input  logic                    offer_ready,      // it is taken in this clock
    output logic [31:0]             offer_address,    // of its data
    output logic [31:0]             offer_length,     // their bytes
    output logic [COMMAND_BITS-1:0] offer_command,    // of its packet
    output logic [25:0]             offer_result,     // address of the result in 64 bytes
    output logic [14:0]             offer_slot,       // its place in the ring
    output logic [3:0]              offer_number,     // low bits of its number since the ring began
    output logic                    offer_interrupt,  // an interrupt is wanted when it is done
    output logic                    offer_first,      // it begins a packet
    output logic                    offer_last,       // it ends its packet
    output logic                    offer_bad         // it breaks the rules
);

  localparam int LAST = 24, INTERRUPT = 25;  // bits of a command

  // Running.
  logic running_q, stopping_q, clear_q, halted_q;

  // The descriptor that is fetched.
  logic [15:0] head_q;
  logic [15:0] end_q;  // tail is no further than here
  logic wraps;  // which is less than tail, as both are counted modulo 2 ** 16
  logic above, below;  // new_tail is not less than tail; not more than end_q
  logic [14:0] slot, mask;
  logic request_q, wait_q, spoilt_q;
  logic [14:0] slot_q;
  logic [3:0] number_q;
  logic [127:0] words_q;
  logic offer_q;  // it is there
  logic known_q, bad_q;  // whether it breaks the rules is known; it does
  logic taken;
  logic filled;  // a descriptor is there to be fetched
  logic begins;  // a fetch begins
  logic fits_q;  // new_tail may be the next tail

  // What it says.
  logic [31:0] address, length, command, result;
  logic beyond;  // data behind the last address
  logic [32:0] end_address;
  logic meant;  // no bit of the command is set that means nothing
  logic first_q;
  logic [COMMAND_BITS-1:0] command_q;  // of the packet that has begun

  // ---- running ------------------------------------------------------------------------------

  always_ff @(posedge clk) begin
    if (run && stopped) running_q <= 1'b1;
    if (running_q && !run) begin
      running_q  <= 1'b0;
      stopping_q <= 1'b1;
    end
    if (stopping_q && quiet) clear_q <= 1'b1;
    if (clear_q) begin
      clear_q <= 1'b0;
      stopping_q <= 1'b0;
    end
    if (rst) begin
      running_q <= 1'b0;
      stopping_q <= 1'b0;
      clear_q <= 1'b0;
    end
  end

  assign running = running_q;
  assign stopped = !running_q && !stopping_q;
  assign clear = clear_q;

  // ---- fetching -----------------------------------------------------------------------------

  assign mask = 15'((16'd1 << size) - 16'd1);
  assign slot = head_q[14:0] & mask;
  assign filled = running_q && !halted_q && tail != head_q;
  assign begins = filled && !request_q && !wait_q && !offer_q;

  always_ff @(posedge clk) begin
    if (begins) begin
      request_q <= 1'b1;
      head_q <= head_q + 16'd1;
      slot_q <= slot;
      number_q <= head_q[3:0];
      spoilt_q <= 1'b0;
    end
    if (request_q && request_ready) begin
      request_q <= 1'b0;
      wait_q <= 1'b1;
    end
    if (word_valid && word_error) spoilt_q <= 1'b1;
    if (word_valid && word_last) begin
      wait_q <= 1'b0;
      offer_q <= !word_error && !spoilt_q;
      if (word_error || spoilt_q) halted_q <= 1'b1;
    end
    known_q <= offer_q && !taken;
    bad_q   <= beyond || !meant || result[5:0] != 6'd0;
    if (taken) offer_q <= 1'b0;
    if (halt) halted_q <= 1'b1;
    if (rst || clear_q) begin
      head_q <= 16'd0;
      request_q <= 1'b0;
      wait_q <= 1'b0;
      offer_q <= 1'b0;
      known_q <= 1'b0;
      halted_q <= 1'b0;
    end
  end

  if (WIDTH == 128) begin : g_whole
    always_ff @(posedge clk) if (word_valid) words_q <= word_data;
  end else begin : g_parts
    always_ff @(posedge clk) if (word_valid) words_q <= {word_data, words_q[127:WIDTH]};
  end

  assign request_valid = request_q;
  assign request_address = {base + 27'(slot_q), 5'd0};
  assign head = head_q;
  assign halted = halted_q;
  assign above = new_tail >= tail;
  assign below = new_tail <= end_q;
  assign wraps = end_q < tail;
  assign new_tail_fits = fits_q;

  // A fetch that begins in between leaves more room, and never less.
  always_ff @(posedge clk) begin
    end_q  <= (rst || clear_q ? 16'd0 : head_q) + (16'd1 << size);
    fits_q <= wraps ? above || below : above && below;
  end

  // ---- what it says -------------------------------------------------------------------------

  assign address = words_q[31:0];
  assign length = words_q[63:32];
  assign command = words_q[95:64];
  assign result = words_q[127:96];

  assign end_address = {1'b0, address} + {1'b0, length};
  assign beyond = end_address[32] && end_address[31:0] != 32'd0;
  assign meant = command[31:26] == 6'd0 && (24'(command) >> COMMAND_BITS) == 24'd0
      && (KEYED || command[18:0] == 19'd0);

  always_ff @(posedge clk) begin
    if (taken) begin
      first_q <= command[LAST];
      if (first_q) command_q <= command[COMMAND_BITS-1:0];
    end
    if (rst || clear_q) first_q <= 1'b1;
  end

  assign taken = known_q && offer_ready;
  assign offer_coming = offer_q ? !known_q : filled || request_q || wait_q;
  assign offer_valid = known_q && running_q;
  assign offer_address = address;
  assign offer_length = length;
  assign offer_command = first_q ? command[COMMAND_BITS-1:0] : command_q;
  assign offer_result = result[31:6];
  assign offer_slot = slot_q;
  assign offer_number = number_q;
  assign offer_interrupt = command[INTERRUPT];
  assign offer_first = first_q;
  assign offer_last = command[LAST];
  assign offer_bad = bad_q;

endmodule

`default_nettype wire
