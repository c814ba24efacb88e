// Word memory: one write port, one read port.
//
// From address to word it takes a clock in distributed RAM, two in block RAM, whose output
// register is used. A word must not be read in the clock in which it is written.

`default_nettype none

module word_memory #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int DEPTH        = 16,  // words
    parameter int ADDRESS_BITS = 4,   // bits of an address
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                    clk,            // clock
    input  logic                    write,          // a word is written
    input  logic [ADDRESS_BITS-1:0] write_address,  // here
    input  logic [WIDTH-1:0]        write_data,     // the word
    input  logic [ADDRESS_BITS-1:0] read_address,   // the word here is read
    output logic [WIDTH-1:0]        read_data       // the word, later
);

  logic [WIDTH-1:0] read_data_q;

  if (BLOCK_MEMORY) begin : g_block
    (* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)
    logic [WIDTH-1:0] store[DEPTH];
    logic [WIDTH-1:0] fetched_q;

    always_ff @(posedge clk) begin
      if (write) store[write_address] <= write_data;
      fetched_q   <= store[read_address];
      read_data_q <= fetched_q;
    end
  end else begin : g_distributed
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [WIDTH-1:0] store[DEPTH];

    always_ff @(posedge clk) begin
      if (write) store[write_address] <= write_data;
      read_data_q <= store[read_address];
    end
  end

  assign read_data = read_data_q;

endmodule

`default_nettype wire
