// A memory behind the bus by which a core reads and writes descriptors, data and answers.
//
// It has bytes where some were put and nothing elsewhere: a burst that reaches an address without
// bytes is answered with DECERR, one that reaches an address with a fault with SLVERR. It takes its
// time as it is told, and says what breaks the rules of the bus. Every byte that is asked for is
// written down.
//
// drive() before the falling edge, look() before the rising edge of each clock.

#pragma once

#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "Vcore.h"
#include "jobs.h"
#include "pauses.h"

constexpr unsigned kLanes = CORE_LANES;  // bytes of a word of the bus
constexpr size_t kReads = 4;             // bursts that are read and not answered, at most
constexpr size_t kWrites = 2;            // bursts that are written and not answered, at most

struct Manner {
    Clock least = 1, most = 1;  // clocks from a request to its first word, or its response
    unsigned permille = 0;      // of the clocks in which a side that takes or gives pauses
};

class Memory {
  public:
    Memory(Vcore& core, uint64_t seed) : core_(core), random_(seed * 8 + 5) {}

    Manner manner;
    bool logged = false;     // accesses are told
    Clock moved = 0;         // the latest clock in which anything was
    uint64_t words_read = 0;  // so far

    void put(uint32_t address, const Bytes& bytes) {
        for (const uint8_t byte : bytes) bytes_[address++] = byte;
    }

    Bytes get(uint32_t address, size_t count) const {
        Bytes bytes;
        for (size_t i = 0; i < count; ++i) bytes.push_back(bytes_.at(address + i));
        return bytes;
    }

    uint32_t word(uint32_t address) const {
        uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) value |= uint32_t{bytes_.at(address + i)} << (8 * i);
        return value;
    }

    void fault(bool write, uint32_t address) { (write ? unwritable_ : unreadable_).insert(address); }

    void mend() {
        unreadable_.clear();
        unwritable_.clear();
    }

    // A reset is one of the bus as well
    void reset() {
        reads_.clear();
        writes_.clear();
        data_.clear();
        r_valid_ = b_valid_ = false;
        ar_before_ = aw_before_ = w_before_ = false;
#if defined(DMA_WISHBONE)
        waits_ = burst_ = false;
#endif
    }

    void drive(Clock clock);
    void look(Clock clock);

    // Nothing is asked for that was not answered
    bool idle() const {
#if defined(DMA_WISHBONE)
        if (waits_) return false;
#endif
        return reads_.empty() && writes_.empty() && data_.empty() && !r_valid_ && !b_valid_;
    }

  private:
    struct Burst {
        uint32_t address;
        unsigned words;
        Clock due;
    };
    struct Word {
        std::vector<uint32_t> lanes;  // kLanes / 4 words
        unsigned strobe;
        bool last;
    };

    bool pauses() { return manner.permille && random_.below(1000) < manner.permille; }
    Clock due(Clock clock) { return clock + manner.least + random_.below(manner.most - manner.least + 1); }

    // 0, 2 or 3, as AXI says it, for the word of an address
    unsigned code(uint32_t address, unsigned strobe, bool write) const {
        unsigned found = 0;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            if (!(strobe >> lane & 1)) continue;
            if ((write ? unwritable_ : unreadable_).count(address + lane)) found = found ? found : 2;
            if (!bytes_.count(address + lane)) found = 3;
        }
        return found;
    }

    // The words of a bus around data may reach beyond their ends: it is an error when none is there
    bool readable(uint32_t address) const {
        for (unsigned lane = 0; lane < kLanes; ++lane)
            if (bytes_.count(address + lane)) return true;
        return false;
    }

    unsigned read_code(uint32_t address) const {
        if (!readable(address)) return 3;
        for (unsigned lane = 0; lane < kLanes; ++lane)
            if (unreadable_.count(address + lane)) return 2;
        return 0;
    }

    uint32_t lane_word(uint32_t address) {
        uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const auto found = bytes_.find(address + i);
            const uint32_t byte = found == bytes_.end() ? random_.below(256) : found->second;
            value |= byte << (8 * i);
        }
        return value;
    }

    void store(uint32_t address, const Word& word) {
        for (unsigned lane = 0; lane < kLanes; ++lane)
            if (word.strobe >> lane & 1) bytes_[address + lane] = word.lanes[lane / 4] >> (8 * (lane % 4));
    }

    void tell(const char* kind, uint32_t address, unsigned count) const {
        if (logged) std::cout << kind << ' ' << address << ' ' << count << '\n';
    }

    static void check(const char* what, uint32_t address, unsigned words) {
        if (address % kLanes) fail(std::string(what) + " begins within a word");
        if (address / 4096 != (address + words * kLanes - 1) / 4096)
            fail(std::string(what) + " crosses 4 KiB");
    }

    Vcore& core_;
    Random random_;
    std::unordered_map<uint32_t, uint8_t> bytes_;
    std::set<uint32_t> unreadable_, unwritable_;
    std::deque<Burst> reads_, writes_;
    std::deque<Word> data_;
    bool r_valid_ = false, b_valid_ = false;
    // What was offered and not taken in the clock before
    bool ar_before_ = false, aw_before_ = false, w_before_ = false;
    uint64_t ar_was_ = 0, aw_was_ = 0;
    Word w_was_{};
    unsigned w_words_ = 0;  // of the burst whose words come
