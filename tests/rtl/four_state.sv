// Bench of four-state simulation: sends beats to a core and prints those of its answers.
//
// Registers begin unknown, as they do in hardware. From the end of the reset on no bit of an output
// may be unknown; while no beat is offered, all that goes with one is unknown to the core, and
// tready, which may depend on tid, is not looked at.
`default_nettype none

module four_state #(
    parameter int WIDTH        = 32,   // bits of a beat
    parameter int CONTEXT_BITS = 1,    // bits of tid, where the core has it
    parameter int COMMAND_BITS = 1,    // bits of tuser, where the core has it
    parameter int STATUS_BITS  = 1,    // bits of the answers' tuser
    parameter int BEATS        = 1,    // beats to be sent
    parameter int ANSWERS      = 1,    // answers that come
    parameter int RESET        = 1,    // clocks of the reset
    parameter int TIMEOUT      = 1000  // clocks until all have come
);

  localparam int LANES = WIDTH / 8;

  logic clk, rst, zeroize;
  logic [WIDTH-1:0] s_axis_tdata;
  logic [LANES-1:0] s_axis_tkeep;
  logic s_axis_tvalid, s_axis_tready, s_axis_tlast;
  logic [CONTEXT_BITS-1:0] s_axis_tid;
  logic [COMMAND_BITS-1:0] s_axis_tuser;
  logic [WIDTH-1:0] m_axis_tdata;
  logic [LANES-1:0] m_axis_tkeep;
  logic m_axis_tvalid, m_axis_tready, m_axis_tlast;
  logic [CONTEXT_BITS-1:0] m_axis_tid;
  logic [STATUS_BITS-1:0] m_axis_tuser;

  // {tuser, tid, tlast, tkeep, tdata} of every beat
  logic [COMMAND_BITS+CONTEXT_BITS+LANES+WIDTH:0] beats[0:BEATS-1];
  int sent, answered;

  `CORE

  initial begin
    $readmemh("beats.hex", beats);
    clk = 1'b0;
    rst = 1'b1;
    zeroize = 1'b0;
    sent = 0;
    answered = 0;
    s_axis_tvalid = 1'b0;
    m_axis_tready = 1'b1;
    repeat (RESET) @(posedge clk);
    #1 rst = 1'b0;
    repeat (TIMEOUT) @(posedge clk);
    $display("late");
    $finish;
  end

  always #5 clk = !clk;

  always @(posedge clk) begin
    if (!rst && s_axis_tvalid && s_axis_tready) sent = sent + 1;
    #1;
    s_axis_tvalid = !rst && sent < BEATS;
    {s_axis_tuser, s_axis_tid, s_axis_tlast, s_axis_tkeep, s_axis_tdata} =
        s_axis_tvalid ? beats[sent] : 'x;
  end

  always @(negedge clk) begin
    if (!rst) begin
      if (s_axis_tvalid && s_axis_tready === 1'bx) $display("unknown s_axis_tready at %0t", $time);
      if (^m_axis_tvalid === 1'bx) $display("unknown m_axis_tvalid at %0t", $time);
      if (^m_axis_tdata === 1'bx) $display("unknown m_axis_tdata at %0t", $time);
      if (^m_axis_tkeep === 1'bx) $display("unknown m_axis_tkeep at %0t", $time);
      if (^m_axis_tlast === 1'bx) $display("unknown m_axis_tlast at %0t", $time);
      if (^m_axis_tuser === 1'bx) $display("unknown m_axis_tuser at %0t", $time);
      if (`HAS_TID && ^m_axis_tid === 1'bx) $display("unknown m_axis_tid at %0t", $time);
    end
  end

  always @(posedge clk) begin
    if (!rst && m_axis_tvalid) begin
      $display("beat %b %h %h %h", m_axis_tlast, m_axis_tuser, m_axis_tkeep, m_axis_tdata);
      if (m_axis_tlast) answered = answered + 1;
      if (answered == ANSWERS) begin
        $display("complete");
        $finish;
      end
    end
  end

endmodule

`default_nettype wire
