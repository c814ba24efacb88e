// Pads the messages of all contexts and writes them to the block buffers, a row of PAD_WORDS words
// a clock.
//
// In each clock the padder works for one context: it takes the waiting row of the stream, or it
// makes a row of padding. When a row ends its message, the padding of its block follows at once:
// 0x80 behind the last byte, zeros, and in the words 14 and 15 the length. Where a row has four
// words or more, the row that ends a message may take all of this itself. When the length does not
// fit in that block, the context stays pending: the stream goes on for other contexts, and the
// further block is padded as soon as the context's buffer is open. A pending context goes before
// the next row of the stream. A waiting row whose context's buffer is closed, or whose context is
// pending, waits, and the stream behind it.
//
// Position and error flag of every context lie in a small memory; after reset they are cleared
// context by context, together with its length counter. (One context: registers.) The length
// counter is connected at count: length_ring or length_memory, which show a word at a time, for
// rows of one word, length_pair, which shows both, for wider ones.
//
// A row for the position worked on in clock t reaches the block buffer in clock t + 2. In a clock
// with hold the padder makes none, so that two clocks later the block buffer can be written by
// somebody else.
//
// A message can also be cut behind a whole block, to go on some other time: the block is closed with
// close_cut and without padding, and the length counter keeps the message's length. Whether a block
// is the last before the cut may not be known yet when its last row comes: such a row comes with
// word_open, and the block is closed by the next row of its context, which comes with word_close
// and without words. Only the rows of a block must come with word_open.
//
// A message with word_error set on any of its rows is padded like any other and reported with
// close_error; a row that does not end its message counts as full whatever word_keep says. A message
// whose length the counter cannot hold is reported likewise.
`default_nettype none

module padder #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS    = 1,   // words of a row: 1, 2, 4, 8 or 16
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int CONTEXTS     = 1,   // contexts, each with one message at a time
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                        clk,             // clock
    input  logic                        rst,             // synchronous reset: forgets all messages
    input  logic                        hold,            // no row is made in this clock
    input  logic                        word_valid,      // a row of a message is offered
    output logic                        word_ready,      // it is taken in this clock
    input  logic [PAD_WORDS*WORD-1:0]   word_data,       // word j at j * WORD, first byte on top
    input  logic [PAD_WORDS*WORD/8-1:0] word_keep,       // with word_last: byte is of the message
    input  logic                        word_last,       // the row ends its message
    input  logic                        word_error,      // the message broke the stream's rules
    input  logic [CONTEXT_BITS-1:0]     word_context,    // the context the message belongs to
    input  logic                        word_open,       // the block the row completes stays open
    input  logic                        word_close,      // no row: the block before it is complete
    input  logic                        word_cut,        // the message is cut behind that block

    input  logic [CONTEXTS-1:0]         closed,          // contexts whose buffer is not open
    output logic                        close,           // the block of close_context is complete
    output logic [CONTEXT_BITS-1:0]     close_context,   // a context
    output logic                        close_last,      // the block is the last of its message
    output logic                        close_cut,       // the message is cut behind the block
    output logic                        close_error,     // with either: the message is flawed

    output logic                        count_visit,     // visit the length counter
    output logic [CONTEXT_BITS-1:0]     count_context,   // of this context
    output logic                        count_low,       // rows of one word: its low word
    output logic                        count_add,       // a block of message is complete
    output logic                        count_clear,     // the length is being appended
    input  logic [(PAD_WORDS == 1 ? 1 : 2)*WORD-1:0] count,  // a clock later: one word, or both
    input  logic                        count_over,      // of count_context: too long to be counted
    input  logic                        count_brink,     // or it will be with this block

    output logic                        write,           // a row goes to the block buffer
    output logic [CONTEXT_BITS-1:0]     write_context,   // of this context
    output logic [3:0]                  write_position,  // its first word to this position
    output logic [PAD_WORDS*WORD-1:0]   write_data       // the row; zero two clocks after hold
);

  localparam int BYTES = WORD / 8;
  localparam int ROWS = 16 / PAD_WORDS;  // of a block
  localparam int ROW_BITS = ROWS == 1 ? 1 : $clog2(ROWS);
  localparam int ROW_BYTES = PAD_WORDS * BYTES;
  localparam int BYTE_BITS = $clog2(ROW_BYTES);
  localparam int FILL_BITS = 4 + $clog2(BYTES);  // bytes of a block, less than a full one
  localparam int COUNT_WORDS = PAD_WORDS == 1 ? 1 : 2;
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;
  // No clock without a row. Rows of one word have clocks to spare, and shorter paths without this:
  // a clock passes before a further block and, instead of padding, behind a block without room.
  localparam bit BRISK = PAD_WORDS > 1;
  localparam bit SAME_ROW = PAD_WORDS >= 4;  // message, 0x80 and length may be in one row
  localparam int LENGTH_ROW = 14 / PAD_WORDS;  // where the length begins
  // The byte of a last row, in the order of the message, where 0x80 must be at the latest.
  localparam int LATEST = SAME_ROW ? (PAD_WORDS - 2) * BYTES - 1 : 0;

  // The waiting row.
  logic valid_q, last_q, error_q;
  logic open_q, close_q, cut_q;
  logic [PAD_WORDS*WORD-1:0] data_q;
  logic [ROW_BYTES-1:0] keep_q;
  logic [ROW_BYTES-1:0] kept;  // keep_q in the order of the message

  // What is worked on in this clock.
  logic padding_q;  // padding, not the stream
  logic sweep;  // with padding_q: clearing the memories after reset
  logic sweep_low;  // the sweep is at the low word of a length
  logic sweep_end;  // the sweep is at its last word
  logic [CONTEXT_BITS-1:0] context_id;  // the context worked on
  logic [ROW_BITS-1:0] position;  // the row of its block
  logic flawed;  // an earlier row of its message broke the rules
  logic barred;  // the waiting row must wait for its context
  logic free;  // the padder is free for the waiting row
  logic take;  // the waiting row is taken
  logic take_row;  // and has words
  logic settling;  // but waits for the length counter to take the block it closes
  logic step;  // a row is made
  logic at_end;  // it is the last of its block
  logic full;  // all bytes of the waiting row are of its message
  logic fits;  // the waiting row, if it is the last of its block, has room for the length
  logic follows;  // the length is in one of the rows behind it
  logic too_long;  // the message of a block that is its last cannot be counted
  logic ending;  // the waiting row is taken and ends its message
  logic appending;  // the length is put into the row
  logic [ROW_BITS-1:0] next_position;
  logic next_at_end;
  logic next_flawed;
  logic padding_on;  // padding in the next clock, too

  // The padding under way.
  logic making_q;  // with padding_q: a row is made
  logic last_step_q;  // the step ends the padding, for the time being
  logic finishing_q;  // with making_q: the length is in this block
  logic mark_q;  // 0x80 is still to come
  logic [FILL_BITS-1:0] fill_q;  // bytes of message in its last block, less than a block
  logic [FILL_BITS-1:0] fill;

  // Contexts whose length needs a further block.
  logic [CONTEXTS-1:0] pending_q;
  logic further;  // the context worked on becomes one
  logic resume_ready;  // one of them has an open buffer
  logic resume;  // and is padded from the next clock on
  logic [CONTEXT_BITS-1:0] resume_context;
  logic [FILL_BITS-1:0] resume_fill;
  logic resume_mark;

  assign full = kept[ROW_BYTES-1];
  assign free = !padding_q && !barred && !hold && (BRISK || !resume_ready) && !settling;
  assign take = valid_q && free;
  assign word_ready = !valid_q || free;
  assign take_row = take && !close_q;
  assign step = take_row || (making_q && !hold);
  assign ending = take && last_q;
  assign further = close && (making_q ? !finishing_q : last_q && !fits);
  // In the first clock of a resumed padding resume_ready may still speak of it; where a block is a
  // single row, that is the last clock as well.
  assign resume = resume_ready && !hold
      && (padding_q ? BRISK && ROWS > 1 && last_step_q : !BRISK || !ending || at_end);
  assign padding_on = resume
      || (padding_q ? hold || (sweep ? !sweep_end : !last_step_q) : ending && !(BRISK && at_end));

  assign close = (step && at_end && !(take && open_q)) || (take && close_q);
  assign close_context = context_id;
  assign close_last = finishing_q || (fits && !padding_q);
  assign close_cut = take && cut_q;
  assign close_error = flawed || too_long || ((SAME_ROW || cut_q) && !padding_q && error_q);

  assign count_context = context_id;
  assign count_add = take_row && at_end && (!last_q || full);
  assign count_low = sweep ? sweep_low : PAD_WORDS > 1 || position[0];
  assign count_clear = sweep || appending;
  if (PAD_WORDS == 1) begin : g_count_words
    assign appending = finishing_q && position[3:1] == 3'b111;
    assign count_visit = sweep || (step && position[2:1] == 2'b11);
  end else begin : g_count_rows
    assign appending = close_last && at_end;
    assign count_visit = sweep || (step && at_end);
  end

  if (SAME_ROW) begin : g_same_row
    assign fits = last_q && !kept[LATEST];
    assign follows = !at_end;
  end else begin : g_later_row
    assign fits = 1'b0;
    assign follows = position < (full ? ROW_BITS'(LENGTH_ROW - 1) : ROW_BITS'(LENGTH_ROW));
  end

  assign next_position = ROWS == 1 ? '0 : position + ROW_BITS'(!(take && close_q));
  assign next_at_end = ROWS == 1 || (position == ROW_BITS'(ROWS - 2) && !(take && close_q));
  assign next_flawed = (flawed || (take && error_q)) && !(close_last && at_end) && !close_cut;

  always_ff @(posedge clk) begin
    if (word_ready) begin
      valid_q <= word_valid;
      data_q  <= word_data;
      keep_q  <= word_keep;
      last_q  <= word_last;
      error_q <= word_error;
      open_q <= word_open;
      close_q <= word_close;
      cut_q <= word_cut;
    end
    if (rst) valid_q <= 1'b0;
  end

  // Of a message that is cut behind the row's own block the length is told before it is counted;
  // where both words are counted at the end of a block, behind another row it has to be counted.
  if (PAD_WORDS == 1) begin : g_settled
    assign settling = 1'b0;
    assign too_long = count_over || (cut_q && !padding_q && count_brink);
  end else begin : g_settling
    logic [1:0] settled_q;  // clocks the row has waited

    assign settling = close_q && cut_q && settled_q != '1;
    assign too_long = count_over || (cut_q && !close_q && !padding_q && count_brink);

    always_ff @(posedge clk) begin
      settled_q <= word_ready ? '0 : settled_q + 2'(settled_q != '1);
      if (rst) settled_q <= '0;
    end
  end

  always_comb begin
    fill = FILL_BITS'({full ? next_position : position, BYTE_BITS'(0)});
    for (int index = 1; index < ROW_BYTES; index++) begin
      if (kept[index-1] && !kept[index]) fill = fill | FILL_BITS'(index);
    end
  end

  always_ff @(posedge clk) begin
    padding_q <= padding_on;
    if (!hold) begin
      making_q <= padding_on && !sweep && (BRISK || !(ending && at_end));
      last_step_q <= (!BRISK && ending && at_end) || (next_at_end && (!resume || ROWS == 1));
    end
    if (rst) begin
      padding_q <= CONTEXTS > 1;
      making_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (resume) begin
      finishing_q <= 1'b1;
    end else if (ending) begin
      finishing_q <= follows;
    end else if (last_step_q && !hold) begin
      finishing_q <= 1'b0;
    end
    if (rst) finishing_q <= 1'b0;

    if (resume) begin
      mark_q <= resume_mark;
      fill_q <= resume_fill;
    end else if (ending) begin
      mark_q <= full;
      fill_q <= fill;
    end else if (step) begin
      mark_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    for (int index = 0; index < CONTEXTS; index++) begin
      if (resume && resume_context == CONTEXT_BITS'(index)) pending_q[index] <= 1'b0;
      else if (further && context_id == CONTEXT_BITS'(index)) pending_q[index] <= 1'b1;
    end
    if (rst) pending_q <= '0;
  end

  // ---- state of the contexts ----------------------------------------------------------------

  if (CONTEXTS == 1) begin : g_single
    logic [ROW_BITS-1:0] position_q;
    logic at_end_q, flawed_q;

    assign context_id = word_context;
    assign position = position_q;
    assign at_end = ROWS == 1 || at_end_q;
    assign flawed = flawed_q;
    assign barred = closed[0] || pending_q[0];
    assign resume_ready = pending_q[0] && !closed[0];
    assign resume_context = '0;
    assign resume_mark = mark_q;
    assign resume_fill = fill_q;
    assign sweep = 1'b0;
    assign sweep_low = 1'b0;
    assign sweep_end = 1'b0;

    always_ff @(posedge clk) begin
      if (step || take) begin
        position_q <= next_position;
        at_end_q   <= next_at_end;
        flawed_q   <= next_flawed;
      end
      if (rst) begin
        position_q <= '0;
        at_end_q   <= 1'b0;
        flawed_q   <= 1'b0;
      end
    end
  end else begin : g_several
    logic [CONTEXT_BITS-1:0] context_q, waiting_context_q, resume_context_q;
    logic barred_q, sweep_q, resume_ready_q;
    // Clock of the sweep's work on a context; the last one is so late that what the first one
    // cleared can be read in the next.
    localparam int SWEEP_BITS = PAD_WORDS == 1 ? 1 : 2;
    logic [SWEEP_BITS-1:0] sweep_clock_q;
    logic sweep_next;  // it is the last
    logic [CONTEXTS-1:0] shut;
    logic stay;  // the waiting row stays
    logic at_end_state;

    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [ROW_BITS+1:0] state[CONTEXTS];  // {flawed, at_end, position}
    // Of the fill of a message that needs a further block: {not a full block, bytes behind the
    // position of the length}. It is a full block, then 0, or ends where the length would be.
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [FILL_BITS-3:0] fills[CONTEXTS];
    logic [FILL_BITS-3:0] resumed;

    assign context_id = context_q;
    assign {flawed, at_end_state, position} = state[context_q];
    assign at_end = ROWS == 1 || at_end_state;
    assign barred = barred_q;
    assign resume_ready = resume_ready_q;
    assign resume_context = resume_context_q;
    assign resumed = fills[resume_context_q];
    assign resume_mark = !resumed[FILL_BITS-3];
    assign resume_fill = {{3{resumed[FILL_BITS-3]}}, resumed[FILL_BITS-4:0]};
    assign sweep = sweep_q;
    assign sweep_low = sweep_clock_q[0];
    assign sweep_next = &sweep_clock_q;
    assign sweep_end = sweep_next && context_q == CONTEXT_BITS'(CONTEXTS - 1);

    assign shut = closed | pending_q;
    assign stay = valid_q && !take;

    always_ff @(posedge clk) begin
      if (word_ready) waiting_context_q <= word_context;

      // Whether the waiting row of the next clock must wait: a block completed in this clock
      // shows in `closed` only in the next one.
      if (stay) barred_q <= shut[waiting_context_q] || (close && waiting_context_q == context_q);
      else barred_q <= shut[word_context] || (close && word_context == context_q);

      if (resume) context_q <= resume_context_q;
      else if (sweep_q && !sweep_end) context_q <= context_q + CONTEXT_BITS'(sweep_next && !hold);
      else if (!padding_on) context_q <= stay ? waiting_context_q : word_context;

      if (sweep_q && !hold) begin
        sweep_clock_q <= sweep_clock_q + 1'b1;
        sweep_q <= !sweep_end;
      end
      if (rst) begin
        sweep_q <= 1'b1;
        sweep_clock_q <= '0;
        context_q <= '0;
      end

      resume_ready_q <= |(pending_q & ~closed);
      for (int index = CONTEXTS - 1; index >= 0; index--) begin
        if (pending_q[index] && !closed[index]) resume_context_q <= CONTEXT_BITS'(index);
      end
      if (rst) resume_ready_q <= 1'b0;
    end

    always_ff @(posedge clk) begin
      if (step || take || sweep_q) begin
        state[context_q] <= sweep_q ? '0 : {next_flawed, next_at_end, next_position};
      end
      if (ending) fills[context_q] <= {!(full && at_end), fill[FILL_BITS-4:0]};
    end
  end

  // ---- one clock later: masks and length ----------------------------------------------------

  logic step_q, append_q;
  logic [CONTEXT_BITS-1:0] step_context_q;
  logic [ROW_BITS-1:0] step_position_q;
  logic [PAD_WORDS*WORD-1:0] step_data_q;
  logic [ROW_BYTES-1:0] mask_q;  // the byte is of the message
  logic [ROW_BYTES-1:0] mark_byte_q;  // the byte is 0x80
  logic [FILL_BITS-1:0] append_fill_q;  // with the low word of the length

  always_ff @(posedge clk) begin
    step_q <= step;
    if (rst) step_q <= 1'b0;
    step_context_q <= context_id;
    step_position_q <= position;
    step_data_q <= data_q;
    append_q <= !hold && (TWO_WORDS ? appending : close_last && at_end);
    append_fill_q <= hold || !(close_last && at_end) ? '0 : SAME_ROW && !padding_q ? fill : fill_q;
  end

  for (genvar index = 0; index < ROW_BYTES; index++) begin : g_byte
    localparam int PLACE = index + BYTES - 1 - 2 * (index % BYTES);  // in the row

    assign kept[index] = keep_q[PLACE];

    always_ff @(posedge clk) begin
      mask_q[PLACE] <= take && (!last_q || kept[index]);
      mark_byte_q[PLACE] <= index == 0 && !take ? mark_q && !hold
          : take && last_q && !kept[index] && (index == 0 || kept[(index+ROW_BYTES-1)%ROW_BYTES]);
    end
  end

  // ---- one more clock later: the row --------------------------------------------------------

  logic [PAD_WORDS*WORD-1:0] text;  // bytes of the message, and 0x80
  logic [PAD_WORDS*WORD-1:0] length;  // of whole blocks, in bits
  logic [PAD_WORDS*WORD-1:0] rest;  // of the last block

  for (genvar index = 0; index < ROW_BYTES; index++) begin : g_text
    assign text[8*index+:8] = (step_data_q[8*index+:8] & {8{mask_q[index]}})
        | {mark_byte_q[index], 7'b0};
  end
  assign length = (PAD_WORDS*WORD)'(count & {COUNT_WORDS*WORD{append_q}})
      << ((PAD_WORDS - COUNT_WORDS) * WORD);
  assign rest = (PAD_WORDS*WORD)'(append_fill_q) << ((PAD_WORDS - 1) * WORD + 3);

  always_ff @(posedge clk) begin
    write <= step_q;
    if (rst) write <= 1'b0;
    write_context <= step_context_q;
    write_position <= 4'(step_position_q) * 4'(PAD_WORDS);
    write_data <= text | length | rest;
  end

endmodule

`default_nettype wire
