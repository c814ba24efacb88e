// Keeps the bytes of frames until they are read. Those of a frame can be read when the whole frame is
// kept; one that is dropped leaves nothing. An entry is a byte or a mark.
`default_nettype none

module frame_store #(
    parameter int PLACE_BITS   = 11,  // bits of a place: there are 2^PLACE_BITS
    parameter bit BLOCK_MEMORY = 1    // 1: block RAM, 0: distributed RAM
) (
    input  logic       clk,         // clock
    input  logic       rst,         // synchronous reset: nothing is left
    input  logic       write,       // an entry is written, where it is not full
    input  logic       write_mark,  // it is a mark
    input  logic [7:0] write_data,  // the byte, or what the mark says
    input  logic       keep,        // what is written, this entry included, is kept
    input  logic       drop,        // what is written and not kept goes
    output logic       full,        // there is no room
    output logic       read_valid,  // an entry is offered
    input  logic       read_ready,  // it is taken in this clock
    output logic       read_mark,   // it is a mark
    output logic [7:0] read_data    // the byte, or what the mark says
);

  localparam int PLACES = 1 << PLACE_BITS;
  localparam logic [1:0] READ = BLOCK_MEMORY ? 2'd2 : 2'd1;  // clocks until an entry is read

  // Places with a further bit on top, by which full differs from empty.
  logic [PLACE_BITS:0] write_q, kept_q, read_q;
  logic [1:0] age_q;  // clocks for which the entry has been read, up to READ
  logic put, take;

  assign full = write_q == {!read_q[PLACE_BITS], read_q[PLACE_BITS-1:0]};
  assign put = write && !full;
  assign read_valid = age_q == READ;
  assign take = read_valid && read_ready;

  always_ff @(posedge clk) begin
    if (put) write_q <= write_q + 1'b1;
    if (keep) kept_q <= put ? write_q + 1'b1 : write_q;
    if (drop) write_q <= kept_q;
    if (take) read_q <= read_q + 1'b1;
    if (take || read_q == kept_q) age_q <= '0;
    else if (age_q != READ) age_q <= age_q + 1'b1;
    if (rst) begin
      write_q <= '0;
      kept_q  <= '0;
      read_q  <= '0;
      age_q   <= '0;
    end
  end

  word_memory #(
      .WIDTH       (9),
      .DEPTH       (PLACES),
      .ADDRESS_BITS(PLACE_BITS),
      .BLOCK_MEMORY(BLOCK_MEMORY)
  ) u_memory (
      .clk          (clk),
      .write        (put),
      .write_address(write_q[PLACE_BITS-1:0]),
      .write_data   ({write_mark, write_data}),
      .read_address (read_q[PLACE_BITS-1:0]),
      .read_data    ({read_mark, read_data})
  );

endmodule

`default_nettype wire
