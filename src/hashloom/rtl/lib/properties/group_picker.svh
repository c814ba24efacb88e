// A group is not served within APART slots of its last one, unless the engine has rested. `past`
// holds the groups of the slots before, the latest first; an engine that has rested has none. The
// group of a slot waited when it was chosen, and stays chosen while it has a block until a slot
// starts. `asked`: the groups that waited then.

logic [GROUPS-1:0] past[APART];
logic [GROUPS-1:0] lately, served, asked;
logic kept;  // a clock before, a group could be served and was not
logic [GROUP_BITS-1:0] group_before;
logic [APART-1:0] remembered;  // past groups as the module has them

assign served = slot_taken ? GROUPS'(1) << slot_group : '0;

always_comb begin
  lately = '0;
  for (int ago = 0; ago < int'(APART) - 1; ago++) lately = lately | past[ago];
end

always_ff @(posedge clk) begin
  if (slot_start) begin
    past[0] <= served;
    for (int ago = 1; ago < int'(APART); ago++) past[ago] <= RESTS && slot_again ? '0 : past[ago-1];
  end
  if (slot_start || !slot_open) asked <= waiting;
  kept <= slot_open && slot_taken && !slot_start && !rst;
  group_before <= slot_group;
  if (rst) for (int ago = 0; ago < int'(APART); ago++) past[ago] <= '0;
end

for (genvar ago = 0; ago < APART; ago++) begin : g_remembered
  if (ago == APART - 1) assign remembered[ago] = 1'b1;
  else assign remembered[ago] = g_later.served_q[ago] == past[ago];
end

always_ff @(posedge clk) if (checked) begin
  a_again : assume (RESTS || !slot_again);
  a_taken : assume (!slot_taken || slot_open);

  p_apart : assert (!slot_start || !slot_taken || (RESTS && slot_again)
      || (served & lately) == '0);
  p_remembered : assert (&remembered && recent == lately);
  p_waited : assert (!slot_open || asked[slot_group]);
  p_found : assert (!found_q || (chosen_q & asked) != '0);
  p_kept : assert (!kept || (found_q && slot_group == group_before));
  p_group : assert (32'(slot_group) < GROUPS && chosen_q == GROUPS'(1) << slot_group);
  p_beyond : assert (beyond_q == ~(chosen_q | (chosen_q - 1'b1)));
  p_resting : assert (!found_q || (RESTS && resting_q) || (chosen_q & recent) == '0);
end
