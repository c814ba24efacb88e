// Two makes of a memory, read and written at random: every clock they have to show the same.
//
// First every word is written once; what a word holds before is not compared. No word is read in
// the clock in which it is written, unless ONE_PORT.

`default_nettype none

module memory_bench #(
    parameter int unsigned WIDTH        = 32,  // bits of a word
    parameter int unsigned DEPTH        = 16,  // words
    parameter int unsigned ADDRESS_BITS = 4,   // bits of an address
    parameter bit          ONE_PORT     = 0    // a word is read where one is written
) (
    input  logic        clk,         // clock
    output logic [31:0] compared,    // clocks
    output logic [31:0] differences  // clocks in which they differed
);

  localparam int unsigned SETTLED = 100;  // clocks in which something has surely been read

  logic [31:0] clock_q = 0;
  logic filling;
  logic [1:0] write_q = '0;
  logic enable_q = 0, reset_q = 0;
  logic [ADDRESS_BITS-1:0] write_address_q = '0, read_address_q = '0;
  logic [WIDTH-1:0] write_data_q = '0;
  logic [WIDTH-1:0] one, two;

  assign filling = clock_q < DEPTH;

  always_ff @(posedge clk) begin
    automatic logic [ADDRESS_BITS-1:0] where = ADDRESS_BITS'($urandom % DEPTH);
    automatic logic [ADDRESS_BITS-1:0] other = ADDRESS_BITS'($urandom % DEPTH);
    if (filling) where = ADDRESS_BITS'(clock_q);
    if (other == where) other = ADDRESS_BITS'((32'(where) + 1) % DEPTH);
    clock_q <= clock_q + 1;
    write_q <= filling ? '1 : 2'($urandom);
    enable_q <= filling || $urandom % 4 != 0;
    reset_q <= !filling && $urandom % 8 == 0;
    write_address_q <= where;
    read_address_q <= ONE_PORT ? where : other;
    write_data_q <= WIDTH'({$urandom, $urandom, $urandom});
    if (clock_q > DEPTH + SETTLED) begin
      compared <= compared + 1;
      if (one != two) differences <= differences + 1;
    end
  end

  initial {compared, differences} = '0;

  memory_rtl u_rtl (
    .clk(clk), .enable(enable_q), .reset(reset_q), .write(write_q),
    .write_address(write_address_q), .write_data(write_data_q),
    .read_address(read_address_q), .read_data(one)
  );

  memory_netlist u_netlist (
    .clk(clk), .enable(enable_q), .reset(reset_q), .write(write_q),
    .write_address(write_address_q), .write_data(write_data_q),
    .read_address(read_address_q), .read_data(two)
  );

endmodule

`default_nettype wire
