// PicoRV32 with a memory of 64 kilobytes at 0, a serial line at 0x10000000 and a core behind APB4 at
// 0x20000000, whose irq is its interrupt 3. Memory takes addresses from the processor's look-ahead
// interface, a clock early, and answers each access in its first clock; words of a burst of the core's
// port follow each other. An error response of the core stops the simulation: a driver makes none. A
// core that reads memory by itself has a port of its own to it, of Wishbone or of AXI4.
`default_nettype none

module picorv32_soc (
    input  logic        clk,         // clock
    input  logic        rst,         // synchronous reset, in which the memory is filled
    input  logic [13:0] load_place,  // of a word
    input  logic [31:0] load_word,   // that it gets in a reset
    output logic        line,        // serial line
    output logic [31:0] at,          // address of the access under way
    output logic        failed,      // the processor met an illegal instruction or address
    output logic        refused,     // the core refused an access
    output logic        given,       // a word was written to the core
    output logic        told         // the core wrote a word to memory
);

  localparam int WORDS = 16384;

  logic [31:0] memory[WORDS];

  logic ahead_read, ahead_write;  // of the access that begins with the next clock
  logic [31:0] ahead_address, ahead_data;
  logic [3:0] ahead_strobe;
  logic valid, ready;
  logic [31:0] address, write_data, read_data, interrupts;
  logic [3:0] strobe;
  logic at_memory, at_uart, at_core, answered_q, uart_busy, trap, irq;
  logic [31:0] memory_q;

  assign at = address;
  assign at_memory = valid && address[31:16] == 16'h0000;
  assign at_uart = valid && address[31:28] == 4'h1;
  assign at_core = valid && address[31:28] == 4'h2;
  assign interrupts = {28'd0, irq, 3'd0};
  assign failed = trap || (valid && !at_memory && !at_uart && !at_core);

  // The core's own port to memory.
`ifdef CORE_RING
  logic ring_strobe, ring_write, ring_ack_q;
  logic [31:0] ring_address, ring_data, ring_word_q;
  logic [3:0] ring_lanes;
  logic [2:0] ring_kind;
  logic [13:0] ring_place;

  assign ring_place = ring_address[15:2] + 14'(ring_ack_q);
  assign told = ring_strobe && ring_write && ring_ack_q;
