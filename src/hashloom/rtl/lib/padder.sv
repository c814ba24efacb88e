// Pads the messages of all contexts and writes their words to the block buffers, a word a clock.
//
// In each clock the padder works for one context: it takes the waiting word of the stream, or it
// writes a word of padding. When a word ends its message, the padding of its block follows at
// once: 0x80 behind the last byte, zeros, and in positions 14 and 15 the length. When the length
// does not fit in that block, the context stays pending: the stream goes on for other contexts,
// and the further block is padded as soon as the context's buffer is open. A pending context goes
// before the stream. A waiting word whose context's buffer is closed, or whose context is pending,
// waits, and the stream behind it.
//
// Position and error flag of every context lie in a small memory; after reset they are cleared
// context by context, together with the two words of its length counter. (One context: registers.)
// The length counter, length_ring or length_memory, is connected at count.
//
// A word of padding or of message written for the position worked on in clock t reaches the block
// buffer in clock t + 2.
//
// A message with word_error set on any of its words is padded like any other and reported with
// close_error; a word that does not end its message counts as full whatever word_keep says.
`default_nettype none

module padder #(
    parameter int unsigned WORD         = 32,  // bits of a word: 32 or 64
    parameter int unsigned LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int unsigned CONTEXTS     = 1,   // contexts, each with one message at a time
    parameter int unsigned CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: forgets all messages
    input  logic                    word_valid,      // a word of a message is offered
    output logic                    word_ready,      // it is taken in this clock
    input  logic [WORD-1:0]         word_data,       // first byte in the most significant byte
    input  logic [WORD/8-1:0]       word_keep,       // with word_last: the byte is of the message
    input  logic                    word_last,       // the word ends its message
    input  logic                    word_error,      // the message broke the rules of the stream
    input  logic [CONTEXT_BITS-1:0] word_context,    // the context the message belongs to

    input  logic [CONTEXTS-1:0]     closed,          // a context's buffer must not be written
    output logic                    close,           // the block of close_context is complete
    output logic [CONTEXT_BITS-1:0] close_context,   // a context
    output logic                    close_last,      // the block is the last of its message
    output logic                    close_error,     // with close_last: the message broke the rules

    output logic                    count_visit,     // visit a word of the length counter
    output logic [CONTEXT_BITS-1:0] count_context,   // of this context
    output logic                    count_low,       // the low word
    output logic                    count_add,       // a block of message is complete
    output logic                    count_clear,     // the length is being appended
    input  logic [WORD-1:0]         count,           // one clock later: the word

    output logic                    write,           // a word goes to the block buffer
    output logic [CONTEXT_BITS-1:0] write_context,   // of this context
    output logic [3:0]              write_position,  // to this position
    output logic [WORD-1:0]         write_data       // the word
);

  localparam int unsigned BYTES = WORD / 8;
  localparam int unsigned FILL_BITS = 4 + $clog2(BYTES);  // bytes of a block, less than a full one
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;

  // The waiting word.
  logic valid_q, last_q, error_q;
  logic [WORD-1:0] data_q;
  logic [BYTES-1:0] keep_q;

  // What is worked on in this clock.
  logic padding_q;  // padding, not the stream
  logic sweep;  // with padding_q: clearing the memories after reset
  logic sweep_low;  // the sweep is at the low word of a length
  logic sweep_end;  // the sweep is at its last word
  logic [CONTEXT_BITS-1:0] context_id;  // the context worked on
  logic [3:0] position;  // the position in its block
  logic flawed;  // an earlier word of its message broke the rules
  logic barred;  // the waiting word must wait for its context
  logic take;  // the waiting word is taken
  logic step;  // a word is made
  logic at_end;  // the position is the last of the block, 15
  logic full;  // all bytes of the waiting word are of its message
  logic ending;  // the waiting word is taken and ends its message
  logic appending;  // a word of the length is made
  logic [3:0] next_position;
  logic next_at_end;
  logic next_flawed;
  logic padding_on;  // padding in the next clock, too

  // The padding under way.
  logic making_q;  // with padding_q: a word is made; not right behind a block the message filled
  logic last_step_q;  // this clock ends the padding, for the time being
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

  assign full = keep_q[0];
  assign take = valid_q && !padding_q && !barred && !resume_ready;
  assign word_ready = !valid_q || (!padding_q && !barred && !resume_ready);
  assign step = take || making_q;
  assign ending = take && last_q;
  assign appending = finishing_q && position[3:1] == 3'b111;
  assign further = close && (making_q ? !finishing_q : last_q);
  assign resume = resume_ready && !padding_q;
  assign padding_on = padding_q ? (sweep ? !sweep_end : !last_step_q) : resume || ending;

  assign close = step && at_end;
  assign close_context = context_id;
  assign close_last = finishing_q;
  assign close_error = flawed;

  assign count_visit = sweep || (step && position[2:1] == 2'b11);
  assign count_context = context_id;
  assign count_low = sweep ? sweep_low : position[0];
  assign count_add = take && at_end && (!last_q || full);
  assign count_clear = sweep || appending;

  assign next_position = position + 4'd1;
  assign next_at_end = position == 4'd14;
  assign next_flawed = (flawed || (take && error_q)) && !(finishing_q && at_end);

  always_ff @(posedge clk) begin
    if (word_ready) begin
      valid_q <= word_valid;
      data_q  <= word_data;
      keep_q  <= word_keep;
      last_q  <= word_last;
      error_q <= word_error;
    end
    if (rst) valid_q <= 1'b0;
  end

  always_comb begin
    fill = '0;
    fill[FILL_BITS-1-:4] = full ? next_position : position;
    for (int index = 1; index < int'(BYTES); index++) begin
      if (keep_q[BYTES-index] && !full) fill[FILL_BITS-5:0] = (FILL_BITS - 4)'(index);
    end
  end

  always_ff @(posedge clk) begin
    padding_q <= padding_on;
    making_q <= padding_on && !sweep && !(ending && at_end);
    last_step_q <= (ending && at_end) || (next_at_end && !resume);
    if (rst) begin
      padding_q <= CONTEXTS > 1;
      making_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (ending) finishing_q <= full ? position < 4'd13 : position < 4'd14;
    else finishing_q <= resume || (finishing_q && !last_step_q);
    if (rst) finishing_q <= 1'b0;

    if (ending) begin
      mark_q <= full;
      fill_q <= fill;
    end else if (resume) begin
      mark_q <= resume_mark;
      fill_q <= resume_fill;
    end else if (step) begin
      mark_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    for (int index = 0; index < int'(CONTEXTS); index++) begin
      if (resume && resume_context == CONTEXT_BITS'(index)) pending_q[index] <= 1'b0;
      else if (further && context_id == CONTEXT_BITS'(index)) pending_q[index] <= 1'b1;
    end
    if (rst) pending_q <= '0;
  end

  // ---- state of the contexts ----------------------------------------------------------------

  if (CONTEXTS == 1) begin : g_single
    logic [3:0] position_q;
    logic at_end_q, flawed_q;

    assign context_id = word_context;
    assign position = position_q;
    assign at_end = at_end_q;
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
      if (step) begin
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
    logic barred_q, sweep_q, sweep_low_q, resume_ready_q;
    logic [CONTEXTS-1:0] shut;
    logic stay;  // the waiting word stays

    (* ram_style = "distributed" *)
    logic [5:0] state[CONTEXTS];  // {flawed, at_end, position}
    // Of the fill of a message that needs a further block: {not a full block, position is 15,
    // bytes}. Its position is 14 or 15, or 0 when the message ends with its block.
    (* ram_style = "distributed" *)
    logic [FILL_BITS-3:0] fills[CONTEXTS];
    logic [FILL_BITS-3:0] kept;

    assign context_id = context_q;
    assign {flawed, at_end, position} = state[context_q];
    assign barred = barred_q;
    assign resume_ready = resume_ready_q;
    assign resume_context = resume_context_q;
    assign kept = fills[resume_context_q];
    assign resume_mark = !kept[FILL_BITS-3];
    assign resume_fill = {{3{kept[FILL_BITS-3]}}, kept[FILL_BITS-4:0]};
    assign sweep = sweep_q;
    assign sweep_low = sweep_low_q;
    assign sweep_end = sweep_low_q && context_q == CONTEXT_BITS'(CONTEXTS - 1);

    assign shut = closed | pending_q;
    assign stay = valid_q && !take;

    always_ff @(posedge clk) begin
      if (word_ready) waiting_context_q <= word_context;

      // Whether the waiting word of the next clock must wait: a block completed in this clock
      // shows in `closed` only in the next one.
      if (stay) barred_q <= shut[waiting_context_q] || (close && waiting_context_q == context_q);
      else barred_q <= shut[word_context] || (close && word_context == context_q);

      if (sweep_q && !sweep_end) context_q <= context_q + CONTEXT_BITS'(sweep_low_q);
      else if (resume) context_q <= resume_context_q;
      else if (padding_on) context_q <= context_q;
      else context_q <= stay ? waiting_context_q : word_context;

      if (sweep_q) begin
        sweep_low_q <= !sweep_low_q;
        sweep_q <= !sweep_end;
      end
      if (rst) begin
        sweep_q <= 1'b1;
        sweep_low_q <= 1'b0;
        context_q <= '0;
      end

      resume_ready_q <= |(pending_q & ~closed);
      for (int index = CONTEXTS - 1; index >= 0; index--) begin
        if (pending_q[index] && !closed[index]) resume_context_q <= CONTEXT_BITS'(index);
      end
      if (rst) resume_ready_q <= 1'b0;
    end

    always_ff @(posedge clk) begin
      if (step || sweep_q) begin
        state[context_q] <= sweep_q ? '0 : {next_flawed, next_at_end, next_position};
      end
      if (ending) fills[context_q] <= {fill[FILL_BITS-1], fill[FILL_BITS-4:0]};
    end
  end

  // ---- one clock later: masks and length ----------------------------------------------------

  logic step_q, append_q;
  logic [CONTEXT_BITS-1:0] step_context_q;
  logic [3:0] step_position_q;
  logic [WORD-1:0] step_data_q;
  logic [BYTES-1:0] mask_q;  // the byte is of the message
  logic [BYTES-1:0] mark_byte_q;  // the byte is 0x80
  logic [FILL_BITS-1:0] append_fill_q;  // with the low word of the length

  always_ff @(posedge clk) begin
    step_q <= step;
    if (rst) step_q <= 1'b0;
    step_context_q <= context_id;
    step_position_q <= position;
    step_data_q <= data_q;
    append_q <= TWO_WORDS ? appending : finishing_q && at_end;
    append_fill_q <= finishing_q && at_end ? fill_q : '0;
    for (int index = 0; index < int'(BYTES); index++) begin
      mask_q[index] <= take && (!last_q || keep_q[index]);
      mark_byte_q[index] <= index == int'(BYTES) - 1
          ? (take ? last_q && !keep_q[index] : mark_q)
          : take && last_q && !keep_q[index] && keep_q[(index + 1) % BYTES];
    end
  end

  // ---- one more clock later: the word -------------------------------------------------------

  logic [WORD-1:0] word;

  always_comb begin
    for (int index = 0; index < int'(BYTES); index++) begin
      word[8*index+:8] = (step_data_q[8*index+:8] & {8{mask_q[index]}})
          | {mark_byte_q[index], 7'b0} | (count[8*index+:8] & {8{append_q}});
    end
    word[3+:FILL_BITS] = word[3+:FILL_BITS] | append_fill_q;
  end

  always_ff @(posedge clk) begin
    write <= step_q;
    if (rst) write <= 1'b0;
    write_context <= step_context_q;
    write_position <= step_position_q;
    write_data <= word;
  end

endmodule

`default_nettype wire
