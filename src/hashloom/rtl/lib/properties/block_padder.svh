// Rows are padded messages: the bytes of each in their order, 0x80, zeros, and in words 14 and 15 of
// the last block the length. All of any one context and any one byte of its blocks. What is known of
// the context is `now`, and was `previous` to its latest block; a block takes until it is written again.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = STATE_BITS;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [FILL_BITS-1:0] any_byte;  // in the order of the message
logic [CONTEXT_BITS-1:0] kept_place;  // of the context
logic kept_write;
logic [CONTEXT_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic [31:0] place;  // of the byte in the row
logic here;  // a block of the context comes
logic [4:1] came;  // it did so many clocks ago
logic [3:0] rest;  // clocks until the next one may
logic [STATE_BITS-1:0] now, previous;
logic was_under_way, was_flawed, was_over, was_mark;
logic [FILL_BITS-1:0] was_fill;
logic [COUNT_BITS-1:0] was_count;
logic ends_now, spills_now, full_now, error_now, carries;
logic [LANES-1:0] has;  // bytes of message
logic gap;  // a byte that is not of the message is before one that is
logic [FILL_BITS-1:0] fill_now;  // bytes of message in the block, less than a full one
logic [COUNT_BITS-1:0] count_now;
logic [7:0] data_byte;  // as it comes
logic [2*WORD-1:0] length_now;
logic [7:0] want, want_1, want_2, want_3, want_4;
logic [3:0] told, told_1, told_2, told_3, told_4;  // {ends, spills, error, without a gap}
logic first_1, first_2;
logic pads;  // a block of padding follows the latest one

assign kept_place = CONTEXT_BITS'(32'(any_context) % CONTEXTS);
assign kept_write = write && 32'(write_context) < CONTEXTS;  // others do not exist
assign kept_write_place = write_context;
assign kept_write_data = write_state;
assign kept_read_place = block_context;
assign kept_read_data = state;

`include "kept_place.svh"

assign place = 32'(any_byte) + BYTES - 1 - 2 * (32'(any_byte) % BYTES);
assign here = block_valid && block_context == kept_place;
assign {was_under_way, was_flawed, was_over, was_mark, was_fill, was_count} = now;
assign gap = |(has & ~{has[LANES-2:0], 1'b1});

for (genvar lane = 0; lane < LANES; lane++) begin : g_has
  assign has[lane] = !block_pad
      && (!block_last || block_keep[lane + BYTES - 1 - 2 * (lane % BYTES)]);
end

always_comb begin
  fill_now = '0;
  for (int lane = 0; lane < LANES - 1; lane++) begin
    if (has[lane] && !has[lane+1]) fill_now = fill_now | FILL_BITS'(lane + 1);
  end
end

assign full_now = has[LANES-1];
assign spills_now = block_last && !block_pad && has[LATEST];
assign ends_now = block_pad || (block_last && !spills_now);
assign error_now = was_flawed || was_over || (block_error && !block_pad);
assign {carries, count_now} = {1'b0, was_count} + (COUNT_BITS + 1)'(full_now);
assign length_now = (2 * WORD)'({was_count, block_pad ? was_fill : fill_now, 3'd0});
assign data_byte = 8'(block_data >> (8 * place));
assign want = (has[any_byte] ? data_byte : 8'h00)
    | ((block_pad ? was_mark && any_byte == '0
    : !has[any_byte] && (any_byte == '0 || has[any_byte-1'b1])) ? 8'h80 : 8'h00)
    | (ends_now && 32'(any_byte) >= LANES - 2 * BYTES
    ? 8'(length_now >> (8 * (LANES - 1 - 32'(any_byte)))) : 8'h00);
assign told = {ends_now, spills_now, error_now, !gap};

always_ff @(posedge clk) begin
  came <= {came[3:1], here};
  if (here) begin
    previous <= now;
    pads <= spills_now;
    now <= ends_now ? '0 : {
      1'b1, was_flawed || (block_error && !block_pad), was_over || carries, full_now, fill_now,
      count_now
    };
  end
  rest <= here ? 4'd7 : rest - 4'(rest != 4'd0);
  {want_4, want_3, want_2, want_1} <= {want_3, want_2, want_1, want};
  {told_4, told_3, told_2, told_1} <= {told_3, told_2, told_1, told};
  {first_2, first_1} <= {first_1, !was_under_way};
  if (rst) begin
    came <= '0;
    rest <= 4'd0;
    pads <= 1'b0;
    now <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!block_valid || 32'(block_context) < CONTEXTS);
  a_ready : assume (!block_valid || ready);
  a_apart : assume (!here || rest == 4'd0);
  // A block of padding follows where one was asked for, and nothing else does; one between messages
  // stands for something else.
  a_pad : assume (!here || block_pad == pads || (block_pad && now == '0));
  // Bytes fill a last row from the first on, or the message breaks the rules.
  a_filled : assume (!here || block_pad || !gap || block_error);

  p_spills : assert (!block_last || block_pad || gap
      || has[LATEST] == (full_now || 32'(fill_now) + 1 + 2 * BYTES > LANES));
  p_sweep : assert (!sweep_q || 32'(sweep_context_q) < CONTEXTS);
  p_ready : assert (!ready || !sweep_q);
  p_swept : assert ((sweep_q && sweep_context_q <= kept_place) || kept_known);
  p_cleared : assert (!sweep_q || (now == '0 && came == '0 && rest == 4'd0
      && {valid_1q, valid_2q, valid_3q, valid_4q} == '0
      && (!kept_known || sweep_context_q <= kept_place || kept == '0)));
  p_came : assert (came == {
    valid_4q && context_4q == kept_place, valid_3q && context_3q == kept_place,
    valid_2q && context_2q == kept_place, valid_1q && context_1q == kept_place
  });
  p_rest : assert ((came == '0 || rest != 4'd0) && (!came[1] || rest == 4'd7)
      && (!came[2] || rest == 4'd6) && (!came[3] || rest == 4'd5) && (!came[4] || rest == 4'd4));
  p_known : assert (sweep_q || kept == (came != '0 ? previous : now));
  p_read : assert ((!came[1] || (kept_read[0] && kept_then[0] == previous))
      && (!came[2] || (kept_read[1] && kept_then[1] == previous && state == previous))
      && (!came[3] || state_q == previous));
  p_slot : assert (slot_start == valid_2q && (!came[2] || (slot_context == kept_place
      && slot_first == first_2)));
  p_note : assert (note == valid_4q && (!came[4] || (note_context == kept_place
      && {note_ends, note_spills} == told_4[3:2] && (!note_ends || note_error == told_4[1]))));
  p_new : assert (!came[4] || !told_4[0]
      || {keeps_4q, flawed_4q, over_4q, mark_4q, fill_4q, count_4q} == now);
  p_row : assert (!came[4] || !told_4[0] || 8'(row_4q >> (8 * place)) == want_4);
end
