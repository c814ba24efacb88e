// A block that is complete starts once, and is not overwritten before: its buffer is closed until
// it has started. `begun`: a context's block has started and its buffer has not been opened again.
// A slot starts without a block only where one before is still in a stage or, where the groups have
// their turns, while a context waits. `since`: slots since the latest with a block, up to FLUSH.

logic [CONTEXTS-1:0] begun, full, on_its_way, closing, lost, stays_closed;
logic [31:0] since;

for (genvar index = 0; index < CONTEXTS; index++) begin : g_block
  always_ff @(posedge clk) begin
    // A buffer may be opened again in the clock in which its block starts.
    if (reopen[index]) begun[index] <= 1'b0;
    else if (started[index]) begun[index] <= 1'b1;
    if (rst) begun[index] <= 1'b0;
  end

  if (FULL_DELAY == 0) begin : g_no_way
    assign on_its_way[index] = 1'b0;
    assign lost[index] = g_context[index].fill_here && full_q[index];
  end else begin : g_way
    logic [FULL_DELAY-1:0] here;

    for (genvar place = 0; place < FULL_DELAY; place++) begin : g_place
      assign here[place] = g_later.fill_q[place]
          && g_later.fill_context_q[place] == CONTEXT_BITS'(index);
    end
    assign on_its_way[index] = here != '0;
    assign lost[index] = ((here & (here - 1'b1)) != '0) || (here != '0 && full_q[index]);
  end

  assign full[index] = full_q[index] || on_its_way[index];
  assign stays_closed[index] = !full[index] || (closed_q[index] && !begun[index]);
  assign closing[index] = !begun[index] || closed_q[index];
end

always_ff @(posedge clk) begin
  if (slot_start) since <= started != '0 ? 32'd0 : since < FLUSH ? since + 1 : since;
  if (rst) since <= FLUSH;
end

if (FLUSH > 0) begin : g_flushed
  always_ff @(posedge clk) if (checked) begin
    p_flushed : assert (since <= FLUSH && 32'(g_stages.remaining_q) == FLUSH - since);
  end
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume (!close || 32'(close_context) < CONTEXTS);
  a_group : assume (32'(slot_group) < GROUPS);
  a_open : assume (!close || !closed_q[close_context]);
  a_reopen : assume ((reopen & ~(begun | started)) == '0);

  p_not_lost : assert (lost == '0);
  p_closed_while_full : assert (&stays_closed);
  p_closed_until_read : assert (&closing);
  p_starts_what_is_full : assert ((started & ~(full_q & room)) == '0);
  p_empty : assert (!slot_start || started != '0 || since < FLUSH
      || (!CHOSEN && (full_q & room) != '0));
  p_slot : assert (started == '0 || slot_start);
  p_no_pause : assert (!on_the_way || !slot_ready || slot_start);
  p_live : assert (!slot_start || slot_live == started[int'(slot_group)*INTERLEAVE+:INTERLEAVE]);
end
