// The clock by clock work around a core that reads memory by itself: a driver that fills a ring of
// descriptors and waits for their statuses, a bus of registers, and a memory.  It stands in the place
// of cpp/bench.h.

#pragma once

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "Vcore.h"
#include "bus.h"
#include "jobs.h"
#include "memory.h"
#include "pauses.h"
#include "verilated.h"

constexpr size_t kContexts = CORE_CONTEXTS;
constexpr Clock kResetClocks = 5;
constexpr unsigned kSize = 6;  // logarithm of the descriptors of the ring
constexpr uint32_t kRing = 0x1000, kResults = 0x8000, kData = 0x100000, kEnd = 0x40000000;
constexpr uint32_t kDescriptor = 32, kStatusAt = 16, kResult = 64;
constexpr uint32_t kLast = 1u << 24, kDone = 1u << 31;

class Bench {
  public:
    Bench(const Options& options, std::vector<Job>& jobs)
        : options_(options), jobs_(jobs), random_(options.seed * 4 + 3) {
        verilated_.randReset(2);
        verilated_.randSeed(static_cast<int>(options.seed % 0x7fffffff) + 1);
        model_ = std::make_unique<Vcore>(&verilated_);
        memory_ = std::make_unique<Memory>(*model_, options.seed);
        memory_->manner.permille = options.permille;
        if (options.permille) memory_->manner.most = 30;
        if (options.tell_state || options.zeroize || options.trace)
            fail("a driver of a ring tells no state and no streams");
    }

    Clock run() {
        reset();
        write(REG_RING, kRing | kSize);
        write(REG_CONTROL, 1);
        for (size_t job = 0; job < jobs_.size(); ++job) begin(job);
        while (!flying_.empty()) finish();
        const Clock total = ended_;
        model_->final();
        return total;
    }

  private:
    struct Flying {
        size_t job;
        uint32_t descriptor, result;
    };

    void clock(Transfer* transfer = nullptr) {
        if (transfer) transfer->drive();
        memory_->drive(clock_);
        model_->clk = 0;
        model_->eval();
        if (transfer) transfer->look();
        if (model_->rst) memory_->reset();
        else memory_->look(clock_);
        model_->clk = 1;
        model_->eval();
        if (transfer) transfer->settle();
        ++clock_;
    }

    void reset() {
        idle(*model_);
        model_->rst = 1;
#if CORE_COMMANDS
        model_->zeroize = 0;
#endif
        verilated_.assertOn(false);  // they hold in clocks that a reset has led to
        for (Clock i = 0; i < kResetClocks; ++i) clock();
        verilated_.assertOn(true);
        model_->rst = 0;
        clock_ = 0;
    }

    void write(uint32_t address, uint32_t data) {
        Transfer moving(*model_, {true, address, data, 0xf}, random_, options_.permille > 0);
        const Clock begin = clock_;
        while (!moving.complete()) {
            clock(&moving);
            if (clock_ - begin > options_.timeout) fail("a transfer on the bus does not end");
        }
        idle(*model_);
        if (moving.error()) fail("a write to a register was refused");
    }

    // What comes behind a job that it has to wait for begins when that is done
    void begin(size_t index) {
        Job& job = jobs_[index];
        if (job.broken) fail("bytes in memory have no gaps");
        const bool waits = options_.sequential || job.after_sent > waited_ || job.after_done > waited_;
        if (waits || job.steps) {
            while (!flying_.empty()) finish();
            waited_ = index;
        }
        if (flying_.size() == 1u << kSize) finish();
        job.first_in = clock_;
        fill(index);
        for (unsigned step = 1; step < job.steps; ++step) {
            take(flying_.front());
            flying_.pop_front();
            job.message.erase(job.message.begin(), job.message.begin() + job.message.size() / 3);
            job.message.insert(job.message.end(), job.digest.begin(), job.digest.end());
            fill(index);
        }
    }

    void fill(size_t index) {
        Job& job = jobs_[index];
        const uint32_t place = filled_ % (1u << kSize);
        const uint32_t descriptor = kRing + kDescriptor * place, result = kResults + kResult * place;
        // At any lane where the pauses are random
        uint32_t address = data_ + (options_.permille ? random_.below(64) : 0);
        if (address + job.message.size() > kEnd) address = kData;
        data_ = (address + job.message.size() + 63) / 64 * 64;
        memory_->put(address, job.message);
        memory_->put(result, Bytes(kResult, 0xee));
#if CORE_COMMANDS
        const uint32_t command = job.command.user();
#else
        const uint32_t command = job.command.user() << 19;
#endif
        const uint32_t words[] = {address, uint32_t(job.message.size()), command | kLast, result};
        Bytes bytes;
        for (const uint32_t word : words)
            for (unsigned lane = 0; lane < 4; ++lane) bytes.push_back(word >> (8 * lane));
        bytes.resize(kDescriptor);
        memory_->put(descriptor, bytes);
        ++filled_;
        write(REG_TAIL, filled_ & 0xffff);
        job.last_in = clock_;
        flying_.push_back({index, descriptor, result});
    }

    void take(const Flying& flying) {
        Job& job = jobs_[flying.job];
        const Clock begin = clock_;
        uint32_t status = 0;
        while (!((status = memory_->word(flying.descriptor + kStatusAt)) & kDone)) {
            clock();
            if (clock_ - begin > options_.timeout) fail("a descriptor is not done");
        }
        if (status & 0x700) fail("a descriptor without a fault is done with one");
        if (job.status == 0) job.status = status & 7;
        job.digest = memory_->get(flying.result, status >> 16 & 0xff);
        job.first_out = ended_ = clock_;
    }

    void finish() {
        const Flying flying = flying_.front();
        flying_.pop_front();
        take(flying);
        const Job& job = jobs_[flying.job];
        if (job.answered)
            std::cout << "digest " << flying.job << ' ' << to_hex(job.digest) << ' ' << job.status
                      << ' ' << job.first_in << ' ' << job.last_in << ' ' << job.first_out << ' '
                      << clock_ << std::endl;
        else
            std::cout << "sent " << flying.job << ' ' << job.first_in << ' ' << job.last_in
                      << std::endl;
    }

    const Options& options_;
    std::vector<Job>& jobs_;
    Random random_;
    VerilatedContext verilated_;
    std::unique_ptr<Vcore> model_;
    std::unique_ptr<Memory> memory_;
    std::deque<Flying> flying_;
    size_t filled_ = 0, waited_ = 0;
    uint32_t data_ = kData;
    Clock clock_ = 0, ended_ = 0;
};