#if defined(DMA_WISHBONE)
    bool waits_ = false;       // a word is asked for
    bool burst_ = false;       // and it follows another
    Clock due_ = 0;            // the first clock in which it may end
    bool write_ = false;
    uint32_t address_ = 0, next_ = 0;
    unsigned code_ = 0;
#endif
};

inline uint32_t part(const uint32_t& signal, unsigned) { return signal; }
inline uint32_t part(const uint64_t& signal, unsigned index) { return signal >> (32 * index); }
template <std::size_t N>
uint32_t part(const VlWide<N>& signal, unsigned index) { return signal[index]; }

inline void set_part(uint32_t& signal, unsigned, uint32_t value) { signal = value; }
inline void set_part(uint64_t& signal, unsigned index, uint32_t value) {
    const uint64_t mask = uint64_t{0xffffffff} << (32 * index);
    signal = (signal & ~mask) | uint64_t{value} << (32 * index);
}
template <std::size_t N>
void set_part(VlWide<N>& signal, unsigned index, uint32_t value) { signal[index] = value; }

#if defined(DMA_AXI4)

inline void Memory::drive(Clock clock) {
    core_.m_axi_arready = !pauses() && reads_.size() < 8;
    core_.m_axi_awready = !pauses() && writes_.size() < 4;
    core_.m_axi_wready = !pauses() && data_.size() < 64;
    if (!r_valid_ && !reads_.empty() && reads_.front().due <= clock && !pauses()) {
        const Burst& burst = reads_.front();
        r_valid_ = true;
        core_.m_axi_rresp = read_code(burst.address);
        core_.m_axi_rlast = burst.words == 1;
        for (unsigned i = 0; i < kLanes / 4; ++i)
            set_part(core_.m_axi_rdata, i, lane_word(burst.address + 4 * i));
    }
    core_.m_axi_rvalid = r_valid_;
    if (!r_valid_) {
        for (unsigned i = 0; i < kLanes / 4; ++i) set_part(core_.m_axi_rdata, i, random_.next());
        core_.m_axi_rlast = random_.below(2);
        core_.m_axi_rresp = random_.below(4);
    }
    if (!b_valid_ && !writes_.empty()) {
        Burst& burst = writes_.front();
        if (data_.size() >= burst.words && burst.due == 0) burst.due = due(clock);
        if (burst.due != 0 && burst.due <= clock) {
            unsigned found = 0;
            for (unsigned i = 0; i < burst.words; ++i)
                found = std::max(found, code(burst.address + i * kLanes, data_[i].strobe, true));
            for (unsigned i = 0; i < burst.words; ++i) {
                const Word& word = data_[i];
                if (word.last != (i + 1 == burst.words)) fail("wlast comes in another word than the last");
                const uint32_t at = burst.address + i * kLanes;
                for (unsigned lane = 0; lane < kLanes; ++lane)
                    if (word.strobe >> lane & 1) tell("written", at + lane, 1);
                if (!found) store(at, word);
            }
            data_.erase(data_.begin(), data_.begin() + burst.words);
            writes_.pop_front();
            b_valid_ = true;
            core_.m_axi_bresp = found;
        }
    }
    core_.m_axi_bvalid = b_valid_;
}

