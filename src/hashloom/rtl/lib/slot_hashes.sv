// Says which hash a packet of an HMAC core of several hashes has, and keeps the hash of every slot.
//
// HASH and KEY name their hash by its number. The slot of a KEY that is admitted remembers it, and
// MAC and VERIFY have the hash of their slot. The gate behind this knows of no hashes but the one
// with the longest digest: a packet whose named hash does not exist goes there as an operation that
// does not exist, and the length of a tag that is longer than a digest of its slot's hash as 0,
// which no tag has.
//
// What a slot remembers is looked up when a beat is taken. All packets before it have been decided
// on by then, the one whose beat leaves the gate in that clock among them. A KEY's hash waits here
// as long as the key waits for the messages before it (load_may): they have the hash that the slot
// had, and their context's latest packet is one of them. An erasure forgets the hash of its slots, as does a
// reset, which the loader follows with an erasure of all.
`default_nettype none

module slot_hashes #(
    parameter int CHOICES      = 2,  // hashes, 2 to 4
    parameter int CHOICE_BITS  = 1,  // bits of a hash's number
    parameter int BYTES        = 0,  // bytes of a digest, those of hash n in bits 8n to 8n + 7
    parameter int SLOT_BITS    = 2,  // bits of a slot's number inside the core
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1   // bits of a context's number
) (
    input  logic                            clk,             // clock
    input  logic                            rst,             // synchronous reset: contexts forget

    input  logic                            packet_ready,    // the gate takes a beat if one is offered
    input  logic [CHOICE_BITS+18:0]         packet_command,  // {hash, slot, tag_bytes, operation}
    output logic [18:0]                     gate_command,    // {slot, tag_bytes, operation}, judged

    input  logic                            beat_valid,      // the gate lets a beat go on
    input  logic                            beat_ready,      // it is taken in this clock
    input  logic [CONTEXT_BITS-1:0]         beat_context,    // its context
    input  logic [2:0]                      beat_route,      // where it goes
    output logic [CONTEXTS*CHOICE_BITS-1:0] choices,         // hashes of the contexts' latest packets

    input  logic                            begin_load,      // a KEY or an erasure is admitted
    input  logic                            begin_erase,     // it is an erasure
    input  logic                            load_may,        // the key that waits is to be written
    input  logic [SLOT_BITS-1:0]            begin_slot,      // slot of the beat in the gate
    input  logic                            mark,            // the loader is through with a slot
    input  logic                            erases,          // which it has erased
    input  logic                            spared,          // but is not to
    input  logic [SLOT_BITS-1:0]            loader_slot,     // this one
    input  logic [CONTEXT_BITS-1:0]         loader_context,  // from this context

    input  logic [SLOT_BITS-1:0]            used_slot,       // a slot
    output logic [CHOICE_BITS-1:0]          used_choice      // its hash
);

  localparam logic [3:0] HASH = 4'd0, MAC = 4'd1, VERIFY = 4'd2, KEY = 4'd4, NONE = 4'd15;
  localparam logic [2:0] TO_LOADER = 3'd1, TO_TAGS = 3'd2;  // as packet_route knows them

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [CHOICE_BITS-1:0] slots[2**SLOT_BITS];
  logic write;
  logic [CHOICE_BITS-1:0] write_choice;

  // The beat offered.
  logic [3:0] operation;
  logic [6:0] bytes;
  logic [7:0] slot;
  logic [CHOICE_BITS-1:0] named, of_slot, choice;
  logic [2**CHOICE_BITS-1:0] too_long;  // hashes of which no digest has so many bytes
  logic keyed, names;  // it has the hash of its slot, or names its hash
  logic latest;  // the beat in the gate is of the KEY that its slot is to be loaded with
  logic awaited;  // the KEY that waits is
  logic missing;

  logic [CHOICE_BITS-1:0] choice_q;  // hash of the beat in the gate
  logic waiting_q;  // a KEY waits
  logic [CHOICE_BITS-1:0] waiting_choice_q;  // of this hash
  logic loads;  // it waits no longer
  logic [CONTEXTS-1:0][CHOICE_BITS-1:0] choices_q;

  assign {named, slot, bytes, operation} = packet_command;
  assign keyed = operation == MAC || operation == VERIFY;
  assign names = operation == HASH || operation == KEY;
  assign latest = beat_valid && beat_route == TO_LOADER && begin_slot == SLOT_BITS'(slot);
  assign awaited = waiting_q && loader_slot == SLOT_BITS'(slot);
  assign of_slot = latest ? choice_q : awaited ? waiting_choice_q : slots[SLOT_BITS'(slot)];
  assign choice = keyed ? of_slot : named;
  assign missing = names && {1'b0, named} >= (CHOICE_BITS + 1)'(CHOICES);

  // Lengths are compared before it is known which hash it is, which takes longest; and whatever the
  // operation is, because a packet that has not the hash of its slot has no tag.
  for (genvar hash = 0; hash < 2 ** CHOICE_BITS; hash++) begin : g_hash
    assign too_long[hash] = {1'b0, bytes} > 8'(BYTES >> (8 * hash));
  end

  assign gate_command = {slot, too_long[of_slot] ? 7'd0 : bytes, missing ? NONE : operation};

  assign loads = waiting_q && load_may;
  assign write = loads || (mark && erases && !spared);
  assign write_choice = loads ? waiting_choice_q : '0;
  assign used_choice = slots[used_slot];

  always_ff @(posedge clk) begin
    if (packet_ready) choice_q <= choice;
    if (begin_load && !begin_erase) waiting_choice_q <= choice_q;
    if (begin_load && !begin_erase) waiting_q <= 1'b1;
    else if (load_may) waiting_q <= 1'b0;
    if (write) slots[loader_slot] <= write_choice;
    if (loads) choices_q[loader_context] <= waiting_choice_q;
    if (beat_valid && beat_ready && beat_route != TO_TAGS && beat_route != TO_LOADER) begin
      choices_q[beat_context] <= choice_q;
    end
    if (rst) begin
      choices_q <= '0;
      waiting_q <= 1'b0;
    end
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign choices[CHOICE_BITS*index+:CHOICE_BITS] = choices_q[index];
  end

endmodule

`default_nettype wire
