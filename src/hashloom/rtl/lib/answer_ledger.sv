// Of each packet that was sent and is answered, what belongs to it: four of each context at most, in
// the order in which they were sent.
`default_nettype none

module answer_ledger #(
    parameter int CONTEXTS     = 1,  // contexts
    parameter int CONTEXT_BITS = 1,  // bits of a context's number, at least 1
    parameter int WIDTH        = 44  // bits of what belongs to a packet
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: no packet
    output logic [CONTEXTS-1:0]     sent_room,       // contexts with room for one more
    input  logic                    sent,            // one has been sent
    input  logic [CONTEXT_BITS-1:0] sent_context,    // of this context
    input  logic [WIDTH-1:0]        sent_job,        // what belongs to it
    input  logic                    answered,        // the first one of a context is answered
    input  logic [CONTEXT_BITS-1:0] answer_context,  // this one's
    output logic [WIDTH-1:0]        answer_job       // what belongs to it
);

  localparam int DEPTH = 4 * CONTEXTS;

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WIDTH-1:0] store[DEPTH];

  (* mem2reg *) logic [2:0] put_q[CONTEXTS];
  (* mem2reg *) logic [2:0] get_q[CONTEXTS];
  logic [2:0] put, get;
  logic [CONTEXT_BITS+1:0] put_place, get_place;

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    assign sent_room[index] = put_q[index] != {!get_q[index][2], get_q[index][1:0]};
  end

  assign put = put_q[sent_context];
  assign get = get_q[answer_context];
  assign put_place = {sent_context, put[1:0]};
  assign get_place = {answer_context, get[1:0]};

  if (CONTEXTS > 1) begin : g_several
    always_ff @(posedge clk) if (sent) store[put_place] <= sent_job;
    assign answer_job = store[get_place];
  end else begin : g_one
    logic unused;

    always_ff @(posedge clk) if (sent) store[put_place[1:0]] <= sent_job;
    assign answer_job = store[get_place[1:0]];
    assign unused = &{1'b0, put_place[2], get_place[2]};
  end

  always_ff @(posedge clk) begin
    if (sent) put_q[sent_context] <= put + 3'd1;
    if (answered) get_q[answer_context] <= get + 3'd1;
    if (rst) begin
      for (int index = 0; index < CONTEXTS; index++) put_q[index] <= 3'd0;
      for (int index = 0; index < CONTEXTS; index++) get_q[index] <= 3'd0;
    end
  end

endmodule

`default_nettype wire
