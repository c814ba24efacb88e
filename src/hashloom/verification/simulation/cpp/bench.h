// The clock by clock work: offers beats, takes digests, and watches the protocol.

#pragma once

#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "Vcore.h"
#include "jobs.h"
#include "pauses.h"
#include "state.h"
#include "verilated.h"

constexpr size_t kContexts = CORE_CONTEXTS;
constexpr size_t kLanes = CORE_LANES;
constexpr bool kCommands = CORE_COMMANDS;  // s_axis_tuser carries a command
constexpr bool kChoice = CORE_CHOICE_BITS > 0 && !kCommands;  // it is the number of a hash alone
constexpr uint32_t kUsers = uint32_t{1} << (CORE_CHOICE_BITS + (kChoice ? 0 : 19));
using Keep = std::conditional_t<(kLanes > 64), unsigned __int128, uint64_t>;  // a bit for each lane
constexpr size_t kKeepBytes = (kLanes + 7) / 8;
constexpr Keep kAllLanes = ~Keep{0} >> (8 * sizeof(Keep) - kLanes);
constexpr Clock kResetClocks = 5;
constexpr size_t kLongestAnswer = 128;  // bytes; a saved state of ten words of 64 bits has 80

// Drives the input zeroize of a core that has it, and tells whether it has
template <class Model>
auto drive_zeroize(Model& model, bool value, int) -> decltype(model.zeroize = value, true) {
    model.zeroize = value;
    return true;
}
template <class Model>
bool drive_zeroize(Model&, bool, long) {
    return false;
}

// What the driver knows of one context of the core
struct Context {
    std::deque<size_t> waiting;  // jobs not begun
    std::deque<size_t> open;     // jobs begun whose digest is not complete
    bool sending = false;        // the last of the open jobs is being sent
    size_t position = 0;         // bytes sent of it
    bool extra_beat = false;     // its end comes in a beat of its own without bytes
    Bytes digest;                // what has come of the first of the open jobs' digest
    Clock first_out = 0;
};

struct Beat {
    uint8_t data[kLanes] = {};
    Keep keep = 0;
    size_t bytes = 0;  // of the job, whatever keep says
    bool last = false;
    size_t context = 0;
    uint32_t user = 0;  // the command, or the status of an answer
};

bool same(const Beat& a, const Beat& b) {
    return a.keep == b.keep && a.last == b.last && a.context == b.context && a.user == b.user &&
           std::memcmp(a.data, b.data, kLanes) == 0;
}

class Bench {
  public:
    Bench(const Options& options, std::vector<Job>& jobs)
        : options_(options),
          jobs_(jobs),
          contexts_(kContexts),
          source_pauses_(options.permille, options.seed * 4 + 1),
          sink_pauses_(options.permille, options.seed * 4 + 2),
          random_(options.seed * 4 + 3),
          unsent_(jobs.size()),
          unfinished_(jobs.size()) {
        verilated_.randReset(2);
        verilated_.randSeed(static_cast<int>(options.seed % 0x7fffffff) + 1);
        model_ = std::make_unique<Vcore>(&verilated_);
        for (size_t job = 0; job < jobs.size(); ++job) {
            if (options.sequential) jobs[job].after_done = job;
            if (options.ordered) jobs[job].after_sent = job;
            contexts_[jobs[job].context].waiting.push_back(job);
        }
    }

    Clock run() {
        reset();
        while (unfinished_ > 0 && !(options_.zeroize && clock_ >= options_.zeroize)) {
            step();
            if (clock_ - progress_ > options_.timeout) stuck();
        }
        const Clock total = clock_;
        if (options_.reset) reset();
        if (options_.zeroize) zeroize();
        else for (Clock i = 0; i < options_.rest; ++i) step();
        if (options_.tell_state) tell_state();
        model_->final();
        return total;
    }

  private:
    void reset() {
        model_->rst = 1;
        model_->s_axis_tvalid = 0;
        model_->m_axis_tready = 0;
        drive_zeroize(*model_, false, 0);
        for (Clock i = 0; i < kResetClocks; ++i) {
            model_->clk = 0;
            model_->eval();
            model_->clk = 1;
            model_->eval();
        }
        model_->rst = 0;
    }

    // One clock of zeroize, and then a rest in which nobody sends or takes a beat
    void zeroize() {
        for (Clock i = 0; i <= options_.rest; ++i) {
            if (!drive_zeroize(*model_, i == 0, 0)) fail("this core has no input zeroize");
            model_->s_axis_tvalid = 0;
            model_->m_axis_tready = 0;
            model_->clk = 0;
            model_->eval();
            model_->clk = 1;
            model_->eval();
        }
    }

    // What the ports carry is no state of the core
    void tell_state() {
        present(Beat{});
        model_->s_axis_tvalid = 0;
        model_->m_axis_tready = 0;
        model_->clk = 0;
        model_->eval();
        write_state(*model_);
    }

