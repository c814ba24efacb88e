// A group_picker with a random crowd and a model of the engine's slots. It stops the simulation when
// a group is served too soon or a slot is not spent on a group that could have had it.
module group_picker_bench #(
    parameter int unsigned GROUPS = 8,  // groups
    parameter int unsigned APART  = 5,  // slots from one of a group to its next
    parameter bit          RESTS  = 0,  // every group may be served after a rest
    parameter int unsigned LENGTH = 8,  // clocks of a slot
    parameter int unsigned REST   = 3,  // clocks of a rest
    parameter int unsigned OFTEN  = 4   // a group waits again after so many clocks, on average
) (
    input logic clk,
    input logic rst
);

  localparam int unsigned BITS = $clog2(GROUPS);

  logic [GROUPS-1:0] waiting_q;
  logic slot_start, slot_taken, slot_again, slot_open, slot_ready;
  logic [BITS-1:0] slot_group;

  int age_q;  // clocks since the latest slot began
  int slot_q;  // slots begun
  int served_q[GROUPS];  // the slot that served a group last, -1: none
  int flush_q;  // slots to begin even empty
  int given_q[GROUPS], total_q;

  assign slot_ready = age_q == 0 || age_q == int'(LENGTH)
      || age_q >= int'(RESTS ? LENGTH + REST : LENGTH);
  assign slot_again = age_q == 0 || age_q >= int'(LENGTH + REST);
  assign slot_taken = slot_open && waiting_q[slot_group];
  assign slot_start = !rst && slot_ready && (slot_taken || flush_q > 0);

  group_picker #(
      .GROUPS    (GROUPS),
      .GROUP_BITS(BITS),
      .APART     (APART),
      .RESTS     (RESTS)
  ) u_picker (
      .clk       (clk),
      .rst       (rst),
      .waiting   (waiting_q),
      .slot_start(slot_start),
      .slot_taken(slot_taken),
      .slot_again(slot_again),
      .slot_group(slot_group),
      .slot_open (slot_open)
  );

  // Groups that could have a slot now, and those that could all the time in the last clocks.
  logic [GROUPS-1:0] able, able_1_q, able_2_q, still_able;
  assign still_able = able & able_1_q & able_2_q;
  always_comb begin
    for (int g = 0; g < int'(GROUPS); g++) begin
      able[g] = waiting_q[g] && (served_q[g] < 0 || slot_q - served_q[g] >= int'(APART)
          || (RESTS && slot_again));
    end
  end

  always_ff @(posedge clk) begin
    for (int g = 0; g < int'(GROUPS); g++) begin
      if ($urandom_range(OFTEN * GROUPS) == 0) waiting_q[g] <= 1'b1;
    end
    if (age_q > 0) age_q <= age_q + 1;
    if (slot_start) begin
      age_q   <= 1;
      slot_q  <= slot_q + 1;
      flush_q <= flush_q > 0 ? flush_q - 1 : 0;
      for (int g = 0; g < int'(GROUPS); g++) if (RESTS && slot_again) served_q[g] <= -1;
      if (slot_taken) begin
        if (!able[slot_group]) $fatal(1, "group %0d is served too soon", slot_group);
        waiting_q[slot_group] <= 1'b0;
        served_q[slot_group]  <= slot_q;
        given_q[slot_group]   <= given_q[slot_group] + 1;
        total_q <= total_q + 1;
        if (!RESTS) flush_q <= int'(APART) - 1;
      end
    end
    able_1_q <= able;
    able_2_q <= able_1_q;
    if (!rst && slot_ready && !slot_taken && still_able != '0) $fatal(1, "a slot is wasted");
    if (rst) begin
      waiting_q <= '0;
      age_q <= 0;
      slot_q <= 0;
      flush_q <= 0;
      able_1_q <= '0;
      total_q <= 0;
      for (int g = 0; g < int'(GROUPS); g++) begin
        served_q[g] <= -1;
        given_q[g] <= 0;
      end
    end
  end

  final begin
    $display("total %0d of %0d", total_q, slot_q);
    for (int g = 0; g < int'(GROUPS); g++) $display("given %0d", given_q[g]);
  end

endmodule
