// A peripheral behind its bus for a program at the other end of two pipes. A request is four words:
// what, address, data, clocks to pause before; an answer is the word that was read, whether the bus
// had an error response, whether irq is high, and the clock.
#include <cstdio>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "pauses.h"
#include "verilated.h"

enum What : uint32_t { kRead, kWrite, kWait, kZeroize, kReset };

static VerilatedContext context;
static Clock clock_ = 0;

static void low(Vcore& core) {
    core.clk = 0;
    core.eval();
}

static void high(Vcore& core) {
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
    idle(core);
#if CORE_COMMANDS
    core.zeroize = 0;
#endif
    uint32_t request[4];
    while (std::fread(request, sizeof request, 1, stdin) == 1) {
        uint32_t answer[4] = {0, 0, 0, 0};
        clocks(core, request[3]);
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
        }
        low(core);
        answer[2] = core.irq;
        answer[3] = static_cast<uint32_t>(clock_);
        std::fwrite(answer, sizeof answer, 1, stdout);
        std::fflush(stdout);
    }
    return 0;
}
