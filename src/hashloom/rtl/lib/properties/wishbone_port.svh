// Wishbone B4: a cycle ends with one of ack and err, and only while cyc and stb are high. What is asked
// is what the master says.

always_comb begin
  p_access : assert (access == (wb_cyc_i && wb_stb_i));
  p_passes : assert ({write, address, write_data, write_strobe}
      == {wb_we_i, wb_adr_i, wb_dat_i, wb_sel_i});
  p_one : assert (!wb_ack_o || !wb_err_o);
  p_ends : assert ((wb_ack_o || wb_err_o) == (wb_cyc_i && wb_stb_i && done));
  p_err : assert (!(wb_ack_o || wb_err_o) || wb_err_o == error);
  p_read : assert (!wb_ack_o || wb_dat_o == read_data);
end
