// Lets the key loader go as soon as both blocks of a key are written, so that the next key, of
// another context, is gathered and written while they are in the engine: keeps for each context the
// slot in which its blocks' states are to be stored, and which of them is next.
//
// Blocks of a context end in the order in which they are written. So its own messages may follow its
// key at once, and its next key is gathered, but not written. What another context's packet does with
// the slot has to wait until both states are stored, and an erasure until all are: it does not come
// in meanwhile, and where it came before, the loader stays at work. So it does for erasures' own
// states.
//
// A key whose first block is as good as written is waited for: the next slot starts with it, since
// it would pass in vain for the key's context otherwise. That is for PATIENCE clocks of a slot at
// most, as what the key itself waits for may need the slot.
`default_nettype none

module key_handover #(
    parameter int SLOT_BITS    = 2,  // bits of a slot's number
    parameter int CONTEXTS     = 2,  // contexts
    parameter int CONTEXT_BITS = 1,  // bits of a context's number
    parameter int PATIENCE     = 0   // clocks for which a slot waits for a key
) (
    input  logic                    clk,             // clock
    input  logic                    rst,             // synchronous reset: nothing is under way

    input  logic                    loader_busy,     // the loader is at work
    input  logic                    loader_erases,   // erasing
    input  logic                    loader_written,  // or loading, with both blocks written
    input  logic [SLOT_BITS-1:0]    loader_slot,     // on this slot
    input  logic [CONTEXT_BITS-1:0] loader_context,  // in this context
    input  logic                    loader_storing,  // a block's state is to be stored
    input  logic                    loader_second,   // that of the block with opad
    input  logic                    loader_spared,   // but the slot's key is to stay
    output logic                    loader_stored,   // it is stored, or will be without the loader
    input  logic                    loader_may,      // what it writes over is needed no more
    output logic                    may,             // nor by the context's key before

    input  logic                    taken,           // a block with ipad or opad is complete
    input  logic                    gathered,        // the loader's key has come to its end
    input  logic                    slot_ready,      // the engine can start a slot
    output logic                    awaited,         // it waits for a block of a key

    input  logic [CONTEXT_BITS-1:0] chain_context,   // context of the chaining words that come
    output logic                    store,           // they are a state that is to be stored
    output logic [CONTEXT_BITS-1:0] store_context,   // from this context
    output logic [SLOT_BITS-1:0]    store_slot,      // in this slot
    output logic                    store_second,    // behind opad
    output logic                    store_spared,    // but the slot's key is to stay
    input  logic                    stored,          // it has been

    input  logic [3:0]              operation,       // operation of the packet that is offered
    input  logic [SLOT_BITS-1:0]    slot,            // its slot
    input  logic [CONTEXT_BITS-1:0] context_id,      // its context
    output logic                    shut,            // it must not come in
    input  logic                    packet_valid,    // it comes in
    input  logic                    packet_ready,    // when nothing else is on hand
    input  logic [3:0]              on_hand_operation,  // operation of the packet on hand
    input  logic [SLOT_BITS-1:0]    on_hand_slot,    // its slot
    input  logic [CONTEXT_BITS-1:0] on_hand_context  // its context
);

  localparam logic [3:0] MAC = 4'd1, VERIFY = 4'd2, KEY = 4'd4, ERASE = 4'd5, ERASE_ALL = 4'd6;

  logic [CONTEXTS-1:0] due_q, due_more_q;  // a state is to be stored; and another
  logic [CONTEXTS-1:0] second_q;  // the next one is behind opad
  (* mem2reg *) logic [SLOT_BITS-1:0] slots[CONTEXTS];  // of a key that is due
  logic own_q;  // the loader's first block is complete
  logic may_q, leaves_q;
  logic [CONTEXT_BITS-1:0] context_q;  // of a state that has just been stored
  logic erasing;
  logic [CONTEXTS-1:0] named;  // contexts whose key is that of the packet offered
  logic on_hand_q;  // there is a packet on hand
  logic waits;  // it waits for the states of the loader's key

  assign erasing = loader_busy && loader_erases;
  assign loader_stored = erasing ? stored : leaves_q;
  assign may = may_q;

  assign shut = (uses(operation) && named != '0) || (all(operation) && due_q != '0);
  assign waits = on_hand_q && (all(on_hand_operation) || (uses(on_hand_operation)
      && on_hand_slot == loader_slot && on_hand_context != loader_context));

  // An operation with one slot's key, and one that erases.
  function automatic logic uses(logic [3:0] of);
    uses = of == MAC || of == VERIFY || of == KEY;
  endfunction

  function automatic logic all(logic [3:0] of);
    all = of == ERASE || of == ERASE_ALL;
  endfunction

  assign store = erasing ? loader_storing : 1'(due_q >> chain_context);
  assign store_context = erasing ? loader_context : chain_context;
  assign store_slot = erasing ? loader_slot : slots[chain_context];
  assign store_second = erasing ? loader_second : second_q[chain_context];
  assign store_spared = erasing && loader_spared;

  always_ff @(posedge clk) begin
    context_q <= chain_context;
    own_q <= loader_busy && (own_q || (taken && !loader_erases));
    may_q <= loader_busy && loader_may && (own_q || !due_q[loader_context]);
    leaves_q <= loader_storing && loader_written && !(waits && due_q != '0);
    if (packet_ready) on_hand_q <= packet_valid;
    if (rst) begin
      own_q <= 1'b0;
      may_q <= 1'b0;
      leaves_q <= 1'b0;
      on_hand_q <= 1'b0;
    end
  end

  for (genvar index = 0; index < CONTEXTS; index++) begin : g_context
    logic comes, goes;

    assign named[index] = due_q[index] && slots[index] == slot
        && context_id != CONTEXT_BITS'(index);
    assign comes = taken && !loader_erases && loader_context == CONTEXT_BITS'(index);
    assign goes = stored && !erasing && context_q == CONTEXT_BITS'(index) && due_q[index];

    always_ff @(posedge clk) begin
      if (comes && !own_q) slots[index] <= loader_slot;
      if (goes) second_q[index] <= !second_q[index];
      if (comes && !goes) begin
        due_q[index] <= 1'b1;
        due_more_q[index] <= due_q[index];
      end else if (goes && !comes) begin
        due_q[index] <= due_more_q[index];
        due_more_q[index] <= 1'b0;
      end
      if (rst) begin
        due_q[index] <= 1'b0;
        due_more_q[index] <= 1'b0;
        second_q[index] <= 1'b0;
      end
    end
  end

  if (PATIENCE == 0) begin : g_hasty
    logic unused_gathered, unused_slot_ready;  // no slot waits

    assign awaited = 1'b0;
    assign unused_gathered = &{1'b0, gathered};
    assign unused_slot_ready = &{1'b0, slot_ready};
  end else begin : g_patient
    localparam int CLOCK_BITS = $clog2(PATIENCE);
    logic awaited_q;
    logic [CLOCK_BITS-1:0] clocks_q;  // for which it is waited still

    assign awaited = awaited_q;

    always_ff @(posedge clk) begin
      if (gathered) begin
        awaited_q <= 1'b1;
        clocks_q <= CLOCK_BITS'(PATIENCE - 1);
      end else if (awaited_q && slot_ready) begin
        clocks_q <= clocks_q - 1'b1;
        if (clocks_q == '0) awaited_q <= 1'b0;
      end
      if (rst || taken) awaited_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
