// A chaining value goes where the fate of its context says. An answer leaves for the queue two clocks
// behind its digest: the bytes wanted and zeros, or none of them with a status; of a verdict, whether
// they differ from the expected tag of the context. All of any one context and any one byte.

localparam bit BLOCK_MEMORY = 1;
localparam int KEPT_BITS = FATE_BITS;

(* anyconst *) logic [CONTEXT_BITS-1:0] kept_place;
(* anyconst *) logic [$clog2(DIGEST_BYTES)-1:0] any_byte;
logic kept_write;
logic [CONTEXT_BITS-1:0] kept_write_place, kept_read_place;
logic [KEPT_BITS-1:0] kept_write_data, kept_read_data;
logic fated;  // something was told of the context
logic [FATE_BITS-1:0] now;  // that
logic [2:0] now_what, now_status;
logic now_verify;
logic [6:0] now_bytes;
logic [SLOT_BITS:0] now_place;
logic [2:0] apart;  // clocks since then
logic [3:1] chained;  // chain_context was the context so many clocks ago
logic has_tag;  // a tag of the context has come
logic tag_here;
logic [BITS-1:0] tag, tag_late;  // the latest
logic [3:0] tag_apart;
logic [1:0] tag_read;
logic [1:0][BITS-1:0] tag_then;
logic none_such;  // a digest has no such byte
logic here;  // a digest of the context comes
logic wrong;  // the bytes wanted differ from the tag's
logic says;
logic [2:0] want_status, status_1, status_2;
logic [6:0] want_bytes, sent_1, sent_2;
logic [7:0] want_byte, byte_1, byte_2;
logic [2:1] due;

assign kept_write = fate_write && 32'(fate_context) < CONTEXTS;  // others do not exist
assign kept_write_place = fate_context;
assign kept_write_data = {
  fate_what, fate_verify, fate_status, fate_bytes, fate_place
};
assign kept_read_place = chain_context;
assign kept_read_data = fate;

`include "kept_place.svh"

assign {now_what, now_verify, now_status, now_bytes, now_place} = now;
assign none_such = 32'(any_byte) >= DIGEST_BYTES;
assign tag_here = tag_write && tag_context_q == kept_place;
assign here = digest_valid && digest_context == kept_place;
assign wrong = ((digest_data[8*WORD-1-:BITS] ^ tag) >> (BITS - 8 * 32'(now_bytes))) != '0;
assign says = now_status == 3'd0 && !digest_error;
assign want_status = now_status != 3'd0 ? now_status : digest_error ? 3'd1
    : now_verify && wrong ? 3'd2 : 3'd0;
assign want_bytes = says && !now_verify ? now_bytes : 7'd0;
assign want_byte = 7'(any_byte) < want_bytes
    ? 8'(digest_data >> (8 * WORD - 8 - 8 * 32'(any_byte))) : 8'h00;

always_ff @(posedge clk) begin
  if (kept_comes) now <= kept_write_data;
  fated <= fated || kept_comes;
  apart <= kept_comes ? 3'd0 : apart == '1 ? apart : apart + 3'd1;
  chained <= {chained[2:1], chain_context == kept_place};
  if (tag_here) tag <= tag_q;
  has_tag <= has_tag || tag_here;
  tag_apart <= tag_here ? '0 : tag_apart == '1 ? tag_apart : tag_apart + 4'd1;
  tag_read <= {tag_read[0], has_tag && !tag_here && chain_context_q == kept_place};
  tag_then <= {tag_then[0], tag};
  due <= {due[1], here && now_what == 3'd1};
  {status_2, status_1} <= {status_1, want_status};
  {sent_2, sent_1} <= {sent_1, want_bytes};
  {byte_2, byte_1} <= {byte_1, want_byte};
  if (rst) begin
    fated <= 1'b0;
    apart <= '0;
    has_tag <= 1'b0;
    tag_apart <= '0;
    tag_read <= '0;
    chained <= '0;
    due <= '0;
  end
end

always_ff @(posedge clk) if (checked) begin
  a_tags : assume (!tag_read[1] || expected == tag_then[1]);
  // A digest comes three clocks behind its chaining words, of a block of which it was told before.
  a_digest : assume (!here || (chained[3] && fated && apart > 3'd4));
  a_bytes : assume (!fate_write || fate_what != 3'd1 || fate_status != 3'd0
      || (fate_bytes <= 7'(DIGEST_BYTES) && (!fate_verify || fate_bytes != '0)));
  a_tag : assume (!here || now_what != 3'd1 || !now_verify || now_status != 3'd0
      || (has_tag && tag_apart > 4'd4));

  p_fate : assert (!fated || (kept_known && kept == now));
  p_bytes : assert (!fated || now_what != 3'd1 || now_status != 3'd0
      || (now_bytes <= 7'(DIGEST_BYTES) && (!now_verify || now_bytes != '0)));
  p_asked : assert ((!chained[1] || chain_context_q == kept_place));
  p_read : assert ((!chained[1] || !fated || apart < 3'd2 || (kept_read[0] && kept_then[0] == now))
      && (!chained[2] || !fated || apart < 3'd3 || (kept_read[1] && kept_then[1] == now)));
  p_known : assert (!chained[3] || !fated || apart < 3'd4
      || {what_q, verify_q, status_q, bytes_q, place_q} == now);
  p_tag_read : assert ((!chained[2] || !has_tag || tag_apart < 4'd2
      || (tag_read[0] && tag_then[0] == tag))
      && (!chained[3] || !has_tag || tag_apart < 4'd3 || (tag_read[1] && tag_then[1] == tag)));
  p_goes : assert (!here || (long_valid == (now_what == 3'd4) && key_write == (now_what == 3'd3)
      && (!key_write || key_place == now_place)));
  p_first : assert (!due[1] || (valid_1q && context_1q == kept_place
      && (none_such || (wanted_1q[any_byte] && !silent_1q) == (7'(any_byte) < sent_1))
      && (silent_1q || !wanted_1q[any_byte] ? 8'h00
      : 8'(data_1q >> (BITS - 8 - 8 * 32'(any_byte)))) == byte_1
      && (status_1q != 3'd0 ? status_1q : |differs ? 3'd2 : 3'd0) == status_1));
  p_answer : assert (!due[2] || (valid_2q && context_2q == kept_place
      && (none_such || keep_2q[any_byte] == (7'(any_byte) < sent_2))
      && 8'(data_2q >> (BITS - 8 - 8 * 32'(any_byte))) == byte_2 && sent_status == status_2));
  p_dropped : assert (!wiping || !beat_valid);
  p_taken : assert (answered == (queue_valid && (wiping || beat_ready)));
  p_lanes : assert ((none_such || beat_keep[any_byte] == sent_keep[any_byte])
      && (DIGEST_BYTES == WIDTH / 8 || !beat_keep[WIDTH/8-1]));
end
