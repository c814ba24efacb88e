// The tiles of the device, what stands in their slots, and what may stand there together.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "problem.h"

namespace anneal {

// Tiles of a row stand side by side in `lookups` and `registers`, eight slots each.
class Fabric {
public:
    explicit Fabric(Problem& problem) : problem(problem) {
        std::set<int> rows_used;
        int left = 1 << 30, right = -1, groups = 0;
        for (const Cell& cell : problem.cells) {
            groups = std::max(groups, cell.group + 1);
            if (cell.kind != Kind::lookup && cell.kind != Kind::reg) continue;
            rows_used.insert(cell.y);
            left = std::min(left, cell.x), right = std::max(right, cell.x);
        }
        rows.assign(rows_used.begin(), rows_used.end());
        first_column = left, columns = std::max(right - left + 1, 0);
        lookups.assign(rows.size() * columns * SLOTS, NONE);
        registers = lookups;
        members.resize(groups), riders.resize(groups), chain.resize(groups);
        for (size_t c = 0; c < problem.cells.size(); c++) enter(c);
    }

    int slots() const { return lookups.size(); }
    int row(int slot) const { return slot / (columns * SLOTS); }
    int column(int slot) const { return slot / SLOTS % columns; }
    int slot(int row, int column, int z) const { return (row * columns + column) * SLOTS + z; }
    int y(int slot) const { return rows[row(slot)]; }
    int height() const { return rows.size(); }
    int width() const { return columns; }
    bool holds(int row, int column) const {
        return row >= 0 && row < height() && column >= 0 && column < columns;
    }
    // The row and column next to the tile of any cell, memories included.
    int row_near(const Cell& cell) const {
        const int r = std::lower_bound(rows.begin(), rows.end(), cell.y) - rows.begin();
        return std::min(r, height() - 1);
    }
    int column_near(const Cell& cell) const {
        return std::clamp(cell.x - first_column, 0, columns - 1);
    }

    void put(int cell, int slot) {
        if (cell == NONE) return;
        Cell& moved = problem.cells[cell];
        moved.slot = slot, moved.z = slot % SLOTS;
        moved.x = first_column + column(slot), moved.y = rows[row(slot)];
    }

    // The two slots of a slice: one kind of look-up table, M for one use, one enable.
    bool slice_is_legal(int slot) const {
        const int low = slot & ~1;
        const int a = lookups[low], b = lookups[low + 1];
        if (a != NONE && b != NONE) {
            const Cell &one = problem.cells[a], &other = problem.cells[b];
            if (one.mode != other.mode) return false;
            if (one.mode == Mode::mux && one.group != other.group) return false;
        }
        for (int s = low; s < low + 2; s++) {
            if (registers[s] == NONE || lookups[s] == NONE) continue;
            const Cell &reg = problem.cells[registers[s]], &lookup = problem.cells[lookups[s]];
            if (reg.uses_m && lookup.uses_m) return false;
        }
        const int f = registers[low], g = registers[low + 1];
        return f == NONE || g == NONE || problem.cells[f].ce == problem.cells[g].ce;
    }

    // All registers of a tile have one reset.
    bool tile_is_legal(int slot) const {
        int reset = NONE;
        const int first = slot / SLOTS * SLOTS;
        for (int s = first; s < first + SLOTS; s++) {
            if (registers[s] == NONE) continue;
            const int own = problem.cells[registers[s]].lsr;
            if (reset != NONE && reset != own) return false;
            reset = own;
        }
        return true;
    }

    // What a group's way has to be a multiple of, in slots: a chain and one multiplexer begin at
    // any slice, two levels of them at every second, and memories have slots of their own.
    int step(int group) const {
        if (chain[group] || members[group].size() == 2) return 2;
        const bool mux = problem.cells[members[group].front()].mode == Mode::mux;
        return mux && members[group].size() == 4 ? 4 : SLOTS;
    }

    // First and last slot of a group.
    std::pair<int, int> extent(int group) const {
        int low = 1 << 30, high = -1;
        for (int c : members[group]) {
            low = std::min(low, problem.cells[c].slot);
            high = std::max(high, problem.cells[c].slot);
        }
        return {low, high};
    }

    Problem& problem;
    std::vector<int> lookups, registers;      // by slot, a cell or NONE
    std::vector<std::vector<int>> members;    // look-up tables by group
    std::vector<std::vector<int>> riders;     // write ports by group: they are where the group is
    std::vector<bool> chain;                  // whether a group is a carry chain

private:
    void enter(int c) {
        Cell& cell = problem.cells[c];
        if (cell.kind == Kind::write_port) riders[cell.group].push_back(c);
        if (cell.kind != Kind::lookup && cell.kind != Kind::reg) return;
        cell.slot = slot(row_near(cell), cell.x - first_column, cell.z);
        (cell.kind == Kind::reg ? registers : lookups)[cell.slot] = c;
        if (cell.group == NONE || cell.kind == Kind::reg) return;
        members[cell.group].push_back(c);
        chain[cell.group] = cell.mode == Mode::carry;
    }

    std::vector<int> rows;
    int first_column = 0, columns = 0;
};

}  // namespace anneal
