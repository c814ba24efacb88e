// Simulated annealing of a placement, and refinement of what is late in it:
//     anneal DESIGN PLACES SEED EFFORT SHARE OUTLIERS CROWDING ROOMY STEPS HOT COOLING DENSE DEAR
//            TENSION REFINING HALVING WEIGHT HEAT REACH
// DESIGN is what `read_problem` reads. Into PLACES goes a line for each cell: x, y and slot.
#include <cstdio>
#include <cstdlib>

#include "refine.h"

namespace anneal {

constexpr int PASSES = 10;  // of a step; before each one the longest paths are looked for
constexpr int DULL = 8, SHARP = 24;  // powers of how critical a pin is, at first and in the end
constexpr double RARER = 7;  // powers of two by which paths that may be longer get rarer
constexpr double MEMORY = 0.985;  // of how critical a pin was, from a pass to the next

// Many moves of everything, fewer of which are kept with each step.
void cool(Timing& timing, Cost& cost, Moves& moves, char** words) {
    const double effort = std::atof(words[4]), share = std::atof(words[5]);
    const double outliers = std::atof(words[6]);
    const int steps = std::atoi(words[9]);
    const double hot = std::atof(words[10]), cooling = std::atof(words[11]);
    const Powers powers;
    double& temperature = moves.exchange.temperature;
    temperature = hot;
    double reach = 15;
    for (int step = 0; step <= steps; step++) {
        const double done = static_cast<double>(step) / steps;
        moves.reach = reach > 2 ? static_cast<int>(reach + 0.5) : 2;
        if (step == steps) temperature = 0;
        const double rarer = outliers * powers.of_two(RARER * done);
        const int exponent = DULL + static_cast<int>((SHARP - DULL) * done);
        const long times = static_cast<long>(effort * moves.choice.single.size() / PASSES);
        double longest = 0;
        moves.exchange.start_counting();
        for (int pass = 0; pass < (step == steps ? 2 * PASSES : PASSES); pass++) {
            longest = timing.analyse(exponent, MEMORY, rarer);
            cost.renew(share);
            for (long i = 0; i < times; i++) moves.any();
        }
        std::printf("Step %d of %d: wires %.0f, ", step, steps, cost.length());
        std::printf("longest path %.3f ns, ", longest / 1000);
        std::printf("%.1f %% of moves kept\n", moves.exchange.kept_percent());
        std::fflush(stdout);
        temperature *= cooling;
        reach *= 0.93;
    }
}

}  // namespace anneal

int main(int count, char** words) {
    using namespace anneal;
    if (count != 20) {
        std::fprintf(stderr, "ERROR: nineteen arguments are needed.\n");
        return 1;
    }
    FILE* file = std::fopen(words[1], "r");
    if (!file) {
        std::fprintf(stderr, "ERROR: %s cannot be read.\n", words[1]);
        return 1;
    }
    Problem problem = read_problem(file);
    std::fclose(file);

    Fabric fabric(problem);
    Timing timing(problem);
    Random random(std::atoi(words[3]));
    const Density density(problem, std::atof(words[12]), std::atof(words[13]));
    Cost cost(problem, fabric, density, std::atof(words[14]), std::atof(words[7]),
              std::atoi(words[8]));
    Moves moves(problem, fabric, cost, random);
    cool(timing, cost, moves, words);
    const Refinement refinement = {std::atoi(words[15]), std::atof(words[16]), std::atof(words[17]),
                                   std::atof(words[18]), std::atoi(words[19])};
    refine(refinement, problem, fabric, timing, cost, moves);
    std::printf("longest path %.3f ns\n", timing.analyse(1, 0) / 1000);
    file = std::fopen(words[2], "w");
    if (!file) {
        std::fprintf(stderr, "ERROR: %s cannot be written.\n", words[2]);
        return 1;
    }
    for (const Cell& cell : problem.cells) std::fprintf(file, "%d %d %d\n", cell.x, cell.y, cell.z);
    return std::fclose(file) ? 1 : 0;
}
