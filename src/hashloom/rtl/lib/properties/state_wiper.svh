// Words of states pass as they are while nothing is erased. While everything is, no word goes on but
// zeros, one in each clock without chaining words, of contexts that there are; after eight of them for
// each context every word of every context's state is zero. `zeros`: that have gone on.

localparam int ALL = 8 * CONTEXTS;

(* anyconst *) logic [CONTEXT_BITS-1:0] any_context;
(* anyconst *) logic [2:0] any_word;
logic [CONTEXT_BITS-1:0] of_context;
logic [31:0] zeros;
logic cleared;  // a zero has gone to this word of this context since the reset

assign of_context = CONTEXT_BITS'(32'(any_context) % CONTEXTS);

always_ff @(posedge clk) begin
  if (wiping && restore && zeros < ALL) zeros <= zeros + 32'd1;
  if (wiping && restore && restore_context == of_context && restore_word == any_word) begin
    cleared <= 1'b1;
  end
  if (rst) begin
    zeros <= '0;
    cleared <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  p_passes : assert (wiping || {restore, restore_context, restore_word, restore_data}
      == {state_write, state_context, state_word, state_data});
  p_zero : assert (!wiping || restore_data == '0);
  p_every : assert (!wiping || restore == !chain_valid);
  p_exists : assert (!wiping || 32'(restore_context) < CONTEXTS);
  p_all : assert (zeros != ALL || cleared);

  p_counts : assert (zeros <= ALL && 32'(context_q) < CONTEXTS
      && (zeros == ALL || zeros == 8 * 32'(context_q) + 32'(word_q)));
  p_cleared : assert (zeros == ALL || cleared == (zeros > 8 * 32'(of_context) + 32'(any_word)));
end
