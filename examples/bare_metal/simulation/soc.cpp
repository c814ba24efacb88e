// Runs a program, given as a file of words, and prints what comes on the serial line until a byte 4
// (end of transmission). Then it tells, as an error message, the clocks from the last word that the
// core was given to the last that it wrote to memory.
#include <cstdint>
#include <cstdio>

#include "Vcore.h"
#include "verilated.h"

constexpr int kBit = 4;  // clocks
constexpr long kClocks = 20000000;

static void clock(Vcore& soc) {
    soc.clk = 0;
    soc.eval();
    soc.clk = 1;
    soc.eval();
}

int main(int argc, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(3);
    Vcore soc(&context);
    std::FILE* file = std::fopen(argv[1], "rb");
    soc.rst = 1;
    for (int place = 0; place < 16384; ++place) {
        uint32_t word = 0;  // what the program does not fill is random
        if (!file || std::fread(&word, 1, 4, file) == 0) word = 0x9e3779b9u * (place + 1);
        soc.load_place = place;
        soc.load_word = word;
        clock(soc);
    }
    soc.rst = 0;
    int phase = -1;  // clocks since the start bit began
    unsigned byte = 0;
    long given = 0, told = 0;  // clocks of the last words
    for (long i = 0; i < kClocks; ++i) {
        if (soc.given) given = i;
        if (soc.told) told = i;
        clock(soc);
        if (soc.failed || soc.refused) {
            std::printf("\nclock %ld, address %08x: %s\n", i, soc.at, soc.failed ? "the processor stopped" : "an access was refused");
            return 1;
        }
        if (phase < 0 && soc.line) continue;
        ++phase;
        if (phase % kBit == kBit / 2 && phase / kBit >= 1 && phase / kBit <= 8)
            byte |= static_cast<unsigned>(soc.line) << (phase / kBit - 1);
        if (phase == 9 * kBit + kBit / 2) {
            if (!soc.line) {
                std::printf("\nno stop bit\n");
                return 1;
            }
            if (byte == 4) {
                std::fprintf(stderr, "%ld\n", told - given);
                return 0;
            }
            std::putchar(static_cast<int>(byte));
            byte = 0;
            phase = -1;
        }
    }
    std::printf("\nno end\n");
    return 1;
}
