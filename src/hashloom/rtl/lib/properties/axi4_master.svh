// AXI4 (AMBA AXI, issue H, chapters A3 and A4): bursts of as many words as were asked for, each of the whole width,
// at addresses that follow each other. Nothing is held up, and what could not be read or written is told.

always_comb begin
  a_read_some : assume (!read_valid || read_beats != 8'd0);
  a_write_some : assume (!write_valid || write_beats != 8'd0);

  p_read : assert (m_axi_arvalid == read_valid && read_ready == m_axi_arready
      && m_axi_araddr == read_address);
  p_read_length : assert (!m_axi_arvalid || 9'(m_axi_arlen) + 9'd1 == 9'(read_beats));
  p_write : assert (m_axi_awvalid == write_valid && write_ready == m_axi_awready
      && m_axi_awaddr == write_address);
  p_write_length : assert (!m_axi_awvalid || 9'(m_axi_awlen) + 9'd1 == 9'(write_beats));
  p_size : assert (8 << m_axi_arsize == WIDTH && 8 << m_axi_awsize == WIDTH);
  p_burst : assert (m_axi_arburst == 2'b01 && m_axi_awburst == 2'b01);
  p_words : assert (m_axi_rready && word_valid == m_axi_rvalid && word_last == m_axi_rlast
      && word_data == m_axi_rdata && word_error == (m_axi_rresp == 2'd2 || m_axi_rresp == 2'd3));
  p_data : assert (m_axi_wvalid == data_valid && data_ready == m_axi_wready
      && m_axi_wdata == data_word && m_axi_wstrb == data_strobe && m_axi_wlast == data_last);
  p_response : assert (m_axi_bready && response_valid == m_axi_bvalid
      && response_error == (m_axi_bresp == 2'd2 || m_axi_bresp == 2'd3));
end
