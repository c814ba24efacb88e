// Changes of a placement that keep it legal: each is tried, and stays or is taken back.
#pragma once

#include <set>
#include <vector>

#include "cost.h"
#include "fabric.h"
#include "random.h"

namespace anneal {

class Moves {
public:
    Moves(Problem& problem, Fabric& fabric, Cost& cost, Random& random)
        : problem(problem), fabric(fabric), cost(cost), random(random),
          group_seen(fabric.members.size()), slot_seen(fabric.slots()) {
        for (size_t c = 0; c < problem.cells.size(); c++) {
            const Cell& cell = problem.cells[c];
            if (cell.kind == Kind::memory) memories.push_back(c);
            const bool alone = cell.kind == Kind::lookup && cell.group == NONE;
            if (alone || (cell.kind == Kind::reg && !cell.tied)) single.push_back(c);
        }
        find_memory_places();
    }

    int cells() const { return single.size(); }
    double temperature = 0;
    int reach = 1;        // tiles that a move goes at most
    long tried = 0, kept = 0;

    void any() {
        const double which = random.fraction();
        if (which < 0.05) group();
        else if (which < 0.09) which < 0.07 ? beside() : across();
        else if (which < 0.11) tiles();
        else if (which < 0.1105) memory();
        else one();
    }

private:
    // A look-up table or a register, with what stands at the other place.
    void one() {
        if (single.empty()) return;
        const int c = single[random.below(single.size())];
        const int a = problem.cells[c].slot;
        const int tile = target(c, a);
        if (tile == NONE) return;
        const int b = tile + random.below(SLOTS);
        if (a == b) return;
        const bool lookup = problem.cells[c].kind == Kind::lookup;
        // A register that its look-up table feeds goes with it.
        const bool reg = !lookup || is_tied(a) || is_tied(b);
        if (lookup && fabric.lookups[b] != NONE && is_grouped(fabric.lookups[b])) return;
        if (lookup && fabric.lookups[b] == NONE && is_tied(b)) return;
        if (!lookup && is_tied(b)) return;
        start_over();
        go(a, b), go(b, a);
        attempt(lookup, reg);
    }

    // A group, to slots that are free of others or hold one alike.
    void group() {
        if (fabric.members.empty()) return;
        const int g = random.below(fabric.members.size());
        if (fabric.members[g].empty()) return;
        const auto [low, high] = fabric.extent(g);
        const auto& own = fabric.members[g];
        int start = target(own[random.below(own.size())], low);
        if (start == NONE) return;
        const int step = fabric.step(g);
        start += low % step + step * random.below(SLOTS / step);
        if (start == low || start + high - low >= fabric.slots()) return;
        start_over();
        slot_stamp++;
        for (int c : own) slot_seen[problem.cells[c].slot] = slot_stamp;
        for (int c : own) {
            const int here = problem.cells[c].slot, there = here + start - low;
            if (slot_seen[there] == slot_stamp) return;
            go(here, there), go(there, here);
        }
        attempt(true, true);
    }

    // A chain and what stands beside it change sides.
    void beside() {
        const int g = some_chain();
        if (g == NONE) return;
        const auto [low, high] = fabric.extent(g);
        const int own = high + 1 - low, row = fabric.row(low);
        const int length = 2 * (1 + random.below(random.below(2) ? 20 : 4));
        int start = low - length, end = low;
        const bool after = random.below(2);
        if (after) start = high + 1, end = start + length;
        if (!grown(row, start, end) || (after ? start != high + 1 : end != low)) return;
        const int other = end - start;
        start_over();
        for (int s = low; s <= high; s++) go(s, after ? s + other : s - other);
        for (int s = start; s < end; s++) go(s, after ? s - own : s + own);
        attempt(true, true);
    }

    // A chain and as many slots elsewhere change places, with all chains that they touch.
    void across() {
        const int g = some_chain();
        if (g == NONE) return;
        const auto [low, high] = fabric.extent(g);
        const int there = near(low);
        if (there == NONE) return;
        const int row = fabric.row(low), other_row = fabric.row(there);
        const int shift = there + (random.below(2) ? low % SLOTS : 2 * random.below(4)) - low;
        int start = low, end = high + 1;
        for (int before = 0; before != end - start;) {
            before = end - start;
            int s = start + shift, e = end + shift;
            if (!grown(row, start, end) || !grown(other_row, s, e)) return;
            start = std::min(start, s - shift), end = std::max(end, e - shift);
        }
        if (row == other_row && std::abs(shift) < end - start) return;
        exchange(start, end, shift);
    }

    // Two tiles, or two slices: so registers with an enable or a reset of their own get away.
    void tiles() {
        if (single.empty()) return;
        int c = NONE;
        for (int i = 0; i < 8; i++) {
            c = single[random.below(single.size())];
            const Cell& cell = problem.cells[c];
            if (cell.kind == Kind::reg && (cell.lsr || cell.ce)) break;
        }
        const int slot = problem.cells[c].slot;
        const int tile = target(c, slot);
        if (tile == NONE) return;
        const int size = random.below(2) ? SLOTS : 2;
        const int start = slot / size * size;
        const int other = tile + (size == 2 ? 2 * random.below(SLOTS / 2) : 0);
        if (other != start) exchange(start, start + size, other - start);
    }

