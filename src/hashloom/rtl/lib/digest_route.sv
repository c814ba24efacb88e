// Sends digests where they belong: an inner digest to the writer of its block, the digest of a long
// key to the loader, everything else out as an answer, whole, cut to the length of the tag asked
// for, or as a verdict on the expected tag.
//
// An answer without bytes (a verdict, or the report of what was wrong) is one word without bytes.
// A verdict compares every word of the digest and takes the same clocks whatever differs.
`default_nettype none

module digest_route #(
    parameter int unsigned WORD         = 32,  // bits of a word: 32 or 64
    parameter int unsigned SLOT_BITS    = 2,   // bits of a slot's number
    parameter int unsigned CONTEXTS     = 1,   // contexts
    parameter int unsigned CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit          ANSWERS_ONLY = 0,   // 1: inner digests have been taken out before
    parameter bit          FULL_RATE    = 0    // 1: a word is taken in every clock, 0: every second
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
    output logic [2:0]              word_index,       // number of the word in its digest
    input  logic [WORD-1:0]         expected,         // that word of the tag, of the word at work
    output logic                    answered,         // an answer is complete
    output logic [CONTEXT_BITS-1:0] answered_context, // of this context
    output logic [CONTEXTS-1:0]     abandoned,        // a keyed message broke the rules

    input  logic                    key_long,         // the loader waits for a digest
    input  logic [CONTEXT_BITS-1:0] key_context,      // of this context
    output logic                    key_valid,        // a word of it comes
    output logic                    inner_valid,      // a word of an inner digest is offered
    input  logic                    inner_ready,      // it is taken in this clock
    output logic [SLOT_BITS-1:0]    inner_slot,       // its key
    output logic [WORD-1:0]         data,             // the word, to loader and writer
    output logic                    last,             // it is the last of its digest
    output logic                    error,            // its message broke the rules
    output logic [CONTEXT_BITS-1:0] context_id,       // its context

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

  localparam int unsigned BYTES = WORD / 8;
  localparam int unsigned SHIFT = $clog2(BYTES);

  logic [CONTEXTS-1:0] outer_q;  // the context's next digest is that of the outer hash
  logic [2:0] index_q;  // of the word offered to this module
  logic ended_q;  // the answer has ended with a word before it
  logic [3:0] place;  // the word behind the last whole one
  logic at_place;

  // Where the offered word belongs.
  logic of_key, of_inner, of_answer;
  logic flawed, silent;
  logic [2:0] status;
  logic [BYTES-1:0] keep;

  // The word at work.
  logic valid_q, first_q, final_q, keyed_q, verify_q;
  logic key_q, inner_q, answer_q;  // it is of the loader's key, of an inner digest, of an answer
  logic emits_q;  // it is sent
  logic silent_q;  // its answer has no bytes
  logic load_wait_q;  // the loader waits
  logic [2:0] status_q;
  logic [BYTES-1:0] keep_q;
  logic leave, own, differs_now, differs_q;

  // ---- taking a word ------------------------------------------------------------------------

  always_comb begin
    flawed = record_status == 3'd0 && word_error;
    status = record_status;
    if (flawed) status[0] = 1'b1;
    silent = record_verify || record_status != 3'd0 || word_error;

    of_key = key_long && word_context == key_context;
    of_inner = !of_key && !ANSWERS_ONLY && record_keyed && !word_error && !outer_q[word_context];
    of_answer = !of_key && !of_inner;

    // Words before the place where the answer ends are whole, that one is in part, none follow.
    place = 4'(record_bytes >> SHIFT);
    at_place = {1'b0, index_q} == place;
    for (int index = 0; index < int'(BYTES); index++) begin
      keep[BYTES-1-index] = (!ended_q && !at_place)
          || (at_place && record_bytes[SHIFT-1:0] > SHIFT'(index));
    end
  end

  // A context's account changes with its last word, so its next digest waits for that. A digest
  // that has not begun also waits for an answer of the loader.
  assign word_ready = (!valid_q
      || (FULL_RATE && leave && !(last && word_context == context_id)))
      && !(load_wait_q && index_q == '0);
  assign word_index = index_q;

  always_ff @(posedge clk) begin
    load_wait_q <= load_answer;
    if (leave) valid_q <= 1'b0;
    if (word_ready) begin
      valid_q <= word_valid;
      data <= word_data;
      last <= word_last;
      error <= word_error;
      context_id <= word_context;
      inner_slot <= record_slot;
      first_q <= index_q == '0;
      // The word in part, or the last whole one before none.
      final_q <= silent || (record_bytes[SHIFT-1:0] != '0 ? at_place
          : {1'b0, index_q} + 4'd1 == place);
      key_q <= of_key;
      inner_q <= of_inner;
      answer_q <= of_answer;
      emits_q <= of_answer && (silent ? word_last : keep[BYTES-1]);
      silent_q <= silent;
      keyed_q <= record_keyed;
      verify_q <= record_verify && record_status == 3'd0 && !word_error;
      status_q <= status;
      keep_q <= keep;
      if (word_valid) begin
        index_q <= word_last ? '0 : index_q + 1'b1;
        ended_q <= !word_last && (ended_q || at_place);
      end
    end
    if (clear) data <= '0;
    if (rst) begin
      valid_q <= 1'b0;
      index_q <= '0;
      ended_q <= 1'b0;
    end
  end

  // ---- passing it on ------------------------------------------------------------------------

  // The loader's answer goes between two digests.
  assign own = load_answer && !valid_q;
  assign load_answered = own && answer_ready;
  assign leave = valid_q && !(inner_q && !inner_ready) && !(emits_q && !answer_ready);

  assign key_valid = valid_q && key_q;
  assign inner_valid = valid_q && inner_q;
  assign answered = leave && last && answer_q;
  assign answered_context = context_id;

  assign answer_valid = own || (valid_q && emits_q);
  assign answer_data = data;
  assign answer_keep = keep_q & {BYTES{!own && !silent_q}};
  assign answer_last = own || final_q;
  assign answer_context = own ? key_context : context_id;
  assign answer_status = own ? {2'd0, load_error}
      : {status_q[2], status_q[1] || (verify_q && differs_now), status_q[0]};

  always_comb begin
    differs_now = !first_q && differs_q;
    for (int index = 0; index < int'(BYTES); index++) begin
      if (keep_q[index] && data[8*index+:8] != expected[8*index+:8]) differs_now = 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (leave) differs_q <= differs_now;
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
