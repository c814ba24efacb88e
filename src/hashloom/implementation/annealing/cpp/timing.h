// How late each net is, and how critical each pin: the longest paths between registers.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "powers.h"
#include "problem.h"

namespace anneal {

// ps that a wire is expected to take.
inline double wire(const Problem& problem, const Cell& from, const Cell& to) {
    const int across = std::abs(from.x - to.x), along = std::abs(from.y - to.y);
    const int last = problem.side - 1;
    const int a = std::min(across, last), b = std::min(along, last);
    return problem.wires[a * problem.side + b] + problem.beyond * (across - a + along - b);
}

inline double wire(const Problem& problem, const Pin& pin) {
    if (!pin.wired) return 0;
    const Cell& from = problem.cells[problem.nets[pin.net].driver];
    return wire(problem, from, problem.cells[pin.cell]) + pin.offset;
}

constexpr double TOP = 1.2;  // how critical a pin can be; on the longest path but outliers it is 1

class Timing {
public:
    explicit Timing(Problem& problem) : problem(problem) {
        // Nets in an order in which no net comes before one that it is computed from.
        std::vector<int> missing;
        for (const Net& net : problem.nets) missing.push_back(net.into.size());
        for (size_t n = 0; n < problem.nets.size(); n++)
            if (!missing[n]) order.push_back(n);
        for (size_t i = 0; i < order.size(); i++)
            for (int p = problem.nets[order[i]].first; p < problem.nets[order[i]].last; p++)
                for (int a : problem.leaving[p])
                    if (!--missing[problem.arcs[a].net]) order.push_back(problem.arcs[a].net);
    }

    // ps of each pin's wire once all are routed; before, they are expected from the distance.
    std::vector<double> routed;

    // The longest path in ps. A pin's weight becomes the `exponent`th power of how critical it is,
    // and does not fall by more than `memory` allows. The longest path but outliers, which are one
    // of so many, is what makes them critical: beside one that is far too long, nothing else counts.
    double analyse(int exponent, double memory, double outliers = 0) {
        arrive();
        limit = longest;
        if (outliers > 0 && !ends.empty()) {
            const auto last = ends.end() - 1 - static_cast<int>(ends.size() / outliers);
            std::nth_element(ends.begin(), last, ends.end());
            limit = *last;
        }
        require();
        for (size_t p = 0; p < problem.pins.size(); p++) {
            Pin& pin = problem.pins[p];
            const double critical = std::clamp(1 - slack(p) / limit, 0.0, TOP);
            double power = 1;
            for (int i = 0; i < exponent; i++) power *= critical;
            pin.weight = std::max(power, memory * pin.weight);
            if (pin.weight < 1e-4) pin.weight = 0;
        }
        return longest;
    }

    // The same, but a pin's weight is halved by each `halving` ps that it may come later; its wire
    // is remembered as it is now.
    double analyse_steeply(double halving) {
        arrive();
        limit = longest;
        require();
        for (size_t p = 0; p < problem.pins.size(); p++) {
            Pin& pin = problem.pins[p];
            pin.before = wire(problem, pin) - pin.offset;
            pin.weight = powers.of_two(-slack(p) / halving);
        }
        return longest;
    }

    // How much later a pin may have its value, in ps.
    double slack(int p) const {
        return needed(p) - (arrival[problem.pins[p].net] + wire_of(p));
    }

private:
    static constexpr double NEVER = std::numeric_limits<double>::infinity();

    void arrive() {
        arrival.assign(problem.nets.size(), -NEVER);
        longest = limit = 1;
        ends.clear();
        for (int n : order) {
            const Net& net = problem.nets[n];
            if (net.launch != NONE) arrival[n] = net.launch;
            for (int a : net.into) {
                const Arc& arc = problem.arcs[a];
                const Pin& pin = problem.pins[arc.pin];
                const double at = arrival[pin.net] + wire_of(arc.pin) + arc.delay;
                arrival[n] = std::max(arrival[n], at);
            }
            for (int p = net.first; p < net.last; p++) {
                const Pin& pin = problem.pins[p];
                if (pin.setup == NONE) continue;
                const double end = arrival[n] + wire_of(p) + pin.setup;
                if (end > 0) ends.push_back(end);
                longest = std::max(longest, end);
            }
        }
    }

    void require() {
        required.assign(problem.nets.size(), NEVER);
        for (auto n = order.rbegin(); n != order.rend(); ++n)
            for (int p = problem.nets[*n].first; p < problem.nets[*n].last; p++)
                required[*n] = std::min(required[*n], needed(p) - wire_of(p));
    }

    double wire_of(int p) const {
        return routed.empty() ? wire(problem, problem.pins[p]) : routed[p];
    }

    // When a pin has to have its value, in ps, for no path to be longer than `limit`.
    double needed(int p) const {
        const Pin& pin = problem.pins[p];
        double at = pin.setup == NONE ? NEVER : limit - pin.setup;
        for (int a : problem.leaving[p])
            at = std::min(at, required[problem.arcs[a].net] - problem.arcs[a].delay);
        return at;
    }

    Problem& problem;
    Powers powers;
    std::vector<int> order;
    std::vector<double> arrival, required;
    std::vector<double> ends;  // ps of the longest path to each register
    double longest = 1, limit = 1;
};

}  // namespace anneal
