// Avalon-MM: every access that is taken has one response, a clock later, and there is no other. The
// registers are done with an access that is there; what was read comes with the response, and behind a
// reset nothing is left of it.

logic was_taken, was_write, was_error;  // an access was taken in the clock before
logic was_reset;  // there was a reset in the clock before
logic [31:0] was_read;  // what was read then

always_ff @(posedge clk) begin
  was_taken <= (avs_read || avs_write) && !avs_waitrequest && !rst;
  was_write <= avs_write;
  was_error <= error;
  was_read <= read_data;
  was_reset <= rst;
end

always_ff @(posedge clk) if (checked) begin
  a_one_kind : assume (!avs_read || !avs_write);
  a_done : assume (!done || access);

  p_access : assert (access == (avs_read || avs_write) && write == avs_write);
  p_address : assert (address == {avs_address, 2'b00});
  p_passes : assert ({write_data, write_strobe} == {avs_writedata, avs_byteenable});
  p_taken : assert (avs_waitrequest == !done);
  p_read_response : assert (!followed || avs_readdatavalid == (was_taken && !was_write));
  p_write_response : assert (!followed || avs_writeresponsevalid == (was_taken && was_write));
  p_response : assert (!followed || !was_taken || avs_response == {was_error, 1'b0});
  p_forgotten : assert (!was_reset || avs_readdata == '0);
  p_data : assert (!followed || avs_readdata == was_read);
end
