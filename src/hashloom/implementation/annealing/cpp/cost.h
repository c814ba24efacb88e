// What a placement costs: the length of its wires, how late its signals are, how full its tiles.
#pragma once

#include <algorithm>
#include <vector>

#include "density.h"
#include "fabric.h"
#include "timing.h"

namespace anneal {

constexpr int BESIDE = 2;     // rows from one of block RAMs
constexpr int WIDEST = 3000;  // pins of a net whose wires do not count: it is everywhere anyway

class Cost {
public:
    // `tension`: what a tile of wire costs more for each tile that the wire is long. Of words that
    // lie between two far places, it leaves none at one of them.
    Cost(Problem& problem, const Fabric& fabric, const Density& density, double tension,
         double crowding, int roomy)
        : problem(problem), density(density), tension(tension), crowding(crowding),
          of_net(problem.nets.size()),
          seen(problem.nets.size()), pins(fabric.slots() / SLOTS),
          room(fabric.slots() / SLOTS, roomy) {
        for (const Cell& cell : problem.cells) {
            tile.push_back(cell.slot == NONE ? NONE : cell.slot / SLOTS);
            if (cell.slot != NONE) pins[tile.back()] += cell.pins;
            if (cell.kind != Kind::memory) continue;
            // Wires of block RAMs need room in the rows beside them.
            for (size_t t = 0; t < room.size(); t++)
                if (std::abs(fabric.y(t * SLOTS) - cell.y) <= BESIDE) room[t] = roomy / 2;
        }
    }

    // All anew. `share` is how much lateness counts beside length.
    void renew(double share) {
        look_at_all();
        density.settle();
        late = 0;
        double length = 0, lateness = 0;
        for (size_t n = 0; n < of_net.size(); n++) length += cost(n);
        late = 1;
        for (size_t n = 0; n < of_net.size(); n++) lateness += cost(n);
        lateness -= length;
        late = share * length / std::max(lateness, 1.0);
        for (size_t n = 0; n < of_net.size(); n++) of_net[n] = cost(n);
    }

    // All anew. What is late costs twice as much with each `doubling` ps; `weight` that of the
    // longest path.
    void renew_steeply(double weight, double doubling) {
        steep = doubling, tension = 0;
        look_at_all();
        late = 1e3 * weight;
        for (size_t n = 0; n < of_net.size(); n++) of_net[n] = cost(n);
    }

    double length() const { return total_length; }

    // What it costs more that `moved` cells are where they are now.
    double change(const std::vector<int>& moved) {
        changed.clear();
        stamp++;
        double more = crowd(moved);
        for (int c : moved)
            for (int n : problem.nets_of[c]) {
                if (seen[n] == stamp) continue;
                seen[n] = stamp;
                const double now = cost(n);
                more += now - of_net[n];
                changed.push_back({n, now});
            }
        return more;
    }

    // What `change` was asked about last stays, or is taken back.
    void keep(const std::vector<int>& moved) {
        for (const auto& [n, now] : changed) of_net[n] = now;
        for (int c : moved)
            if (problem.cells[c].slot != NONE) tile[c] = problem.cells[c].slot / SLOTS;
    }
    void drop(const std::vector<int>& moved) {
        for (int c : moved) shift(c, problem.cells[c].slot / SLOTS, tile[c]);
    }

private:
    // Where all wires are.
    void look_at_all() {
        total_length = 0;
        density.clear();
        for (size_t n = 0; n < of_net.size(); n++) {
            if (is_everywhere(n)) continue;
            const Box box = box_of(n);
            total_length += box.length();
            density.add(box);
        }
    }

    bool is_everywhere(int n) const {
        return problem.nets[n].last - problem.nets[n].first >= WIDEST;
    }

    Box box_of(int n) const {
        const Net& net = problem.nets[n];
        const Cell& driver = problem.cells[net.driver];
        Box box = {driver.x, driver.x, driver.y, driver.y};
        for (int p = net.first; p < net.last; p++) {
            if (!problem.pins[p].wired) continue;
            const Cell& cell = problem.cells[problem.pins[p].cell];
            box.left = std::min(box.left, cell.x), box.right = std::max(box.right, cell.x);
            box.top = std::min(box.top, cell.y), box.bottom = std::max(box.bottom, cell.y);
        }
        return box;
    }

    double cost(int n) const {
        if (is_everywhere(n)) return 0;
        const Box box = box_of(n);
        const int length = box.length();
        return length * (density.price(box) + tension * length) + late * lateness_of(n) * 1e-3;
    }

    double lateness_of(int n) const {
        const Net& net = problem.nets[n];
        const Cell& driver = problem.cells[net.driver];
        double lateness = 0;
        for (int p = net.first; p < net.last; p++) {
            const Pin& pin = problem.pins[p];
            if (!pin.wired || pin.weight <= 0) continue;
            const double ps = wire(problem, driver, problem.cells[pin.cell]);
            lateness += pin.weight * lateness_of(pin, ps);
        }
        return lateness;
    }

    double lateness_of(const Pin& pin, double ps) const {
        return steep > 0 ? powers.of_two((ps - pin.before) / steep) : ps;
    }

    double crowd(const std::vector<int>& moved) {
        if (crowding == 0) return 0;
        double more = 0;
        for (int c : moved) {
            if (!moves_tile(c)) continue;
            const int to = problem.cells[c].slot / SLOTS, from = tile[c];
            more -= full(from) + full(to);
            shift(c, from, to);
            more += full(from) + full(to);
        }
        return more;
    }
    bool moves_tile(int c) const {
        const Cell& cell = problem.cells[c];
        return crowding > 0 && cell.pins && cell.slot != NONE && cell.slot / SLOTS != tile[c];
    }
    void shift(int c, int from, int to) {
        if (!moves_tile(c)) return;
        pins[from] -= problem.cells[c].pins;
        pins[to] += problem.cells[c].pins;
    }
    double full(int t) const {
        const int over = pins[t] - room[t];
        return over > 0 ? crowding * over * over : 0;
    }

    Problem& problem;
    Density density;
    double tension, crowding;
    double late = 0, total_length = 0;
    double steep = 0;  // ps that double a cost, or 0: it grows with them
    Powers powers;
    std::vector<double> of_net;
    std::vector<int> seen, tile;
    std::vector<int> pins, room;  // by tile: wires that end there, and may at no cost
    std::vector<std::pair<int, double>> changed;
    int stamp = 0;
};

}  // namespace anneal
