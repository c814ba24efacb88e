// One port that reads and one that writes, to Wishbone B4 with registered feedback: bursts of
// consecutive words, a word a clock where the memory gives one. Reads and writes take turns.
//
// What is asked for next begins behind the last word, without a pause. Reads whose addresses follow each
// other are one burst on the bus where the next is known in time and no write waits. It does not cross
// 4 KiB.
//
// An address is of a byte. A burst goes on behind a word that could not be read or written.
`default_nettype none

module wishbone_master #(
    parameter int WIDTH = 32  // bits of a word: 32, 64 or 128
) (
    input  logic               clk,             // clock
    input  logic               rst,             // synchronous reset: no burst

    input  logic               read_valid,      // words are to be read
    output logic               read_ready,      // that is taken in this clock
    input  logic [31:0]        read_address,    // the first here
    input  logic [7:0]         read_beats,      // so many
    output logic               word_valid,      // a word was read
    output logic [WIDTH-1:0]   word_data,       // the word
    output logic               word_error,      // it could not be read
    output logic               word_last,       // it is the last

    input  logic               write_valid,     // words are to be written
    output logic               write_ready,     // that is taken in this clock
    input  logic [31:0]        write_address,   // the first here
    input  logic [7:0]         write_beats,     // so many
    input  logic               data_valid,      // a word is there
    output logic               data_ready,      // it is taken in this clock
    input  logic [WIDTH-1:0]   data_word,       // the word
    input  logic [WIDTH/8-1:0] data_strobe,     // its bytes that are written
    input  logic               data_last,       // it is the last
    output logic               response_valid,  // all of them are written
    output logic               response_error,  // or could not be

    output logic               m_wb_cyc_o,      // a burst
    output logic               m_wb_stb_o,      // a word of it
    output logic               m_wb_we_o,       // it is written
    output logic [31:0]        m_wb_adr_o,      // its address
    output logic [2:0]         m_wb_cti_o,      // 2: the next word follows, 7: it is the last
    output logic [1:0]         m_wb_bte_o,      // 0: addresses do not wrap
    output logic [WIDTH-1:0]   m_wb_dat_o,      // what is written
    output logic [WIDTH/8-1:0] m_wb_sel_o,      // its bytes that are
    input  logic [WIDTH-1:0]   m_wb_dat_i,      // what was read
    input  logic               m_wb_ack_i,      // the word ends
    input  logic               m_wb_err_i       // it ends, and could not be read or written
);

  localparam int BYTES = WIDTH / 8;

  logic busy_q, write_q;  // a burst is under way; it writes
  logic [31:0] address_q;
  logic [7:0] left_q;  // words
  logic spoilt_q;  // a word of it could not be written
  logic done_q, error_q;  // a burst has been written
  logic joins_q;  // what is read next belongs to the same burst
  logic begins, writes, ends, last;
  logic unused_last;  // the number of words says it

  assign begins = (!busy_q || (ends && last)) && (read_valid || write_valid);
  assign writes = write_valid && !(write_q && read_valid) && !joins_q;  // they take turns
  assign read_ready = begins && !writes;
  assign write_ready = begins && writes;
  assign last = left_q == 8'd1;
  assign ends = m_wb_stb_o && (m_wb_ack_i || m_wb_err_i);

  always_ff @(posedge clk) begin
    done_q <= ends && last && write_q;
    error_q <= spoilt_q || m_wb_err_i;
    if (ends) begin
      address_q <= address_q + 32'(BYTES);
      left_q <= left_q - 8'd1;
      if (m_wb_err_i) spoilt_q <= 1'b1;
      if (last) busy_q <= 1'b0;
      joins_q <= left_q == 8'd2 && !write_q && read_valid && !write_valid
          && read_address == address_q + 32'(2 * BYTES) && read_address[11:0] != 12'd0;
    end
    if (begins) begin
      busy_q <= 1'b1;
      write_q <= writes;
      address_q <= writes ? write_address : read_address;
      left_q <= writes ? write_beats : read_beats;
      spoilt_q <= 1'b0;
    end
    if (rst) begin
      busy_q  <= 1'b0;
      write_q <= 1'b0;
      joins_q <= 1'b0;
      done_q  <= 1'b0;
    end
  end

  assign unused_last = &{1'b0, data_last};

  assign m_wb_cyc_o = busy_q;
  assign m_wb_stb_o = busy_q && (!write_q || data_valid);
  assign m_wb_we_o = write_q;
  assign m_wb_adr_o = address_q;
  assign m_wb_cti_o = last && !joins_q ? 3'd7 : 3'd2;
  assign m_wb_bte_o = 2'd0;
  assign m_wb_dat_o = data_word;
  assign m_wb_sel_o = write_q ? data_strobe : '1;

  assign word_valid = ends && !write_q;
  assign word_data = m_wb_dat_i;
  assign word_error = m_wb_err_i;
  assign word_last = last;
  assign data_ready = ends && write_q;
  assign response_valid = done_q;
  assign response_error = error_q;

endmodule

`default_nettype wire
