// AMBA APB: pready ends a transfer in its access phase alone, when its access is done, with the answer
// of that access; pslverr comes with pready alone. What is asked is what the master says.

always_comb begin
  p_access : assert (access == psel);
  p_passes : assert ({write, address, write_data, write_strobe} == {pwrite, paddr, pwdata, pstrb});
  p_ready : assert (pready == (psel && penable && done));
  p_slverr : assert (pslverr == (pready && error));
  p_read : assert (!pready || prdata == read_data);
end