    void step() {
        if (!offered_) offer();
        const bool ready = !sink_pauses_.pause();
        model_->m_axis_tready = ready;
        model_->clk = 0;
        model_->eval();
        const bool accepted = offered_ && model_->s_axis_tready;
        if (options_.trace) tell_streams(ready);
        if (model_->m_axis_tvalid)
            look_at_digest(ready);
        else if (digest_waits_)
            fail("a digest beat was withdrawn before it was taken");
        model_->clk = 1;
        model_->eval();
        if (accepted) beat_accepted();
        ++clock_;
    }

    void tell_streams(bool ready) const {
        std::cout << "trace";
        tell_stream(offered_, model_->s_axis_tready, beat_);
        tell_stream(model_->m_axis_tvalid, ready, answer_beat());
        std::cout << '\n';
    }

    static std::string in_decimal(Keep keep) {
        std::string digits;
        do {
            digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(keep % 10)));
            keep /= 10;
        } while (keep != 0);
        return digits;
    }

    static void tell_stream(bool valid, bool ready, const Beat& beat) {
        std::cout << ' ' << valid << ' ' << ready << ' ' << beat.last << ' ' << beat.context << ' '
                  << beat.user << ' ' << in_decimal(beat.keep) << ' '
                  << to_hex(Bytes(beat.data, beat.data + kLanes));
    }

    // --- source ---

    // Whether context has something to send, beginning its next job when it may
    bool sendable(size_t index) {
        Context& context = contexts_[index];
        if (context.sending) return true;
        if (context.waiting.empty()) return false;
        if (!context.open.empty() && jobs_[context.open.back()].steps > 0) return false;
        const size_t job = context.waiting.front();
        if (jobs_[job].after_sent > jobs_.size() - unsent_) return false;
        if (jobs_[job].after_done > jobs_.size() - unfinished_) return false;
        context.waiting.pop_front();
        context.open.push_back(job);
        begin(context);
        return true;
    }

    void begin(Context& context) {
        const Job& job = jobs_[context.open.back()];
        context.sending = true;
        context.position = 0;
        context.extra_beat = options_.permille > 0 && !job.message.empty() &&
                             job.message.size() % kLanes == 0 && random_.below(4) == 0;
    }

    bool choose() {
        const Context& latest = contexts_[turn_];
        if (latest.sending && jobs_[latest.open.back()].whole) return true;
        const bool shuffle = options_.permille > 0;
        if (!shuffle && turn_left_ > 0 && sendable(turn_)) return true;
        const size_t first = shuffle ? random_.below(kContexts) : turn_ + 1;
        for (size_t i = 0; i < kContexts; ++i) {
            const size_t index = (first + i) % kContexts;
            if (!sendable(index)) continue;
            turn_ = index;
            turn_left_ = options_.turn;
            return true;
        }
        return false;
    }

    void offer() {
        if (source_pauses_.pause() || !choose()) {
            model_->s_axis_tvalid = 0;
            if (options_.permille > 0) present_noise();
            return;
        }
        --turn_left_;
        const Context& context = contexts_[turn_];
        const Job& job = jobs_[context.open.back()];
        const Bytes& message = job.message;
        const size_t left = message.size() - context.position;
        const size_t count = left < kLanes ? left : kLanes;
        if (count == kLanes) {
            std::memcpy(beat_.data, message.data() + context.position, kLanes);
        } else {
            fill_with_noise(beat_.data, kLanes);
            if (count > 0) std::memcpy(beat_.data, message.data() + context.position, count);
        }
        beat_.keep = count == kLanes ? kAllLanes : (Keep{1} << count) - 1;
        beat_.bytes = count;
        beat_.last = left <= kLanes && !(context.extra_beat && left > 0);
        if (job.broken > 0 && (beat_.last || context.position / kLanes + 1 == job.broken))
            beat_.keep = beat_.last ? 2 : kAllLanes - 1;
        beat_.context = turn_;
        // The hash is chosen with the first beat of a message and not looked at with others
        const bool passed_over = kChoice && context.position > 0;
        beat_.user = passed_over ? random_.below(kUsers) : job.command.user();
        present(beat_);
        model_->s_axis_tvalid = 1;
        offered_ = true;
    }

    void present(const Beat& beat) {
        std::memcpy(static_cast<void*>(&model_->s_axis_tdata), beat.data, kLanes);
        std::memcpy(static_cast<void*>(&model_->s_axis_tkeep), &beat.keep, kKeepBytes);
        model_->s_axis_tlast = beat.last;
#if CORE_CONTEXTS > 1
        model_->s_axis_tid = beat.context;
#endif
#if CORE_COMMANDS || CORE_CHOICE_BITS
        model_->s_axis_tuser = beat.user;
#endif
    }

    void fill_with_noise(void* to, size_t bytes) {
        for (size_t first = 0; first < bytes; first += 8) {
            const uint64_t noise = random_.next();
            std::memcpy(static_cast<char*>(to) + first, &noise, bytes - first < 8 ? bytes - first : 8);
        }
    }

    void present_noise() {
        fill_with_noise(beat_.data, kLanes);
        fill_with_noise(&beat_.keep, sizeof beat_.keep);
        beat_.keep &= kAllLanes;
        beat_.last = random_.below(2) == 0;
        beat_.context = random_.below(kContexts);
        beat_.user = random_.below(kUsers);
        present(beat_);
    }

    void beat_accepted() {
        Context& context = contexts_[beat_.context];
        Job& job = jobs_[context.open.back()];
        if (context.position == 0 && job.digest.empty()) job.first_in = clock_;
        job.last_in = clock_;
        context.position += beat_.bytes;
        if (beat_.last) {
            context.sending = false;
            turn_left_ = 0;
            if (job.steps <= 1) --unsent_;
            if (!job.answered) unanswered_sent(context);
        }
        offered_ = false;
        progress_ = clock_;
    }

    void unanswered_sent(Context& context) {
        const Job& job = jobs_[context.open.back()];
        std::cout << "sent " << context.open.back() << ' ' << job.first_in << ' ' << job.last_in
                  << std::endl;
        context.open.pop_back();
        --unfinished_;
    }

    // --- sink ---

    Beat answer_beat() const {
        Beat beat;
        std::memcpy(beat.data, static_cast<const void*>(&model_->m_axis_tdata), kLanes);
        std::memcpy(&beat.keep, static_cast<const void*>(&model_->m_axis_tkeep), kKeepBytes);
        beat.last = model_->m_axis_tlast;
#if CORE_CONTEXTS > 1
        beat.context = model_->m_axis_tid;
#endif
        beat.user = model_->m_axis_tuser;
        return beat;
    }

    void look_at_digest(bool ready) {
        const Beat beat = answer_beat();
        if (digest_waits_ && !same(beat, waiting_beat_))
            fail("a digest beat changed before it was taken");
        digest_waits_ = !ready;
        waiting_beat_ = beat;
        if (ready) digest_beat(beat);
    }

    void digest_beat(const Beat& beat) {
        if (beat.context >= kContexts || contexts_[beat.context].open.empty() ||
            (contexts_[beat.context].sending && contexts_[beat.context].open.size() == 1))
            fail("a digest came for context " + std::to_string(beat.context) +
                 ", which has no whole message in flight");
        Context& context = contexts_[beat.context];
        const bool without_bytes = kCommands && beat.last && context.digest.empty();
        if ((beat.keep == 0 && !without_bytes) || (beat.keep & (beat.keep + 1)) != 0 ||
            (!beat.last && beat.keep != kAllLanes))
            fail("a digest beat has an illegal tkeep");
        if (context.digest.empty()) context.first_out = clock_;
        for (size_t lane = 0; lane < kLanes && (beat.keep >> lane & 1); ++lane)
            context.digest.push_back(beat.data[lane]);
        if (context.digest.size() > kLongestAnswer) fail("an answer does not end");
        progress_ = clock_;
        if (beat.last) digest_complete(context, beat.user);
    }

    void digest_complete(Context& context, unsigned status) {
        Job& job = jobs_[context.open.front()];
        job.digest.swap(context.digest);
        context.digest.clear();
        if (job.status == 0) job.status = status;
        if (job.steps > 1) {
            --job.steps;
            job.message.erase(job.message.begin(), job.message.begin() + job.message.size() / 3);
            job.message.insert(job.message.end(), job.digest.begin(), job.digest.end());
            begin(context);
            return;
        }
        job.first_out = context.first_out;
        write_digest(context.open.front());
        context.open.pop_front();
        --unfinished_;
    }

    void write_digest(size_t index) const {
        const Job& job = jobs_[index];
        std::cout << "digest " << index << ' ' << to_hex(job.digest) << ' ' << job.status << ' '
                  << job.first_in << ' ' << job.last_in << ' ' << job.first_out << ' ' << clock_
                  << std::endl;
    }

    [[noreturn]] void stuck() {
        std::ostringstream sentence;
        sentence << "no beat moved for " << options_.timeout
                 << " clocks; digests still to come: " << unfinished_;
        if (offered_) sentence << "; a beat for context " << beat_.context << " is waiting";
        fail(sentence.str());
    }

    const Options& options_;
    std::vector<Job>& jobs_;
    std::vector<Context> contexts_;
    Pauses source_pauses_;
    Pauses sink_pauses_;
    Random random_;
    size_t unsent_;      // jobs not yet sent whole
    size_t unfinished_;  // jobs not yet answered, or not yet sent where no answer comes
    VerilatedContext verilated_;
    std::unique_ptr<Vcore> model_;
    Clock clock_ = 0;
    Clock progress_ = 0;      // clock of the last beat on either stream
    Beat beat_;               // on the source side, while offered_
    bool offered_ = false;
    size_t turn_ = kContexts - 1;
    unsigned turn_left_ = 0;
    bool digest_waits_ = false;
    Beat waiting_beat_;
};
