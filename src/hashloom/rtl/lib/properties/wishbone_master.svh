// A word that is asked for stays until it ends, with its address; a burst has the words that were asked
// for, and one response where it writes. What is to be written waits as long.

logic waited, responds;
logic [32:0] word_before;
logic [7:0] left_before;
logic counted;

always_ff @(posedge clk) begin
  waited <= m_wb_stb_o && !m_wb_ack_i && !m_wb_err_i;
  word_before <= {m_wb_we_o, m_wb_adr_o};
  left_before <= left_q;
  counted <= ends;
  responds <= data_ready && m_wb_cti_o == 3'd7;
end

always_ff @(posedge clk) if (checked) begin
  a_beats : assume ((!read_valid || read_beats != 8'd0) && (!write_valid || write_beats != 8'd0));
  a_data : assume (!followed || !waited || !write_q || data_valid);

  p_stays : assert (!followed || !waited || (m_wb_stb_o && {m_wb_we_o, m_wb_adr_o} == word_before));
  p_cycle : assert (!m_wb_stb_o || m_wb_cyc_o);
  p_left : assert (!busy_q || left_q != 8'd0);
  p_counts : assert (!followed || !busy_q || !counted || left_q == left_before - 8'd1);
  p_last : assert (!word_valid || word_last == (m_wb_cti_o == 3'd7));
  p_response : assert (!followed || response_valid == responds);
  p_taken : assert (!(read_ready && write_ready) && (!read_ready || read_valid)
      && (!write_ready || write_valid));
end
