// APB4 (AMBA APB, issue C) to one port of registers: an access begins in the setup phase, so that a
// transfer in which nothing waits takes two clocks.
//
// A transfer that its master gives up is done, or not, and is not answered.
`default_nettype none

module apb4_port #(
    parameter int ADDRESS_BITS = 12  // bits of an address, of a byte
) (
    input  logic [ADDRESS_BITS-1:0] paddr,         // address
    input  logic [2:0]              pprot,         // kind of access: all are alike
    input  logic                    psel,          // a transfer
    input  logic                    penable,       // in its access phase
    input  logic                    pwrite,        // it is a write
    input  logic [31:0]             pwdata,        // what is written
    input  logic [3:0]              pstrb,         // bytes that are written
    output logic                    pready,        // the transfer ends
    output logic [31:0]             prdata,        // what was read
    output logic                    pslverr,       // it was refused

    output logic                    access,        // an access waits
    output logic                    write,         // it is a write
    output logic [ADDRESS_BITS-1:0] address,       // of a byte
    output logic [31:0]             write_data,    // what is written
    output logic [3:0]              write_strobe,  // bytes that are written
    input  logic                    done,          // the access is done
    input  logic                    error,         // with done: it was refused
    input  logic [31:0]             read_data      // with done: what was read
);

  logic unused_pprot;

  assign unused_pprot = &{1'b0, pprot};

  assign access = psel;
  assign write = pwrite;
  assign address = paddr;
  assign write_data = pwdata;
  assign write_strobe = pstrb;

  assign pready = done && psel && penable;
  assign prdata = read_data;
  assign pslverr = pready && error;

endmodule

`default_nettype wire
