// The address of the first error stays while it is told; what is refused says why.

logic told;  // an error was, and is
logic [31:0] address_before;
logic [COUNT_BITS-1:0] completed_before;
logic counts;

always_ff @(posedge clk) begin
  told <= errors || (seen_q && !rst);
  address_before <= error_address;
  completed_before <= completed;
  counts <= completes && !clear;
end

always_ff @(posedge clk) if (checked) begin
  p_first : assert (!followed || !told || error_address == address_before);
  p_why : assert (refuse == (error_order || error_bytes));
  p_why_once : assert (!(error_order && error_bytes));
  p_asked : assert (!refuse || ring_asked || tail_asked);
  p_counts : assert (!followed || completed == completed_before + COUNT_BITS'(counts)
      || completed == '0);
end
