// Makes packets of a stream out of entries of a store: the first three bytes of a packet are its
// command, the lowest first; each of the others is a beat; the packet ends with a beat without a byte.
`default_nettype none

module packet_feeder #(
    parameter int COMMAND_BITS = 24  // bits of a command that are given on
) (
    input  logic                    clk,           // clock
    input  logic                    rst,           // synchronous reset
    input  logic                    entry_valid,   // an entry is offered
    output logic                    entry_ready,   // it is taken in this clock
    input  logic                    entry_mark,    // it is the mark of a frame's end
    input  logic [7:0]              entry_data,    // the byte; of a mark 1 where the packet ends
    output logic                    beat_valid,    // a beat is offered
    input  logic                    beat_ready,    // it is taken in this clock
    output logic [7:0]              beat_data,     // its byte
    output logic                    beat_keep,     // it has one
    output logic                    beat_last,     // it ends its packet
    output logic [COMMAND_BITS-1:0] beat_command,  // command of the packet
    output logic                    consumed       // a frame has been given on, in this clock alone
);

  logic [1:0] count_q;  // bytes of the command that have come
  logic [23:0] command_q;
  logic taken;

  assign beat_valid = entry_valid && (entry_mark ? entry_data[0] : (&count_q));
  assign entry_ready = !beat_valid || beat_ready;
  assign taken = entry_valid && entry_ready;
  assign beat_data = entry_mark ? 8'd0 : entry_data;
  assign beat_keep = !entry_mark;
  assign beat_last = entry_mark;
  assign beat_command = command_q[COMMAND_BITS-1:0];
  assign consumed = taken && entry_mark;

  always_ff @(posedge clk) begin
    if (taken && !entry_mark && !(&count_q)) begin
      count_q   <= count_q + 1'b1;
      command_q <= {entry_data, command_q[23:8]};
    end
    if (taken && entry_mark && entry_data[0]) count_q <= '0;
    if (rst) count_q <= '0;
  end

  if (COMMAND_BITS < 24) begin : g_short
    logic unused;  // bits of the command that the core has not
    assign unused = &{1'b0, command_q[23:COMMAND_BITS]};
  end

endmodule

`default_nettype wire
