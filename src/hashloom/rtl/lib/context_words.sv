// A word for each context, which is shown in the clock in which it is asked for. Of an only context
// it is a register.
`default_nettype none

module context_words #(
    parameter int WIDTH        = 32,  // bits of a word
    parameter int CONTEXTS     = 1,   // contexts
    parameter int CONTEXT_BITS = 1    // bits of a context's number, at least 1
) (
    input  logic                    clk,            // clock
    input  logic                    write,          // a word is written
    input  logic [CONTEXT_BITS-1:0] write_context,  // of this context
    input  logic [WIDTH-1:0]        write_data,     // the word
    input  logic [CONTEXT_BITS-1:0] read_context,   // the word of this one
    output logic [WIDTH-1:0]        read_data       // is read
);

  if (CONTEXTS > 1) begin : g_several
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
    logic [WIDTH-1:0] store[CONTEXTS];

    always_ff @(posedge clk) if (write) store[write_context] <= write_data;
    assign read_data = store[read_context];
  end else begin : g_one
    logic [WIDTH-1:0] store_q;
    logic unused;

    always_ff @(posedge clk) if (write) store_q <= write_data;
    assign read_data = store_q;
    assign unused = &{1'b0, write_context, read_context};
  end

endmodule

`default_nettype wire
