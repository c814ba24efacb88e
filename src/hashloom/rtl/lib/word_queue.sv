// Words that wait, first in, first out. The first one is shown as long as it is there.
`default_nettype none

module word_queue #(
    parameter int WIDTH      = 32,  // bits of a word
    parameter int PLACE_BITS = 2    // bits of a place: there are 2 ** PLACE_BITS of them
) (
    input  logic             clk,        // clock
    input  logic             rst,        // synchronous reset: no word
    input  logic             put_valid,  // a word comes
    output logic             put_ready,  // it is taken in this clock
    input  logic [WIDTH-1:0] put_data,   // the word
    output logic             get_valid,  // a word is there
    input  logic             get_ready,  // it goes in this clock
    output logic [WIDTH-1:0] get_data    // the word
);

  localparam int DEPTH = 2 ** PLACE_BITS;

  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [WIDTH-1:0] store[DEPTH];

  logic [PLACE_BITS-1:0] put_q, get_q;  // next places
  logic [PLACE_BITS:0] words_q;  // that wait
  logic put, get;

  assign put_ready = !words_q[PLACE_BITS];
  assign get_valid = words_q != '0;
  assign get_data = store[get_q];
  assign put = put_valid && put_ready;
  assign get = get_valid && get_ready;

  always_ff @(posedge clk) begin
    if (put) put_q <= put_q + 1'b1;
    if (get) get_q <= get_q + 1'b1;
    if (put && !get) words_q <= words_q + 1'b1;
    if (get && !put) words_q <= words_q - 1'b1;
    if (rst) begin
      put_q <= '0;
      get_q <= '0;
      words_q <= '0;
    end
  end

  always_ff @(posedge clk) if (put) store[put_q] <= put_data;

endmodule

`default_nettype wire
