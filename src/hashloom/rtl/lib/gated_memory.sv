// Word memory of look-up tables, one write port, one read port, whose word is zero in clocks in
// which none is wanted, so that words of several can be joined by OR.
//
// From address to word it takes a clock. More than 16 places are divided into memories of 16, and a
// single place is a register. A word must not be read in the clock in which it is written.
`default_nettype none

module gated_memory #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int DEPTH        = 16,  // words
    parameter int ADDRESS_BITS = 4    // bits of an address, at least 1
) (
    input  logic                    clk,            // clock
    input  logic                    write,          // a word is written
    input  logic [ADDRESS_BITS-1:0] write_address,  // here
    input  logic [WIDTH-1:0]        write_data,     // the word
    input  logic                    wanted,         // a word is read
    input  logic [ADDRESS_BITS-1:0] read_address,   // the word here
    output logic [WIDTH-1:0]        read_data       // a clock later: the word, or zero
);

  localparam int BANK = DEPTH == 1 ? 1 : 16;  // places of a memory
  localparam int BANKS = (DEPTH + BANK - 1) / BANK;
  localparam int PLACE_BITS = ADDRESS_BITS > 4 ? ADDRESS_BITS : 4;

  logic [PLACE_BITS-1:0] write_place, read_place;
  (* mem2reg *) logic [WIDTH-1:0] gated[BANKS];

  assign write_place = PLACE_BITS'(write_address);
  assign read_place = PLACE_BITS'(read_address);

  for (genvar bank = 0; bank < BANKS; bank++) begin : g_bank
    logic write_here, read_here;
    logic [WIDTH-1:0] fetched, gated_q;

    assign write_here = write && int'(write_place) / BANK == bank;
    assign read_here = wanted && int'(read_place) / BANK == bank;

    if (BANK == 1) begin : g_register
      logic [WIDTH-1:0] store_q;

      always_ff @(posedge clk) if (write_here) store_q <= write_data;
      assign fetched = store_q;
    end else begin : g_memory
      (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
      logic [WIDTH-1:0] store[BANK];

      always_ff @(posedge clk) if (write_here) store[write_place[3:0]] <= write_data;
      assign fetched = store[read_place[3:0]];
    end

    always_ff @(posedge clk) gated_q <= read_here ? fetched : '0;
    assign gated[bank] = gated_q;
  end

  always_comb begin
    read_data = '0;
    for (int bank = 0; bank < BANKS; bank++) read_data = read_data | gated[bank];
  end

endmodule

`default_nettype wire
