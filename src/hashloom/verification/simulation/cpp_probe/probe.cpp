// Counts clocks and blocks of the module `probe` (see engine_clocks.py): resets it, runs it for the
// clocks given as arguments, in rising order, and prints at each how many blocks there were,
// when the latest one was finished, and the clocks of the first one.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vcore.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

int main(int count, char** arguments) {
    auto core = std::make_unique<Vcore>();
    auto tick = [&core] {
        core->clk = 0;
        core->eval();
        core->clk = 1;
        core->eval();
    };
    core->rst = 1;
    for (int clock = 0; clock < 4; clock++) tick();
    core->rst = 0;
    int64_t clock = 0;
    for (int index = 1; index < count; index++) {
        for (const int64_t until = std::atoll(arguments[index]); clock < until; clock++) tick();
        std::printf("%u %u %u\n", static_cast<unsigned>(core->blocks),
                    static_cast<unsigned>(core->finished), static_cast<unsigned>(core->latency));
    }
    core->final();
    return 0;
}
