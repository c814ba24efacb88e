// Does what digest_store does, of one context whose blocks are far apart, in one memory: holds the
// chaining words of blocks in two entries and sends complete digests word by word, H0 first.
//
// Chaining words come in four clocks that follow each other, H3 and H7 first, and are written in
// eight: those of chain_a at once, and those of chain_e, which wait in a line, behind them. The next
// block's come when these are written. A word of chain_e is fetched no sooner than it is written, as
// four words are fetched before it.
`default_nettype none

module digest_line #(
    parameter int WORD         = 32,  // bits of a word
    parameter int DIGEST_WORDS = 8    // words sent of a digest, the last perhaps in part
) (
    input  logic            clk,            // clock
    input  logic            rst,            // synchronous reset: nothing is being sent

    input  logic            chain_valid,    // chaining words of a block come
    input  logic            chain_context,  // zero
    input  logic            chain_entry,    // to go to this entry
    input  logic [1:0]      chain_step,     // the step: 0 to 3 in clocks that follow each other
    input  logic [WORD-1:0] chain_a,        // of H3 .. H0
    input  logic [WORD-1:0] chain_e,        // of H7 .. H4

    input  logic            head_valid,     // a digest waits to be sent
    input  logic            head_context,   // zero
    input  logic            head_entry,     // in this entry
    input  logic            head_error,     // its message is flawed
    output logic            head_take,      // sending it begins
    output logic            sent,           // an entry has been sent and is free
    output logic            sent_context,   // zero
    output logic            sent_entry,     // this one

    output logic            word_valid,     // a word of a digest is offered
    input  logic            word_ready,     // it is taken in this clock
    output logic [WORD-1:0] word_data,      // the word
    output logic            word_last,      // it is the last of its digest
    output logic            word_context,   // zero
    output logic            word_error      // its message is flawed
);

  localparam int PLACES = 16;  // at {entry, half, step}

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WORD-1:0] store[PLACES];

  // What is written.
  logic write_q, half_a_q, write_entry_q;
  logic [1:0] step_q;
  logic [WORD-1:0] write_data_q;
  logic [3:0] late_q;  // words of chain_e came in the last clocks, the latest at the bottom
  logic [4*WORD-1:0] late_data_q;

  // The digest being sent and the word to fetch.
  logic sending_q, entry_q, error_q;
  logic [2:0] index_q;
  logic advance, final_word;
  logic [3:0] read_place;

  // The word on offer.
  logic valid_q, last_q, word_error_q;
  logic [WORD-1:0] word_q;

  logic unused;  // there is one context

  assign unused = &{1'b0, chain_context, head_context};

  // ---- what is written ----------------------------------------------------------------------

  always_ff @(posedge clk) begin
    late_q <= {late_q[2:0], chain_valid};
    late_data_q <= {late_data_q[3*WORD-1:0], chain_e};
    write_q <= chain_valid || late_q[3];
    half_a_q <= chain_valid;
    step_q <= chain_valid ? chain_step : step_q + 1'b1;
    if (chain_valid) write_entry_q <= chain_entry;
    write_data_q <= chain_valid ? chain_a : late_data_q[4*WORD-1:3*WORD];
    if (rst) begin
      late_q  <= 4'd0;
      write_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (write_q) store[{write_entry_q, !half_a_q, step_q}] <= write_data_q;
  end

  // ---- what is sent -------------------------------------------------------------------------

  assign read_place = {entry_q, index_q[2], ~index_q[1:0]};  // H3 and H7 came first
  assign final_word = index_q == 3'(DIGEST_WORDS - 1);
  assign advance = !valid_q || word_ready;
  assign head_take = head_valid && (!sending_q || (advance && final_word));
  assign sent = sending_q && advance && final_word;
  assign sent_context = 1'b0;
  assign sent_entry = entry_q;

  always_ff @(posedge clk) begin
    if (head_take) begin
      entry_q <= head_entry;
      error_q <= head_error;
    end
    if (advance && sending_q) index_q <= final_word ? '0 : index_q + 1'b1;
    if (head_take) sending_q <= 1'b1;
    else if (sent) sending_q <= 1'b0;

    if (advance) begin
      valid_q <= sending_q;
      last_q <= final_word;
      word_error_q <= error_q;
      word_q <= store[read_place];
    end
    if (rst) begin
      sending_q <= 1'b0;
      index_q   <= '0;
      valid_q   <= 1'b0;
      // What goes with a word is known before the first one comes.
      error_q   <= 1'b0;
      last_q    <= 1'b0;
      word_error_q <= 1'b0;
    end
  end

  assign word_valid   = valid_q;
  assign word_data    = word_q;
  assign word_last    = last_q;
  assign word_context = 1'b0;
  assign word_error   = word_error_q;

endmodule

`default_nettype wire
