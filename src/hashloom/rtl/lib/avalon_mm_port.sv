// Avalon-MM agent to one port of registers: pipelined, one access at a time, addresses of words. An
// access is taken when it is done, which is two clocks after it came where nothing waits; its
// response comes a clock later.
`default_nettype none

module avalon_mm_port #(
    parameter int ADDRESS_BITS = 12  // bits of an address, of a byte
) (
    input  logic                    clk,                     // clock
    input  logic                    rst,                     // synchronous reset
    input  logic [ADDRESS_BITS-3:0] avs_address,             // of a word
    input  logic                    avs_read,                // a read
    input  logic                    avs_write,               // a write
    input  logic [31:0]             avs_writedata,           // what is written
    input  logic [3:0]              avs_byteenable,          // bytes that are written
    output logic                    avs_waitrequest,         // it is not taken in this clock
    output logic [31:0]             avs_readdata,            // what was read
    output logic                    avs_readdatavalid,       // it is there
    output logic                    avs_writeresponsevalid,  // a write has been done
    output logic [1:0]              avs_response,            // with both: 0 done, 2 refused

    output logic                    access,                  // an access waits
    output logic                    write,                   // it is a write
    output logic [ADDRESS_BITS-1:0] address,                 // of a byte
    output logic [31:0]             write_data,              // what is written
    output logic [3:0]              write_strobe,            // bytes that are written
    input  logic                    done,                    // the access is done
    input  logic                    error,                   // with done: it was refused
    input  logic [31:0]             read_data                // with done: what was read
);

  logic read_q, write_q, error_q;  // an access was taken in the clock before
  logic [31:0] data_q;  // what it read

  assign access = avs_read || avs_write;
  assign write = avs_write;
  assign address = {avs_address, 2'b00};
  assign write_data = avs_writedata;
  assign write_strobe = avs_byteenable;

  always_ff @(posedge clk) begin
    read_q  <= done && avs_read;
    write_q <= done && avs_write;
    error_q <= error;
    data_q  <= read_data;
    if (rst) begin
      read_q  <= 1'b0;
      write_q <= 1'b0;
      data_q  <= 32'd0;
    end
  end

  assign avs_waitrequest = !done;
  assign avs_readdata = data_q;
  assign avs_readdatavalid = read_q;
  assign avs_writeresponsevalid = write_q;
  assign avs_response = {error_q, 1'b0};

endmodule

`default_nettype wire
