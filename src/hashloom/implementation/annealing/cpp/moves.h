// Changes of a placement: which cells go where.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "choice.h"
#include "cost.h"
#include "exchange.h"
#include "fabric.h"
#include "random.h"

namespace anneal {

// How often each kind of move is made: of 1, with those before it.
struct Mix {
    double joined, group, beside, across, tiles, memory;
};
constexpr Mix ANNEALING = {0, 0.05, 0.07, 0.09, 0.11, 0.1105};
constexpr Mix REFINING = {0.5, 0.575, 0.6, 0.625, 0.65, 0.675};

constexpr int JOINED = 8;      // cells that are moved together, at most,
constexpr size_t MOST = 200;   // and slots, with what cannot stay behind

class Moves {
public:
    Moves(Problem& problem, Fabric& fabric, Cost& cost, Random& random)
        : exchange(problem, fabric, cost, random), choice(everything(problem, fabric)),
          problem(problem), fabric(fabric), random(random), slot_seen(fabric.slots()) {
        find_memory_places();
    }

    Exchange exchange;
    Choice choice;  // what is moved; everything, until someone chooses
    Mix mix = ANNEALING;
    int reach = 1;  // tiles that a move goes at most

    void any() {
        const double which = random.fraction();
        if (which < mix.joined) joined();
        else if (which < mix.group) group();
        else if (which < mix.beside) beside();
        else if (which < mix.across) across();
        else if (which < mix.tiles) tiles();
        else if (which < mix.memory) memory();
        else one();
    }

private:
    // A look-up table or a register, with what stands at the other place.
    void one() {
        if (choice.single.empty()) return;
        const int c = pick(choice.single);
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
        exchange.start_over();
        exchange.go(a, b), exchange.go(b, a);
        exchange.attempt(lookup, reg);
    }

    // Cells that urgent wires join, all by as many tiles, with what cannot stay behind.
    void joined() {
        if (choice.single.empty()) return;
        gather(pick(choice.single), 1 + random.below(JOINED));
        const int c = pick(own), slot = problem.cells[c].slot;
        const int tile = target(c, slot);
        if (tile == NONE) return;
        const int down = fabric.row(tile) - fabric.row(slot);
        const int right = fabric.column(tile) - fabric.column(slot);
        if (!find_slots(down, right)) return;
        exchange.start_over();
        for (int here : slots) {
            const int there = beyond(here, down, right);
            if (slot_seen[there] == slot_stamp) return;
            exchange.go(here, there), exchange.go(there, here);
        }
        exchange.attempt(true, true);
    }

    // Into `own` go c and others that urgent wires lead to; every second time all urgent cells of
    // their tiles, too, since the first tile between two cells costs most.
    void gather(int c, int size) {
        own.assign(1, c);
        for (int tries = 0; tries < 3 * size && static_cast<int>(own.size()) < size; tries++) {
            const auto& joined = choice.joined[pick(own)];
            if (joined.empty()) break;
            add(pick(joined));
        }
        if (random.below(2)) return;
        const size_t count = own.size();
        for (size_t i = 0; i < count; i++) {
            const int first = problem.cells[own[i]].slot / SLOTS * SLOTS;
            for (int s = first; s < first + SLOTS; s++)
                add(fabric.lookups[s]), add(fabric.registers[s]);
        }
    }
    void add(int c) {
        if (c == NONE || problem.cells[c].slot == NONE || choice.joined[c].empty()) return;
        if (std::find(own.begin(), own.end(), c) == own.end()) own.push_back(c);
    }

    // Into `slots` go those of the cells in `own` that are to go so far, of what is enabled or reset
    // with them, and all that no group is torn, here or there. False: they are too many, or there
    // is no such place.
    bool find_slots(int down, int right) {
        slots.clear();
        slot_stamp++;
        for (int c : own) {
            const Cell& cell = problem.cells[c];
            const bool reg = cell.kind == Kind::reg;
            const int size = reg && cell.lsr ? SLOTS : reg && cell.ce ? 2 : 1;
            const int first = cell.slot / size * size;
            for (int s = first; s < first + size; s++) take(s);
        }
        for (size_t i = 0; i < slots.size(); i++) {
            const int there = beyond(slots[i], down, right);
            if (there == NONE || slots.size() > MOST) return false;
            for (int m : group_at(slots[i])) take(problem.cells[m].slot);
            for (int m : group_at(there)) {
                const int back = beyond(problem.cells[m].slot, -down, -right);
                if (back == NONE) return false;
                take(back);
            }
        }
        return true;
    }
    void take(int slot) {
        if (slot_seen[slot] == slot_stamp) return;
        slot_seen[slot] = slot_stamp;
        slots.push_back(slot);
    }

