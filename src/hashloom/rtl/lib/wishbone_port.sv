// Wishbone B4, classic cycles, to one port of registers: a cycle in which nothing waits takes two
// clocks. Words of 32 bits, addresses of bytes.
//
// A cycle that its master gives up is done, or not, and is not answered.
`default_nettype none

module wishbone_port #(
    parameter int ADDRESS_BITS = 12  // bits of an address, of a byte
) (
    input  logic                    wb_cyc_i,      // a cycle
    input  logic                    wb_stb_i,      // an access of it
    input  logic                    wb_we_i,       // it is a write
    input  logic [ADDRESS_BITS-1:0] wb_adr_i,      // address
    input  logic [31:0]             wb_dat_i,      // what is written
    input  logic [3:0]              wb_sel_i,      // bytes that are written
    output logic [31:0]             wb_dat_o,      // what was read
    output logic                    wb_ack_o,      // the access ends
    output logic                    wb_err_o,      // it ends and was refused

    output logic                    access,        // an access waits
    output logic                    write,         // it is a write
    output logic [ADDRESS_BITS-1:0] address,       // of a byte
    output logic [31:0]             write_data,    // what is written
    output logic [3:0]              write_strobe,  // bytes that are written
    input  logic                    done,          // the access is done
    input  logic                    error,         // with done: it was refused
    input  logic [31:0]             read_data      // with done: what was read
);

  assign access = wb_cyc_i && wb_stb_i;
  assign write = wb_we_i;
  assign address = wb_adr_i;
  assign write_data = wb_dat_i;
  assign write_strobe = wb_sel_i;

  assign wb_dat_o = read_data;
  assign wb_ack_o = access && done && !error;
  assign wb_err_o = access && done && error;

endmodule

`default_nettype wire
