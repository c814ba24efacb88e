// Simulated annealing of a placement:
//     anneal DESIGN PLACES SEED EFFORT SHARE CROWDING ROOMY STEPS HOT COOLING
// DESIGN is what `read_problem` reads. Into PLACES goes a line for each cell: x, y and slot.
#include <cstdio>
#include <cstdlib>

#include "moves.h"

int main(int count, char** words) {
    using namespace anneal;
    if (count != 11) {
        std::fprintf(stderr, "ERROR: ten arguments are needed.\n");
        return 1;
    }
    FILE* file = std::fopen(words[1], "r");
    if (!file) {
        std::fprintf(stderr, "ERROR: %s cannot be read.\n", words[1]);
        return 1;
    }
    Problem problem = read_problem(file);
    std::fclose(file);
    const double effort = std::atof(words[4]), share = std::atof(words[5]);
    const int steps = std::atoi(words[8]);
    const double hot = std::atof(words[9]), cooling = std::atof(words[10]);

    Fabric fabric(problem);
    Timing timing(problem);
    Random random(std::atoi(words[3]));
    Cost cost(problem, fabric, std::atof(words[6]), std::atoi(words[7]));
    Moves moves(problem, fabric, cost, random);
    double longest = 0;
    moves.temperature = hot;
    double reach = 15;
    for (int step = 0; step <= steps; step++) {
        const double done = static_cast<double>(step) / steps;
        moves.reach = reach > 2 ? static_cast<int>(reach + 0.5) : 2;
        if (step == steps) moves.temperature = 0;
        longest = timing.analyse(1 + static_cast<int>(7 * done), 0.85);
        cost.renew(share);
        moves.tried = moves.kept = 0;
        const long times = static_cast<long>(effort * moves.cells());
        for (long i = 0; i < times; i++) moves.any();
        std::printf("Step %d of %d: wires %.0f, ", step, steps, cost.length());
        std::printf("longest path %.3f ns, ", longest / 1000);
        std::printf("%.1f %% of moves kept\n", 100.0 * moves.kept / (moves.tried + 1));
        std::fflush(stdout);
        moves.temperature *= cooling;
        reach *= 0.93;
    }
    std::printf("longest path %.3f ns\n", timing.analyse(8, 0) / 1000);
    file = std::fopen(words[2], "w");
    for (const Cell& cell : problem.cells) std::fprintf(file, "%d %d %d\n", cell.x, cell.y, cell.z);
    return std::fclose(file) ? 1 : 0;
}
