// Words go in the order in which they came, each once and unchanged. Of any one place.

(* anyconst *) logic [PLACE_BITS-1:0] any_place;
logic [WIDTH-1:0] came;  // the latest word that was put there
logic [PLACE_BITS-1:0] ahead;  // words before it
logic [PLACE_BITS-1:0] behind;  // the place behind the last word

assign ahead = any_place - get_q;
assign behind = get_q + PLACE_BITS'(words_q);

always_ff @(posedge clk) if (put && put_q == any_place) came <= put_data;

always_ff @(posedge clk) if (checked) begin
  p_words : assert (words_q <= (PLACE_BITS + 1)'(DEPTH));
  p_places : assert (put_q == behind);
  p_kept : assert ((PLACE_BITS + 1)'(ahead) >= words_q || store[any_place] == came);
  p_shown : assert (!get_valid || get_q != any_place || get_data == came);
  p_ready : assert (put_ready == (words_q < (PLACE_BITS + 1)'(DEPTH)));
end
