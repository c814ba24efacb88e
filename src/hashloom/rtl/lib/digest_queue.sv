// Keeps digests in block RAM until they are taken, whole, one a clock.
//
// A message has room when it ends (ends): room is low where a few more could not be held, and up to
// seven may still end behind the last clock in which it was high. A digest comes two clocks or more
// behind the end of its message, and nobody waits with it. Digests leave in the order in which they
// come; a beat holds one, and no path leads from beat_ready into the core. A reset forgets digests
// and those that would have come.
`default_nettype none

module digest_queue #(
    parameter int WORD         = 32,  // bits of a word
    parameter int WIDTH        = 512, // bits of a beat, a digest or more
    parameter int DIGEST_BYTES = 32,  // bytes of a digest
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter int PLACE_BITS   = 9    // bits of a place; there is room for as many digests, less 13
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is there

    input  logic                    ends,            // a message ends, its digest will come
    output logic                    room,            // a few more may

    input  logic                    digest_valid,    // a digest comes
    input  logic [CONTEXT_BITS-1:0] digest_context,  // of this context
    input  logic                    digest_error,    // its message is flawed
    input  logic [8*WORD-1:0]       digest_data,     // H0 on top

    output logic                    beat_valid,      // a beat is offered
    input  logic                    beat_ready,      // it is taken in this clock
    output logic [WIDTH-1:0]        beat_data,       // first byte in the low lane
    output logic [WIDTH/8-1:0]      beat_keep,       // the lane holds a byte of the digest
    output logic                    beat_last,       // the beat is the last of its digest
    output logic [CONTEXT_BITS-1:0] beat_context,    // the context
    output logic                    beat_error       // its message is flawed
);

  localparam int BITS = 8 * DIGEST_BYTES;
  localparam int ENTRY_BITS = BITS + CONTEXT_BITS + 1;
  localparam int AHEAD_BITS = 3;  // of a place of those that have left block RAM
  localparam int AHEAD = 2 ** AHEAD_BITS;
  localparam logic [PLACE_BITS:0] MOST = (PLACE_BITS + 1)'(2 ** PLACE_BITS - 13);

  logic [PLACE_BITS:0] promised_q;  // digests that are here or will come
  logic ends_q, taken;  // one more is promised, one has left
  logic room_q;
  logic [PLACE_BITS-1:0] head_q, tail_q;
  logic [PLACE_BITS-1:0] behind_q;  // the place behind the head
  logic some_q;  // a digest is there, as it was known a clock ago
  logic [ENTRY_BITS-1:0] entry, fetched;
  logic fetch, fetch_1q, fetch_2q;  // one leaves block RAM

  // Those that have left it. A place is taken for five clocks, so that there is one for a digest in
  // every clock. Counts have as many ones as there are, which takes no adder.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [ENTRY_BITS-1:0] ahead[AHEAD];
  logic [AHEAD_BITS-1:0] ahead_head_q, ahead_tail_q;
  logic [AHEAD-1:0] awaited_q;  // places that are taken or will be, or were a clock ago
  logic [AHEAD-1:0] count_q;  // of those that are
  logic next, next_q;  // the one in front goes on, and went on a clock ago

  // Two registers take turns: one is on offer, the other is read into, or waits behind it. So
  // beat_ready has to reach nothing but their account. What is read into one that is free is not
  // always a digest.
  logic valid_q, both_q;  // so many hold one
  logic none_q;  // or none does, for the account: what is on offer is read far away
  logic odd_next_q, odd_front_q;  // which is read into next, and which is on offer
  logic odd_before_q;  // and was a clock ago
  logic [ENTRY_BITS-1:0] even_q, odd_q;
  logic [ENTRY_BITS-1:0] beat;

  if (8 * WORD > BITS) begin : g_truncated
    logic unused;  // bits that the digest leaves out

    assign unused = &{1'b0, digest_data[8*WORD-BITS-1:0]};
  end

  assign entry = {digest_data[8*WORD-1-:BITS], digest_context, digest_error};
  assign fetch = some_q && !awaited_q[AHEAD-1];
  assign taken = odd_front_q != odd_before_q;
  assign next = count_q[0] && !both_q;
  assign beat = {ENTRY_BITS{valid_q}} & (odd_front_q ? odd_q : even_q);

  word_memory #(
      .WIDTH        (ENTRY_BITS),
      .DEPTH        (2 ** PLACE_BITS),
      .ADDRESS_BITS (PLACE_BITS),
      .BLOCK_MEMORY (1)
  ) u_digests (
      .clk           (clk),
      .write         (digest_valid),
      .write_address (tail_q),
      .write_data    (entry),
      .read_address  (head_q),
      .read_data     (fetched)
  );

  always_ff @(posedge clk) begin
    ends_q <= ends;
    promised_q <= promised_q + (PLACE_BITS + 1)'(ends_q) - (PLACE_BITS + 1)'(taken);
    room_q <= promised_q < MOST;
    if (digest_valid) tail_q <= tail_q + 1'b1;
    if (fetch) head_q <= behind_q;
    if (fetch) behind_q <= behind_q + 1'b1;
    some_q <= fetch ? tail_q != behind_q : tail_q != head_q;
    next_q <= next;
    fetch_1q <= fetch;
    fetch_2q <= fetch_1q;
    if (fetch && !next_q) awaited_q <= {awaited_q[AHEAD-2:0], 1'b1};
    if (next_q && !fetch) awaited_q <= {1'b0, awaited_q[AHEAD-1:1]};
    if (fetch_2q) ahead[ahead_tail_q] <= fetched;
    ahead_head_q <= ahead_head_q + AHEAD_BITS'(next);
    ahead_tail_q <= ahead_tail_q + AHEAD_BITS'(fetch_2q);
    if (fetch_2q && !next) count_q <= {count_q[AHEAD-2:0], 1'b1};
    if (next && !fetch_2q) count_q <= {1'b0, count_q[AHEAD-1:1]};
    valid_q <= count_q[0] || (!none_q && (both_q || !beat_ready));
    none_q <= !count_q[0] && (none_q || (!both_q && beat_ready));
    both_q <= both_q ? !beat_ready : !none_q && !beat_ready && count_q[0];
    odd_next_q <= odd_next_q ^ next;
    odd_front_q <= odd_front_q ^ (!none_q && beat_ready);
    odd_before_q <= odd_front_q;
    if (!both_q && !odd_next_q) even_q <= ahead[ahead_head_q];
    if (!both_q && odd_next_q) odd_q <= ahead[ahead_head_q];
    if (rst) begin
      ends_q <= 1'b0;
      promised_q <= '0;
      room_q <= 1'b0;
      head_q <= '0;
      behind_q <= PLACE_BITS'(1);
      some_q <= 1'b0;
      next_q <= 1'b0;
      tail_q <= '0;
      fetch_1q <= 1'b0;
      fetch_2q <= 1'b0;
      awaited_q <= '0;
      count_q <= '0;
      ahead_head_q <= '0;
      ahead_tail_q <= '0;
      valid_q <= 1'b0;
      none_q <= 1'b1;
      both_q <= 1'b0;
      odd_next_q <= 1'b0;
      odd_front_q <= 1'b0;
      odd_before_q <= 1'b0;
      even_q <= '0;
      odd_q <= '0;
    end
  end

  for (genvar lane = 0; lane < WIDTH / 8; lane++) begin : g_lane
    if (lane < DIGEST_BYTES) begin : g_digest
      assign beat_data[8*lane+:8] = beat[ENTRY_BITS-1-8*lane-:8];
      assign beat_keep[lane] = valid_q;
    end else begin : g_none
      assign beat_data[8*lane+:8] = '0;
      assign beat_keep[lane] = 1'b0;
    end
  end

  assign room = room_q;
  assign beat_valid = valid_q;
  assign beat_last = valid_q;
  assign beat_context = beat[1+:CONTEXT_BITS];
  assign beat_error = beat[0];

endmodule

`default_nettype wire
