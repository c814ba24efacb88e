// AXI4-Lite to one port of registers, one access at a time. A write begins when its address and its
// data are there, and either takes turns with reads. An address is taken when the access is done; the
// response follows a clock later and stays until it is taken.
`default_nettype none

module axi4_lite_port #(
    parameter int ADDRESS_BITS = 12  // bits of an address, of a byte
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset

    input  logic [ADDRESS_BITS-1:0] s_axil_awaddr,   // address of a write
    input  logic [2:0]              s_axil_awprot,   // kind of access: all are alike
    input  logic                    s_axil_awvalid,  // it is there
    output logic                    s_axil_awready,  // it is taken in this clock
    input  logic [31:0]             s_axil_wdata,    // what is written
    input  logic [3:0]              s_axil_wstrb,    // bytes that are written
    input  logic                    s_axil_wvalid,   // it is there
    output logic                    s_axil_wready,   // it is taken in this clock
    output logic [1:0]              s_axil_bresp,    // 0 done, 2 refused
    output logic                    s_axil_bvalid,   // it is there
    input  logic                    s_axil_bready,   // it is taken in this clock
    input  logic [ADDRESS_BITS-1:0] s_axil_araddr,   // address of a read
    input  logic [2:0]              s_axil_arprot,   // kind of access: all are alike
    input  logic                    s_axil_arvalid,  // it is there
    output logic                    s_axil_arready,  // it is taken in this clock
    output logic [31:0]             s_axil_rdata,    // what was read
    output logic [1:0]              s_axil_rresp,    // 0 done, 2 refused
    output logic                    s_axil_rvalid,   // it is there
    input  logic                    s_axil_rready,   // it is taken in this clock

    output logic                    access,          // an access waits
    output logic                    write,           // it is a write
    output logic [ADDRESS_BITS-1:0] address,         // of a byte
    output logic [31:0]             write_data,      // what is written
    output logic [3:0]              write_strobe,    // bytes that are written
    input  logic                    done,            // the access is done
    input  logic                    error,           // with done: it was refused
    input  logic [31:0]             read_data        // with done: what was read; zero without a read
);

  logic busy_q;  // an access is under way
  logic write_q;  // it, or the last one, is a write
  logic bvalid_q, berror_q, rvalid_q, rerror_q;
  logic [31:0] rdata_q;  // what was read, until it is taken
  logic write_waits, read_waits;
  logic unused_prot;

  assign unused_prot = &{1'b0, s_axil_awprot, s_axil_arprot};

  // What may begin: a response has its place free.
  assign write_waits = s_axil_awvalid && s_axil_wvalid && (!bvalid_q || s_axil_bready);
  assign read_waits = s_axil_arvalid && (!rvalid_q || s_axil_rready);

  always_ff @(posedge clk) begin
    if (!busy_q) begin
      busy_q <= write_waits || read_waits;
      if (write_waits || read_waits) write_q <= write_waits && !(write_q && read_waits);
    end else if (done) begin
      busy_q <= 1'b0;
    end
    if (s_axil_bready) bvalid_q <= 1'b0;
    if (s_axil_rready) rvalid_q <= 1'b0;
    if (s_axil_rready || !rvalid_q) rdata_q <= read_data;
    if (busy_q && done && write_q) begin
      bvalid_q <= 1'b1;
      berror_q <= error;
    end
    if (busy_q && done && !write_q) begin
      rvalid_q <= 1'b1;
      rerror_q <= error;
    end
    if (rst) begin
      busy_q   <= 1'b0;
      write_q  <= 1'b0;
      bvalid_q <= 1'b0;
      rvalid_q <= 1'b0;
      rdata_q  <= 32'd0;
    end
  end

  assign access = busy_q;
  assign write = write_q;
  assign address = write_q ? s_axil_awaddr : s_axil_araddr;
  assign write_data = s_axil_wdata;
  assign write_strobe = s_axil_wstrb;

  assign s_axil_awready = busy_q && done && write_q;
  assign s_axil_wready = busy_q && done && write_q;
  assign s_axil_arready = busy_q && done && !write_q;
  assign s_axil_bvalid = bvalid_q;
  assign s_axil_bresp = {berror_q, 1'b0};
  assign s_axil_rvalid = rvalid_q;
  assign s_axil_rresp = {rerror_q, 1'b0};
  assign s_axil_rdata = rdata_q;

endmodule

`default_nettype wire
