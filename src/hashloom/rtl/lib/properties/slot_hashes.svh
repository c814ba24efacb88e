// A slot has the hash that its latest KEY named, none other's, until it is erased; a packet that
// uses it has that hash, and so has one behind a KEY that waits for the messages before it. What the gate is told differs from the packet only where no tag is so long
// or no hash has that number. All of any one slot: `kept`, once it is `known`.

(* anyconst *) logic [SLOT_BITS-1:0] any_slot;
logic known;
logic [CHOICE_BITS-1:0] kept, told;  // `told`: the number that the beat in the gate names
logic [CHOICE_BITS-1:0] asked;
logic [7:0] of_kept, of_told;  // bytes of a digest
logic comes;  // the beat in the gate is of what loads the slot
logic waits, waits_here;  // a KEY waits; for this slot
logic [CHOICE_BITS-1:0] waits_told;  // with this number
logic [7:0] of_waiting;  // bytes of a digest
logic [8:0] longest;  // tag of a packet with the slot
logic just_begun;
logic uses;  // the packet on offer is a MAC or VERIFY with the slot

assign asked = CHOICE_BITS'(packet_command >> 19);
assign of_kept = 8'(BYTES >> (8 * 32'(kept)));
assign of_told = 8'(BYTES >> (8 * 32'(told)));
assign comes = beat_valid && beat_route == TO_LOADER && begin_slot == any_slot;
assign of_waiting = 8'(BYTES >> (8 * 32'(waits_told)));
assign waits_here = waits && loader_slot == any_slot;
assign longest = waits_here ? 9'(of_waiting) : 9'(of_kept);
assign uses = (packet_command[3:0] == MAC || packet_command[3:0] == VERIFY)
    && SLOT_BITS'(packet_command >> 11) == any_slot;

always_ff @(posedge clk) begin
  if (packet_ready) told <= asked;
  if (begin_load && !begin_erase) begin
    waits <= 1'b1;
    waits_told <= told;
  end
  if (waits && load_may) begin
    waits <= 1'b0;
    if (waits_here) begin
      kept <= waits_told;
      known <= 1'b1;
    end
  end
  just_begun <= begin_load && !begin_erase;
  if (mark && erases && !spared && loader_slot == any_slot) begin
    kept <= '0;
    known <= 1'b1;
  end
  if (rst) begin
    known <= 1'b0;
    waits <= 1'b0;
    just_begun <= 1'b0;
  end
end

// The beat in the gate when a key's loading begins is of the KEY, which names a hash.
logic of_key;

always_ff @(posedge clk) begin
  if (packet_ready) of_key <= packet_command[3:0] == KEY && 32'(asked) < CHOICES;
  if (rst) of_key <= 1'b0;
end

always_ff @(posedge clk) if (checked) begin
  a_key : assume (!(begin_load && !begin_erase) || of_key);
  a_one : assume (!(begin_load && mark));
  a_waits : assume (!waits || (!begin_load && !(mark && erases) && 32'(loader_context) < CONTEXTS));
  a_begun : assume (!just_begun || !load_may);

  p_used : assert (!known || used_slot != any_slot || used_choice == kept);
  p_tag : assert (!(known || waits_here) || !uses || comes || gate_command[10:4]
      == ({2'd0, packet_command[10:4]} > longest ? 7'd0 : packet_command[10:4]));
  p_tag_behind_key : assert (!uses || !comes || !of_key || gate_command[10:4]
      == ({1'b0, packet_command[10:4]} > of_told ? 7'd0 : packet_command[10:4]));
  p_slot : assert (gate_command[18:11] == packet_command[18:11]);
  p_operation : assert (gate_command[3:0] == packet_command[3:0] || (gate_command[3:0] == NONE
      && (packet_command[3:0] == HASH || packet_command[3:0] == KEY) && 32'(asked) >= CHOICES));
  p_missing : assert ((packet_command[3:0] != HASH && packet_command[3:0] != KEY)
      || 32'(asked) < CHOICES || gate_command[3:0] == NONE);

  p_waits : assert (waiting_q == waits && (!waits || (waiting_choice_q == waits_told
      && 32'(waits_told) < CHOICES)));
  p_kept : assert (!known || slots[any_slot] == kept);
  p_exists : assert (!known || 32'(kept) < CHOICES);
  p_told : assert (!of_key || (choice_q == told && 32'(told) < CHOICES));
end

// The KEY that waits is for one slot.
always_ff @(posedge clk) if (followed) begin
  if ($past(begin_load && !begin_erase)) a_slot : assume (loader_slot == $past(begin_slot));
  if ($past(waits && load_may && !(beat_valid && beat_ready))) begin
    p_latest : assert (choices_q[$past(loader_context)] == $past(waits_told));
  end
  if ($past(waits) && waits) a_stays : assume ($stable(loader_slot));
end