    // A block RAM, with the one at the other place.
    void memory() {
        if (memories.empty()) return;
        const int c = memories[random.below(memories.size())];
        const int k = random.below(places.size());
        Cell& cell = problem.cells[c];
        if (std::abs(places[k].x - cell.x) + std::abs(places[k].y - cell.y) > 6 * reach) return;
        if (places[k].cell == c) return;
        Place& from = places[place_of[c]];
        moved.assign(1, c);
        if (places[k].cell != NONE) moved.push_back(places[k].cell);
        swap(from, places[k]);
        if (!stays()) swap(from, places[k]);
    }

    struct Place {
        int x, y, cell;
    };

    void swap(Place& a, Place& b) {
        std::swap(a.cell, b.cell);
        for (Place* p : {&a, &b}) {
            if (p->cell == NONE) continue;
            problem.cells[p->cell].x = p->x, problem.cells[p->cell].y = p->y;
            place_of[p->cell] = p - places.data();
        }
    }

    void find_memory_places() {
        std::set<int> across, along;
        for (int c : memories) across.insert(problem.cells[c].x), along.insert(problem.cells[c].y);
        place_of.assign(problem.cells.size(), NONE);
        for (int x : across)
            for (int y : along) {
                places.push_back({x, y, NONE});
                for (int c : memories)
                    if (problem.cells[c].x == x && problem.cells[c].y == y)
                        places.back().cell = c, place_of[c] = places.size() - 1;
            }
    }

    bool is_tied(int slot) const {
        return fabric.registers[slot] != NONE && problem.cells[fabric.registers[slot]].tied;
    }
    bool is_grouped(int c) const { return problem.cells[c].group != NONE; }

    int some_chain() {
        if (fabric.members.empty()) return NONE;
        const int g = random.below(fabric.members.size());
        return fabric.chain[g] ? g : NONE;
    }

    // First slot of a tile within reach, or NONE.
    int near(int slot) {
        const int row = fabric.row(slot) + random.below(2 * reach + 1) - reach;
        const int column = fabric.column(slot) + random.below(2 * reach + 1) - reach;
        return fabric.holds(row, column) ? fabric.slot(row, column, 0) : NONE;
    }

    // The same, every second time towards something that the cell has a wire to.
    int target(int c, int slot) {
        const auto& nets = problem.nets_of[c];
        if (nets.empty() || random.below(2)) return near(slot);
        const Net& net = problem.nets[nets[random.below(nets.size())]];
        const int which = random.below(net.last - net.first + 1);
        const int other = which ? problem.pins[net.first + which - 1].cell : net.driver;
        const Cell& cell = problem.cells[other];
        if (other == c || cell.kind == Kind::fixed) return near(slot);
        const int spread = std::max(1, reach / 3);
        int row = fabric.row_near(cell) + random.below(2 * spread + 1) - spread;
        int column = fabric.column_near(cell) + random.below(2 * spread + 1) - spread;
        const int down = row - fabric.row(slot), right = column - fabric.column(slot);
        if (std::abs(down) > 3 * reach || std::abs(right) > 3 * reach) {
            row = fabric.row(slot) + reach * ((down > 0) - (down < 0));
            column = fabric.column(slot) + reach * ((right > 0) - (right < 0));
        }
        return fabric.holds(row, column) ? fabric.slot(row, column, 0) : NONE;
    }

    // Slots from `start` to before `end`, grown until no chain is cut; false if they leave the row.
    bool grown(int row, int& start, int& end) const {
        const int first = row * fabric.width() * SLOTS, last = first + fabric.width() * SLOTS;
        for (bool again = true; again;) {
            again = false;
            if (start < first || end > last || end - start > 28 * SLOTS) return false;
            for (int s : {start, end - 1}) {
                const int c = fabric.lookups[s];
                if (c == NONE || !is_grouped(c) || !fabric.chain[problem.cells[c].group]) continue;
                const auto [low, high] = fabric.extent(problem.cells[c].group);
                if (low < start) start = low, again = true;
                if (high + 1 > end) end = high + 1, again = true;
            }
        }
        return true;
    }

    void exchange(int start, int end, int shift) {
        start_over();
        for (int s = start; s < end; s++) go(s, s + shift), go(s + shift, s);
        attempt(true, true);
    }

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
            if (c == NONE || !is_grouped(c)) continue;
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

    struct Seen {
        int shift = 0, count = 0;
        bool whole = false, torn = false;
    };

    Problem& problem;
    Fabric& fabric;
    Cost& cost;
    Random& random;
    std::vector<int> single, memories, place_of;
    std::vector<Place> places;
    std::vector<int> from, to;  // slots of the move that is tried
    std::vector<int> moved, touched, carried_lookups, carried_registers;
    std::vector<Seen> group_seen;
    std::vector<int> slot_seen;
    int slot_stamp = 0;
};

}  // namespace anneal
