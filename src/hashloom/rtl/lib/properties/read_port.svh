// Requests reach memory as they were asked for, each once, descriptors before data, and stay until they
// are taken. Words that come are of those who asked, in that order. `owed`: requests whose last word has
// not come; `asking`: who asked, 1 for a descriptor, and where, the first at the bottom.

logic request_waited, took;
logic [39:0] request_before, taken;
logic [2:0] owed;
logic [3:0][32:0] asking;
logic came;

assign came = word_valid && word_last;

always_ff @(posedge clk) begin
  request_waited <= request_valid && !request_ready;
  request_before <= {request_address, request_beats};
  took <= takes;
  taken <= fetch_valid ? {fetch_address, 8'(128 / WIDTH)} : {burst_address, burst_beats};
  if (came) asking <= {33'd0, asking[3:1]};
  if (takes) begin
    asking[2'(owed - 3'(came))] <= {fetch_valid, fetch_valid ? fetch_address : burst_address};
  end
  owed <= owed + 3'(takes) - 3'(came);
  if (rst) owed <= 3'd0;
end

always_ff @(posedge clk) if (checked) begin
  a_word : assume (!word_valid || owed > 3'(request_valid));
  // What the queue shows, which is proved of word_queue.
  a_queue : assume (room == (owed < 3'd4) && waiting == (owed != 3'd0)
      && (!waiting || {of_fetch, of_address} == asking[0]));

  p_stays : assert (!followed || !request_waited || (request_valid
      && {request_address, request_beats} == request_before));
  p_asked : assert (!followed || !took || (request_valid
      && {request_address, request_beats} == taken));
  p_none : assert (!followed || took || request_waited || !request_valid);
  p_order : assert (!fetch_valid || !burst_ready);
  p_taken : assert (takes == ((fetch_valid && fetch_ready) || (burst_valid && burst_ready)));
  p_owed : assert (owed <= 3'd4 && (!request_valid || owed != 3'd0));
  p_idle : assert (idle == (owed == 3'd0));
  p_words : assert (fetch_word_valid == (word_valid && asking[0][32])
      && burst_word_valid == (word_valid && !asking[0][32]));
  p_failed : assert (!failed || (word_error && failed_address == asking[0][31:0]));
end
