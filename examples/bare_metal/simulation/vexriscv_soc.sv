// VexRiscv with caches, a memory of 64 kilobytes at 0, a serial line at 0xe0000000 with a count of
// clocks behind it, and a core behind Wishbone at 0xf0000000; from 0x80000000 on nothing is cached, and
// there is the memory a second time. A core that reads memory by itself has a port of its own to it.
// What is written is taken in the first clock of an access, what is read comes in the second; words of
// a burst of the core's port follow each other. There are no interrupts.
`default_nettype none

module vexriscv_soc (
    input  logic        clk,         // clock
    input  logic        rst,         // synchronous reset, in which the memory is filled
    input  logic [13:0] load_place,  // of a word
    input  logic [31:0] load_word,   // that it gets in a reset
    output logic        line,        // serial line
    output logic [31:0] at,          // address of the access under way
    output logic        failed,      // an access of the processor met nothing
    output logic        refused,     // the core refused an access
    output logic        given,       // a word was written to the core
    output logic        told         // the core wrote a word to memory
);

  localparam int WORDS = 16384;

  logic [31:0] memory[WORDS];

  logic fetch, fetched_q, valid, write, answered_q;
  logic [29:0] fetch_address, address;
  logic [31:0] fetched_word_q, write_data, read_data, word_q, clocks_q;
  logic [3:0] strobe;
  logic at_memory, at_uart, at_core, stored, uart_busy;
  logic core_ack, core_error, cycle_i, strobe_i, cycle_d, strobe_d;
  logic [31:0] core_data;

  assign fetch = cycle_i && strobe_i;
  assign valid = cycle_d && strobe_d;
  assign at = {address, 2'b00};
  assign at_memory = valid && (address[29:14] == 16'd0 || address[29:14] == 16'h8000);
  assign at_uart = valid && address[29:26] == 4'he;
  assign at_core = valid && address[29:26] == 4'hf;
  assign stored = at_memory && write;
  assign failed = (valid && !at_memory && !at_uart && !at_core)
      || (fetch && fetch_address[29:14] != 16'd0);
  assign refused = at_core && core_error;
  assign given = at_core && core_ack && write;

  // The core's own port to memory.
`ifdef CORE_RING
  logic ring_strobe, ring_write, ring_ack_q;
  logic [31:0] ring_address, ring_data, ring_word_q;
  logic [3:0] ring_lanes;
  logic [2:0] ring_kind;
  logic [13:0] ring_place;

  assign ring_place = ring_address[15:2] + 14'(ring_ack_q);
  assign told = ring_strobe && ring_write && ring_ack_q;
`else
  assign told = 1'b0;
`endif

  VexRiscv u_processor (
      .clk(clk),
      .reset(rst),
      .externalResetVector(32'd0),
      .timerInterrupt(1'b0),
      .softwareInterrupt(1'b0),
      .externalInterruptArray(32'd0),
      .iBusWishbone_CYC(cycle_i),
      .iBusWishbone_STB(strobe_i),
      .iBusWishbone_ACK(fetched_q),
      .iBusWishbone_ADR(fetch_address),
      .iBusWishbone_DAT_MISO(fetched_word_q),
      .iBusWishbone_ERR(1'b0),
      .dBusWishbone_CYC(cycle_d),
      .dBusWishbone_STB(strobe_d),
      .dBusWishbone_ACK(stored || answered_q || (at_core && core_ack)),
      .dBusWishbone_WE(write),
      .dBusWishbone_ADR(address),
      .dBusWishbone_DAT_MISO(read_data),
      .dBusWishbone_DAT_MOSI(write_data),
      .dBusWishbone_SEL(strobe),
      .dBusWishbone_ERR(at_core && core_error)
  );

  always_ff @(posedge clk) begin
    clocks_q <= rst ? 32'd0 : clocks_q + 32'd1;
    fetched_q <= fetch && !fetched_q && !rst;
    fetched_word_q <= memory[fetch_address[13:0]];
    answered_q <= ((at_memory && !write) || at_uart) && !answered_q && !rst;
    word_q <= memory[address[13:0]];
    if (rst) memory[load_place] <= load_word;
    else if (stored) begin
      for (int lane = 0; lane < 4; lane++) begin
        if (strobe[lane]) memory[address[13:0]][8*lane+:8] <= write_data[8*lane+:8];
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
      .write(at_uart && answered_q && write),
      .data(write_data[7:0]),
      .busy(uart_busy),
      .line(line)
  );

  `CORE u_core (
      .clk(clk),
      .rst(rst),
      .wb_cyc_i(at_core),
      .wb_stb_i(at_core),
      .wb_we_i(write),
      .wb_adr_i({address[9:0], 2'b00}),
      .wb_dat_i(write_data),
      .wb_sel_i(strobe),
      .wb_ack_o(core_ack),
      .wb_err_o(core_error),
      .wb_dat_o(core_data),
`ifdef CORE_RING
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
      .irq()
  );

  assign read_data = at_core ? core_data
      : at_uart ? (address[0] ? clocks_q : {31'd0, uart_busy}) : word_q;

endmodule

`default_nettype wire
