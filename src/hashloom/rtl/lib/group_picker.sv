// Chooses the group the engine's next slot serves: of the groups that wait the next one in turn,
// so that no slot is spent on a group without a block.
//
// A group may not be served before its last chaining value has been written. A slot of it comes
// APART slots behind the one before, at least. Where the engine RESTS, no slot is lost on waiting
// for that: when no other group may be served, the engine rests, after which it says slot_again
// and any group may be.
`default_nettype none

module group_picker #(
    parameter int GROUPS     = 2,  // groups, at least 2
    parameter int GROUP_BITS = 1,  // bits of a group's number
    parameter int APART      = 1,  // slots from one of a group to its next, at least
    parameter bit RESTS      = 0   // with slot_again any group may be served
) (
    input  logic                  clk,         // clock
    input  logic                  rst,         // synchronous reset
    input  logic [GROUPS-1:0]     waiting,     // groups with a block that could start
    input  logic                  slot_start,  // a slot starts in this clock
    input  logic                  slot_taken,  // the group has a block to start when it is open
    input  logic                  slot_again,  // the engine has rested
    output logic [GROUP_BITS-1:0] slot_group,  // the group of the next slot
    output logic                  slot_open    // it may be served
);

  logic [GROUP_BITS-1:0] group_q;
  logic found_q;  // it waited when it was chosen
  logic resting_q;  // and can only be served with slot_again
  logic none_q;  // a clock ago, no group waited that can be served without
  logic [GROUPS-1:0] chosen_q;  // the same as one bit of each group, whether found or not
  logic [GROUPS-1:0] beyond_q;  // the groups behind it, up to the last
  logic [GROUPS-1:0] recent;  // groups of the last APART - 1 slots
  logic [GROUPS-1:0] latest;  // groups of the last APART - 2 slots
  logic [GROUPS-1:0] able, able_beyond, pick;
  logic [GROUP_BITS-1:0] pick_number;

  assign slot_group = group_q;
  assign slot_open = found_q && !(RESTS && resting_q && !slot_again);

  // The choice is for the slot behind that of an open group. Where none could be served a clock
  // before, it is among those for which the engine has to rest, too. If that is but the present one
  // it may always be, because its turn comes last.
  assign able = waiting & ~(slot_open ? latest | chosen_q
      : RESTS && (APART == 2 || none_q) ? '0 : recent);

  // The first of these behind the present one, else the first of all.
  assign able_beyond = able & beyond_q;
  assign pick = |able_beyond ? able_beyond & (~able_beyond + 1'b1) : able & (~able + 1'b1);

  always_comb begin
    pick_number = '0;
    for (int index = 0; index < GROUPS; index++) begin
      if (pick[index]) pick_number = pick_number | GROUP_BITS'(index);
    end
  end

  always_ff @(posedge clk) begin
    none_q <= (waiting & ~recent) == '0;
    if (slot_start || !slot_open) begin
      found_q   <= |able;
      resting_q <= |(pick & recent);
      if (|able) begin
        group_q  <= pick_number;
        chosen_q <= pick;
        beyond_q <= ~(pick | (pick - 1'b1));
      end
    end else if (!slot_taken) begin
      found_q <= 1'b0;
    end
    if (rst) begin
      found_q  <= 1'b0;
      group_q  <= '0;
      chosen_q <= GROUPS'(1);
      beyond_q <= ~(GROUPS'(1));
    end
  end

  if (APART == 1) begin : g_next
    assign recent = '0;
    assign latest = '0;
  end else begin : g_later
    (* mem2reg *) logic [GROUPS-1:0] served_q[APART-1];  // the group of each slot, the latest one first

    always_comb begin
      latest = '0;
      for (int ago = 0; ago < APART - 2; ago++) latest = latest | served_q[ago];
      recent = latest | served_q[APART-2];
    end

    always_ff @(posedge clk) begin
      if (slot_start) begin
        served_q[0] <= slot_taken ? chosen_q : '0;
        for (int ago = 1; ago < APART - 1; ago++) begin
          served_q[ago] <= RESTS && slot_again ? '0 : served_q[ago-1];
        end
      end
      if (rst) begin
        for (int ago = 0; ago < APART - 1; ago++) served_q[ago] <= '0;
      end
    end
  end

endmodule

`default_nettype wire
