// AXI4-Lite (AMBA AXI, issue H, chapter B1): each write and each read that is taken has one response,
// which stays as it is until it is taken, and there is no other; address and data of a write are taken
// together. An access stays as it is until it is done. What was read stays on
// s_axil_rdata until it is taken, and no longer.

logic was_reset;  // there was a reset in the clock before
logic wrote, fetched;  // an access was taken whose response was not
logic aw_waited, w_waited, ar_waited, b_waited, r_waited, access_waited, reading;
logic [ADDRESS_BITS-1:0] aw_before, ar_before;
logic [35:0] w_before;
logic [1:0] b_before, r_before;
logic [31:0] data_before;
logic [31:0] got;  // what was read
logic [ADDRESS_BITS+36:0] access_before;

always_ff @(posedge clk) begin
  if (s_axil_bvalid && s_axil_bready) wrote <= 1'b0;
  if (s_axil_rvalid && s_axil_rready) fetched <= 1'b0;
  if (s_axil_awvalid && s_axil_awready) wrote <= 1'b1;
  if (s_axil_arvalid && s_axil_arready) fetched <= 1'b1;
  if (rst) {wrote, fetched} <= 2'b00;
  aw_waited <= s_axil_awvalid && !s_axil_awready;
  w_waited <= s_axil_wvalid && !s_axil_wready;
  ar_waited <= s_axil_arvalid && !s_axil_arready;
  b_waited <= s_axil_bvalid && !s_axil_bready;
  r_waited <= s_axil_rvalid && !s_axil_rready;
  access_waited <= access && !done;
  reading <= access && !write;
  was_reset <= rst;
  aw_before <= s_axil_awaddr;
  ar_before <= s_axil_araddr;
  w_before <= {s_axil_wdata, s_axil_wstrb};
  b_before <= s_axil_bresp;
  r_before <= s_axil_rresp;
  data_before <= s_axil_rdata;
  if (s_axil_arvalid && s_axil_arready) got <= read_data;
  access_before <= {write, address, write_data, write_strobe};
end

always_ff @(posedge clk) if (checked) begin
  a_aw : assume (!followed || !aw_waited || (s_axil_awvalid && s_axil_awaddr == aw_before));
  a_w : assume (!followed || !w_waited
      || (s_axil_wvalid && {s_axil_wdata, s_axil_wstrb} == w_before));
  a_ar : assume (!followed || !ar_waited || (s_axil_arvalid && s_axil_araddr == ar_before));
  a_done : assume (!done || access);

  p_b_stays : assert (!followed || !b_waited || (s_axil_bvalid && s_axil_bresp == b_before));
  p_r_stays : assert (!followed || !r_waited || (s_axil_rvalid && s_axil_rresp == r_before
      && s_axil_rdata == data_before));
  a_read : assume (read_data == '0 || (access && !write));

  p_r_data : assert (!fetched || s_axil_rdata == got);
  p_r_gone : assert (!followed || fetched || reading || s_axil_rdata == '0);
  p_forgotten : assert (!was_reset || s_axil_rdata == '0);
  p_b_answers : assert (s_axil_bvalid == wrote);
  p_r_answers : assert (s_axil_rvalid == fetched);
  p_together : assert (s_axil_awready == s_axil_wready);
  p_offered : assert (!s_axil_awready || (s_axil_awvalid && s_axil_wvalid));
  p_read_offered : assert (!s_axil_arready || s_axil_arvalid);
  p_access_stays : assert (!followed || !access_waited || (access && write == access_before[ADDRESS_BITS+36]
      && (!write || access_before == {write, address, write_data, write_strobe})
      && (write || access_before[ADDRESS_BITS+35:36] == address)));
  p_begun : assert (!busy_q || (write_q ? s_axil_awvalid && s_axil_wvalid : s_axil_arvalid));
  p_place : assert (!busy_q || (write_q ? !bvalid_q : !rvalid_q));
  p_read_place : assert (!followed || !reading || (access && !write) || !r_waited);
end
