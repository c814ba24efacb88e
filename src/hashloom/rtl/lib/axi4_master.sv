// One port that reads and one that writes, to AXI4: bursts of consecutive words, in order, with one
// identifier.
`default_nettype none

module axi4_master #(
    parameter int WIDTH = 32  // bits of a word: 32, 64 or 128
) (
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

    output logic [31:0]        m_axi_araddr,    // address of a burst that is read
    output logic [7:0]         m_axi_arlen,     // its words less one
    output logic [2:0]         m_axi_arsize,    // bytes of a word, their logarithm
    output logic [1:0]         m_axi_arburst,   // 1: addresses that follow each other
    output logic [3:0]         m_axi_arcache,   // 3: normal memory, not cached
    output logic [2:0]         m_axi_arprot,    // 0: data, secure, not privileged
    output logic               m_axi_arvalid,   // it is asked for
    input  logic               m_axi_arready,   // that is taken in this clock
    input  logic [WIDTH-1:0]   m_axi_rdata,     // a word that was read
    input  logic [1:0]         m_axi_rresp,     // 2 and 3: it could not be
    input  logic               m_axi_rlast,     // it is the last
    input  logic               m_axi_rvalid,    // it is there
    output logic               m_axi_rready,    // it is taken in this clock
    output logic [31:0]        m_axi_awaddr,    // address of a burst that is written
    output logic [7:0]         m_axi_awlen,     // its words less one
    output logic [2:0]         m_axi_awsize,    // bytes of a word, their logarithm
    output logic [1:0]         m_axi_awburst,   // 1: addresses that follow each other
    output logic [3:0]         m_axi_awcache,   // 3: normal memory, not cached
    output logic [2:0]         m_axi_awprot,    // 0: data, secure, not privileged
    output logic               m_axi_awvalid,   // it is asked for
    input  logic               m_axi_awready,   // that is taken in this clock
    output logic [WIDTH-1:0]   m_axi_wdata,     // a word that is written
    output logic [WIDTH/8-1:0] m_axi_wstrb,     // its bytes that are
    output logic               m_axi_wlast,     // it is the last
    output logic               m_axi_wvalid,    // it is there
    input  logic               m_axi_wready,    // it is taken in this clock
    input  logic [1:0]         m_axi_bresp,     // 2 and 3: the burst could not be written
    input  logic               m_axi_bvalid,    // it was, or not
    output logic               m_axi_bready     // that is taken in this clock
);

  localparam logic [2:0] SIZE = 3'($clog2(WIDTH / 8));
  logic unused_resp;

  assign m_axi_araddr = read_address;
  assign m_axi_arlen = read_beats - 8'd1;
  assign m_axi_arsize = SIZE;
  assign m_axi_arburst = 2'd1;
  assign m_axi_arcache = 4'd3;
  assign m_axi_arprot = 3'd0;
  assign m_axi_arvalid = read_valid;
  assign read_ready = m_axi_arready;

  assign word_valid = m_axi_rvalid;
  assign word_data = m_axi_rdata;
  assign word_error = m_axi_rresp[1];
  assign word_last = m_axi_rlast;
  assign m_axi_rready = 1'b1;

  assign m_axi_awaddr = write_address;
  assign m_axi_awlen = write_beats - 8'd1;
  assign m_axi_awsize = SIZE;
  assign m_axi_awburst = 2'd1;
  assign m_axi_awcache = 4'd3;
  assign m_axi_awprot = 3'd0;
  assign m_axi_awvalid = write_valid;
  assign write_ready = m_axi_awready;

  assign m_axi_wdata = data_word;
  assign m_axi_wstrb = data_strobe;
  assign m_axi_wlast = data_last;
  assign m_axi_wvalid = data_valid;
  assign data_ready = m_axi_wready;

  assign response_valid = m_axi_bvalid;
  assign response_error = m_axi_bresp[1];
  assign m_axi_bready = 1'b1;

  assign unused_resp = &{1'b0, m_axi_rresp[0], m_axi_bresp[0]};

endmodule

`default_nettype wire
