// Carries the lengths of saved messages out of the length counter and those of restored ones into
// it, and the words of restored states to the key store.
//
// While it is at work the padder makes no row, so that the length counter can be visited here. A
// length that is read is kept until its answer is given; the counter is cleared. The first two
// visits of a reading let the high word take the carry, and visits of the same word keep the
// distance that the counters need.
//
// A row of a restored state goes on word by word; words 0 to 7 are the state, 8 and 9 its length,
// high word first. With the last row of a state that is whole the length is loaded.
`default_nettype none

module state_porter #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int PAD_WORDS    = 1,   // words of a row
    parameter int LENGTH_BITS  = 64,  // bits of the counted length, 16 to 2 * WORD
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number
) (
    input  logic                      clk,            // clock
    input  logic                      rst,            // synchronous reset: no length is on its way
    output logic                      hold,           // the padder must not step
    input  logic [CONTEXTS-1:0]       turn,           // record the next message will have

    input  logic                      cut,            // the padder cuts a message
    input  logic [CONTEXT_BITS-1:0]   cut_context,    // of this context
    output logic                      reading,        // its length is being read
    output logic [CONTEXTS-1:0]       settled,        // the counter of this context is free again

    output logic                      count_visit,    // visit the length counter
    output logic [CONTEXT_BITS-1:0]   count_context,  // of this context
    output logic                      count_low,      // its low word
    output logic                      count_clear,    // then forget the length
    output logic                      count_load,     // replace the word
    output logic [WORD-1:0]           count_value,    // a clock later: by this one
    input  logic [(PAD_WORDS == 1 ? 1 : 2)*WORD-1:0] count,  // a clock later: one word, or both

    input  logic                      row_valid,      // a row of a state is offered
    output logic                      row_ready,      // it is taken in this clock
    input  logic [PAD_WORDS*WORD-1:0] row_data,       // the row
    input  logic [CONTEXT_BITS-1:0]   row_context,    // its context
    input  logic [3:0]                row_position,   // number of its first word
    input  logic                      row_whole,      // it ends a state of ten words
    input  logic                      storing,        // the key store may be busy
    output logic                      state_write,    // a word goes to the key store
    output logic [2:0]                state_word,     // this one
    output logic [WORD-1:0]           state_data,     // the word

    input  logic [CONTEXT_BITS-1:0]   read_context,   // the length that was saved of this context
    input  logic                      read_turn,      // for this record
    input  logic                      read_low,       // its low word
    output logic [WORD-1:0]           read_data       // the word
);

  localparam int PLACE_BITS = CONTEXTS == 1 ? 2 : CONTEXT_BITS + 2;
  localparam logic [WORD-1:0] BLOCKS = {WORD{1'b1}} << $clog2(16 * WORD);  // of a length
  localparam bit TWO_WORDS = LENGTH_BITS > WORD;

  // Clocks of a reading: the first visits, those whose words are kept, and its end.
  localparam logic [3:0] SETTLE = 4'd4, READ = 4'd10, READ_END = 4'd12;
  // Of a loading: the visits of high and low word, which may have one place, and its end.
  localparam logic [3:0] LOAD_HIGH = 4'd0, LOAD_LOW = 4'd5, LOAD_END = 4'd10;

  logic restoring_q, reading_q, loading_q;
  logic [3:0] clock_q;  // of a reading or loading
  logic [CONTEXT_BITS-1:0] context_q, next_context;
  logic turn_q;  // record of the context's latest message; the next one may begin meanwhile
  logic [3:0] place_q;  // of the word in its row
  logic [3:0] word;  // its number
  logic [WORD-1:0] row_word;
  logic step;  // it goes on
  logic keep_count;  // a word of the counter has come
  logic keep_count_low;

  // Lengths, at {context, turn, low}.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WORD-1:0] lengths[4*CONTEXTS];
  logic write;
  logic write_low;
  logic [WORD-1:0] write_data, count_word, loaded;

  assign next_context = cut ? cut_context : row_context;
  assign hold = restoring_q || reading_q || loading_q;
  assign reading = reading_q;

  // ---- restored states ----------------------------------------------------------------------

  assign word = row_position + place_q;
  assign row_word = WORD'(row_data >> (WORD * int'(place_q)));
  assign step = restoring_q && !storing;
  assign row_ready = step && place_q == 4'(PAD_WORDS - 1);
  assign state_write = step && !word[3];
  assign state_word = word[2:0];
  assign state_data = row_word;

  // ---- the length counter -------------------------------------------------------------------

  assign count_visit = loading_q ? clock_q == LOAD_HIGH || clock_q == LOAD_LOW
      : reading_q && (clock_q[3:1] == SETTLE[3:1] || clock_q[3:1] == READ[3:1]);
  assign count_context = context_q;
  assign count_low = clock_q[0];
  // Rows of several words: one visit shows both words, and only the last one may clear them.
  assign count_clear = reading_q && clock_q[3:1] == READ[3:1] && (PAD_WORDS == 1 || clock_q[0]);
  assign count_load = loading_q;

  assign keep_count_low = clock_q == READ + 4'd2;
  assign keep_count = reading_q && (clock_q == READ + 4'd1 || keep_count_low);

  if (PAD_WORDS == 1) begin : g_word
    assign count_word = count;
  end else begin : g_pair
    assign count_word = keep_count_low ? count[WORD+:WORD] : count[0+:WORD];
  end

  assign write = keep_count || (step && word[3:1] == 3'd4);
  assign write_low = reading_q ? keep_count_low : word[0];
  assign write_data = !reading_q ? row_word : TWO_WORDS || keep_count_low ? count_word : '0;
  assign read_data = lengths[PLACE_BITS'({read_context, read_turn, read_low})];
  assign loaded = lengths[PLACE_BITS'({context_q, turn_q, clock_q[0]})];

  always_ff @(posedge clk) begin
    if (write) begin
      lengths[PLACE_BITS'({context_q, turn_q, write_low})] <= write_data;
    end
    count_value <= clock_q[0] ? loaded & BLOCKS : loaded;
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign settled[index] = reading_q && clock_q == READ_END
        && context_q == CONTEXT_BITS'(index);
  end

  always_ff @(posedge clk) begin
    if (!hold) begin
      // A cut is over in a clock, a row waits.
      reading_q <= cut;
      restoring_q <= row_valid && !cut;
      context_q <= next_context;
      turn_q <= !turn[next_context];
      clock_q <= '0;
      place_q <= '0;
    end else begin
      clock_q <= restoring_q ? '0 : clock_q + 4'd1;
      if (step) place_q <= place_q + 4'd1;
      if (row_ready) begin
        restoring_q <= 1'b0;
        loading_q <= row_whole;
      end
      if (reading_q && clock_q == READ_END) reading_q <= 1'b0;
      if (loading_q && clock_q == LOAD_END) loading_q <= 1'b0;
    end
    if (rst) begin
      restoring_q <= 1'b0;
      reading_q <= 1'b0;
      loading_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
