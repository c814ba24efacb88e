// An answer goes on as it comes where none waits, and has a place where it cannot: no more are owed
// than there are places. Answers that wait are kept by `word_queue`, whose contract is assumed.

logic [PLACE_BITS:0] coming, waiting_count;  // answers that have not come, that wait
logic held;  // an answer was not taken

always_ff @(posedge clk) begin
  coming <= coming + (PLACE_BITS + 1)'(begins) - (PLACE_BITS + 1)'(answer_valid);
  waiting_count <= waiting_count + (PLACE_BITS + 1)'(kept)
      - (PLACE_BITS + 1)'(waits && beat_ready);
  held <= beat_valid && !beat_ready && !rst;
  if (rst) begin
    coming <= '0;
    waiting_count <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_begins : assume (!begins || room);
  a_comes : assume (!answer_valid || coming != '0);
  a_waits : assume (waits == (waiting_count != '0));
  a_places : assume (place == !waiting_count[PLACE_BITS]);

  p_owed : assert (owed_q == coming + waiting_count && coming <= owed_q);
  p_most : assert (owed_q <= (PLACE_BITS + 1)'(2 ** PLACE_BITS));
  p_place : assert (!kept || place);
  p_quiet : assert (quiet == (owed_q == '0) && (!quiet || !beat_valid));
  p_room : assert (room == (owed_q < (PLACE_BITS + 1)'(2 ** PLACE_BITS)));
  p_passes : assert (waits || !answer_valid || beat_data == answer_data);
  p_kept : assert (kept == (answer_valid && (waits || !beat_ready)));
  p_waits : assert (!waits || beat_data == waiting);
  p_nothing : assert (beat_valid || beat_data == '0);
  p_stays : assert (!held || beat_valid);
end
