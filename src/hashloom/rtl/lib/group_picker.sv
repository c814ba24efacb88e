// Chooses the group the engine's next slot serves: of the groups that wait the next one in turn,
// so that no slot is spent on a group without a block.
//
// A group may not be served before its last chaining value has been written. A slot of it comes
// APART slots behind the one before, at least. Where the engine RESTS, that is two slots, or one
// when the engine has rested and says slot_again.
`default_nettype none

module group_picker #(
    parameter int unsigned GROUPS     = 2,  // groups, at least 2
    parameter int unsigned GROUP_BITS = 1,  // bits of a group's number
    parameter int unsigned APART      = 1,  // slots from one of a group to its next, at least
    parameter bit          RESTS      = 0   // a group may follow itself with slot_again
) (
    input  logic                  clk,         // clock
    input  logic                  rst,         // synchronous reset
    input  logic [GROUPS-1:0]     waiting,     // groups with a block that could start
    input  logic                  slot_start,  // a slot starts in this clock
    input  logic                  slot_taken,  // the group has a block to start when it is open
    input  logic                  slot_again,  // the group of the slot before may follow itself
    output logic [GROUP_BITS-1:0] slot_group,  // the group of the next slot
    output logic                  slot_open    // it may be served
);

  logic [GROUP_BITS-1:0] group_q;
  logic found_q;  // it waited when it was chosen
  logic [GROUPS-1:0] chosen_q;  // the same as one bit of each group, whether found or not
  logic [GROUPS-1:0] beyond_q;  // the groups behind it, up to the last
  logic [GROUPS-1:0] barred, able, able_beyond, pick;
  logic [GROUP_BITS-1:0] pick_number;

  assign slot_group = group_q;

  // The first able group behind the present one, else the first of all.
  assign able = waiting & ~barred;
  assign able_beyond = able & beyond_q;
  assign pick = |able_beyond ? able_beyond & (~able_beyond + 1'b1) : able & (~able + 1'b1);

  always_comb begin
    pick_number = '0;
    for (int index = 0; index < int'(GROUPS); index++) begin
      if (pick[index]) pick_number = pick_number | GROUP_BITS'(index);
    end
  end

  always_ff @(posedge clk) begin
    if (slot_start || !slot_open) begin
      found_q <= |able;
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
      beyond_q <= ~GROUPS'(1);
    end
  end

  if (APART <= 2) begin : g_short
    logic [GROUPS-1:0] last_q;  // the group of the slot before
    logic same_q;  // the group chosen is that one

    assign slot_open = found_q && !(RESTS && same_q && !slot_again);
    assign barred = slot_open ? chosen_q : '0;

    always_ff @(posedge clk) begin
      if (slot_start) last_q <= chosen_q;
      same_q <= slot_open ? same_q && !slot_start : pick == last_q;
      if (rst) begin
        last_q <= '0;
        same_q <= 1'b0;
      end
    end
  end else begin : g_long
    // Of each group: whether the last slots were its own, the latest in bit 0.
    logic [APART-2:0] recent_q[GROUPS];
    logic unused_again;  // the engine does not rest

    assign unused_again = slot_again;
    assign slot_open = found_q;

    for (genvar index = 0; index < GROUPS; index++) begin : g_group
      assign barred[index] = found_q ? chosen_q[index] || |recent_q[index][APART-3:0]
          : |recent_q[index];

      always_ff @(posedge clk) begin
        if (slot_start) begin
          recent_q[index] <= {recent_q[index][APART-3:0], slot_taken && chosen_q[index]};
        end
        if (rst) recent_q[index] <= '0;
      end
    end
  end

endmodule

`default_nettype wire
