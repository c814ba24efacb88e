// Every open message has a place of its own, which is what `receiving` says; so there is a place for
// one that begins. A beat is offered to one copy until the copy takes it.

logic [PLACES-1:0] held_places;  // places of open messages
logic [PLACES-1:0] existing;  // places of copies that there are
logic shared;  // two open messages have one place
logic offered;  // a beat was not taken
logic [COPIES+WIDTH+WIDTH/8+CONTEXT_BITS:0] beat, beat_before;

assign beat = {copy_valid, copy_data, copy_keep, copy_last, copy_context};

for (genvar index = 0; index < PLACES; index++) begin : g_existing
  assign existing[index] = index % (1 << COPY_BITS) < COPIES;
end

always_comb begin
  held_places = '0;
  shared = 1'b0;
  for (int index = 0; index < TIDS; index++) begin
    if (open_q[index]) begin
      shared = shared || (held_places & (PLACES'(1) << place_q[index])) != '0;
      held_places = held_places | PLACES'(1) << place_q[index];
    end
  end
end

always_ff @(posedge clk) begin
  offered <= (copy_valid & ~copy_ready) != '0;
  beat_before <= beat;
end

always_ff @(posedge clk) if (checked) begin
  a_tid : assume (!beat_valid || 32'(beat_tid) < TIDS);
  a_chosen : assume (!chosen || (32'(chosen_place) < PLACES && existing[chosen_place]
      && !receiving_q[chosen_place]));

  p_receiving : assert (receiving == held_places && !shared);
  p_exists : assert ((receiving & ~existing) == '0);
  p_room : assert (&open_q || (existing & ~receiving) != '0);
  p_one : assert ((copy_valid & (copy_valid - 1'b1)) == '0);
  p_offered : assert (!followed || !offered || beat == beat_before);
end
