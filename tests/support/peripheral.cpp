// A peripheral behind its bus for a program at the other end of two pipes. A request is four words:
// what, address, data, clocks to pause before; an answer is the word that was read, whether the bus
// had an error response, whether irq is high, and the clock. A core that reads memory by itself has
// one, which pauses at random: its bytes are put and told likewise, address and bytes at a time, a
// word at most; a byte that was never put is not there.
#include <cstdio>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "pauses.h"
#include "verilated.h"
#if defined(DMA_AXI4) || defined(DMA_WISHBONE)
#include "memory.h"
#define RINGED 1
static Memory* memory;
#endif

enum What : uint32_t { kRead, kWrite, kWait, kZeroize, kReset, kPut, kGet, kFault };

static VerilatedContext context;
static Clock clock_ = 0;

static void low(Vcore& core) {
#if RINGED
    memory->drive(clock_);
#endif
    core.clk = 0;
    core.eval();
}

static void high(Vcore& core) {
#if RINGED
    if (core.rst) memory->reset();
    else memory->look(clock_);
#endif
    core.clk = 1;
    core.eval();
    ++clock_;
}

static void clocks(Vcore& core, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) {
        low(core);
        high(core);
    }
}

int main() {
    context.randReset(2);
    context.randSeed(7);
    Vcore core(&context);
    Random random(11);
#if RINGED
    Memory owned(core, 5);
    memory = &owned;
    memory->manner = {1, 12, 200};
#endif
    idle(core);
#if CORE_COMMANDS
    core.zeroize = 0;
#endif
    core.rst = 0;
    uint32_t request[4];
    while (std::fread(request, sizeof request, 1, stdin) == 1) {
        uint32_t answer[4] = {0, 0, 0, 0};
        if (request[0] < kPut) clocks(core, request[3]);
        if (request[0] == kReset) {
            core.rst = 1;
            clocks(core, 3);
            core.rst = 0;
#if CORE_COMMANDS
        } else if (request[0] == kZeroize) {
            core.zeroize = 1;
            clocks(core, 1);
            core.zeroize = 0;
#endif
        } else if (request[0] == kRead || request[0] == kWrite) {
            Transfer moving(core, {request[0] == kWrite, request[1], request[2], 0xf}, random, true);
            while (!moving.complete()) {
                moving.drive();
                low(core);
                moving.look();
                high(core);
                moving.settle();
            }
            idle(core);
            answer[0] = moving.data();
            answer[1] = moving.error();
#if RINGED
        } else if (request[0] == kPut) { // so many bytes
            Bytes bytes;
            for (uint32_t i = 0; i < request[3]; ++i) bytes.push_back(request[2] >> (8 * i));
            memory->put(request[1], bytes);
        } else if (request[0] == kGet) {
            const Bytes bytes = memory->get(request[1], request[3]);
            for (uint32_t i = 0; i < request[3]; ++i) answer[0] |= uint32_t{bytes[i]} << (8 * i);
        } else if (request[0] == kFault) {
            if (request[3]) memory->fault(request[2], request[1]);
            else memory->mend();
#endif
        }
        core.clk = 0;
        core.eval();
        answer[2] = core.irq;
        answer[3] = static_cast<uint32_t>(clock_);
        std::fwrite(answer, sizeof answer, 1, stdout);
        std::fflush(stdout);
    }
    return 0;
}
