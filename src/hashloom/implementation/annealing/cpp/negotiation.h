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
    // The first `nets` are those of the problem, pin by pin. `crowded`: they nearly fill the device.
    Negotiation(const Device& device, const Ahead& ahead, anneal::Problem& problem,
                std::vector<Net>& nets, bool crowded)
        : device(device), ahead(ahead), problem(problem), nets(nets), crowded(crowded),
          router(device, ahead), timing(problem), insistence(problem.pins.size()) {}

    // Leaves the fastest ways that share nothing. When there are some, faster ones are looked for
    // `tries` times: where there is room, all is negotiated over anew; where all is crowded, what is
    // late gets its fastest way and keeps it, and others make room. False: there are none.
    bool settle(int tries) {
        timing.routed.assign(problem.pins.size(), 0);
        each_pin([&](Net& net, size_t s, int p) {
            if (problem.pins[p].wired) timing.routed[p] = least(net, s);
        });
        timing.analyse(1, 0);
        std::vector<Net> best;
        double shortest = 0;
        router.pressure = PRESSURE;
        int shared = 0;
        for (int round = 1; round <= ROUNDS && tries >= 0; round++) {
            const bool timed = round > CALM && !(crowded && round > EARLY && shared);
            if (!reach_all(timed, best.empty())) return false;
            shared = router.remember(MEMORY);
            router.pressure = std::min(router.pressure * GROWTH, HIGHEST);
            measure();
            const double longest = timing.analyse(1, 0);
            std::printf("Round %d: %d wires shared, ", round, shared);
            std::printf("longest path %.3f ns\n", longest / 1000);
            std::fflush(stdout);
            if (shared) continue;
            if (best.empty() || longest < shortest) best = nets, shortest = longest;
            tries--;
            if (!crowded) router.pressure = PRESSURE;
        }
        nets = best;
        return !best.empty();
    }

private:
    static constexpr int ROUNDS = 2000;
    static constexpr int CALM = 4;  // rounds in which only what is shared is routed again
    static constexpr int EARLY = 60;  // later, in a crowded device, so it is until nothing is shared
    static constexpr double PRESSURE = 0.5, GROWTH = 1.3, HIGHEST = 6;  // at first, each round
    static constexpr double MEMORY = 1;    // what a wire gets dearer by for each net too many
    static constexpr double LATE = 50;     // ps of slack of what is routed again for lateness,
    static constexpr double LATE_AGAIN = 25;  // and when there are ways already,
    static constexpr double DETOUR = 50;   // if it takes so many ps more than it has to
    static constexpr float MOST = 0.99f;   // urgency: to share always costs something
    static constexpr float INSISTENT = 0.9999f;   // urgency of what is to have its fastest way,
    static constexpr float FORGETTING = 0.9999f;  // and what is left of it a round later

    template <typename Visitor>
    void each_pin(Visitor visit) {
        for (size_t n = 0; n < problem.nets.size(); n++)
            for (size_t s = 0; s < nets[n].sinks.size(); s++)
                visit(nets[n], s, problem.nets[n].first + s);
    }

    double least(const Net& net, size_t s) const {
        return ahead.least(device.wires[net.source], device.wires[net.sinks[s]]);
    }

    // What is shared is routed again; if `timed` is true what is late, too, if it goes a detour.
    bool reach_all(bool timed, bool first) {
        const double late = first ? LATE : LATE_AGAIN;
        each_pin([&](Net& net, size_t s, int p) {
            const float urgency = std::min(static_cast<float>(problem.pins[p].weight), MOST);
            insistence[p] *= FORGETTING;
            net.urgency[s] = std::max(urgency, insistence[p]);
        });
        for (size_t n = 0; n < nets.size(); n++) {
            router.take_back(nets[n], [&](size_t s) {
                if (!timed || n >= problem.nets.size()) return false;
                const int p = problem.nets[n].first + s;
                const bool detour = timing.routed[p] > least(nets[n], s) + DETOUR;
                if (timing.slack(p) >= late || !detour) return false;
                if (crowded && !first) nets[n].urgency[s] = insistence[p] = INSISTENT;
                return true;
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
    const bool crowded;
    Router router;
    anneal::Timing timing;
    std::vector<float> insistence;  // by pin, the urgency that is left of when it was insisted on
};

}  // namespace route
