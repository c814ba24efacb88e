// An HMAC core in software, with the ports of a Verilator model: packets in, answers out.
//
// Each packet is worked on when its last beat has come, with the key that its slot held when its
// first beat came; its answer is ready kBlockClocks for each block later. kFault makes it wrong in
// ways that a check must notice.

#pragma once

#include <algorithm>
#include <cstring>
#include <deque>

#include "software_hash.h"
#include "verilated.h"

namespace model {

struct Slot {
    bool loaded = false;
    State inner{}, outer{};
};

struct Reply {
    Bytes bytes;
    unsigned status = 0;
    uint64_t ready = 0;  // clock
    Bytes inner;         // inner digest of a tag
    unsigned slot = 0;
};

struct Context {
    Bytes packet;
    bool begun = false, malformed = false;
    uint32_t user = 0;
    Slot key;  // of its slot
    bool has_tag = false;
    Bytes tag;
    bool restored = false;
    State state{};
    uint64_t bytes = 0;  // before `state`
    uint64_t free = 0;   // clock from which the next packet is worked on
    std::deque<Reply> replies;
};

void tell(const char* name, const void* data, size_t size);

class Core {
  public:
    uint8_t clk = 0, rst = 0, zeroize = 0;
    uint8_t s_axis_tdata[CORE_LANES] = {}, m_axis_tdata[CORE_LANES] = {};
    uint64_t s_axis_tkeep = 0, m_axis_tkeep = 0;
    uint8_t s_axis_tvalid = 0, s_axis_tready = 0, s_axis_tlast = 0;
    uint8_t m_axis_tvalid = 0, m_axis_tready = 0, m_axis_tlast = 0;
    uint8_t s_axis_tid = 0, m_axis_tid = 0;
    uint32_t s_axis_tuser = 0, m_axis_tuser = 0;

    explicit Core(VerilatedContext*) {}

    void tell_state() const {
        tell("m_axis_tdata", m_axis_tdata, sizeof m_axis_tdata);
        for (const Slot& slot : slots_) {
            tell("slot__DOT__inner", slot.inner.data(), sizeof slot.inner);
            tell("slot__DOT__outer", slot.outer.data(), sizeof slot.outer);
        }
        for (const Context& context : contexts_) {
            tell("packet", context.packet.data(), context.packet.size());
            tell("tag", context.tag.data(), context.tag.size());
            tell("key", &context.key.inner, sizeof context.key.inner);
        }
    }

    void final() {}

    void eval() {
        if (clk && !clock_) edge();
        clock_ = clk;
        s_axis_tready = !rst && may_take();
    }

  private:
    void edge() {
        if (rst || zeroize) {
            const uint8_t reset = rst, zeroised = zeroize;
            *this = Core(nullptr);
            clk = 1;
            rst = reset;
            zeroize = zeroised;
            return;
        }
        ++now_;
        if (m_axis_tvalid && m_axis_tready) {
            m_axis_tvalid = 0;
            std::memset(m_axis_tdata, 0, CORE_LANES);
        }
        if (s_axis_tvalid && s_axis_tready) take();
        if (!m_axis_tvalid) offer();
    }

    // --- packets ---

    static unsigned operation(uint32_t user) { return user & 15; }
    static unsigned tag_bytes(uint32_t user) { return user >> 4 & 127; }
    static unsigned slot(uint32_t user) { return user >> 11 & 255; }

    bool may_take() const {
        const Context& context = contexts_[s_axis_tid % CORE_CONTEXTS];
        return context.begun || context.replies.size() < 2;
    }