`ifdef CORE_AXI4
  logic [31:0] araddr, awaddr, rdata, wdata;
  logic [7:0] arlen;
  logic [3:0] wstrb;
  logic arvalid, arready, rlast, rvalid, awvalid, awready, wlast, wvalid, wready, bvalid;

  axi4_to_wishbone u_port (
      .strobe(ring_strobe),
      .write(ring_write),
      .address(ring_address),
      .kind(ring_kind),
      .data(ring_data),
      .lanes(ring_lanes),
      .word(ring_word_q),
      .ack(ring_ack_q),
      .*
  );
`endif
`else
  assign told = 1'b0;
`endif

  picorv32 #(
      .BARREL_SHIFTER(1),
      .ENABLE_IRQ(1),
      .ENABLE_IRQ_QREGS(0),
      .LATCHED_IRQ(32'd0),
      .PROGADDR_IRQ(32'h10),
      .STACKADDR(32'h10000)
  ) u_processor (
      .clk(clk),
      .resetn(!rst),
      .trap(trap),
      .mem_valid(valid),
      .mem_ready(ready),
      .mem_addr(address),
      .mem_wdata(write_data),
      .mem_wstrb(strobe),
      .mem_rdata(read_data),
      .mem_la_read(ahead_read),
      .mem_la_write(ahead_write),
      .mem_la_addr(ahead_address),
      .mem_la_wdata(ahead_data),
      .mem_la_wstrb(ahead_strobe),
      .irq(interrupts)
  );

  // Memory and line.
  always_ff @(posedge clk) begin
    answered_q <= at_uart && !answered_q && !rst;
    if (ahead_read) memory_q <= memory[ahead_address[15:2]];
    if (rst) memory[load_place] <= load_word;
    else if (ahead_write && ahead_address[31:16] == 16'h0000) begin
      for (int lane = 0; lane < 4; lane++) begin
        if (ahead_strobe[lane]) memory[ahead_address[15:2]][8*lane+:8] <= ahead_data[8*lane+:8];
      end
    end
`ifdef CORE_RING
    ring_ack_q <= ring_strobe && !(ring_ack_q && ring_kind == 3'd7) && !rst;
    ring_word_q <= memory[ring_place];
    if (!rst && told) begin
      for (int lane = 0; lane < 4; lane++) begin
        if (ring_lanes[lane]) memory[ring_address[15:2]][8*lane+:8] <= ring_data[8*lane+:8];
      end
    end
`endif
  end

  uart_transmitter u_uart (
      .clk(clk),
      .rst(rst),
      .write(at_uart && answered_q && strobe[0]),
      .data(write_data[7:0]),
      .busy(uart_busy),
      .line(line)
  );

  // From the processor's accesses to APB4: the setup phase is the first clock of one.
  logic enable_q, core_ready, core_error;
  logic [31:0] core_data;

  always_ff @(posedge clk) begin
    enable_q <= at_core && !(enable_q && core_ready);
    if (rst) enable_q <= 1'b0;
  end

  `CORE u_core (
      .clk(clk),
      .rst(rst),
`ifdef CORE_KEYED
      .zeroize(1'b0),
`endif
      .psel(at_core),
      .penable(enable_q),
      .paddr(address[11:0]),
      .pprot(3'd0),
      .pwrite(strobe != 4'd0),
      .pwdata(write_data),
      .pstrb(strobe),
      .pready(core_ready),
      .prdata(core_data),
      .pslverr(core_error),
`ifdef CORE_AXI4
      .m_axi_araddr(araddr),
      .m_axi_arlen(arlen),
      .m_axi_arsize(),
      .m_axi_arburst(),
      .m_axi_arcache(),
      .m_axi_arprot(),
      .m_axi_arvalid(arvalid),
      .m_axi_arready(arready),
      .m_axi_rdata(rdata),
      .m_axi_rresp(2'd0),
      .m_axi_rlast(rlast),
      .m_axi_rvalid(rvalid),
      .m_axi_rready(),
      .m_axi_awaddr(awaddr),
      .m_axi_awlen(),
      .m_axi_awsize(),
      .m_axi_awburst(),
      .m_axi_awcache(),
      .m_axi_awprot(),
      .m_axi_awvalid(awvalid),
      .m_axi_awready(awready),
      .m_axi_wdata(wdata),
      .m_axi_wstrb(wstrb),
      .m_axi_wlast(wlast),
      .m_axi_wvalid(wvalid),
      .m_axi_wready(wready),
      .m_axi_bresp(2'd0),
      .m_axi_bvalid(bvalid),
      .m_axi_bready(),
`elsif CORE_RING
      .m_wb_cyc_o(),
      .m_wb_stb_o(ring_strobe),
      .m_wb_we_o(ring_write),
      .m_wb_adr_o(ring_address),
      .m_wb_cti_o(ring_kind),
      .m_wb_bte_o(),
      .m_wb_dat_o(ring_data),
      .m_wb_sel_o(ring_lanes),
      .m_wb_dat_i(ring_word_q),
      .m_wb_ack_i(ring_ack_q),
      .m_wb_err_i(1'b0),
`endif
      .irq(irq)
  );

  assign refused = enable_q && core_ready && core_error;
  assign given = enable_q && core_ready && strobe != 4'd0;
  assign ready = at_memory || answered_q || (enable_q && core_ready);
  assign read_data = at_core ? core_data : at_uart ? {31'd0, uart_busy} : memory_q;

endmodule

`default_nettype wire
