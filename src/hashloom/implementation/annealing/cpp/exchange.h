// What stands in some slots goes to others, if that is legal: it stays there or is taken back.
#pragma once

#include <utility>
#include <vector>

#include "cost.h"
#include "fabric.h"
#include "random.h"

namespace anneal {

class Exchange {
public:
    Exchange(Problem& problem, Fabric& fabric, Cost& cost, Random& random)
        : problem(problem), fabric(fabric), cost(cost), random(random),
          group_seen(fabric.members.size()) {}

    double temperature = 0;
    std::vector<int> moved;  // cells that have gone elsewhere, of which `stays` decides

    void start_counting() { tried = kept = 0; }
    double kept_percent() const { return 100.0 * kept / (tried + 1); }

    void start_over() { from.clear(), to.clear(); }
    void go(int own, int other) { from.push_back(own), to.push_back(other); }

    // What stands at `from` goes to `to`, if it may and should.
    void attempt(bool lookups, bool regs) {
        tried++;
        carried_lookups.clear(), carried_registers.clear();
        for (int s : from) carried_lookups.push_back(fabric.lookups[s]);
        for (int s : from) carried_registers.push_back(fabric.registers[s]);
        if (lookups && !groups_stay_whole()) return;
        set(to, lookups, regs);
        bool good = true;
        for (size_t i = 0; good && i < to.size(); i++)
            good = fabric.slice_is_legal(to[i]) && (!regs || fabric.tile_is_legal(to[i]));
        if (good) {
            place(from, lookups, regs);
            if (stays()) return;
        }
        set(from, lookups, regs);
        if (good) place(from, lookups, regs);
    }

    // Whether what has moved may stay; else it is not counted.
    bool stays() {
        const double more = cost.change(moved);
        if (more <= 0 || more < temperature * random.exponential()) {
            cost.keep(moved);
            kept++;
            return true;
        }
        cost.drop(moved);
        return false;
    }

private:
    void set(const std::vector<int>& slots, bool lookups, bool regs) {
        for (size_t i = 0; i < slots.size(); i++) {
            if (lookups) fabric.lookups[slots[i]] = carried_lookups[i];
            if (regs) fabric.registers[slots[i]] = carried_registers[i];
        }
    }

    // The cells in these slots know where they are; `moved` are those.
    void place(const std::vector<int>& slots, bool lookups, bool regs) {
        moved.clear();
        for (int s : slots) {
            if (lookups) enter(fabric.lookups[s], s);
            if (regs) enter(fabric.registers[s], s);
        }
    }
    void enter(int c, int slot) {
        if (c == NONE) return;
        fabric.put(c, slot);
        moved.push_back(c);
        const Cell& cell = problem.cells[c];
        if (cell.kind != Kind::lookup || cell.group == NONE) return;
        if (c != fabric.members[cell.group].front()) return;
        for (int rider : fabric.riders[cell.group]) {
            problem.cells[rider].x = cell.x, problem.cells[rider].y = cell.y;
            moved.push_back(rider);
        }
    }

    // All of a group go the same way, by what its kind allows, and stay in a row.
    bool groups_stay_whole() {
        touched.clear();
        for (size_t i = 0; i < from.size(); i++) {
            const int c = carried_lookups[i];
            if (c == NONE || problem.cells[c].group == NONE) continue;
            const int g = problem.cells[c].group, shift = to[i] - from[i];
            Seen& seen = group_seen[g];
            if (seen.count == 0) {
                touched.push_back(g);
                seen.shift = shift;
            }
            seen.count++;
            seen.whole = seen.count == static_cast<int>(fabric.members[g].size());
            if (seen.shift != shift || shift % fabric.step(g)) seen.torn = true;
        }
        bool whole = true;
        for (int g : touched) {
            const auto [low, high] = fabric.extent(g);
            const int shift = group_seen[g].shift;
            whole = whole && group_seen[g].whole && !group_seen[g].torn;
            whole = whole && fabric.row(low + shift) == fabric.row(high + shift);
        }
        for (int g : touched) group_seen[g] = {};
        return whole;
    }

    struct Seen {
        int shift = 0, count = 0;
        bool whole = false, torn = false;
    };

    Problem& problem;
    Fabric& fabric;
    Cost& cost;
    Random& random;
    long tried = 0, kept = 0;
    std::vector<int> from, to;  // slots of the move that is tried
    std::vector<int> touched, carried_lookups, carried_registers;
    std::vector<Seen> group_seen;
};

}  // namespace anneal