inline void Memory::look(Clock clock) {
    const uint64_t ar = uint64_t{core_.m_axi_araddr} << 8 | core_.m_axi_arlen;
    if (ar_before_ && !(core_.m_axi_arvalid && ar == ar_was_)) fail("a read changed before it was taken");
    ar_before_ = core_.m_axi_arvalid && !core_.m_axi_arready;
    ar_was_ = ar;
    if (core_.m_axi_arvalid) {
        if (core_.m_axi_arburst != 1 || (1u << core_.m_axi_arsize) != kLanes) fail("a read is no burst of words");
        check("a read", core_.m_axi_araddr, core_.m_axi_arlen + 1);
    }
    if (core_.m_axi_arvalid && core_.m_axi_arready) {
        moved = clock;
        if (reads_.size() >= kReads) fail("more reads are under way than docs/dma.md says");
        reads_.push_back({core_.m_axi_araddr, core_.m_axi_arlen + 1u, due(clock)});
        tell("read", core_.m_axi_araddr, (core_.m_axi_arlen + 1u) * kLanes);
    }
    if (r_valid_ && core_.m_axi_rready) {
        r_valid_ = false;
        moved = clock;
        ++words_read;
        Burst& burst = reads_.front();
        burst.address += kLanes;
        if (--burst.words == 0) reads_.pop_front();
    } else if (r_valid_) {
        fail("a word that was asked for is held up");
    }
    const uint64_t aw = uint64_t{core_.m_axi_awaddr} << 8 | core_.m_axi_awlen;
    if (aw_before_ && !(core_.m_axi_awvalid && aw == aw_was_)) fail("a write changed before it was taken");
    aw_before_ = core_.m_axi_awvalid && !core_.m_axi_awready;
    aw_was_ = aw;
    if (core_.m_axi_awvalid) {
        if (core_.m_axi_awburst != 1 || (1u << core_.m_axi_awsize) != kLanes) fail("a write is no burst of words");
        check("a write", core_.m_axi_awaddr, core_.m_axi_awlen + 1);
    }
    if (core_.m_axi_awvalid && core_.m_axi_awready) {
        moved = clock;
        if (writes_.size() >= kWrites) fail("more writes are under way than docs/dma.md says");
        writes_.push_back({core_.m_axi_awaddr, core_.m_axi_awlen + 1u, 0});
    }
    Word word{{}, core_.m_axi_wstrb, bool(core_.m_axi_wlast)};
    for (unsigned i = 0; i < kLanes / 4; ++i) word.lanes.push_back(part(core_.m_axi_wdata, i));
    if (w_before_ && !(core_.m_axi_wvalid && word.lanes == w_was_.lanes && word.strobe == w_was_.strobe &&
                       word.last == w_was_.last))
        fail("a word changed before it was taken");
    w_before_ = core_.m_axi_wvalid && !core_.m_axi_wready;
    w_was_ = word;
    if (core_.m_axi_wvalid && core_.m_axi_wready) {
        moved = clock;
        data_.push_back(word);
        if (data_.size() > 300) fail("words come without end");
    }
    if (b_valid_ && core_.m_axi_bready) b_valid_ = false;
}

#else  // DMA_WISHBONE

// A word ends in the first clock in which it may; those of a burst follow without a wait where the
// memory does not pause.
inline void Memory::drive(Clock clock) {
    core_.m_wb_ack_i = core_.m_wb_err_i = 0;
    for (unsigned i = 0; i < kLanes / 4; ++i) set_part(core_.m_wb_dat_i, i, random_.next());
    core_.eval();
    if (!core_.m_wb_cyc_o) {
        burst_ = false;
        if (waits_) fail("a word was given up");
    }
    if (!core_.m_wb_stb_o) return;
    if (!waits_) {
        waits_ = true;
        due_ = burst_ ? clock : due(clock);
        address_ = core_.m_wb_adr_o;
        write_ = core_.m_wb_we_o;
    }
    if (address_ != core_.m_wb_adr_o || write_ != bool(core_.m_wb_we_o))
        fail("a word changed before it ended");
    if (due_ > clock || pauses()) return;
    code_ = write_ ? code(address_, core_.m_wb_sel_o, true) : read_code(address_);
    core_.m_wb_ack_i = code_ == 0;
    core_.m_wb_err_i = code_ != 0;
    if (!write_)
        for (unsigned i = 0; i < kLanes / 4; ++i)
            set_part(core_.m_wb_dat_i, i, lane_word(address_ + 4 * i));
}

inline void Memory::look(Clock clock) {
    if (core_.m_wb_stb_o && !core_.m_wb_cyc_o) fail("a word is asked for without a cycle");
    if (!core_.m_wb_ack_i && !core_.m_wb_err_i) return;
    moved = clock;
    waits_ = false;
    check(write_ ? "a write" : "a read", address_, 1);
    if (core_.m_wb_bte_o != 0 || (core_.m_wb_cti_o != 2 && core_.m_wb_cti_o != 7))
        fail("a burst is none of addresses that follow each other");
    if (burst_ && address_ != next_) fail("a burst goes on elsewhere");
    burst_ = core_.m_wb_cti_o == 2;
    next_ = address_ + kLanes;
    if (burst_ && next_ % 4096 == 0) fail("a burst crosses 4 KiB");
    if (!write_) {
        ++words_read;
        tell("read", address_, kLanes);
        return;
    }
    Word word{{}, core_.m_wb_sel_o, true};
    for (unsigned i = 0; i < kLanes / 4; ++i) word.lanes.push_back(part(core_.m_wb_dat_o, i));
    for (unsigned lane = 0; lane < kLanes; ++lane)
        if (word.strobe >> lane & 1) tell("written", address_ + lane, 1);
    if (code_ == 0) store(address_, word);
}

#endif
