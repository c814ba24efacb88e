// A processor and a memory around a core that reads memory by itself, from a list of lines on standard
// input; see support/ring_machine.py. Each line is done when the one before is:
//
//   memory LEAST MOST PERMILLE      clocks until words come, and pauses
//   processor PERMILLE              pauses of the bus of the registers
//   log                             accesses to memory are told from here on
//   put ADDRESS HEX                 bytes are put into memory
//   fault WRITE ADDRESS             the byte there cannot be read, or written
//   mend                            all bytes can
//   write ADDRESS WORD              a register is written; "refused" when it is not
//   read ADDRESS                    a register is read; "word WORD"
//   clocks COUNT                    clocks go by
//   until ADDRESS MASK WORD LIMIT   clocks go by until memory has this, or "late" after LIMIT clocks
//   irq LIMIT                       clocks go by until there is an interrupt, or "late"
//   quiet COUNT LIMIT               clocks go by until nothing has moved for COUNT of them, or "late"
//   reset COUNT                     so many clocks with rst high
//   zeroize COUNT                   so many clocks with zeroize high
//   clock                           "clock CLOCK"
//   get ADDRESS COUNT               "bytes HEX"
//
// What breaks the rules of a bus ends the run with "failure SENTENCE" and status 3.

#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "memory.h"
#include "pauses.h"
#include "verilated.h"

namespace {

class Machine {
  public:
    explicit Machine(uint64_t seed) : random_(seed * 4 + 3) {
        verilated_.randReset(2);
        verilated_.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
        core_ = std::make_unique<Vcore>(&verilated_);
        memory_ = std::make_unique<Memory>(*core_, seed);
        idle(*core_);
        core_->rst = 1;
#if CORE_COMMANDS
        core_->zeroize = 0;
#endif
        for (int i = 0; i < 5; ++i) clock();
        core_->rst = 0;
        clock_ = 0;
    }

    ~Machine() { core_->final(); }

    void line(const std::string& text);

  private:
    void clock(Transfer* transfer = nullptr) {
        if (transfer) transfer->drive();
        memory_->drive(clock_);
        core_->clk = 0;
        core_->eval();
        if (transfer) transfer->look();
        if (core_->rst) memory_->reset();
        else memory_->look(clock_);
        core_->clk = 1;
        core_->eval();
        if (transfer) transfer->settle();
        ++clock_;
    }

    void transfer(const Access& access) {
        while (permille_ && random_.below(1000) < permille_) clock();
        Transfer moving(*core_, access, random_, permille_ > 0);
        const Clock begin = clock_;
        while (!moving.complete()) {
            clock(&moving);
            if (clock_ - begin > 10000) fail("a transfer on the bus of the registers does not end");
        }
        idle(*core_);
        if (moving.error()) std::cout << "refused\n";
        else if (!access.write) std::cout << "word " << moving.data() << '\n';
    }

    template <typename Condition>
    void until(Clock limit, Condition condition) {
        const Clock begin = clock_;
        while (!condition()) {
            if (clock_ - begin >= limit) {
                std::cout << "late\n";
                return;
            }
            clock();
        }
    }

    Random random_;
    VerilatedContext verilated_;
    std::unique_ptr<Vcore> core_;
    std::unique_ptr<Memory> memory_;
    unsigned permille_ = 0;
    Clock clock_ = 0;
};

void Machine::line(const std::string& text) {
    std::istringstream in(text);
    std::string word, hex;
    uint64_t a = 0, b = 0, c = 0, d = 0;
    in >> word;
    if (word == "memory") in >> memory_->manner.least >> memory_->manner.most >> memory_->manner.permille;
    else if (word == "processor") in >> permille_;
    else if (word == "log") memory_->logged = true;
    else if (word == "put") {
        in >> a >> hex;
        memory_->put(a, from_hex(hex));
    } else if (word == "fault") {
        in >> a >> b;
        memory_->fault(a, b);
    } else if (word == "mend") memory_->mend();
    else if (word == "write") {
        in >> a >> b;
        transfer({true, static_cast<uint32_t>(a), static_cast<uint32_t>(b), 0xf});
    } else if (word == "read") {
        in >> a;
        transfer({false, static_cast<uint32_t>(a), 0, 0xf});
    } else if (word == "clocks") {
        in >> a;
        while (a--) clock();
    } else if (word == "until") {
        in >> a >> b >> c >> d;
        until(d, [&] { return (memory_->word(a) & b) == c; });
    } else if (word == "irq") {
        in >> a;
        until(a, [&] { return bool(core_->irq); });
    } else if (word == "quiet") {
        in >> a >> b;
        until(b, [&] { return memory_->idle() && clock_ > memory_->moved + a; });
    } else if (word == "reset" || word == "zeroize") {
        in >> a;
        const bool reset = word == "reset";
        if (reset) core_->rst = 1;
#if CORE_COMMANDS
        else core_->zeroize = 1;
#endif
        while (a--) clock();
        core_->rst = 0;
#if CORE_COMMANDS
        core_->zeroize = 0;
#endif
    } else if (word == "clock") std::cout << "clock " << clock_ << '\n';
    else if (word == "get") {
        in >> a >> b;
        std::cout << "bytes " << to_hex(memory_->get(a, b)) << '\n';
    } else fail("the machine was given a line it cannot read: " + text);
    if (in.fail()) fail("the machine was given a line it cannot read: " + text);
}

}  // namespace

int main(int, char** arguments) {
    std::ios::sync_with_stdio(false);
    Machine machine(std::stoull(arguments[1]));
    std::string text;
    while (std::getline(std::cin, text)) machine.line(text);
    std::cout << std::flush;
    return 0;
}
