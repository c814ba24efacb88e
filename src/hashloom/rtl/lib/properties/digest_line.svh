// Words of a digest stay until they are taken, and leave in order; each is the one that came last for
// its entry. Of any one entry and word: `came` so many clocks ago, seven for more. `left`: words of the
// digest that have left.
//
// Chaining words come in four clocks that follow each other, to an entry that nothing is sent of, and
// no sooner than those of the block before are written.

(* anyconst *) logic any_entry;
(* anyconst *) logic [2:0] any_index;
logic [2:0] left;
logic amid, amid_error;  // a digest is being sent, of a flawed message
logic [WORD-1:0] came;
logic [2:0] since;
logic given;  // it has come
logic comes;  // it does in this clock
logic [1:0] step_before;
logic entry_before, amid_burst;  // words came in the clock before, and are not the last of a block
logic [3:0] its_place;
logic fetched, is_it;  // it is fetched; the word on offer is that one
logic [WORD-1:0] its_word;  // as it was when it was fetched

assign comes = chain_valid && chain_entry == any_entry && chain_step == ~any_index[1:0];
assign its_place = {any_entry, any_index[2], ~any_index[1:0]};
assign fetched = advance && sending_q && entry_q == any_entry && index_q == any_index;

always_ff @(posedge clk) begin
  if (word_valid && word_ready) left <= word_last ? 3'd0 : left + 3'd1;
  if (head_take) amid_error <= head_error;
  if (head_take) amid <= 1'b1;
  else if (sent) amid <= 1'b0;
  if (comes) {given, came} <= {1'b1, any_index[2] ? chain_e : chain_a};
  since <= comes ? 3'd1 : since == 3'd7 ? 3'd7 : since + 3'd1;
  amid_burst <= chain_valid && chain_step != 2'd3;
  step_before <= chain_step;
  entry_before <= chain_entry;
  if (advance) is_it <= fetched;
  if (fetched) its_word <= came;
  if (rst) begin
    left <= 3'd0;
    amid <= 1'b0;
    given <= 1'b0;
    since <= 3'd7;
    amid_burst <= 1'b0;
    is_it <= 1'b0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_steps : assume (!amid_burst || rst
      || (chain_valid && chain_step == step_before + 2'd1 && chain_entry == entry_before));
  a_apart : assume (!chain_valid || amid_burst || (chain_step == 2'd0 && late_q == 4'd0));
  a_own : assume (!chain_valid || !((head_valid && chain_entry == head_entry)
      || (sending_q && chain_entry == entry_q)));
  a_come : assume (!head_valid || head_entry != any_entry || given);
  a_one : assume (!head_valid || !sending_q || head_entry != entry_q);

  p_sending : assert (amid == sending_q);
  p_own : assert (!amid || amid_error == error_q);
  p_given : assert (!sending_q || entry_q != any_entry || given);
  p_index : assert (32'(index_q) < DIGEST_WORDS);
  p_left : assert (32'(left) < DIGEST_WORDS);
  p_order : assert (valid_q || index_q == left);
  p_last : assert (!valid_q || word_last == (32'(left) == DIGEST_WORDS - 1));
  p_next : assert (!valid_q || (word_last ? index_q == 3'd0 : 32'(index_q) == 32'(left) + 1));
  p_whole : assert (amid || index_q == 3'd0);
  p_steady : assert (left == 3'd0 || valid_q);
  p_sends : assert (!valid_q || word_last || amid);
  p_written : assert (!given || since < (any_index[2] ? 3'd6 : 3'd2) || store[its_place] == came);
  p_in_time : assert (!fetched || since >= (any_index[2] ? 3'd6 : 3'd2));
  p_word : assert (!is_it || !valid_q || word_data == its_word);
end

always_ff @(posedge clk) if (followed) begin
  if ($past(word_valid && !word_ready)) begin
    p_stays : assert (word_valid && $stable({word_data, word_last, word_error}));
  end
end
