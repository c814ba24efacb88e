// Powers of two that are the same on every machine: of the C library only square roots and scaling
// by powers of two are asked, which are exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace anneal {

class Powers {
public:
    Powers() : fractions(STEPS) {
        double step = 2;
        for (int i = 1; i < STEPS; i *= 2) step = std::sqrt(step);
        double power = 1;
        for (double& fraction : fractions) fraction = power, power *= step;
    }

    // 2 to the x, within 0.1 %; 0 below 2 to the -40, and no more than 2 to the 40.
    double of_two(double x) const {
        if (!(x > -LARGEST)) return 0;
        const int steps = static_cast<int>((std::min(x, 1.0 * LARGEST) + LARGEST) * STEPS);
        return std::ldexp(fractions[steps % STEPS], steps / STEPS - LARGEST);
    }

private:
    static constexpr int STEPS = 1024, LARGEST = 40;

    std::vector<double> fractions;  // powers of 0 to 1 in so many steps
};

}  // namespace anneal