    void take() {
        Context& context = contexts_[s_axis_tid % CORE_CONTEXTS];
        if (!context.begun) {
            context.user = s_axis_tuser;
            context.malformed = false;
            context.packet.clear();
            context.key = slot(context.user) < kSlots ? slots_[slot(context.user)] : Slot{};
        }
        context.begun = true;
        const uint64_t all = CORE_LANES == 64 ? ~uint64_t{0} : (uint64_t{1} << CORE_LANES) - 1;
        if ((s_axis_tkeep & (s_axis_tkeep + 1)) != 0 || (!s_axis_tlast && s_axis_tkeep != all))
            context.malformed = kFault != Fault::kDeaf;
        for (size_t lane = 0; lane < CORE_LANES; ++lane)
            if (s_axis_tkeep >> lane & 1) context.packet.push_back(s_axis_tdata[lane]);
        if (!s_axis_tlast) return;
        context.begun = false;
        work(context);
        context.packet.clear();
        if (kFault != Fault::kResidue) context.key = Slot{};
    }

    void work(Context& context) {
        const unsigned op = operation(context.user);
        if (op == 3) {
            context.has_tag = !context.malformed;
            context.tag = context.packet;
            return;
        }
        if (op == 8) return restore(context);
        Reply reply = reply_to(context, op);
        if (op == 2 && kFault != Fault::kKeptTag) context.has_tag = false;
        if (reply.status != 0 && kFault != Fault::kLeak) reply.bytes.clear();
        context.free = std::max(context.free, now_) + kBlockClocks * blocks_;
        reply.ready = context.free;
        context.replies.push_back(reply);
    }

    Reply reply_to(Context& context, unsigned op) {
        Reply reply;
        blocks_ = 0;
        const unsigned number = slot(context.user);
        if (op > 8) reply.status = 6;
        else if (context.malformed) reply.status = 1;
        else if (op == 0 || op == 7) hash(context, op, reply);
        else if (op == 1 || op == 2) mac(context, op, reply);
        else if (number >= kSlots && op != 6) reply.status = 3;
        else if (op == 4) load(context, slots_[number]);
        else if (kFault != Fault::kErase)
            erase(op == 6, number);
        if (op == 0 || (op == 7 && reply.status)) context.restored = false;
        return reply;
    }

    // Expected tags come from keys too
    void erase(bool everything, unsigned number) {
        for (unsigned i = 0; i < kSlots; ++i)
            if (everything || i == number) slots_[i] = Slot{};
        for (Context& context : contexts_) {
            context.has_tag = false;
            context.tag.clear();
        }
    }

    void hash(Context& context, unsigned op, Reply& reply) {
        const State from = context.restored ? context.state : initial();
        const uint64_t before = context.restored ? context.bytes : 0;
        if (op == 0) {
            blocks_ = (padded_size(before + context.packet.size()) - before) / kBlock;
            reply.bytes = finish(from, before, context.packet);
            return;
        }
        if (context.packet.empty() || context.packet.size() % kBlock != 0) {
            reply.status = 1;
            return;
        }
        blocks_ = context.packet.size() / kBlock;
        context.state = absorb(from, context.packet);
        context.bytes = before + context.packet.size();
        context.restored = false;
        reply.bytes = bytes_of(context.state);
        const uint64_t length = (kFault == Fault::kSavedLength ? 1 : 8) * context.bytes;
        for (size_t i = 0; i < 2 * sizeof(Word); ++i) {
            const size_t shift = 8 * (2 * sizeof(Word) - 1 - i);
            reply.bytes.push_back(shift < 64 ? uint8_t(length >> shift) : 0);
        }
    }

    void restore(Context& context) {
        const Bytes& p = context.packet;
        if (kFault == Fault::kLostState) return;
        context.restored = !context.malformed && p.size() == 10 * sizeof(Word);
        if (!context.restored) return;
        context.state = State{};
        for (size_t i = 0; i < 8 * sizeof(Word); ++i)
            context.state[i / sizeof(Word)] = Word(context.state[i / sizeof(Word)] << 8 | p[i]);
        context.bytes = 0;
        for (size_t i = 8 * sizeof(Word); i < p.size(); ++i)
            context.bytes = context.bytes << 8 | p[i];
        context.bytes /= 8;
    }

