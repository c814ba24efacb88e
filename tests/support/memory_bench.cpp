// Runs memory_bench for so many clocks and prints how many were compared and how many differed.
#include <cstdio>
#include <cstdlib>

#include "Vcore.h"
#include "verilated.h"

int main(int argc, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(5);
    Vcore model(&context);
    const long clocks = std::atol(argv[1]);
    for (long clock = 0; clock < 2 * clocks; ++clock) {
        model.clk = clock & 1;
        model.eval();
    }
    std::printf("%u %u\n", model.compared, model.differences);
    return 0;
}
