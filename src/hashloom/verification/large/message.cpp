// Sends one message, as long as standard input is, through a message core, and nothing else.
//
// Compile with -DCORE_LANES=<bytes of a beat> -DCORE_CONTEXTS=<messages in flight>
// -DCORE_COMMANDS=<1 when s_axis_tuser carries a command> -DCORE_CHOICE_BITS=<bits of a hash's
// number>; the Verilator model has the prefix Vcore. A beat is
// offered in every clock and every digest beat is taken. It writes "digest HEX CLOCKS BYTES", the
// clocks from the first beat to the end of the digest, or "failure SENTENCE" with status 3.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <vector>

#include "Vcore.h"
#include "jobs.h"
#include "verilated.h"

namespace {

constexpr size_t kLanes = CORE_LANES;
constexpr uint64_t kAllLanes = kLanes == 64 ? ~uint64_t{0} : (uint64_t{1} << kLanes) - 1;
constexpr Clock kTimeout = 100000;  // clocks without a beat
constexpr size_t kChunk = size_t{1} << 20;

// Standard input, beat by beat; knows whether a beat is the last
class Source {
  public:
    Source() { fill(); }
    size_t left() const { return end_ - begin_; }
    const uint8_t* bytes() const { return buffer_.data() + begin_; }
    bool ends() const { return done_ && left() <= kLanes; }
    void next() {
        begin_ += left() < kLanes ? left() : kLanes;
        if (left() <= kLanes && !done_) fill();
    }

  private:
    // At least a beat more than one beat is at hand, or everything
    void fill() {
        std::memmove(buffer_.data(), bytes(), left());
        end_ = left();
        begin_ = 0;
        while (!done_ && end_ < buffer_.size()) {
            const size_t count = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, stdin);
            end_ += count;
            done_ = count == 0;
        }
    }

    std::vector<uint8_t> buffer_ = std::vector<uint8_t>(kChunk);
    size_t begin_ = 0;
    size_t end_ = 0;
    bool done_ = false;
};

void offer(Vcore& core, const Source& source) {
    const size_t count = source.left() < kLanes ? source.left() : kLanes;
    uint8_t lanes[kLanes < 8 ? 8 : kLanes] = {};
    std::memcpy(lanes, source.bytes(), count);
    std::memcpy(static_cast<void*>(&core.s_axis_tdata), lanes, kLanes);
    core.s_axis_tkeep = count == kLanes ? kAllLanes : (uint64_t{1} << count) - 1;
    core.s_axis_tlast = source.ends();
}

void clock(Vcore& core) {
    core.clk = 1;
    core.eval();
    core.clk = 0;
    core.eval();
}

}  // namespace

int main() {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(1);
    Vcore core(&context);
    Source source;
    core.clk = 0;
    core.rst = 1;
    core.s_axis_tvalid = 0;
    core.m_axis_tready = 1;
#if CORE_CONTEXTS > 1
    core.s_axis_tid = 0;
#endif
#if CORE_COMMANDS || CORE_CHOICE_BITS
    core.s_axis_tuser = 0;
#endif
#if CORE_COMMANDS
    core.zeroize = 0;
#endif
    core.eval();
    for (int i = 0; i < 5; ++i) clock(core);
    core.rst = 0;
    bool sending = true, whole = false;
    Clock clocks = 0, moved = 0;
    uint64_t sent = 0;
    Bytes digest;
    for (; !whole; ++clocks) {
        if (clocks - moved > kTimeout) fail("no beat moves");
        core.s_axis_tvalid = sending;
        if (sending) offer(core, source);
        core.eval();
        const bool accepted = sending && core.s_axis_tready;
        if (core.m_axis_tvalid) {
            if (sending) fail("a digest came before the end of the message");
            if (core.m_axis_tuser != 0) fail("the core calls the message malformed");
            const auto* lanes = reinterpret_cast<const uint8_t*>(&core.m_axis_tdata);
            for (size_t lane = 0; lane < kLanes && (core.m_axis_tkeep >> lane & 1); ++lane)
                digest.push_back(lanes[lane]);
            whole = core.m_axis_tlast;
            moved = clocks;
        }
        clock(core);
        if (accepted) {
            sent += source.left() < kLanes ? source.left() : kLanes;
            sending = !source.ends();
            source.next();
            moved = clocks;
        }
    }
    std::cout << "digest " << to_hex(digest) << ' ' << clocks << ' ' << sent << std::endl;
    return 0;
}