    void mac(Context& context, unsigned op, Reply& reply) {
        const unsigned count = tag_bytes(context.user);
        const unsigned longest = kDigestBytes + (kFault == Fault::kLongTags ? 1 : 0);
        if (context.restored && kFault != Fault::kTagOfState) reply.status = 6;
        else if (!context.key.loaded) reply.status = 3;
        else if (count < 4 || count > longest) reply.status = 4;
        else if (op == 2 && (!context.has_tag || context.tag.size() != count)) reply.status = 5;
        context.restored = false;
        if (reply.status) return;
        const Slot& key = context.key;
        reply.slot = slot(context.user);
        reply.inner = finish(key.inner, kBlock, context.packet);
        blocks_ = padded_size(context.packet.size()) / kBlock + 1;
        Bytes tag = finish(key.outer, kBlock, reply.inner);
        if (kFault == Fault::kTruncation) std::rotate(tag.begin(), tag.begin() + 1, tag.end());
        tag.resize(std::min<size_t>(count, kDigestBytes));
        if (kFault == Fault::kFullTags) tag.resize(kDigestBytes);
        if (op == 1) {
            reply.bytes = tag;
            return;
        }
        size_t same = 0;
        while (same < count && tag[same] == context.tag[same]) ++same;
        const size_t looked_at = kFault == Fault::kShortVerify ? count - 1 : count;
        if (same < looked_at) reply.status = 2;
        if (same < looked_at) reply.bytes = tag;
        if (kFault == Fault::kEarlyReject && same < count) blocks_ -= 1;
    }

    void load(Context& context, Slot& slot) {
        Bytes key = context.packet;
        blocks_ = 2;
        if (key.size() > kBlock) {
            blocks_ += padded_size(key.size()) / kBlock;
            key = finish(initial(), 0, key);
        }
        key.resize(kBlock);
        for (const uint8_t pad : {0x36, 0x5c}) {
            Bytes block = key;
            for (uint8_t& byte : block) byte ^= pad;
            (pad == 0x36 ? slot.inner : slot.outer) = absorb(initial(), block);
        }
        slot.loaded = kFault != Fault::kForgetful;
    }

    // --- answers ---

    void offer() {
        for (size_t i = 0; i < CORE_CONTEXTS && sent_ == 0; ++i) {
            if (!contexts_[sending_].replies.empty() &&
                contexts_[sending_].replies.front().ready <= now_)
                break;
            sending_ = (sending_ + 1) % CORE_CONTEXTS;
        }
        std::deque<Reply>& replies = contexts_[sending_].replies;
        if (replies.empty() || replies.front().ready > now_) return;
        Reply& reply = replies.front();
        if (kFault == Fault::kMixture && sent_ == 0 && !reply.bytes.empty() && !reply.inner.empty()) {
            const size_t count = reply.bytes.size();
            reply.bytes = finish(slots_[reply.slot].outer, kBlock, reply.inner);
            reply.bytes.resize(count);
        }
        const size_t count = std::min<size_t>(CORE_LANES, reply.bytes.size() - sent_);
        std::memset(m_axis_tdata, 0, CORE_LANES);
        if (count) std::memcpy(m_axis_tdata, reply.bytes.data() + sent_, count);
        m_axis_tkeep = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
        sent_ += count;
        m_axis_tlast = sent_ == reply.bytes.size();
        m_axis_tid = uint8_t(sending_);
        m_axis_tuser = reply.status;
        m_axis_tvalid = 1;
        if (!m_axis_tlast) return;
        sent_ = 0;
        replies.pop_front();
        sending_ = (sending_ + 1) % CORE_CONTEXTS;
    }

    uint8_t clock_ = 0;
    uint64_t now_ = 0;
    uint64_t blocks_ = 0;  // that the packet in work takes
    Context contexts_[CORE_CONTEXTS];
    Slot slots_[kSlots];
    size_t sending_ = 0, sent_ = 0;
};

}  // namespace model

using Vcore = model::Core;

#if CORE_STATE
class VerilatedSerialize;
void state_item(const char* scope, const char* name, const void* data, size_t size);

inline void model::tell(const char* name, const void* data, size_t size) {
    state_item("TOP", name, data, size);
}

inline VerilatedSerialize& operator<<(VerilatedSerialize& nowhere, Vcore& model) {
    model.tell_state();
    return nowhere;
}
#endif
