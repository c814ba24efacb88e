// The word of an expected tag that is read is the one that came last for its context, side and
// number, or zero when it has been cleared since: nothing that comes for another context or the
// other side changes it. It is `told`, once it is `known`, of any one place, the same for ever.

localparam int KEPT_BITS = PAD_WORDS * WORD;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [3:0] place;  // {side, number}
logic [CONTEXT_BITS-1:0] context_told;
logic [2:0] row;
logic known = 1'b0;
logic [WORD-1:0] told;
logic comes, goes;  // its row is written, or cleared
logic changes = 1'b0;  // that was so a clock before
logic [1:0] asked = '0;  // 1 and 2 clocks ago: it was wanted while its row was not changed
logic [1:0][WORD-1:0] told_then;  // and was this
logic kept_write;
logic [PLACE_BITS-1:0] kept_place, kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;

assign context_told = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign row = 3'(32'(place[2:0]) / PAD_WORDS);
assign goes = clear && (CONTEXTS == 1 || clear_context == context_told)
    && clear_word[3] == place[3]
    && 32'(clear_word[2:0]) / PAD_WORDS == 32'(row);
assign comes = write && !clear && (CONTEXTS == 1 || write_context == context_told)
    && write_side == place[3]
    && 32'(write_row) % ROWS == 32'(row);

always_ff @(posedge clk) begin
  if (comes) told <= WORD'(write_data >> (WORD * (32'(place[2:0]) % PAD_WORDS)));
  if (goes) told <= '0;
  known <= known || comes || goes;
  changes <= comes || goes;
  asked <= 2'({asked, known && !changes && !comes && !goes
      && (CONTEXTS == 1 || read_context == context_told) && {read_side, read_word} == place});
  told_then <= (2 * WORD)'({told_then, told});
end

assign kept_place = PLACE_BITS'((2 * 32'(context_told) + 32'(place[3])) * ROWS + 32'(row));
assign kept_write = write_q;
assign kept_write_place = write_place_q;
assign kept_write_data = write_data_q;
assign kept_read_place = fetch_place;
assign kept_read_data = fetched;

`include "kept_place.svh"

logic [WORD-1:0] told_kept;  // in the memory, or on its way there

assign told_kept = WORD'((kept_comes ? write_data_q : kept)
    >> (WORD * (32'(place[2:0]) % PAD_WORDS)));

always_ff @(posedge clk) begin
  p_read : assert (!asked[1] || read_data == told_then[1]);
  p_kept : assert (!known || ((kept_known || kept_comes) && told_kept == told));
end
