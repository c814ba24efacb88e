// Of every answer the beats to the end of its digest go on, each once, and nothing behind it does.
// `ended`: the last beat of the digest has gone on; `begun`: beats of the answer have been taken.

logic begun, ended;
logic waited;  // a beat was offered and not taken
logic waited_last;
logic [WIDTH+WIDTH/8:0] waited_beat;

always_ff @(posedge clk) begin
  if (beat_valid && beat_ready) begin
    begun <= !beat_last;
    ended <= !beat_last && (ended || (cut_valid && cut_last));
  end
  waited <= beat_valid && !beat_ready;
  {waited_last, waited_beat} <= {beat_last, beat};
  if (rst) begin
    begun <= 1'b0;
    ended <= 1'b0;
    waited <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_stays : assume (!waited || (beat_valid && {beat_last, beat} == {waited_last, waited_beat}));
  a_enough : assume (!beat_valid || !beat_last || ended || cut_last);

  p_goes : assert (cut_valid == (beat_valid && !ended));
  p_whole : assert ({cut_last, cut_keep, cut_data} == (ended ? '0 : beat));
  p_lost : assert (!(beat_valid && beat_ready) || ended || (cut_valid && cut_ready));
  p_taken : assert (!(cut_valid && cut_ready) || beat_ready);
  p_dropped : assert (!ended || beat_ready);
  p_stays : assert (!waited || (cut_valid && {cut_last, cut_keep, cut_data} == waited_beat));

  p_ended : assert (over_q == ended && (!ended || begun));
end
