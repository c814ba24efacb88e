// The ports of an HMAC core around the model in C++, for benches that need a simulator.
`default_nettype none
module hmac_dpi #(
    parameter int WIDTH = 32,    // bits of a beat, on both streams
    parameter int CONTEXTS = 1,  // messages in flight
    localparam int TID = CONTEXTS > 1 ? $clog2(CONTEXTS) : 1
) (
    input wire logic clk,                         // the only clock
    input wire logic rst,                         // synchronous reset, active high
    input wire logic [WIDTH-1:0] s_axis_tdata,    // packet, lane 0 first
    input wire logic [WIDTH/8-1:0] s_axis_tkeep,  // valid lanes
    input wire logic s_axis_tvalid,               // a beat is offered
    output logic s_axis_tready,                   // the beat is taken
    input wire logic s_axis_tlast,                // last beat of a packet
    input wire logic [TID-1:0] s_axis_tid,        // context
    input wire logic [18:0] s_axis_tuser,         // command
    output logic [WIDTH-1:0] m_axis_tdata,        // answer, lane 0 first
    output logic [WIDTH/8-1:0] m_axis_tkeep,      // valid lanes
    output logic m_axis_tvalid,                   // a beat is offered
    input wire logic m_axis_tready,               // the beat is taken
    output logic m_axis_tlast,                    // last beat of an answer
    output logic [TID-1:0] m_axis_tid,            // context
    output logic [2:0] m_axis_tuser               // status
);
    import "DPI-C" function void model_clock(
        input bit rst, input bit valid, input bit last, input int tid, input int user,
        input longint keep, input bit [511:0] data, input bit ready,
        output int ready_contexts, output bit out_valid, output bit out_last, output int out_tid,
        output int out_user, output longint out_keep, output bit [511:0] out_data
    );

    int ready_contexts;
    bit out_valid;
    bit out_last;
    int out_tid;
    int out_user;
    longint out_keep;
    bit [511:0] out_data;
    int ready_q;

    always_comb s_axis_tready = !rst && ready_q[s_axis_tid];

    always @(posedge clk) begin
        model_clock(
            rst, s_axis_tvalid && s_axis_tready, s_axis_tlast, int'(s_axis_tid),
            int'(s_axis_tuser), longint'(s_axis_tkeep), 512'(s_axis_tdata), m_axis_tready,
            ready_contexts, out_valid, out_last, out_tid, out_user, out_keep, out_data
        );
        ready_q <= ready_contexts;
        m_axis_tvalid <= out_valid;
        m_axis_tlast <= out_last;
        m_axis_tid <= TID'(out_tid);
        m_axis_tuser <= out_user[2:0];
        m_axis_tkeep <= out_keep[WIDTH/8-1:0];
        m_axis_tdata <= out_data[WIDTH-1:0];
    end
endmodule
`default_nettype wire
