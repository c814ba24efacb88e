// Refinement of a placement: what lies on the longest paths is moved, and little else.
#pragma once

#include <cstdio>
#include <vector>

#include "moves.h"

namespace anneal {

struct Refinement {
    int steps;
    double halving;  // ps of slack that halve what lateness costs
    double weight;   // what the lateness of a wire on the longest path costs; a tile of wire is 1
    double heat;     // the temperature at first, which falls to 0
    int reach;       // tiles that a move goes
};

constexpr double URGENT = 0.01;  // the weight of a pin whose cells are moved
constexpr int FEWEST = 100, EACH = 30;  // moves of a step, and more of them for each urgent cell

// Leaves the best placement that it saw, which may be the one that it began with.
inline void refine(const Refinement& how, Problem& problem, Fabric& fabric, Timing& timing,
                   Cost& cost, Moves& moves) {
    if (how.steps == 0) return;
    const Choice all = moves.choice;
    moves.mix = REFINING, moves.reach = how.reach;
    std::vector<Cell> best;
    double least = 0;
    for (int step = 0; step <= how.steps; step++) {
        const double longest = timing.analyse_steeply(how.halving);
        if (best.empty() || longest < least) best = problem.cells, least = longest;
        cost.renew_steeply(how.weight, how.halving);
        if (step % (how.steps / 20 + 1) == 0) {
            std::printf("Refined %d times of %d: wires %.0f, ", step, how.steps, cost.length());
            std::printf("longest path %.3f ns\n", longest / 1000);
            std::fflush(stdout);
        }
        if (step == how.steps) break;
        moves.exchange.temperature = how.heat * (how.steps - step) / how.steps;
        moves.choice = urgent(all, problem, fabric, URGENT);
        const long times = FEWEST + EACH * static_cast<long>(moves.choice.single.size());
        for (long i = 0; i < times; i++) moves.any();
    }
    problem.cells = best;
}

}  // namespace anneal
