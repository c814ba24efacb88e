// Numbers that are the same on every machine: no function of the C library is asked.
#pragma once

#include <cstdint>
#include <vector>

namespace anneal {

class Random {
public:
    explicit Random(int seed) : state(0x9E3779B97F4A7C15ull * (2 * seed + 1)) {
        for (int i = 0; i < TABLE; i++) logarithms.push_back(-log((i + 0.5) / TABLE));
        for (int i = 0; i < 16; i++) next();
    }

    // 0 to n - 1
    int below(int n) { return static_cast<int>((static_cast<uint64_t>(next()) * n) >> 32); }
    double fraction() { return next() / 4294967296.0; }
    // Exponentially distributed, of mean 1.
    double exponential() { return logarithms[below(TABLE)]; }

private:
    static constexpr int TABLE = 4096;

    uint32_t next() {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return static_cast<uint32_t>(state >> 32);
    }

    // Of 0 < x <= 1, by the series of the inverse hyperbolic tangent.
    static double log(double x) {
        double halvings = 0;
        while (x < 0.7) x *= 2, halvings -= 0.6931471805599453;
        const double t = (x - 1) / (x + 1);
        double sum = 0, power = t;
        for (int k = 1; k < 40; k += 2, power *= t * t) sum += power / k;
        return 2 * sum + halvings;
    }

    uint64_t state;
    std::vector<double> logarithms;
};

}  // namespace anneal
