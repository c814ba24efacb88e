// From the port of a core with --dma axi4 to one of Wishbone: a burst at a time, its words in order. Where
// a read and a write are asked for in the same clock, the read is first. An access that meets an error
// does not come up in this memory. Words follow each other as fast as they are acknowledged.
`default_nettype none

module axi4_to_wishbone (
    input  logic        clk,      // clock
    input  logic        rst,      // synchronous reset

    input  logic [31:0] araddr,   // address of a burst that is read
    input  logic [7:0]  arlen,    // its words less one
    input  logic        arvalid,  // it is asked for
    output logic        arready,  // that is taken in this clock
    output logic [31:0] rdata,    // a word that was read
    output logic        rlast,    // it is the last
    output logic        rvalid,   // it is there; the core takes it at once
    input  logic [31:0] awaddr,   // address of a burst that is written
    input  logic        awvalid,  // it is asked for
    output logic        awready,  // that is taken in this clock
    input  logic [31:0] wdata,    // a word that is written
    input  logic [3:0]  wstrb,    // its bytes that are
    input  logic        wlast,    // it is the last
    input  logic        wvalid,   // it is there
    output logic        wready,   // it is taken in this clock
    output logic        bvalid,   // the burst is written; the core takes that at once

    output logic        strobe,   // a word is asked for
    output logic        write,    // it is written
    output logic [31:0] address,  // of the word
    output logic [2:0]  kind,     // 2: the next word follows; 7: it is the last
    output logic [31:0] data,     // with write: the word
    output logic [3:0]  lanes,    // its bytes
    input  logic [31:0] word,     // what was read
    input  logic        ack       // it is there, or was written
);

  localparam logic [2:0] FOLLOWED = 3'd2, LAST = 3'd7;

  logic reads_q, writes_q, written_q;
  logic [31:0] address_q;
  logic [7:0] left_q;  // words behind the one that is read
  logic idle, done;

  assign idle = !reads_q && !writes_q && !written_q;
  assign arready = idle;
  assign awready = idle && !arvalid;
  assign strobe = reads_q || (writes_q && wvalid);
  assign write = writes_q;
  assign address = address_q;
  assign kind = (writes_q ? wlast : left_q == 8'd0) ? LAST : FOLLOWED;
  assign data = wdata;
  assign lanes = writes_q ? wstrb : 4'hf;
  assign done = strobe && ack;
  assign rdata = word;
  assign rvalid = reads_q && ack;
  assign rlast = left_q == 8'd0;
  assign wready = writes_q && ack;
  assign bvalid = written_q;

  always_ff @(posedge clk) begin
    written_q <= writes_q && done && wlast;
    if (arvalid && arready) begin
      reads_q   <= 1'b1;
      address_q <= araddr;
      left_q    <= arlen;
    end else if (awvalid && awready) begin
      writes_q  <= 1'b1;
      address_q <= awaddr;
    end else if (done) begin
      address_q <= address_q + 32'd4;
      left_q    <= left_q - 8'd1;
      if (kind == LAST) begin
        reads_q  <= 1'b0;
        writes_q <= 1'b0;
      end
    end
    if (rst) begin
      reads_q   <= 1'b0;
      writes_q  <= 1'b0;
      written_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
