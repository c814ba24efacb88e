// The word of a row that is read is what was written there last, whatever is written in other places
// and for other contexts. Of any one word of any one context: it is `told`, once it is `known`.

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [3:0] any_word;
logic [CONTEXT_BITS-1:0] of_context;
logic [31:0] column;  // of its row
logic known = 1'b0;
logic here;  // it is written
logic [WORD-1:0] told;
logic [1:0] asked = '0;  // so many clocks ago: it was read, in no clock of a write
logic [1:0][WORD-1:0] told_then;  // and was this
logic [COLUMNS-1:0] lost;  // the word is of this column, and is not in its memory
logic [ADDRESS_BITS-1:0] place;

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign column = 32'(any_word) % COLUMNS;
assign place = COLUMNS == 16 ? ADDRESS_BITS'(of_context)
    : ADDRESS_BITS'((32'(of_context) << ROW_BITS) + 32'(any_word) / COLUMNS);
assign here = write && ((CONTEXTS == 1 && COLUMNS < 16) || write_context == of_context)
    && 32'(write_position) + 32'(any_word) % PAD_WORDS == 32'(any_word)
    && 1'(write_enable >> (32'(any_word) % PAD_WORDS));

always_ff @(posedge clk) begin
  if (here) told <= WORD'(write_data >> (WORD * (32'(any_word) % PAD_WORDS)));
  known <= known || here;
  asked <= {asked[0], known && !here && read
      && ((CONTEXTS == 1 && COLUMNS < 16) || read_context == of_context)
      && (COLUMNS == 16 || 32'(read_row) == 32'(any_word) / COLUMNS)};
  told_then <= {told_then[0], told};
end

always_ff @(posedge clk) begin
  p_read : assert (!asked[1] || WORD'(read_data >> (WORD * column)) == told_then[1]);
  p_kept : assert (!known || lost == '0);
end

// Yosys takes an `else if` for a scope of its own, without a name.
`ifdef YOSYS
`define BLOCK_BUFFER_STORE(memory) g_column[index].genblk1.memory
`else
`define BLOCK_BUFFER_STORE(memory) g_column[index].memory
`endif

for (genvar index = 0; index < COLUMNS; index++) begin : g_lost
  if (BLOCK_MEMORY) begin : g_of_block
    assign lost[index] = 32'(index) == column && g_column[index].g_block.store[place] != told;
  end else if (DEPTH <= BANK) begin : g_of_distributed
    assign lost[index] = 32'(index) == column
        && `BLOCK_BUFFER_STORE(g_distributed.store)[place] != told;
  end else begin : g_of_banks
    logic [BANKS-1:0] lost_here;

    for (genvar bank = 0; bank < BANKS; bank++) begin : g_of_bank
      assign lost_here[bank] = 32'(place) / BANK == bank
          && `BLOCK_BUFFER_STORE(g_banks.g_bank[bank].store)[place[3:0]] != told;
    end
    assign lost[index] = 32'(index) == column && lost_here != '0;
  end
end
