`default_nettype none

// Breaks one rule of its output stream after the first beat it takes: the rule is that beat's first
// byte. 0 breaks none: every packet of one beat is answered by a beat with its bytes.
module faulty_core (
    input  var logic        clk,            // clock
    input  var logic        rst,            // synchronous reset
    input  var logic        zeroize,        // taken beats are forbidden while it is high
    input  var logic [31:0] s_axis_tdata,   // packet; the first byte names the fault
    input  var logic [ 3:0] s_axis_tkeep,   // lane holds a byte
    input  var logic        s_axis_tvalid,  // a beat is offered
    output var logic        s_axis_tready,  // it is taken in this clock
    input  var logic        s_axis_tlast,   // the beat ends its packet
    input  var logic [18:0] s_axis_tuser,   // command
    output var logic [31:0] m_axis_tdata,   // answer
    output var logic [ 3:0] m_axis_tkeep,   // lane holds a byte
    output var logic        m_axis_tvalid,  // a beat is offered
    input  var logic        m_axis_tready,  // it is taken in this clock
    output var logic        m_axis_tlast,   // the beat ends its answer
    output var logic [ 2:0] m_axis_tuser    // status
);
  localparam logic [7:0] WITHDRAWS = 8'd1, CHANGES = 8'd2, SHOWS_IDLE = 8'd3, SHOWS_LANES = 8'd4;
  localparam logic [7:0] STUCK = 8'd5, SLOW_AFTER_RESET = 8'd6, READY = 8'd7;
  localparam logic [7:0] SLOW_AFTER_ZEROIZE = 8'd8;

  logic [ 7:0] fault_q;      // what it does wrong
  logic        answering_q;  // an answer is due
  logic [31:0] age_q;        // clocks since reset or zeroize

  always_comb begin
    s_axis_tready = !answering_q && (fault_q == READY || !zeroize);
    if (s_axis_tdata[7:0] == SLOW_AFTER_RESET && age_q < 32'd100) s_axis_tready = 1'b0;
    if (fault_q == SLOW_AFTER_ZEROIZE && age_q < 32'd100) s_axis_tready = 1'b0;
    m_axis_tvalid = answering_q && fault_q != STUCK;
    if (fault_q == WITHDRAWS && age_q[0]) m_axis_tvalid = 1'b0;
    m_axis_tkeep  = fault_q == SHOWS_LANES ? 4'b0011 : 4'b1111;
    m_axis_tdata  = 32'd0;
    if (m_axis_tvalid || fault_q == SHOWS_IDLE) m_axis_tdata = 32'h55aa_55aa;
    if (m_axis_tvalid && fault_q == CHANGES) m_axis_tdata = age_q;
    m_axis_tlast  = 1'b1;
    m_axis_tuser  = 3'd0;
  end

  always_ff @(posedge clk) begin
    age_q <= age_q + 32'd1;
    if (s_axis_tvalid && s_axis_tready) begin
      if (fault_q == 8'd0) fault_q <= s_axis_tdata[7:0];
      answering_q <= s_axis_tlast;
    end
    if (m_axis_tvalid && m_axis_tready) answering_q <= 1'b0;
    if (zeroize) age_q <= 32'd0;
    if (rst) begin
      fault_q     <= 8'd0;
      answering_q <= 1'b0;
      age_q       <= 32'd0;
    end
  end
endmodule

`default_nettype wire
