// Takes packets one after the other: decides on the first beat of each whether its operation is
// possible, lets its beats go on or drops them, and has it answered once before the next one is
// looked at. Keeps what is known of key slots and of the expected tag.
//
// After a reset and after zeroize no beat is taken until everything has been erased. A packet that
// was under way when zeroize came is doomed: its rest is dropped, and its answer says so. The end of
// an answer of which a beat had left is no different from that.
`default_nettype none

module packet_judge #(
    parameter int DIGEST_BYTES = 32,  // bytes of a digest, the longest tag
    parameter int SLOTS        = 1,   // key slots
    parameter int SLOT_BITS    = 1    // bits of a slot's number inside the core
) (
    input  logic                 clk,              // clock
    input  logic                 rst,              // synchronous reset: all packets are forgotten
    input  logic                 zeroize,          // everything is to be erased

    input  logic                 offer_valid,      // a beat of a packet is offered
    output logic                 offer_ready,      // it is taken in this clock
    input  logic                 offer_last,       // it ends its packet
    input  logic [18:0]          offer_command,    // {slot, tag_bytes, operation} of the packet
    output logic                 beat_valid,       // it goes on
    input  logic                 beat_ready,       // it can in this clock

    output logic                 at_work,          // a packet that is possible is at work
    output logic                 is_tag,           // an expected tag
    output logic                 is_key,           // a key
    output logic                 keyed,            // the answer is a tag or a verdict on one
    output logic                 verify,           // it is a verdict
    output logic                 wipe,             // everything is to be erased
    output logic                 erase,            // a slot is to be erased
    output logic                 every,            // all of them are
    output logic [SLOT_BITS-1:0] slot,             // the slot
    input  logic                 flawed,           // the packet broke the rules or is too long
    input  logic [6:0]           packet_bytes,     // bytes of an expected tag, 0: not as many as one
    input  logic                 done,             // what was asked for has been done
    input  logic                 differs,          // the tag is not the expected one

    output logic [6:0]           answer_bytes,     // bytes of the answer
    output logic                 speaks,           // it has some
    output logic                 answer_valid,     // an answer without any is offered
    input  logic                 answer_ready,     // it is taken in this clock
    output logic [2:0]           answer_status,    // status of the answer
    input  logic                 answered          // the last beat of the answer has left
);

  // Lengths a tag may have: 4 bytes to a whole digest.
  localparam logic [127:0] LENGTHS = (128'd1 << (DIGEST_BYTES + 1)) - 128'd16;

  localparam logic [3:0] HASH = 4'd0, MAC = 4'd1, VERIFY = 4'd2, TAG = 4'd3;
  localparam logic [3:0] KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;

  localparam logic [2:0] OK = 3'd0, MALFORMED = 3'd1, REJECTED = 3'd2, NO_KEY = 3'd3;
  localparam logic [2:0] TAG_BYTES = 3'd4, NO_TAG = 3'd5, NOT_POSSIBLE = 3'd6, ZEROISED = 3'd7;

  typedef enum logic [2:0] {
    Idle,   // a packet is waited for
    Judge,  // one is offered
    Take,   // its beats go on
    Drop,   // they do not
    Work,   // all of them have been taken
    Say,    // an answer without bytes is offered
    Leave   // the answer has not left
  } state_t;

  state_t state_q;
  logic [3:0] operation_q;
  logic [6:0] bytes_q;
  logic [7:0] slot_q;
  logic wipe_q;  // everything is being erased
  logic begun_q;  // the packet's first beat has been taken
  logic owed_q;  // its answer has not left
  logic [2:0] status_q;  // what was wrong with it
  logic [SLOTS-1:0] known_q;  // slots that hold a key
  logic given_q;  // there is an expected tag
  logic [6:0] given_bytes_q;  // of so many bytes
  logic [2:0] status;
  logic leaves, erases, slot_exists, slot_known, taken, owed;

  assign is_tag = operation_q == TAG;
  assign is_key = operation_q == KEY;
  assign verify = operation_q == VERIFY;
  assign keyed = operation_q == MAC || verify;
  assign every = operation_q == ERASE_ALL;
  assign erases = operation_q == ERASE || every;
  assign slot = SLOT_BITS'(slot_q);
  assign slot_exists = {1'b0, slot_q} < 9'(SLOTS);

  always_comb begin
    slot_known = 1'b0;
    for (int index = 0; index < SLOTS; index++) begin
      if (slot_q == 8'(index)) slot_known = known_q[index];
    end
  end

  // ---- judgement ----------------------------------------------------------------------------

  always_comb begin
    if (operation_q > ERASE_ALL || (erases && !offer_last)) status = NOT_POSSIBLE;
    else if ((is_key || operation_q == ERASE) && !slot_exists) status = NO_KEY;
    else if (keyed && !slot_known) status = NO_KEY;
    else if (keyed && !LENGTHS[bytes_q]) status = TAG_BYTES;
    else if (verify && !(given_q && given_bytes_q == bytes_q)) status = NO_TAG;
    else status = OK;
  end

  // ---- beats --------------------------------------------------------------------------------

  assign beat_valid = offer_valid && state_q == Take && !zeroize;
  assign offer_ready = !wipe_q && !zeroize
      && (state_q == Drop || (state_q == Take && beat_ready));
  assign taken = offer_valid && offer_ready;

  // ---- work and answers ---------------------------------------------------------------------

  assign at_work = state_q == Take || state_q == Work;
  assign wipe = wipe_q;
  assign erase = state_q == Work && erases;
  assign leaves = operation_q == HASH || operation_q == MAC;
  assign speaks = leaves && !flawed && at_work;
  assign answer_bytes = operation_q == HASH ? 7'(DIGEST_BYTES) : bytes_q;
  assign answer_valid = state_q == Say && !wipe_q;
  assign answer_status = status_q;
  assign owed = owed_q && !answered;

  always_ff @(posedge clk) begin
    if (done) wipe_q <= 1'b0;
    if (taken) begun_q <= 1'b1;
    if (taken && !is_tag) owed_q <= 1'b1;
    else if (answered) owed_q <= 1'b0;

    case (state_q)
      Idle: begin
        begun_q <= 1'b0;
        operation_q <= offer_command[3:0];
        bytes_q <= offer_command[10:4];
        slot_q <= wipe_q ? 8'd0 : offer_command[18:11];
        if (offer_valid && !wipe_q) state_q <= Judge;
      end
      Judge: begin
        status_q <= status;
        if (every) slot_q <= 8'd0;
        if (is_tag || verify) given_q <= 1'b0;
        for (int index = 0; index < SLOTS; index++) begin
          if (status == OK && (every || ((is_key || erases) && slot_q == 8'(index)))) begin
            known_q[index] <= 1'b0;
          end
        end
        state_q <= status == OK && !erases ? Take : Drop;
      end
      Take: if (taken && offer_last) state_q <= Work;
      Drop:
      if (taken && offer_last) begin
        if (status_q == OK) state_q <= Work;
        else state_q <= is_tag ? Idle : Say;
      end
      Work:
      if (done) begin
        if (flawed) status_q <= MALFORMED;
        else if (verify && differs) status_q <= REJECTED;
        if (is_tag) begin
          given_q <= !flawed;
          given_bytes_q <= packet_bytes;
          state_q <= Idle;
        end else state_q <= speaks ? Leave : Say;
        for (int index = 0; index < SLOTS; index++) begin
          if (is_key && !flawed && slot_q == 8'(index)) known_q[index] <= 1'b1;
        end
      end
      Say: if (answer_valid && answer_ready) state_q <= Leave;
      Leave: if (!owed) state_q <= Idle;
      default: state_q <= Idle;
    endcase

    if (zeroize) begin
      status_q <= ZEROISED;
      if (state_q == Take || state_q == Drop) state_q <= begun_q ? Drop : Idle;
      else state_q <= owed ? Say : Idle;
    end
    if (rst) begin
      state_q <= Idle;
      owed_q  <= 1'b0;
    end
    if (zeroize || rst) begin
      wipe_q  <= 1'b1;
      known_q <= '0;
      given_q <= 1'b0;
      slot_q  <= '0;
    end
  end

endmodule

`default_nettype wire
