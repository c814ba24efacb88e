// While data of a packet that changes keys are under way no other packet's are. A VERIFY goes to the
// context in which the expected tag is, if there is one, and to one without a tag otherwise. Contexts
// are numbered on and on, so that none comes again, and only what reaches the core is counted. A
// descriptor waits for data under way alone, and no more contexts rest than there are.

logic whole;  // the packet on offer reaches the core, or may with what is behind it
logic arrives;  // it begins and does
logic open;  // a packet has begun and not ended
logic in_key;  // descriptors that were taken last are of a packet that changes keys
logic keyed_now;  // that on offer is
logic [COUNT_BITS-1:0] others, keys;  // descriptors under way, of packets that do not and do
logic [1:0] packets;  // packets that change keys whose data are under way, 3 for more
logic [7:0] latest, target;  // contexts: of the descriptor before, and of that on offer
logic has_tag;  // there is a tag
logic [7:0] tag_context;  // here
logic [COUNT_BITS-1:0] marked;  // descriptors under way behind which a context is to rest
logic [COUNT_BITS-1:0] resting;  // contexts that rest

assign whole = !(offer_first && offer_last && offer_bad);
assign arrives = takes && offer_first && whole;
assign keyed_now = offer_first ? changes && whole : in_key;
assign target = pass_first ? latest + 8'd1 : latest;

always_comb begin
  resting = '0;
  for (int turn = 0; turn < OTHERS; turn++) resting = resting + COUNT_BITS'(resting_q[turn]);
end

always_ff @(posedge clk) begin
  if (takes) begin
    open <= !offer_last;
    in_key <= keyed_now;
    latest <= target;
  end
  if (arrives && offer_operation == TAG) begin
    has_tag <= 1'b1;
    tag_context <= target;
  end
  if (arrives && offer_operation == VERIFY) has_tag <= 1'b0;
  others <= others + COUNT_BITS'(takes && !keyed_now) - COUNT_BITS'(ended && others != '0);
  keys <= keys + COUNT_BITS'(takes && keyed_now) - COUNT_BITS'(ended && others == '0);
  if (takes && offer_first && keyed_now) packets <= packets == 2'd3 ? 2'd3 : packets + 2'd1;
  else if (ended && keys == COUNT_BITS'(1) && others == '0 && !(takes && keyed_now)) packets <= 2'd0;
  marked <= marked + COUNT_BITS'(takes && pass_rests) - COUNT_BITS'(rests);
  if (rst) begin
    open <= 1'b0;
    in_key <= 1'b0;
    latest <= 8'd0;
    has_tag <= 1'b0;
    others <= '0;
    keys <= '0;
    packets <= 2'd0;
    marked <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_first : assume (!offer_valid || offer_first == !open);
  a_ended : assume (!ended || (turned && count_q != '0));
  a_turned : assume (!turned || count_q != '0);
  a_rests : assume (!rests || (ended && marked != '0));
  a_unmarked : assume (!ended || rests || marked != count_q);
  a_room : assume (!takes || count_q != '1);

  p_count : assert (count_q == others + keys && marked <= count_q);
  p_alone : assert (others == '0 || keys == '0);
  p_key : assert (in_key ? alone_q && others == '0 : keys == '0);
  p_one : assert (packets <= 2'd1 && (keys != '0 || packets == 2'd0));
  p_held : assert (held_q == has_tag && (!has_tag || tag_context == latest));
  p_tag : assert (!arrives || !has_tag || target == tag_context
      || !(offer_operation == VERIFY || offer_operation == TAG));
  p_next : assert (!takes || !offer_first || held_q || pass_first);
  p_waits : assert (!offer_valid || pass_valid || count_q != '0);
  p_busy : assert (32'(busy_q) == 32'(marked) + 32'(resting));
  p_rests : assert (busy_q <= COUNT_BITS'(CONTEXTS));
  p_open : assert (!open || busy_q < COUNT_BITS'(CONTEXTS));
end
