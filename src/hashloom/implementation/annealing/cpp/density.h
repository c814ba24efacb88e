// How many wires cross each tile, and what a wire costs more where they are too many to be routed.
#pragma once

#include <algorithm>
#include <vector>

#include "problem.h"

namespace anneal {

// The tiles that a net's wires lie in, both ends included.
struct Box {
    int left, right, top, bottom;

    int length() const { return right - left + bottom - top; }
    double area() const {
        return static_cast<double>(right - left + 1) * (bottom - top + 1);
    }
};

// A net's wires are taken to be spread evenly over its box. The price of a tile of wire is 1 where
// there is room; with each `settle` it rises where wires are too dense, and falls again where they
// are no more.
class Density {
public:
    // `limit`: wires that may cross a tile, or 0: as many as like. `rate`: what the price rises by
    // where there are twice as many.
    Density(const Problem& problem, double limit, double rate) : limit(limit), rate(rate) {
        for (const Cell& cell : problem.cells) {
            width = std::max(width, cell.x + 1), height = std::max(height, cell.y + 1);
        }
        wires.assign((width + 1) * (height + 1), 0);
        prices = wires, more.assign(width * height, 0);
    }

    void clear() { std::fill(wires.begin(), wires.end(), 0.0); }

    void add(const Box& box) {
        if (limit == 0) return;
        const double each = box.length() / box.area();
        wires[at(box.left, box.top)] += each;
        wires[at(box.right + 1, box.top)] -= each;
        wires[at(box.left, box.bottom + 1)] -= each;
        wires[at(box.right + 1, box.bottom + 1)] += each;
    }

    // Prices by what was added. A router goes around a full tile: several are looked at together.
    void settle() {
        if (limit == 0) return;
        accumulate(wires);  // to what crosses each tile,
        shift_by_one(wires);
        accumulate(wires);  // and of these to the sum of all tiles above and to the left
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const Box around = {std::max(x - AROUND, 0), std::min(x + AROUND, width - 1),
                                    std::max(y - AROUND, 0), std::min(y + AROUND, height - 1)};
                const double over = mean(wires, around) / limit - 1;
                double& own = more[y * width + x];
                own = std::clamp(own + rate * over, 0.0, DEAREST);
                prices[at(x + 1, y + 1)] = own;
            }
        accumulate(prices);
    }

    // Of a tile of wire in the box.
    double price(const Box& box) const { return limit == 0 ? 1 : 1 + mean(prices, box); }

private:
    static constexpr int AROUND = 2;      // tiles to each side
    static constexpr double DEAREST = 4;  // a price is never higher than 1 and this

    int at(int x, int y) const { return y * (width + 1) + x; }

    // Every element becomes the sum of all that are not below or to the right of it.
    void accumulate(std::vector<double>& sums) const {
        for (int y = 0; y <= height; y++)
            for (int x = 1; x <= width; x++) sums[at(x, y)] += sums[at(x - 1, y)];
        for (int y = 1; y <= height; y++)
            for (int x = 0; x <= width; x++) sums[at(x, y)] += sums[at(x, y - 1)];
    }

    // Element (x, y) goes to (x + 1, y + 1), and the first row and column are 0.
    void shift_by_one(std::vector<double>& sums) const {
        for (int y = height; y >= 0; y--)
            for (int x = width; x >= 0; x--)
                sums[at(x, y)] = x && y ? sums[at(x - 1, y - 1)] : 0;
    }

    // Of the tiles in a box, by sums as `accumulate` makes them.
    double mean(const std::vector<double>& sums, const Box& box) const {
        const double all = sums[at(box.right + 1, box.bottom + 1)] + sums[at(box.left, box.top)] -
                           sums[at(box.right + 1, box.top)] - sums[at(box.left, box.bottom + 1)];
        return all / box.area();
    }

    double limit, rate;
    int width = 0, height = 0;
    std::vector<double> wires, prices;  // by tile, and one more row and column: sums
    std::vector<double> more;           // by tile, the price above 1
};

}  // namespace anneal
