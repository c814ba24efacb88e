// A core behind registers, and where it reads memory by itself a memory, driven by a list of lines on
// standard input; see machine.py. Each line is done when the one before is:
//
//   processor PERMILLE              pauses of the bus of the registers
//   write ADDRESS WORD STROBE       a register is written
//   read ADDRESS                    a register is read
//   poll ADDRESS MASK WORD LIMIT GAP  it is read until it has this, LIMIT times at most, with GAP clocks
//                                   before each; it ends with an access that is refused, or a reset
//   skip COUNT MASK WORD            so many lines are left out when the last word read has this not
//   clocks COUNT                    clocks go by
//   irq LIMIT                       clocks go by until there is an interrupt, "irq CLOCK", or "late"
//   reset COUNT, zeroize COUNT      so many clocks with rst or zeroize high
//   after CLOCKS reset COUNT, after CLOCKS zeroize COUNT   likewise, in so many clocks, whatever the
//                                   lines behind this one do then
//   clock                           "clock CLOCK"
//
// and where there is a memory:
//
//   memory LEAST MOST PERMILLE      clocks until words come, and pauses
//   log                             accesses to memory are told from here on
//   put ADDRESS HEX                 bytes are put into memory
//   fault WRITE ADDRESS             the byte there cannot be read, or written
//   mend                            all bytes can
//   until ADDRESS MASK WORD LIMIT   clocks go by until memory has this, or "late" after LIMIT clocks
//   quiet COUNT LIMIT               clocks go by until nothing has moved for COUNT of them, or "late"
//   get ADDRESS COUNT               "bytes HEX"
//
// An access is told as "access r|w BEGIN END REFUSED WORD IRQ ADDRESS DATA STROBE": its first and last
// clock, and irq before the first. One that a reset cuts off is not. "reset CLOCK", "up CLOCK", "zeroize
// CLOCK" and "low CLOCK" are the first clocks in which rst or zeroize is high and low again.
// "shown CLOCK ADDRESS WORD" is what stands where words are read amid an access that waits; behind one
// nothing may.
// What breaks the rules of a bus ends the run with "failure SENTENCE" and status 3.

#include <algorithm>
#include <deque>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "pauses.h"
#include "verilated.h"
#if defined(DMA_AXI4) || defined(DMA_WISHBONE)
#include "memory.h"
#define RINGED 1
#endif

namespace {

class Machine {
  public:
    explicit Machine(uint64_t seed) : random_(seed * 4 + 3) {
        verilated_.randReset(2);
        verilated_.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
        core_ = std::make_unique<Vcore>(&verilated_);
#if RINGED
        memory_ = std::make_unique<Memory>(*core_, seed);
#endif
        idle(*core_);
        core_->rst = 1;
#if CORE_COMMANDS
        core_->zeroize = 0;
#endif
        verilated_.assertOn(false);  // they hold in clocks that a reset has led to
        for (int i = 0; i < 5; ++i) clock();
        verilated_.assertOn(true);
        core_->rst = 0;
        clock_ = 0;
    }

    ~Machine() { core_->final(); }

    void line(const std::string& text);

  private:
    // An input that is high in some clocks
    struct High {
        Clock from, to;
        bool reset;
    };

    bool high(bool reset) const {
        return std::any_of(highs_.begin(), highs_.end(), [&](const High& each) {
            return each.reset == reset && each.from <= clock_ && clock_ < each.to;
        });
    }

    template <typename Input>
    void set(Input& input, bool value, const char* rises, const char* falls) {
        if (value != bool(input)) std::cout << (value ? rises : falls) << ' ' << clock_ << '\n';
        input = value;
    }

    void clock(Transfer* transfer = nullptr) {
        if (!highs_.empty()) {
            set(core_->rst, high(true), "reset", "up");
#if CORE_COMMANDS
            set(core_->zeroize, high(false), "zeroize", "low");
#endif
            while (!highs_.empty() && highs_.front().to < clock_) highs_.pop_front();
        }
        if (core_->rst) {
            transfer = nullptr;
            cut_ = true;
        }
        if (transfer) transfer->drive();
#if RINGED
        memory_->drive(clock_);
#endif
        core_->clk = 0;
        core_->eval();
        if (transfer) transfer->look();
        if (!core_->rst && shown(*core_) && !answers(*core_)) {
            if (!transfer) fail("what was read is on the bus behind its answer");
            std::cout << "shown " << clock_ << ' ' << transfer->address() << ' '
                      << shown(*core_) << '\n';
        }
#if RINGED
        if (core_->rst) memory_->reset();
        else memory_->look(clock_);
#endif
        core_->clk = 1;
        core_->eval();
        if (transfer) transfer->settle();
        if (core_->rst) idle(*core_);  // the reset is the master's as well
        ++clock_;
    }

