// Nets share wires at first; what is shared gets dearer until nothing is, and then what is late is
// routed again (after McMurchie and Ebeling, PathFinder, FPGA 1995).
#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

#include "problem.h"
#include "router.h"
#include "timing.h"

namespace route {

class Negotiation {
public:
    // The first `nets` are those of the problem, pin by pin.
    Negotiation(const Device& device, const Ahead& ahead, anneal::Problem& problem,
                std::vector<Net>& nets)
        : device(device), ahead(ahead), problem(problem), nets(nets), router(device, ahead),
          timing(problem, 0) {}

    // Leaves the fastest ways that share nothing. When there are some, faster ones are looked for
    // `tries` times. False: there are none.
    bool settle(int tries) {
        timing.routed.assign(problem.pins.size(), 0);
        each_pin([&](Net& net, size_t s, int p) {
            if (problem.pins[p].wired) timing.routed[p] = least(net, s);
        });
        timing.analyse(1, 0);
        std::vector<Net> best;
        double shortest = 0;
        router.pressure = PRESSURE;
        for (int round = 1; round <= ROUNDS && tries >= 0; round++) {
            if (!reach_all(round)) return false;
            const int shared = router.remember(MEMORY);
            router.pressure = std::min(router.pressure * GROWTH, HIGHEST);
            measure();
            const double longest = timing.analyse(1, 0);
            std::printf("Round %d: %d wires shared, ", round, shared);
            std::printf("longest path %.3f ns\n", longest / 1000);
            std::fflush(stdout);
            if (shared) continue;
            if (best.empty() || longest < shortest) best = nets, shortest = longest;
            tries--, router.pressure = PRESSURE, late = LATE_AGAIN;
        }
        nets = best;
        return !best.empty();
    }

private:
    static constexpr int ROUNDS = 2000;
    static constexpr int CALM = 4;  // rounds in which only what is shared is routed again
    static constexpr double PRESSURE = 0.5, GROWTH = 1.3, HIGHEST = 6;  // at first, each round
    static constexpr double MEMORY = 1;    // what a wire gets dearer by for each net too many
    static constexpr double LATE = 50;     // ps of slack of what is routed again for lateness,
    static constexpr double LATE_AGAIN = 25;  // and when there are ways already,
    static constexpr double DETOUR = 50;   // if it takes so many ps more than it has to
    static constexpr float MOST = 0.99f;   // urgency: to share always costs something

    template <typename Visitor>
    void each_pin(Visitor visit) {
        for (size_t n = 0; n < problem.nets.size(); n++)
            for (size_t s = 0; s < nets[n].sinks.size(); s++)
                visit(nets[n], s, problem.nets[n].first + s);
    }

    double least(const Net& net, size_t s) const {
        return ahead.least(device.wires[net.source], device.wires[net.sinks[s]]);
    }

    bool reach_all(int round) {
        each_pin([&](Net& net, size_t s, int p) {
            net.urgency[s] = std::min(static_cast<float>(problem.pins[p].weight), MOST);
        });
        for (size_t n = 0; n < nets.size(); n++) {
            const bool timed = n < problem.nets.size() && round > CALM;
            router.take_back(nets[n], [&](size_t s) {
                const int p = timed ? problem.nets[n].first + s : NONE;
                return timed && timing.slack(p) < late &&
                       timing.routed[p] > least(nets[n], s) + DETOUR;
            });
            if (!router.reach(nets[n])) return false;
        }
        return true;
    }

    void measure() {
        for (size_t n = 0; n < problem.nets.size(); n++) {
            const std::vector<double> ps = router.delays(nets[n]);
            std::copy(ps.begin(), ps.end(), timing.routed.begin() + problem.nets[n].first);
        }
    }

    const Device& device;
    const Ahead& ahead;
    anneal::Problem& problem;
    std::vector<Net>& nets;
    Router router;
    anneal::Timing timing;
    double late = LATE;
};

}  // namespace route
