// Keeps two states of every key slot in block RAM: those behind the key's block with ipad, and behind
// that with opad, at {slot, outer}. A state comes LATE + 4 clocks after its place; zeros are written
// where a state is erased.
`default_nettype none

module state_memory #(
    parameter int WORD      = 32,  // bits of a word: 32 or 64
    parameter int SLOT_BITS = 2,   // bits of a slot's number
    parameter int LATE      = 0    // clocks by which states come later
) (
    input  logic                clk,          // clock
    input  logic                write,        // a state comes
    input  logic [SLOT_BITS:0]  write_place,  // for this place
    input  logic [8*WORD-1:0]   write_data,   // H0 on top
    input  logic                erase,        // a state is erased, and none comes
    input  logic [SLOT_BITS:0]  erase_place,  // at this place
    input  logic [SLOT_BITS:0]  read_place,   // the state here is wanted
    output logic [8*WORD-1:0]   state         // H0 on top
);

  logic write_q;
  logic [SLOT_BITS:0] write_place_q, read_place_q;
  logic [8*WORD-1:0] write_data_q, fetched;
  (* mem2reg *) logic [8*WORD-1:0] state_q[LATE+1];

  word_memory #(
      .WIDTH        (8 * WORD),
      .DEPTH        (2 ** (SLOT_BITS + 1)),
      .ADDRESS_BITS (SLOT_BITS + 1),
      .BLOCK_MEMORY (1)
  ) u_states (
      .clk           (clk),
      .write         (write_q),
      .write_address (write_place_q),
      .write_data    (write_data_q),
      .read_address  (read_place_q),
      .read_data     (fetched)
  );

  always_ff @(posedge clk) begin
    write_q <= write || erase;
    write_place_q <= erase ? erase_place : write_place;
    write_data_q <= erase ? '0 : write_data;
    read_place_q <= read_place;
    for (int index = 0; index <= LATE; index++) begin
      state_q[index] <= index == 0 ? fetched : state_q[(index+LATE)%(LATE+1)];
    end
  end

  assign state = state_q[LATE];

endmodule

`default_nettype wire
