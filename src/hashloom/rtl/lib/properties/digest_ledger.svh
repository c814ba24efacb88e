// No entry is taken for a block while a digest in it is still to be sent, and the queue has a place
// for every digest. `awaited`: blocks of a context that have started and whose chaining words are
// still to come. An entry is `complete` from its last words on to its sending, `taken` when that
// has begun.

logic [1:0] awaited[CONTEXTS];
logic [CONTEXTS-1:0] complete[2], taken[2];
logic [CONTEXTS-1:0] two, turns, kept, counted, expected;
logic [POINTER_BITS:0] waiting;  // digests in the queue
logic [QUEUE-1:0] used, wrong;  // places of the queue

assign waiting = tail_q - head_q;

for (genvar index = 0; index < CONTEXTS; index++) begin : g_awaited
  logic ends;
  logic [1:0] of_block;  // entries of blocks that are awaited

  assign ends = finish && chain_context == CONTEXT_BITS'(index);
  assign of_block = awaited[index] == 2'd0 ? 2'b00 : awaited[index] == 2'd1
      ? 2'b01 << finish_turn_q[index] : 2'b11;

  always_ff @(posedge clk) begin
    awaited[index] <= awaited[index] + 2'(started[index]) - 2'(ends);
    if (rst) awaited[index] <= 2'd0;
  end

  for (genvar entry = 0; entry < 2; entry++) begin : g_complete
    always_ff @(posedge clk) begin
      if (push && chain_context == CONTEXT_BITS'(index) && chain_entry == 1'(entry)) begin
        complete[entry][index] <= 1'b1;
        taken[entry][index] <= 1'b0;
      end
      if (head_take && head_context == CONTEXT_BITS'(index) && head_entry == 1'(entry)) begin
        taken[entry][index] <= 1'b1;
      end
      if (sent && sent_context == CONTEXT_BITS'(index) && sent_entry == 1'(entry)) begin
        complete[entry][index] <= 1'b0;
        taken[entry][index] <= 1'b0;
      end
      if (rst) begin
        complete[entry][index] <= 1'b0;
        taken[entry][index] <= 1'b0;
      end
    end
  end

  assign two[index] = awaited[index] <= 2'd2;
  assign turns[index] = (start_turn_q[index] != finish_turn_q[index]) == awaited[index][0];
  assign kept[index] = ({complete[1][index], complete[0][index]} & of_block) == 2'b00;
  assign counted[index] = ({complete[1][index], complete[0][index]} | of_block
      | ~{reserved_q[1][index], reserved_q[0][index]}) == 2'b11
      && ({complete[1][index], complete[0][index]} & ~{reserved_q[1][index], reserved_q[0][index]})
      == 2'b00 && ({taken[1][index], taken[0][index]} & ~{complete[1][index], complete[0][index]})
      == 2'b00;
  // A block may start while another is awaited, or in the clock in which the first of two ends; the
  // second one's words come behind the first's.
  assign expected[index] = (!ends || awaited[index] != 2'd0)
      && (!started[index] || (room[index] && (awaited[index] < 2'd2 || ends)));
end

// What stands in the queue is complete, has not been taken, and stands there once.
for (genvar place = 0; place < QUEUE; place++) begin : g_place
  logic [CONTEXT_BITS-1:0] of_context;
  logic of_entry;
  logic [QUEUE-1:0] again;

  assign used[place] = {1'b0, POINTER_BITS'(POINTER_BITS'(place) - head_q[POINTER_BITS-1:0])}
      < waiting;
  assign of_context = queue[place][CONTEXT_BITS+1:2];
  assign of_entry = queue[place][1];
  for (genvar other = 0; other < QUEUE; other++) begin : g_other
    assign again[other] = other != place && used[other]
        && queue[other][CONTEXT_BITS+1:1] == queue[place][CONTEXT_BITS+1:1];
  end
  assign wrong[place] = used[place] && (32'(of_context) >= CONTEXTS
      || !complete[of_entry][of_context] || taken[of_entry][of_context] || again != '0);
end

always_ff @(posedge clk) if (checked) begin
  a_exists : assume ((!finish || 32'(chain_context) < CONTEXTS) && (!sent || 32'(sent_context) < CONTEXTS));
  a_expected : assume (&expected);
  a_take : assume (!head_take || head_valid);
  a_sent : assume (!sent || taken[sent_entry][sent_context]);

  p_two : assert (&two);
  p_turns : assert (&turns);
  p_not_overwritten : assert (&kept);
  p_counted : assert (&counted);
  p_queue : assert (32'(waiting) <= QUEUE && wrong == '0);
  p_room : assert (!push || 32'(waiting) < QUEUE);
end