    // The slot so many tiles from another, or NONE.
    int beyond(int slot, int down, int right) const {
        const int row = fabric.row(slot) + down, column = fabric.column(slot) + right;
        return fabric.holds(row, column) ? fabric.slot(row, column, slot % SLOTS) : NONE;
    }

    // What a look-up table has to keep its place to; nothing if it stands alone.
    const std::vector<int>& group_at(int slot) const {
        static const std::vector<int> alone;
        const int c = fabric.lookups[slot];
        return c == NONE || !is_grouped(c) ? alone : fabric.members[problem.cells[c].group];
    }

    // A group, to slots that are free of others or hold one alike.
    void group() {
        if (choice.groups.empty()) return;
        const int g = pick(choice.groups);
        if (fabric.members[g].empty()) return;
        const auto [low, high] = fabric.extent(g);
        const auto& own = fabric.members[g];
        int start = target(pick(own), low);
        if (start == NONE) return;
        const int step = fabric.step(g);
        start += low % step + step * random.below(SLOTS / step);
        if (start == low || start + high - low >= fabric.slots()) return;
        exchange.start_over();
        slot_stamp++;
        for (int c : own) slot_seen[problem.cells[c].slot] = slot_stamp;
        for (int c : own) {
            const int here = problem.cells[c].slot, there = here + start - low;
            if (slot_seen[there] == slot_stamp) return;
            exchange.go(here, there), exchange.go(there, here);
        }
        exchange.attempt(true, true);
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
        exchange.start_over();
        for (int s = low; s <= high; s++) exchange.go(s, after ? s + other : s - other);
        for (int s = start; s < end; s++) exchange.go(s, after ? s - own : s + own);
        exchange.attempt(true, true);
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
        swap_slots(start, end, shift);
    }

    // Two tiles, or two slices: so registers with an enable or a reset of their own get away.
    void tiles() {
        if (choice.single.empty()) return;
        int c = NONE;
        for (int i = 0; i < 8; i++) {
            c = pick(choice.single);
            const Cell& cell = problem.cells[c];
            if (cell.kind == Kind::reg && (cell.lsr || cell.ce)) break;
        }
        const int slot = problem.cells[c].slot;
        const int tile = target(c, slot);
        if (tile == NONE) return;
        const int size = random.below(2) ? SLOTS : 2;
        const int start = slot / size * size;
        const int other = tile + (size == 2 ? 2 * random.below(SLOTS / 2) : 0);
        if (other != start) swap_slots(start, start + size, other - start);
    }

    // A block RAM, with the one at the other place.
    void memory() {
        if (choice.memories.empty()) return;
        const int c = pick(choice.memories);
        const int k = random.below(places.size());
        Cell& cell = problem.cells[c];
        if (std::abs(places[k].x - cell.x) + std::abs(places[k].y - cell.y) > 6 * reach) return;
        if (places[k].cell == c) return;
        Place& from = places[place_of[c]];
        exchange.moved.assign(1, c);
        if (places[k].cell != NONE) exchange.moved.push_back(places[k].cell);
        swap(from, places[k]);
        if (!exchange.stays()) swap(from, places[k]);
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
        for (int c : choice.memories)
            across.insert(problem.cells[c].x), along.insert(problem.cells[c].y);
        place_of.assign(problem.cells.size(), NONE);
        for (int x : across)
            for (int y : along) {
                places.push_back({x, y, NONE});
                for (int c : choice.memories)
                    if (problem.cells[c].x == x && problem.cells[c].y == y)
                        places.back().cell = c, place_of[c] = places.size() - 1;
            }
    }

    bool is_tied(int slot) const {
        return fabric.registers[slot] != NONE && problem.cells[fabric.registers[slot]].tied;
    }
    bool is_grouped(int c) const { return problem.cells[c].group != NONE; }

    int some_chain() {
        if (choice.groups.empty()) return NONE;
        const int g = pick(choice.groups);
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

    void swap_slots(int start, int end, int shift) {
        exchange.start_over();
        for (int s = start; s < end; s++) exchange.go(s, s + shift), exchange.go(s + shift, s);
        exchange.attempt(true, true);
    }

    int pick(const std::vector<int>& some) { return some[random.below(some.size())]; }

    Problem& problem;
    Fabric& fabric;
    Random& random;
    std::vector<int> place_of;
    std::vector<Place> places;
    std::vector<int> own, slots;  // cells that go together, and where they are
    std::vector<int> slot_seen;
    int slot_stamp = 0;
};

}  // namespace anneal
