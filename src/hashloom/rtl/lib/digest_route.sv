// Sends digests where they belong: an inner digest to the writer of its block, the digest of a long
// key to the loader, everything else out as an answer, whole, cut to the length of the tag asked
// for, or as a verdict on the expected tag.
//
// An answer without bytes (a verdict, or the report of what was wrong) is one word without bytes.
// A verdict compares every word of the digest and takes the same clocks whatever differs.
`default_nettype none

module digest_route #(
    parameter int WORD         = 32,  // bits of a word: 32 or 64
    parameter int SLOT_BITS    = 2,   // bits of a slot's number
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit ANSWERS_ONLY = 0,   // 1: inner digests have been taken out before
    parameter bit RESUME       = 0,   // 1: states are saved, an answer may have ten words
    parameter bit FULL_RATE    = 0    // 1: a word is taken in every clock, 0: every second
) (
    input  logic                    clk,              // clock
    input  logic                    rst,              // synchronous reset: nothing is on its way

    input  logic                    word_valid,       // a word of a digest is offered
    output logic                    word_ready,       // it is taken in this clock
    input  logic [WORD-1:0]         word_data,        // the word, first byte most significant
    input  logic                    word_last,        // it is the last of its digest
    input  logic [CONTEXT_BITS-1:0] word_context,     // its context
    input  logic                    word_error,       // its message broke the rules of the stream

    input  logic                    record_keyed,     // the context is owed a tag or a verdict
    input  logic                    record_verify,    // it is a verdict
    input  logic [2:0]              record_status,    // what was wrong, 0: nothing
    input  logic [6:0]              record_bytes,     // bytes of the answer
    input  logic [SLOT_BITS-1:0]    record_slot,      // the key's slot
    output logic [CONTEXT_BITS-1:0] record_context,   // of the answer owed to this context
    output logic [2:0]              tag_word,         // this word of its expected tag is wanted
    input  logic [WORD-1:0]         expected,         // two clocks later
    output logic                    answering,        // an answer has begun and is not complete
    output logic [CONTEXT_BITS-1:0] answering_context,  // to this context
    output logic                    answered,         // an answer is complete
    output logic [CONTEXT_BITS-1:0] answered_context, // of this context
    output logic [CONTEXTS-1:0]     abandoned,        // a keyed message broke the rules

    input  logic                    key_long,         // the loader waits for a digest
    input  logic [CONTEXT_BITS-1:0] key_context,      // of this context
    output logic                    key_valid,        // a word of it comes
    output logic                    inner_valid,      // a word of an inner digest is offered
    input  logic                    inner_ready,      // it is taken in this clock
    input  logic                    inner_next,       // its first word is taken in the next one
    output logic [SLOT_BITS-1:0]    inner_slot,       // its key
    output logic [WORD-1:0]         data,             // the word, to loader and writer
    output logic                    last,             // it is the last of its digest
    output logic                    error,            // its message broke the rules
    output logic [CONTEXT_BITS-1:0] context_id,       // its context

    input  logic                    load_written,     // a digest of its context is behind its answer
    input  logic                    load_answer,      // the loader owes an answer
    input  logic                    load_error,       // its packet broke the rules
    output logic                    load_answered,    // it has been given
    input  logic                    clear,            // nothing of a digest is to be left here

    output logic                    answer_valid,     // a word of an answer is offered
    input  logic                    answer_ready,     // it is taken in this clock
    output logic [WORD-1:0]         answer_data,      // the word
    output logic [WORD/8-1:0]       answer_keep,      // the byte is of the answer
    output logic                    answer_last,      // it is the last of its answer
    output logic [2:0]              answer_status,    // 0, or why there are no bytes
    output logic [CONTEXT_BITS-1:0] answer_context    // its context
);

  localparam int BYTES = WORD / 8;
  localparam int SHIFT = $clog2(BYTES);
  localparam int INDEX_BITS = RESUME ? 4 : 3;

  logic [CONTEXTS-1:0] outer_q;  // the context's next digest is that of the outer hash
  // The word taken, whose context's record is being looked up.
  logic taken_q, taken_last_q, taken_error_q;
  logic [WORD-1:0] taken_data_q;
  logic [CONTEXT_BITS-1:0] taken_context_q, taken_context;
  logic pass;  // it goes on to be the word at work
  logic [INDEX_BITS-1:0] index_q;  // its number in its digest
  logic ended_q;  // the answer has ended with a word before it
  logic [3:0] place;  // the word behind the last whole one
  logic at_place;
  logic [SHIFT-1:0] part;  // bytes of that word

  logic known, long_now;
  logic load_before;  // the loader's answer comes before that of the word taken
  logic keyed, verify, outer, long;
  logic [6:0] bytes;
  logic [SLOT_BITS-1:0] slot;

  // Where that word belongs.
  logic of_key, of_inner, of_answer;
  logic flawed, silent;
  logic [2:0] status, verdict;
  logic [BYTES-1:0] keep;

  // The word at work.
  logic valid_q, first_q, final_q, keyed_q, verify_q;
  logic key_q, inner_q, answer_q;  // it is of the loader's key, of an inner digest, of an answer
  logic emits_q;  // it is sent
  logic silent_q;  // its answer has no bytes
  logic load_wait_q;  // the loader waits
  logic load_written_q;  // or will, in its context
  logic [2:0] status_q;
  logic [BYTES-1:0] keep_q;
  logic leave, own;
  logic flow_q;  // it leaves, and the next word of its inner digest takes its place

  // The comparison with the expected tag.
  logic new_q, compare_q, compare_first_q;
  logic [WORD-1:0] compare_data_q;
  logic [BYTES-1:0] compare_keep_q, differs;
  logic differs_q;
  logic judged_q;  // the word at work has been compared

  // ---- taking a word ------------------------------------------------------------------------

  assign taken_context = CONTEXTS == 1 ? '0 : taken_context_q;

  // What is known of the taken word's context. At full rate it is used at once.
  assign long_now = key_long && taken_context == key_context;
  assign load_before = load_written_q && taken_context == key_context;

  if (FULL_RATE) begin : g_at_once
    assign known = taken_q;
    assign {keyed, verify, status, bytes, slot, outer, long} = {
      record_keyed, record_verify, record_status, record_bytes, record_slot,
      outer_q[taken_context], long_now
    };
  end else begin : g_looked_up
    logic known_q;
    logic [SLOT_BITS+13:0] known_facts_q;

    // What is known of a digest's first word holds for the others.
    assign known = taken_q && (known_q || index_q != '0);
    assign {keyed, verify, status, bytes, slot, outer, long} = known_facts_q;

    always_ff @(posedge clk) begin
      // What the word before changes shows a clock after it has left; of an only context it is
      // looked up before a word has come.
      known_q <= (taken_q || CONTEXTS == 1) && !pass && !valid_q;
      if (index_q == '0) begin
        known_facts_q <= {
          record_keyed, record_verify, record_status, record_bytes, record_slot,
          outer_q[taken_context], long_now
        };
      end
      if (rst) known_q <= 1'b0;
    end
  end

  assign flawed = status == 3'd0 && taken_error_q;
  assign verdict = flawed ? 3'd1 : status;
  assign silent = verify || status != 3'd0 || taken_error_q;

  assign of_key = long;
  assign of_inner = !of_key && !ANSWERS_ONLY && keyed && !taken_error_q && !outer;
  assign of_answer = !of_key && !of_inner;

  // Words before the place where the answer ends are whole, that one is in part, none follow.
  assign place = 4'(bytes >> SHIFT);
  assign at_place = 4'(index_q) == place;
  assign part = SHIFT'(bytes);
  always_comb begin
    for (int index = 0; index < BYTES; index++) begin
      keep[BYTES-1-index] = (!ended_q && !at_place) || (at_place && part > SHIFT'(index));
    end
  end

  // A context's account changes with its last word, so its next digest waits for that. A digest
  // that has not begun also waits for an answer of the loader, that of a message behind the
  // loader's key from when the message may come.
  assign pass = known && (!valid_q || flow_q
      || (FULL_RATE && leave && !(last && taken_context == context_id)))
      && !((load_wait_q || load_before) && index_q == '0);
  assign word_ready = !taken_q || flow_q || (FULL_RATE && pass);
  assign record_context = taken_context;
  assign tag_word = 3'(index_q);

  always_ff @(posedge clk) begin
    load_wait_q <= load_answer;
    load_written_q <= load_written;
    if (pass) taken_q <= 1'b0;
    if (word_ready) begin
      taken_q <= word_valid;
      taken_data_q <= word_data;
      taken_last_q <= word_last;
      taken_error_q <= word_error;
      taken_context_q <= word_context;
    end
    if (clear) taken_data_q <= '0;
    if (rst) taken_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    // Once an inner digest's first word is taken, the others are, each as it comes.
    flow_q <= valid_q && inner_q && first_q && inner_next && !last;
    if (leave) valid_q <= 1'b0;
    if (pass) begin
      flow_q <= of_inner && index_q != '0 && !taken_last_q;
      valid_q <= 1'b1;
      data <= taken_data_q;
      last <= taken_last_q;
      error <= taken_error_q;
      context_id <= taken_context;
      inner_slot <= slot;
      first_q <= index_q == '0;
      // The word in part, or the last whole one before none.
      final_q <= silent || (bytes[SHIFT-1:0] != '0 ? at_place
          : 4'(index_q) + 4'd1 == place);
      key_q <= of_key;
      inner_q <= of_inner;
      answer_q <= of_answer;
      emits_q <= of_answer && (silent ? taken_last_q : keep[BYTES-1]);
      silent_q <= silent;
      keyed_q <= keyed;
      verify_q <= verify && status == 3'd0 && !taken_error_q;
      status_q <= verdict;
      keep_q <= keep;
      index_q <= taken_last_q ? '0 : index_q + 1'b1;
      ended_q <= !taken_last_q && (ended_q || at_place);
    end
    if (clear) data <= '0;
    if (rst) begin
      valid_q <= 1'b0;
      flow_q <= 1'b0;
      index_q <= '0;
      ended_q <= 1'b0;
    end
  end

  // ---- passing it on ------------------------------------------------------------------------

  // The loader's answer goes between two digests, never between the words of one.
  assign own = load_answer && !valid_q && index_q == '0;
  assign load_answered = own && answer_ready;
  assign leave = valid_q && !(inner_q && !inner_ready) && !(emits_q && !answer_ready)
      && !(verify_q && emits_q && !judged_q);

  assign key_valid = valid_q && key_q;
  assign inner_valid = valid_q && inner_q;
  assign answering = answer_q && (valid_q || index_q != '0);
  assign answering_context = context_id;
  assign answered = leave && last && answer_q;
  assign answered_context = context_id;

  assign answer_valid = own || (valid_q && emits_q && !(verify_q && !judged_q));
  assign answer_data = data;
  assign answer_keep = keep_q & {BYTES{!own && !silent_q}};
  assign answer_last = own || final_q;
  assign answer_context = own ? key_context : context_id;
  assign answer_status = own ? {2'd0, load_error}
      : {status_q[2], status_q[1] || (verify_q && differs_q), status_q[0]};

  // The expected word comes a clock behind the word at work, and the result a clock later.
  always_comb begin
    differs = '0;
    for (int index = 0; index < BYTES; index++) begin
      differs[index] = compare_keep_q[index]
          && compare_data_q[8*index+:8] != expected[8*index+:8];
    end
  end

  always_ff @(posedge clk) begin
    new_q <= pass;
    compare_q <= new_q;
    compare_first_q <= first_q;
    compare_data_q <= data;
    compare_keep_q <= keep_q;
    if (compare_q) differs_q <= (!compare_first_q && differs_q) || |differs;
    judged_q <= !pass && !new_q && (compare_q || judged_q);
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic here;

    assign here = leave && last && context_id == CONTEXT_BITS'(index);
    // A keyed message that broke the rules is answered with its inner digest.
    assign abandoned[index] = here && answer_q && keyed_q && !outer_q[index];

    always_ff @(posedge clk) begin
      if (here && !key_q) outer_q[index] <= inner_q;
      if (rst) outer_q[index] <= 1'b0;
    end
  end

endmodule

`default_nettype wire
