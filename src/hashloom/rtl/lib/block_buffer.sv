// Block buffers of all contexts: 16 words each, PAD_WORDS of them written at a time, read row by
// row. Row r holds the words r * COLUMNS .. r * COLUMNS + COLUMNS - 1; when COLUMNS does not divide
// 16, the words of the last row beyond the 16th are not defined.
//
// A row leaves exactly two clocks after read. Block RAM is read with a clock and has an output
// register. Distributed RAM of up to 16 places stands between an address register and an output
// register; of more places it is divided into banks, each read into a register that is cleared
// unless it holds the row wanted, and the OR of these goes to the output register. In all of them
// a read in clock x gives words written up to clock x - 1 and none written from clock x + 1 on;
// a word must not be read in the clock in which it is written.
`default_nettype none

module block_buffer #(
    parameter int WORD         = 32,  // bits of a word
    parameter int PAD_WORDS    = 1,   // words written at a time; divides COLUMNS
    parameter int COLUMNS      = 1,   // words of a row, 1 to 16
    parameter int ROW_BITS     = 4,   // bits of a row's number, at least 1
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1,   // bits of a context's number
    parameter bit BLOCK_MEMORY = 0    // 1: block RAM, 0: distributed RAM
) (
    input  logic                      clk,             // clock
    input  logic                      write,           // words are written
    input  logic [CONTEXT_BITS-1:0]   write_context,   // of this context
    input  logic [3:0]                write_position,  // the first: multiple of PAD_WORDS
    input  logic [PAD_WORDS-1:0]      write_enable,    // these of them
    input  logic [PAD_WORDS*WORD-1:0] write_data,      // word j at j * WORD
    input  logic                      read,            // a row is wanted
    input  logic [CONTEXT_BITS-1:0]   read_context,    // of this context
    input  logic [ROW_BITS-1:0]       read_row,        // this row
    output logic [COLUMNS*WORD-1:0]   read_data        // two clocks later: word j at j * WORD
);

  localparam int DEPTH = CONTEXTS << (COLUMNS == 16 ? 0 : ROW_BITS);
  localparam int ADDRESS_BITS = DEPTH == 1 ? 1 : $clog2(DEPTH);

  localparam int BANK = 16;  // places of a distributed memory
  localparam int BANKS = (DEPTH + BANK - 1) / BANK;

  logic [ROW_BITS-1:0] write_row;
  logic [4:0] write_column;
  logic [ADDRESS_BITS-1:0] write_address, read_address;

  assign write_row = ROW_BITS'({1'b0, write_position} / 5'(COLUMNS));
  assign write_column = {1'b0, write_position} % 5'(COLUMNS);

  if (COLUMNS == 16) begin : g_one_row
    logic unused_row;  // there is only row 0

    assign unused_row = &{1'b0, write_row, read_row};
    assign write_address = ADDRESS_BITS'(write_context);
    assign read_address = ADDRESS_BITS'(read_context);
  end else begin : g_rows
    assign write_address = ADDRESS_BITS'({write_context, write_row});
    assign read_address = ADDRESS_BITS'({read_context, read_row});
  end

  for (genvar column = 0; column < COLUMNS; column++) begin : g_column
    localparam int LANE = column % PAD_WORDS;  // of the words written

    logic write_here;
    logic [WORD-1:0] word;
    logic [WORD-1:0] data_q;

    assign write_here = write && write_enable[LANE] && write_column == 5'(column - LANE);
    assign word = write_data[LANE*WORD+:WORD];
    assign read_data[column*WORD+:WORD] = data_q;

    if (BLOCK_MEMORY) begin : g_block
      (* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)
      logic [WORD-1:0] store[DEPTH];
      logic [WORD-1:0] fetched_q;

      always_ff @(posedge clk) begin
        if (write_here) store[write_address] <= word;
        if (read) fetched_q <= store[read_address];
        data_q <= fetched_q;
      end
    end else if (DEPTH <= BANK) begin : g_distributed
      (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
      logic [WORD-1:0] store[DEPTH];
      logic [ADDRESS_BITS-1:0] read_address_q;

      always_ff @(posedge clk) begin
        if (write_here) store[write_address] <= word;
        if (read) read_address_q <= read_address;
        data_q <= store[read_address_q];
      end
    end else begin : g_banks
      (* mem2reg *) logic [WORD-1:0] gated[BANKS];
      logic [WORD-1:0] fetched;

      for (genvar bank = 0; bank < BANKS; bank++) begin : g_bank
        (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
        logic [WORD-1:0] store[BANK];
        logic [WORD-1:0] gated_q;

        always_ff @(posedge clk) begin
          if (write_here && int'(write_address) / BANK == bank) begin
            store[write_address[3:0]] <= word;
          end
          if (read) begin
            gated_q <= int'(read_address) / BANK == bank ? store[read_address[3:0]] : '0;
          end
        end
        assign gated[bank] = gated_q;
      end

      always_comb begin
        fetched = '0;
        for (int bank = 0; bank < BANKS; bank++) fetched = fetched | gated[bank];
      end
      always_ff @(posedge clk) data_q <= fetched;
    end
  end

endmodule

`default_nettype wire
