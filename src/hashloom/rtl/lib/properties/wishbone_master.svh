// A word that is asked for stays until it ends, with its address and what follows it; a burst has the
// words that were asked for, and one response where it writes. What is to be written waits as long, and
// what is to be read until it is taken. Behind a word that the next follows comes the next.

logic waited, responds;
logic [35:0] word_before;
logic read_waited;
logic [39:0] read_before;
logic follows;  // the next word follows that which has ended
logic restarts;  // something else was begun
logic [7:0] left_before;
logic counted;

always_ff @(posedge clk) begin
  waited <= m_wb_stb_o && !m_wb_ack_i && !m_wb_err_i;
  word_before <= {m_wb_we_o, m_wb_adr_o, m_wb_cti_o};
  read_waited <= read_valid && !read_ready;
  read_before <= {read_address, read_beats};
  follows <= ends && m_wb_cti_o == 3'd2;
  restarts <= begins;
  left_before <= left_q;
  counted <= ends;
  responds <= data_ready && m_wb_cti_o == 3'd7;
end

always_ff @(posedge clk) if (checked) begin
  a_beats : assume ((!read_valid || read_beats != 8'd0) && (!write_valid || write_beats != 8'd0));
  a_data : assume (!followed || !waited || !write_q || data_valid);
  a_read_stays : assume (!followed || !read_waited || (read_valid
      && {read_address, read_beats} == read_before));

  p_stays : assert (!followed || !waited || (m_wb_stb_o && {m_wb_we_o, m_wb_adr_o, m_wb_cti_o} == word_before));
  p_cycle : assert (!m_wb_stb_o || m_wb_cyc_o);
  p_left : assert (!busy_q || left_q != 8'd0);
  p_counts : assert (!followed || !busy_q || !counted || restarts || left_q == left_before - 8'd1);
  p_last : assert (!word_valid || (word_last ? m_wb_cti_o == 3'd7 || joins_q : m_wb_cti_o == 3'd2));
  p_joins : assert (!joins_q || (busy_q && last && !write_q && read_valid
      && read_address == address_q + 32'(BYTES) && read_address[11:0] != 12'd0));
  p_follows : assert (!followed || !follows || (busy_q && write_q == word_before[35]
      && address_q == word_before[34:3] + 32'(BYTES)));
  p_response : assert (!followed || response_valid == responds);
  p_taken : assert (!(read_ready && write_ready) && (!read_ready || read_valid)
      && (!write_ready || write_valid));
end
