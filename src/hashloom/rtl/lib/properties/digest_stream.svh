// Beats stay until they are taken; nothing shows outside the bytes of a digest; status and context
// are the same in all beats of a digest. `amid` and `word_amid`: a digest has begun here and not
// ended, as beats and as words. At most two digests end in here, which zeroize_guard counts on.

logic amid, word_amid;
logic [CONTEXT_BITS+STATUS_BITS-1:0] amid_of, word_amid_of;  // its context and status
logic [CONTEXT_BITS+STATUS_BITS-1:0] word_of, beat_of, aside_of;
logic [WIDTH-1:0] outside;  // bits of lanes that hold no byte
logic [BYTES-1:0] below;  // word_keep, a byte further down
logic [1:0] ends;  // digests whose last word was taken and whose last beat has not left
logic aside, aside_last;
logic leftover;  // a byte is held that belongs to no beat

assign word_of = {word_context, word_error};
assign beat_of = {beat_context, beat_error};
assign below = {1'b1, word_keep[BYTES-1:1]};

for (genvar lane = 0; lane < LANES; lane++) begin : g_outside
  assign outside[8*lane+:8] = {8{!beat_keep[lane]}};
end

if (FULL_RATE) begin : g_kept
  assign aside = g_aside.aside_q;
  assign aside_last = g_aside.aside_last_q;
  assign aside_of = {g_aside.aside_context_q, g_aside.aside_error_q};
end else begin : g_not_kept
  assign aside = 1'b0;
  assign aside_last = 1'b0;
  assign aside_of = '0;
end

always_ff @(posedge clk) begin
  if (beat_valid && beat_ready) begin
    amid <= !beat_last;
    amid_of <= beat_of;
  end
  if (word_valid && word_ready) begin
    word_amid <= !word_last;
    word_amid_of <= word_of;
  end
  ends <= ends + 2'(word_valid && word_ready && word_last)
      - 2'(beat_valid && beat_ready && beat_last);
  if (rst) begin
    amid <= 1'b0;
    word_amid <= 1'b0;
    ends <= 2'd0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_word_together : assume (!word_valid || !word_amid || word_of == word_amid_of);
  // Bytes fill a last word from the first on; none at all only where nothing else is sent.
  a_word_filled : assume (!word_valid || (word_keep & ~below) == '0);

  p_nothing_outside : assert (!beat_valid || (beat_data & outside) == '0);
  p_nothing_idle : assert (beat_valid || beat_data == '0);
  p_together : assert (!amid || !beat_valid || beat_of == amid_of);
  p_two_ends : assert (ends == 2'(valid_q && last_q) + 2'(aside && aside_last));
  p_ends : assert (ends <= 2'd2);

  // What is on its way belongs together.
  p_begun : assert (!amid || valid_q || aside
      || (word_amid && word_amid_of == amid_of));
  p_begun_aside : assert (!amid || valid_q || !aside || aside_of == amid_of);
  p_valid : assert (!valid_q || last_q
      || (aside ? aside_of == beat_of : word_amid && word_amid_of == beat_of));
  p_valid_last : assert (!valid_q || !last_q || aside || !word_amid);
  p_aside : assert (!aside || (word_amid == !aside_last
      && (!word_amid || word_amid_of == aside_of)));
  p_no_leftover : assert (!leftover);
  p_aside_behind : assert (!aside || valid_q);
end

// Yosys takes an `else if` for a scope of its own, without a name.
`ifdef YOSYS
`define DIGEST_STREAM_STATE(register) genblk3.register
`else
`define DIGEST_STREAM_STATE(register) register
`endif

if (WIDTH < WORD) begin : g_split_state
  logic [WIDTH-1:0] unkept;  // bits of the word's last beat

  for (genvar lane = 0; lane < LANES; lane++) begin : g_unkept
    assign unkept[8*lane+:8] = {8{!`DIGEST_STREAM_STATE(g_split.end_keep_q)[lane]}};
  end
  assign leftover = (WIDTH'(`DIGEST_STREAM_STATE(g_split.data_q)
      >> (WIDTH * 32'(`DIGEST_STREAM_STATE(g_split.left_q)))) & unkept) != '0
      || (`DIGEST_STREAM_STATE(g_split.data_q) >> (WIDTH * (32'(`DIGEST_STREAM_STATE(g_split.left_q)) + 1))) != '0
      || (!valid_q && `DIGEST_STREAM_STATE(g_split.data_q) != '0);
end else if (WIDTH > WORD) begin : g_gather_state
  logic [WIDTH-1:0] unkept;
  logic several_turns;

  for (genvar lane = 0; lane < LANES; lane++) begin : g_unkept
    assign unkept[8*lane+:8] = {8{!beat_keep[lane]}};
  end
  assign several_turns = `DIGEST_STREAM_STATE(g_gather.turn_q) == '0
      || (`DIGEST_STREAM_STATE(g_gather.turn_q) & (`DIGEST_STREAM_STATE(g_gather.turn_q) - 1'b1)) != '0;
  // Words of a beat that is not complete yet.
  assign leftover = (WIDTH'(`DIGEST_STREAM_STATE(g_gather.data_q)) & unkept) != '0 || several_turns
      || (!`DIGEST_STREAM_STATE(g_gather.turn_q)[0] && (valid_q || !(word_amid || aside)));
end else begin : g_pass_state
  assign leftover = !valid_q && g_pass.data_q != '0;
end

// After a reset the outputs are known, also while nothing is on offer.
always_ff @(posedge clk) if (checked && !followed) begin
  p_reset : assert ({beat_valid, beat_last, beat_context, beat_error} == '0);
  p_reset_keep : assert (WIDTH > WORD || beat_keep == '0);
end

always_ff @(posedge clk) if (followed) begin
  if ($past(beat_valid && !beat_ready)) begin
    p_stays : assert (beat_valid
        && $stable({beat_data, beat_keep, beat_last, beat_context, beat_error}));
  end
end
