// Keeps account of the messages in an array of copies: which place the next one goes to, and whose
// answer may leave. A place is a context of a copy; it has 2 ** SLOT_BITS entries, which its
// messages take in turn, each from its first beat until its answer has been sent.
//
// A place is free for the next message when it receives none and its next entry is not taken. Of
// the free ones that with the fewest unanswered messages is chosen, the lowest number first.
//
// An answer waits until that of the message before it, of the same tid, has been taken to be sent:
// an entry knows the one that follows it. Of the answers that wait for nothing the next one in turn
// is taken.
`default_nettype none

module array_ledger #(
    parameter int COPIES     = 2,  // copies, at least 2
    parameter int COPY_BITS  = 1,  // bits of a copy's number
    parameter int PLACES     = 2,  // places, numbered {context, copy}; a copy may be none
    parameter int PLACE_BITS = 1,  // bits of a place's number
    parameter int TIDS       = 2,  // tids
    parameter int TID_BITS   = 1,  // bits of a tid
    parameter int SLOT_BITS  = 2   // bits of an entry's number in its place
) (
    input  logic                            clk,           // clock
    input  logic                            rst,           // synchronous reset: no messages

    output logic                            chosen,        // a place is chosen for the next message
    output logic [PLACE_BITS-1:0]           chosen_place,  // this one
    input  logic                            begins,        // a message is given it
    input  logic [TID_BITS-1:0]             begins_tid,    // of this tid
    input  logic [PLACES-1:0]               receiving,     // places whose message has not ended
    input  logic [(PLACES<<SLOT_BITS)-1:0]  complete,      // entries whose answer is complete now

    output logic                            head_valid,    // an answer may be sent
    output logic [PLACE_BITS+SLOT_BITS-1:0] head_entry,    // of this entry
    output logic [TID_BITS-1:0]             head_tid,      // its tid
    input  logic                            head_take,     // sending it begins
    input  logic                            sent,          // an entry has been sent and is free
    input  logic [PLACE_BITS+SLOT_BITS-1:0] sent_entry     // this one
);

  localparam int SLOTS = 1 << SLOT_BITS;
  localparam int ENTRIES = PLACES << SLOT_BITS;
  localparam int ENTRY_BITS = PLACE_BITS + SLOT_BITS;

  logic [ENTRIES-1:0] taken_q;  // from the first beat until the answer has been sent
  logic [ENTRIES-1:0] pending_q;  // of these, the answer is not complete
  logic [ENTRIES-1:0] done_q;  // it is, and sending it has not begun
  logic [ENTRIES-1:0] waits_q;  // for the answer before it
  logic [ENTRIES-1:0] followed_q;  // another one waits for it
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [ENTRY_BITS-1:0] follower[ENTRIES];  // that one
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
  logic [TID_BITS-1:0] tid_of[ENTRIES];

  logic [TIDS-1:0] busy_q;  // the tid has a message whose answer has not been taken
  (* mem2reg *) logic [ENTRY_BITS-1:0] latest_q[TIDS];  // entry of the latest of them
  (* mem2reg *) logic [SLOT_BITS-1:0] next_q[PLACES];  // entry of the place's next message

  logic head_valid_q;  // an answer may be sent
  logic [ENTRY_BITS-1:0] head_entry_q;  // this one

  // ---- the place of the next message
  logic chosen_q;
  logic [PLACE_BITS-1:0] chosen_place_q;
  logic [PLACES-1:0] free, of_least, pick;
  logic [PLACES*(SLOTS+1)-1:0] loads;  // unanswered messages of the free places, each as one bit
  logic [SLOTS:0] exists;  // a free place with so many
  logic [PLACE_BITS-1:0] pick_number;

  for (genvar place = 0; place < PLACES; place++) begin : g_place
    localparam bit IS_COPY = place % (1 << COPY_BITS) < COPIES;
    logic [SLOTS-1:0] own, unanswered;
    logic [SLOT_BITS:0] count;
    logic [SLOTS:0] count_bit;

    assign own = taken_q[place*SLOTS+:SLOTS];
    assign unanswered = pending_q[place*SLOTS+:SLOTS];
    assign free[place] = IS_COPY && !receiving[place] && !own[next_q[place]];

    always_comb begin
      count = '0;
      for (int slot = 0; slot < SLOTS; slot++) begin
        count = count + (SLOT_BITS + 1)'(unanswered[slot]);
      end
    end

    assign count_bit = (SLOTS + 1)'(1) << count;
    assign loads[place*(SLOTS+1)+:SLOTS+1] = free[place] ? count_bit : '0;
    assign of_least[place] = free[place] && (exists & (count_bit - 1'b1)) == '0;  // none has fewer
  end

  always_comb begin
    exists = '0;
    for (int place = 0; place < PLACES; place++) begin
      exists = exists | loads[place*(SLOTS+1)+:SLOTS+1];
    end
  end

  assign pick = of_least & (~of_least + 1'b1);

  always_comb begin
    pick_number = '0;
    for (int place = 0; place < PLACES; place++) begin
      if (pick[place]) pick_number = pick_number | PLACE_BITS'(place);
    end
  end

  assign chosen = chosen_q;
  assign chosen_place = chosen_place_q;

  // ---- the entry of a message that begins
  logic [ENTRY_BITS-1:0] entry, latest;
  logic [ENTRIES-1:0] entry_bit, latest_bit;
  logic follows;

  assign entry = {chosen_place_q, next_q[chosen_place_q]};
  assign latest = latest_q[begins_tid];
  assign follows = busy_q[begins_tid] && !(head_take && head_entry_q == latest);
  assign entry_bit = begins ? ENTRIES'(1) << entry : '0;
  assign latest_bit = begins && follows ? ENTRIES'(1) << latest : '0;

  // ---- the answer that is sent next
  logic [ENTRIES-1:0] beyond_q;  // entries behind the one taken last
  logic [ENTRIES-1:0] able, able_beyond, next_head, head_bit, sent_bit, released_bit;
  logic [ENTRY_BITS-1:0] next_number;
  logic has_follower;

  assign able = done_q & ~waits_q;
  assign able_beyond = able & beyond_q;
  assign next_head = |able_beyond ? able_beyond & (~able_beyond + 1'b1) : able & (~able + 1'b1);
  assign head_bit = head_take ? ENTRIES'(1) << head_entry_q : '0;
  assign sent_bit = sent ? ENTRIES'(1) << sent_entry : '0;
  assign has_follower = followed_q[head_entry_q];
  assign released_bit = head_take && has_follower ? ENTRIES'(1) << follower[head_entry_q] : '0;

  always_comb begin
    next_number = '0;
    for (int index = 0; index < ENTRIES; index++) begin
      if (next_head[index]) next_number = next_number | ENTRY_BITS'(index);
    end
  end

  assign head_valid = head_valid_q;
  assign head_entry = head_entry_q;
  assign head_tid = tid_of[head_entry_q];

  always_ff @(posedge clk) begin
    chosen_q <= |free && !begins;
    chosen_place_q <= pick_number;

    if (begins) begin
      tid_of[entry] <= begins_tid;
      latest_q[begins_tid] <= entry;
      next_q[chosen_place_q] <= next_q[chosen_place_q] + 1'b1;
    end
    if (begins && follows) follower[latest] <= entry;

    taken_q <= (taken_q & ~sent_bit) | entry_bit;
    pending_q <= (pending_q & ~complete) | entry_bit;
    done_q <= (done_q & ~head_bit) | complete;
    waits_q <= (waits_q & ~released_bit & ~entry_bit) | (follows ? entry_bit : '0);
    followed_q <= (followed_q & ~entry_bit) | latest_bit;
    if (head_take && !has_follower) busy_q[head_tid] <= 1'b0;
    if (begins) busy_q[begins_tid] <= 1'b1;

    if (!head_valid_q) begin
      head_valid_q <= |able;
      head_entry_q <= next_number;
      if (|able) beyond_q <= ~(next_head | (next_head - 1'b1));
    end else if (head_take) begin
      head_valid_q <= 1'b0;
    end

    if (rst) begin
      chosen_q <= 1'b0;
      chosen_place_q <= '0;
      taken_q <= '0;
      pending_q <= '0;
      done_q <= '0;
      waits_q <= '0;
      followed_q <= '0;
      busy_q <= '0;
      head_valid_q <= 1'b0;
      head_entry_q <= '0;
      beyond_q <= '0;
      for (int place = 0; place < PLACES; place++) next_q[place] <= '0;
    end
  end

endmodule

`default_nettype wire
