// Random numbers, and the pauses of a stream.

#pragma once

#include <cstdint>

// splitmix64: small, fast, and good enough for pauses and filling
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t next() {
        uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    uint64_t below(uint64_t bound) { return next() % bound; }

  private:
    uint64_t state_;
};

// Decides in which clocks one side of a stream pauses: mostly single clocks, now and then long
class Pauses {
  public:
    Pauses(unsigned permille, uint64_t seed) : permille_(permille), random_(seed) {}
    bool pause() {
        if (permille_ == 0) return false;
        if (left_ == 0 && random_.below(1000) < permille_)
            left_ = random_.below(64) == 0 ? 1 + random_.below(255) : 1;
        if (left_ == 0) return false;
        --left_;
        return true;
    }

  private:
    unsigned permille_;
    Random random_;
    uint64_t left_ = 0;
};
