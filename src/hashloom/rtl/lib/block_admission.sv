// Lets whole blocks begin: one in every clock in which the engine is free, of contexts that have
// none in it.
//
// Rows of a block's width wait in a queue. A row is admitted when its context is not busy, and
// begins when the engine lets it. A context is busy from the admission of a row until free says
// that the chaining value is there. What the row in front waits for is known by the time it comes
// to the front: behind the queue its context is looked up in two steps. A row whose context is busy
// waits, and the stream behind it. Blocks of padding alone (pad) go before rows, from the clock
// behind the one in which they are taken, and their contexts stay busy all along.
//
// Whether a context is busy is told by two bits in distributed RAM: one changes when a row of it is
// admitted, the other when free comes, and it is busy while they differ. They are changed and
// looked up in words of 16 contexts. After a reset a word is cleared in each clock. Until then
// word_ready is low, and no free may come.
//
// Rows come from the queue to the look-up as it has room (near), and up to ADMITTED that are
// admitted wait for the engine. So neither the queue nor the engine decides in the clock in which
// rows come a step nearer.
//
// A block begins in clock t when slot_ready was high in the clock before, a row when room was, too;
// it leaves with block_valid in clock t + 4. free of a context comes six clocks or more behind the
// beginning of its block, and is known from the next clock on. No path leads through: what is asked
// for by other modules waits in a register.
//
// Rows lie in block RAM that is spread over a device. They are in parts, each with places of its
// own that are counted beside it; the first place differs, and every other one takes its steps as
// low, so that no tool makes one count of them. Two registers lead there: one beside the stream,
// one beside the memory. A reset of their places is a clock late: no row is there by then.
`default_nettype none

module block_admission #(
    parameter int WORD         = 32,  // bits of a word
    parameter int CONTEXTS     = 2,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,            // clock
    input  logic                    rst,            // synchronous reset: nothing is under way
    input  logic                    word_valid,     // a row comes
    output logic                    word_ready,     // rows may, now and for two clocks unless rst
    input  logic [16*WORD-1:0]      word_data,      // word j at j * WORD, first byte on top
    input  logic [2*WORD-1:0]       word_keep,      // with word_last: byte is of the message
    input  logic                    word_last,      // the row ends its message
    input  logic                    word_error,     // the row of the clock before broke the rules
    input  logic [CONTEXT_BITS-1:0] word_context,   // the context the message belongs to

    input  logic                    slot_ready,     // a block may begin in the next clock
    input  logic                    room,           // a row may then: a further digest has room
    input  logic                    pad_valid,      // a block of padding waits
    output logic                    pad_ready,      // it is taken, and begins before rows
    input  logic [CONTEXT_BITS-1:0] pad_context,    // of this context, which is busy
    input  logic                    free,           // a context is not busy any more
    input  logic [CONTEXT_BITS-1:0] free_context,   // this one

    output logic                    block_valid,    // a block has begun
    output logic                    block_pad,      // of padding alone
    output logic [CONTEXT_BITS-1:0] block_context,  // of this context
    output logic                    block_last,     // the row ends its message
    output logic                    block_error,    // the row broke the stream's rules
    output logic [16*WORD-1:0]      block_data,     // the row, unless it is padding alone
    output logic [2*WORD-1:0]       block_keep      // with block_last: byte is of the message
);

  localparam int GROUP = 16;  // contexts that are looked up in the first step
  localparam int NUMBER_BITS = CONTEXTS <= GROUP ? 5 : CONTEXT_BITS;  // one or more beyond a group
  localparam int HIGH_BITS = NUMBER_BITS - 4;  // of a context's number: which group
  localparam int PLACES = 16;  // of the queue
  localparam int ENOUGH = 9;  // rows after which six more may come
  localparam int ADMITTED = 4;  // rows that may be admitted and have not begun
  localparam int PARTS = 4;  // of a row
  localparam int PART_BITS = 18 * WORD / PARTS;
  localparam int LATE = 3;  // clocks from the beginning of a block until it is about to leave

  // The queue: rows, and what is told of them.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [CONTEXT_BITS+1:0] marks[PLACES];
  logic [4:0] write_q;  // place to write
  logic [4:0] look_q;  // place of the row that is looked up next
  logic [PLACES-1:0] waiting_q;  // rows that had not begun a clock ago: as many low bits are set
  logic [PLACES-1:0] unseen_q;  // those that are not near, likewise
  logic [1:0] near_q;  // those that may be looked up, likewise
  logic ready_q;
  logic taken_q;  // a row came
  logic come_q;  // and is written, a clock later
  logic came_q;  // and is counted, one more later, when its marks are written
  logic go_q;  // a row has begun a clock ago
  logic rst_q, places_rst_q;  // a clock ago there was a reset, and two: its way is long
  logic [18*WORD-1:0] taken_row_q, come_row_q;
  logic [CONTEXT_BITS:0] taken_marks_q;
  logic [CONTEXT_BITS+1:0] come_marks_q, came_marks_q;
  logic [3:0] marks_place_q;  // place to write marks

  // Rows on their way to the front: first, second and third step.
  logic first_valid_q, first_last_q, first_error_q;
  logic second_valid_q, second_last_q, second_error_q;
  logic third_valid_q, third_last_q, third_error_q;
  logic [CONTEXT_BITS-1:0] first_context_q, second_context_q, third_context_q;
  logic near;  // a row comes near
  logic [GROUP-1:0] group_q;  // whether the contexts of its group were busy
  logic begins_q;  // a row of its context was admitted when it was looked up
  logic begun_q;  // or a clock before
  logic behind_q;  // the row before it has the same context
  logic freed_q;  // its context is not busy any more since it was looked up
  logic frees;  // nor from the next clock on
  logic busy;  // what is known of its context after both steps
  logic blocked_q;  // it waits for its context
  logic frees_q;  // but no longer: its context has become free

  // Changes of contexts, in words of a group: 0 by rows that are admitted, 1 by free.
  logic clear_q;  // words are cleared, one after the other
  logic [1:0] changes;  // a context changes
  logic [1:0][NUMBER_BITS-1:0] changing;  // in the next clock, if one does: its number
  logic [1:0][GROUP-1:0] looked_up;  // the words of the row in the first step

  logic free_q;  // a context is not busy any more
  logic [CONTEXT_BITS-1:0] free_context_q;
  logic slot_q;  // a block may begin
  logic open_q;  // a row may
  logic held_q;  // a block of padding begins in the next slot
  logic [CONTEXT_BITS-1:0] held_context_q;
  logic advance;  // rows come a step nearer
  logic look;  // one is looked up
  logic admit;  // the row in front is admitted
  logic go;  // the first of those that have been admitted begins

  // Rows that have been admitted.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [CONTEXT_BITS+1:0] admitted[ADMITTED];
  logic [1:0] admit_place_q, go_place_q;  // places to write and to read
  logic [ADMITTED-1:0] admitted_q;  // as many low bits are set as there are
  logic space_q;  // a further one has a place
  logic admits_q;  // a row was admitted a clock ago
  logic [CONTEXT_BITS-1:0] admits_context_q;

  // The block that has begun, in the first clock, and in the one in which it leaves.
  logic valid_q, pad_q, last_q, error_q;
  logic [CONTEXT_BITS-1:0] context_q;
  logic [LATE-1:0] valid_late_q;
  (* mem2reg *) logic [CONTEXT_BITS+2:0] late_q[LATE];
  logic [18*WORD-1:0] row;

  assign word_ready = ready_q;
  assign pad_ready = !held_q || slot_q;
  assign near = unseen_q[0] && !near_q[1];
  assign admit = third_valid_q && (!blocked_q || frees_q) && space_q;
  assign advance = !third_valid_q || admit;
  assign look = advance && near_q[0];
  assign go = admitted_q[0] && open_q;

  for (genvar part = 0; part < PARTS; part++) begin : g_rows
    logic [3:0] put_q;  // place to write
    logic [3:0] get_q;  // place of the row that begins next, as it was two clocks ago
    localparam logic LOW = part % 2 != 0;

    logic put_step_q;  // a row is written, unless it is LOW
    logic get_step_q;  // a row has begun two clocks ago, likewise

    word_memory #(
        .WIDTH        (PART_BITS),
        .DEPTH        (PLACES),
        .ADDRESS_BITS (4),
        .BLOCK_MEMORY (1)
    ) u_part (
        .clk           (clk),
        .write         (1'b1),
        .write_address (put_q),
        .write_data    (come_row_q[PART_BITS*part+:PART_BITS]),
        .read_address  (get_q),
        .read_data     (row[PART_BITS*part+:PART_BITS])
    );

    always_ff @(posedge clk) begin
      put_step_q <= taken_q ^ LOW;
      get_step_q <= go_q ^ LOW;
      if (put_step_q != LOW) put_q <= put_q + 1'b1;
      if (get_step_q != LOW) get_q <= get_q + 1'b1;
      if (places_rst_q) begin
        put_q <= 4'(PLACES / PARTS * part);
        get_q <= 4'(PLACES / PARTS * part);
      end
    end
  end

  always_ff @(posedge clk) begin
    taken_q <= word_valid;
    taken_row_q <= {word_keep, word_data};
    taken_marks_q <= {word_context, word_last};
    come_q <= taken_q;
    come_row_q <= taken_row_q;
    come_marks_q <= {taken_marks_q, word_error};
    if (come_q) write_q <= write_q + 1'b1;
    came_marks_q <= come_marks_q;
    marks_place_q <= write_q[3:0];
    if (came_q) marks[marks_place_q] <= came_marks_q;
    ready_q <= !waiting_q[ENOUGH-1] && !clear_q;
    if (look) look_q <= look_q + 1'b1;
    go_q <= go;
    rst_q <= rst;
    places_rst_q <= rst_q;
    came_q <= come_q;
    if (came_q && !go_q) waiting_q <= {waiting_q[PLACES-2:0], 1'b1};
    if (!came_q && go_q) waiting_q <= {1'b0, waiting_q[PLACES-1:1]};
    if (came_q && !near) unseen_q <= {unseen_q[PLACES-2:0], 1'b1};
    if (!came_q && near) unseen_q <= {1'b0, unseen_q[PLACES-1:1]};
    if (near && !look) near_q <= {near_q[0], 1'b1};
    if (!near && look) near_q <= {1'b0, near_q[1]};

    slot_q <= slot_ready;
    open_q <= slot_ready && room && !(pad_ready ? pad_valid : held_q);
    if (pad_ready) begin
      held_q <= pad_valid;
      held_context_q <= pad_context;
    end
    if (rst) begin
      write_q <= '0;
      look_q <= '0;
      waiting_q <= '0;
      unseen_q <= '0;
      near_q <= '0;
      go_q <= 1'b0;
      ready_q <= 1'b0;
      taken_q <= 1'b0;
      come_q <= 1'b0;
      came_q <= 1'b0;
      slot_q <= 1'b0;
      open_q <= 1'b0;
      held_q <= 1'b0;
    end
  end

  // ---- the steps ----------------------------------------------------------------------------

  assign frees = free_q && free_context_q == second_context_q;
  assign busy = group_q[4'(NUMBER_BITS'(second_context_q))];

  always_ff @(posedge clk) begin
    free_q <= free;
    free_context_q <= free_context;
    if (advance) begin
      first_valid_q <= near_q[0];
      {first_context_q, first_last_q, first_error_q} <= marks[look_q[3:0]];

      second_valid_q <= first_valid_q;
      second_context_q <= first_context_q;
      second_last_q <= first_last_q;
      second_error_q <= first_error_q;
      group_q <= looked_up[0] ^ looked_up[1];
      begins_q <= third_valid_q && third_context_q == first_context_q;
      begun_q <= admits_q && admits_context_q == first_context_q;
      behind_q <= second_valid_q && second_context_q == first_context_q;
      freed_q <= free_q && free_context_q == first_context_q;

      third_valid_q <= second_valid_q;
      third_context_q <= second_context_q;
      third_last_q <= second_last_q;
      third_error_q <= second_error_q;
      blocked_q <= behind_q || ((busy || begins_q || begun_q) && !freed_q);
      frees_q <= frees;
    end else begin
      if (frees) freed_q <= 1'b1;
      if (frees_q) blocked_q <= 1'b0;
      frees_q <= free_q && free_context_q == third_context_q;
    end
    if (rst) begin
      free_q <= 1'b0;
      first_valid_q <= 1'b0;
      second_valid_q <= 1'b0;
      third_valid_q <= 1'b0;
    end
  end

  // ---- rows that have been admitted ---------------------------------------------------------

  always_ff @(posedge clk) begin
    admits_q <= admit;
    admits_context_q <= third_context_q;
    if (admit) begin
      admitted[admit_place_q] <= {third_context_q, third_last_q, third_error_q};
      admit_place_q <= admit_place_q + 1'b1;
    end
    if (go) go_place_q <= go_place_q + 1'b1;
    if (admit && !go) admitted_q <= {admitted_q[ADMITTED-2:0], 1'b1};
    if (!admit && go) admitted_q <= {1'b0, admitted_q[ADMITTED-1:1]};
    space_q <= !admitted_q[ADMITTED-2];
    if (rst) begin
      admits_q <= 1'b0;
      admit_place_q <= '0;
      go_place_q <= '0;
      admitted_q <= '0;
      space_q <= 1'b0;
    end
  end

  // ---- contexts with a block in the engine, or one that has been admitted -------------------

  assign changing = {NUMBER_BITS'(free_context), NUMBER_BITS'(third_context_q)};
  assign changes = {free_q, admits_q};

  for (genvar by = 0; by < 2; by++) begin : g_changes
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [GROUP-1:0] words[1<<HIGH_BITS];
    logic [HIGH_BITS-1:0] place_q;  // of the word that changes or is cleared
    logic [GROUP-1:0] change_q;  // and what changes in it, if anything does

    assign looked_up[by] = words[HIGH_BITS'(NUMBER_BITS'(first_context_q)>>4)];

    always_ff @(posedge clk) begin
      place_q <= clear_q ? place_q + 1'b1 : changing[by][NUMBER_BITS-1:4];
      change_q <= GROUP'(1) << changing[by][3:0];
      if (clear_q || changes[by]) words[place_q] <= clear_q ? '0 : words[place_q] ^ change_q;
      if (rst) place_q <= '0;
    end
  end

  always_ff @(posedge clk) begin
    if (&g_changes[0].place_q) clear_q <= 1'b0;
    if (rst) clear_q <= 1'b1;
  end

  // ---- the block that begins ----------------------------------------------------------------

  always_ff @(posedge clk) begin
    valid_q <= go || (held_q && slot_q);
    pad_q <= held_q;
    {context_q, last_q, error_q} <= admitted[go_place_q];
    if (held_q) context_q <= held_context_q;
    valid_late_q <= {valid_late_q[LATE-2:0], valid_q};
    for (int index = 0; index < LATE; index++) begin
      late_q[index] <= index == 0 ? {pad_q, context_q, last_q, error_q}
          : late_q[(index+LATE-1)%LATE];
    end
    if (rst) begin
      valid_q <= 1'b0;
      valid_late_q <= '0;
    end
  end

  assign block_valid = valid_late_q[LATE-1];
  assign {block_pad, block_context, block_last, block_error} = late_q[LATE-1];
  assign {block_keep, block_data} = row;

endmodule

`default_nettype wire
