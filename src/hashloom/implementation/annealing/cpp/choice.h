// What the moves choose from: everything, or what is urgent.
#pragma once

#include <algorithm>
#include <vector>

#include "fabric.h"

namespace anneal {

struct Choice {
    std::vector<int> single;  // look-up tables and registers that move alone
    std::vector<int> groups, memories;
    std::vector<std::vector<int>> joined;  // by cell, what urgent wires join to it
};

inline Choice everything(const Problem& problem, const Fabric& fabric) {
    Choice all;
    for (size_t c = 0; c < problem.cells.size(); c++) {
        const Cell& cell = problem.cells[c];
        if (cell.kind == Kind::memory) all.memories.push_back(c);
        const bool alone = cell.kind == Kind::lookup && cell.group == NONE;
        if (alone || (cell.kind == Kind::reg && !cell.tied)) all.single.push_back(c);
    }
    for (size_t g = 0; g < fabric.members.size(); g++) all.groups.push_back(g);
    return all;
}

// Those of all that have a pin of more weight than `least`.
inline Choice urgent(const Choice& all, const Problem& problem, const Fabric& fabric,
                     double least) {
    Choice some;
    some.joined.resize(problem.cells.size());
    for (const Pin& pin : problem.pins) {
        if (pin.weight <= least) continue;
        const int driver = problem.nets[pin.net].driver;
        some.joined[driver].push_back(pin.cell), some.joined[pin.cell].push_back(driver);
    }
    const auto is_urgent = [&](int c) { return !some.joined[c].empty(); };
    for (int c : all.single)
        if (is_urgent(c)) some.single.push_back(c);
    for (int c : all.memories)
        if (is_urgent(c)) some.memories.push_back(c);
    for (int g : all.groups) {
        const auto& members = fabric.members[g];
        if (std::any_of(members.begin(), members.end(), is_urgent)) some.groups.push_back(g);
    }
    return some;
}

}  // namespace anneal
