// The clock by clock work behind registers: a driver that writes packets and reads answers over a
// bus, and watches the bus.  It stands in the place of cpp/bench.h.

#pragma once

#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "pauses.h"
#include "verilated.h"

constexpr size_t kContexts = CORE_CONTEXTS;
constexpr Clock kResetClocks = 5;
constexpr uint32_t kDone = 4;  // of STATUS

class Bench {
  public:
    Bench(const Options& options, std::vector<Job>& jobs)
        : options_(options),
          jobs_(jobs),
          pauses_(options.permille, options.seed * 4 + 1),
          random_(options.seed * 4 + 3) {
        verilated_.randReset(2);
        verilated_.randSeed(static_cast<int>(options.seed % 0x7fffffff) + 1);
        model_ = std::make_unique<Vcore>(&verilated_);
        if (options.tell_state || options.zeroize || options.trace)
            fail("a driver of registers tells no state and no streams");
    }

    Clock run() {
        reset();
        write(REG_INTR_ENABLE, 1);
        if (CORE_COMMANDS) wait_for_core();
        for (size_t job = 0; job < jobs_.size(); ++job) answer(job);
        const Clock total = clock_;
        model_->final();
        return total;
    }

  private:
    void reset() {
        idle(*model_);
        model_->rst = 1;
#if CORE_COMMANDS
        model_->zeroize = 0;
#endif
        for (Clock i = 0; i < kResetClocks; ++i) {
            low();
            high();
        }
        model_->rst = 0;
        clock_ = 0;
    }

    void low() {
        model_->clk = 0;
        model_->eval();
    }

    void high() {
        model_->clk = 1;
        model_->eval();
        ++clock_;
    }

    void pause() {
        while (pauses_.pause()) {
            low();
            high();
        }
    }

    // One transfer, after a pause; the word that was read
    uint32_t transfer(const Access& access, bool may_fail = false) {
        pause();
        Transfer moving(*model_, access, random_, options_.permille > 0);
        const Clock begin = clock_;
        while (!moving.complete()) {
            moving.drive();
            low();
            moving.look();
            high();
            moving.settle();
            if (clock_ - begin > options_.timeout) fail("a transfer on the bus does not end");
        }
        idle(*model_);
        if (moving.error() && !may_fail) {
            const uint32_t errors = transfer({false, REG_ERROR, 0, 0xf}, true);
            std::ostringstream sentence;
            sentence << "an access to " << access.address << " was refused, ERROR is " << errors;
            fail(sentence.str());
        }
        return moving.data();
    }

    uint32_t read(uint32_t address) { return transfer({false, address, 0, 0xf}); }

    void write(uint32_t address, uint32_t data, unsigned strobe = 0xf) {
        transfer({true, address, data, strobe});
    }

    void answer(size_t index) {
        Job& job = jobs_[index];
        if (job.broken) fail("bytes behind registers have no gaps");
        for (unsigned step = 0; step == 0 || step < job.steps; ++step) {
            if (step > 0) {
                job.message.erase(job.message.begin(),
                                  job.message.begin() + job.message.size() / 3);
                job.message.insert(job.message.end(), job.digest.begin(), job.digest.end());
            }
            send(job, step == 0);
            receive(job);
        }
        if (job.answered)
            std::cout << "digest " << index << ' ' << to_hex(job.digest) << ' ' << job.status << ' '
                      << job.first_in << ' ' << job.last_in << ' ' << job.first_out << ' ' << clock_
                      << std::endl;
        else
            std::cout << "sent " << index << ' ' << job.first_in << ' ' << job.last_in << std::endl;
    }

    uint32_t operation(const Job& job) const {
#if CORE_COMMANDS
        return job.command.user();
#else
        return job.command.user() << 19;
#endif
    }

    // A core with keys erases everything behind a reset, longer than a write waits; it has done so
    // when it has answered a packet without bytes
    void wait_for_core() {
        Job erase;
        erase.command.operation = 5;
        write(REG_OPERATION, operation(erase));
        write(REG_FINISH, 0);
        receive(erase);
    }

    void send(Job& job, bool first) {
        const Bytes& message = job.message;
        if (first) job.first_in = clock_;
        write(REG_OPERATION, operation(job));
        size_t position = 0;
        while (position < message.size()) {
            const size_t left = message.size() - position;
            // By bytes where the pauses are random: some of a word, in their order
            const size_t lane = position % 4;
            size_t count = 4 - lane < left ? 4 - lane : left;
            if (options_.permille > 0 && random_.below(4) == 0) count = 1 + random_.below(count);
            uint32_t word = random_.next();
            for (size_t i = 0; i < count; ++i) {
                word &= ~(uint32_t{0xff} << (8 * (lane + i)));
                word |= uint32_t{message[position + i]} << (8 * (lane + i));
            }
            unsigned strobe = ((1u << count) - 1) << lane;
            // A last word may be written whole: FINISH says how many bytes count
            if (lane == 0 && count == left && random_.below(2) == 0) strobe = 0xf;
            write(REG_MESSAGE, word, strobe);
            position += count;
        }
        const size_t size = message.size();
        write(REG_FINISH, size == 0 ? 0 : (size - 1) % 4 + 1);
        job.last_in = clock_;
    }

    void receive(Job& job) {
        const Clock begin = clock_;
        while (!model_->irq) {
            low();
            high();
            if (clock_ - begin > options_.timeout) fail("no interrupt came");
        }
        const uint32_t status = read(REG_STATUS);
        if (!(status & kDone)) fail("the packet is not done at its interrupt");
        write(REG_INTR_STATUS, 1);
        const unsigned words = status >> 8 & 0x1f;
        if (job.status == 0) job.status = status >> 4 & 7;
        job.digest.clear();
        job.first_out = clock_;
        for (unsigned i = 0; i < words; ++i) {
            const uint32_t word = read(REG_DIGEST + 4 * i);
            for (unsigned lane = 0; lane < 4; ++lane) job.digest.push_back(word >> (8 * lane));
        }
#if CORE_COMMANDS
        // A tag may end within a word, and the driver knows where
        const bool cut = job.command.operation == 1 && words > 0;
        if (cut && job.command.tag_bytes < job.digest.size()) {
            for (size_t i = job.command.tag_bytes; i < job.digest.size(); ++i)
                if (job.digest[i]) fail("bytes behind the end of a tag are not zero");
            job.digest.resize(job.command.tag_bytes);
        }
#endif
    }

    const Options& options_;
    std::vector<Job>& jobs_;
    Pauses pauses_;
    Random random_;
    VerilatedContext verilated_;
    std::unique_ptr<Vcore> model_;
    Clock clock_ = 0;
};