    // Whether the access came to its end, and was not refused
    bool transfer(const Access& access) {
        while (permille_ && random_.below(1000) < permille_) clock();
        while (core_->rst) clock();
        cut_ = false;
        Transfer moving(*core_, access, random_, permille_ > 0);
        const Clock begin = clock_;
        const bool irq = core_->irq;
        while (!moving.complete()) {
            clock(&moving);
            if (cut_) return false;
            if (clock_ - begin > 60000) fail("a transfer on the bus of the registers does not end");
        }
        idle(*core_);
        std::cout << "access " << (access.write ? 'w' : 'r') << ' ' << begin << ' ' << clock_ - 1 << ' '
                  << moving.error() << ' ' << moving.data() << ' ' << irq << ' ' << access.address << ' '
                  << access.data << ' ' << access.strobe << '\n';
        if (!access.write) word_ = moving.data();
        return !moving.error();
    }

    void poll(uint32_t address, uint32_t mask, uint32_t word, uint64_t limit, uint64_t gap) {
        while (limit--) {
            for (uint64_t i = 0; i < gap; ++i) clock();
            if (!transfer({false, address, 0, 0xf}) || (word_ & mask) == word) return;
        }
    }

    template <typename Condition>
    bool until(Clock limit, Condition condition) {
        const Clock begin = clock_;
        while (!condition()) {
            if (clock_ - begin >= limit) {
                std::cout << "late\n";
                return false;
            }
            clock();
        }
        return true;
    }

    Random random_;
    VerilatedContext verilated_;
    std::unique_ptr<Vcore> core_;
#if RINGED
    std::unique_ptr<Memory> memory_;
#endif
    std::deque<High> highs_;
    unsigned permille_ = 0;
    uint32_t word_ = 0;  // that was read last
    uint64_t skipped_ = 0;
    bool cut_ = false;  // by a reset
    Clock clock_ = 0;
};

void Machine::line(const std::string& text) {
    if (skipped_) {
        --skipped_;
        return;
    }
    std::istringstream in(text);
    std::string word, hex;
    uint64_t a = 0, b = 0, c = 0, d = 0, e = 0;
    in >> word;
    if (word == "processor") in >> permille_;
    else if (word == "write") {
        in >> a >> b >> c;
        transfer({true, static_cast<uint32_t>(a), static_cast<uint32_t>(b), static_cast<unsigned>(c)});
    } else if (word == "read") {
        in >> a;
        transfer({false, static_cast<uint32_t>(a), 0, 0xf});
    } else if (word == "poll") {
        in >> a >> b >> c >> d >> e;
        poll(static_cast<uint32_t>(a), static_cast<uint32_t>(b), static_cast<uint32_t>(c), d, e);
    } else if (word == "skip") {
        in >> a >> b >> c;
        if ((word_ & b) != c) skipped_ = a;
    } else if (word == "clocks") {
        in >> a;
        while (a--) clock();
    } else if (word == "irq") {
        in >> a;
        if (until(a, [&] { return bool(core_->irq); })) std::cout << "irq " << clock_ << '\n';
    } else if (word == "reset" || word == "zeroize" || word == "after") {
        const bool later = word == "after";
        if (later) in >> a >> word;
        in >> b;
        const High added{clock_ + a, clock_ + a + b, word == "reset"};
        highs_.insert(std::upper_bound(highs_.begin(), highs_.end(), added,
                                       [](const High& x, const High& y) { return x.to < y.to; }),
                      added);
        while (!later && b--) clock();
    } else if (word == "clock") std::cout << "clock " << clock_ << '\n';
#if RINGED
    else if (word == "memory") in >> memory_->manner.least >> memory_->manner.most >> memory_->manner.permille;
    else if (word == "log") memory_->logged = true;
    else if (word == "put") {
        in >> a >> hex;
        memory_->put(a, from_hex(hex));
    } else if (word == "fault") {
        in >> a >> b;
        memory_->fault(a, b);
    } else if (word == "mend") memory_->mend();
    else if (word == "until") {
        in >> a >> b >> c >> d;
        until(d, [&] { return (memory_->word(a) & b) == c; });
    } else if (word == "quiet") {
        in >> a >> b;
        until(b, [&] { return memory_->idle() && clock_ > memory_->moved + a; });
    } else if (word == "get") {
        in >> a >> b;
        std::cout << "bytes " << to_hex(memory_->get(a, b)) << '\n';
    }
#endif
    else fail("the machine was given a line it cannot read: " + text);
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
