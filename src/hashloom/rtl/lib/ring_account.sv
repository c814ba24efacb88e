// What a bus writes and reads of a ring: which writes are refused, how many descriptors are done, and
// the address of the first error of those that have not been cleared.
`default_nettype none

module ring_account #(
    parameter int COUNT_BITS = 16  // bits of the number of descriptors that are done
) (
    input  logic                  clk,            // clock
    input  logic                  rst,            // synchronous reset
    input  logic                  clear,          // the ring forgets everything

    input  logic                  ring_asked,     // a write to RING is there
    input  logic                  tail_asked,     // a write to TAIL is there
    input  logic [3:0]            write_strobe,   // bytes that are written
    input  logic                  running,        // the ring runs
    input  logic                  stopped,        // it is stopped
    input  logic                  tail_fits,      // the number may be the next tail
    output logic                  refuse,         // the write is refused
    output logic                  error_order,    // as it is out of order
    output logic                  error_bytes,    // as not all bytes are written

    input  logic                  completes,      // a descriptor is done
    output logic [COUNT_BITS-1:0] completed,      // so many are
    input  logic                  read_failed,    // something could not be read
    input  logic [31:0]           read_address,   // here
    input  logic                  write_failed,   // something could not be written
    input  logic [31:0]           write_address,  // here
    input  logic                  errors,         // the first error has not been cleared
    output logic [31:0]           error_address   // where it was
);

  logic [COUNT_BITS-1:0] completed_q;
  logic [31:0] address_q;
  logic seen_q;  // an error was there in the clock before
  logic strobes;

  assign strobes = &write_strobe;
  assign error_order = (ring_asked && !stopped) || (tail_asked && !(running && tail_fits));
  assign error_bytes = (ring_asked || tail_asked) && !error_order && !strobes;
  assign refuse = error_order || error_bytes;

  always_ff @(posedge clk) begin
    if (completes) completed_q <= completed_q + 1'b1;
    seen_q <= read_failed || write_failed;
    if ((read_failed || write_failed) && !errors && !seen_q) begin
      address_q <= read_failed ? read_address : write_address;
    end
    if (rst || clear) completed_q <= '0;
    if (rst) begin
      address_q <= 32'd0;
      seen_q <= 1'b0;
    end
  end

  assign completed = completed_q;
  assign error_address = address_q;

endmodule

`default_nettype wire
