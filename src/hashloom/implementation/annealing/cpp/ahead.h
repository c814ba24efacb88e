// How far it is from a wire to a pin: the least cost by the wire's name and the tiles between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "device.h"

namespace route {

constexpr int EACH = 10;  // what a switch costs beside its delay in ps

// Looked for backwards from the inputs of the look-up tables of some tiles: not of one, which would
// be in line with rows and columns of its own. Ways to other pins cost about as much.
class Ahead {
public:
    explicit Ahead(const Device& device) : table(device.names.size() * SIDE * SIDE, FAR) {
        const Device::Back back = device.back();
        for (const int x : {3, 5})
            for (const int y : {3, 5}) look(device, back, device.width * x / 8, device.height * y / 8);
    }

    // From a wire to a pin.
    int least(const Wire& from, const Wire& to) const {
        const int dx = to.x - from.x, dy = to.y - from.y;
        const int near_x = std::clamp(dx, -REACH, REACH), near_y = std::clamp(dy, -REACH, REACH);
        const int entry = table[index(from.name, near_x, near_y)];
        const int more = BEYOND * (std::abs(dx - near_x) + std::abs(dy - near_y));
        return entry == FAR ? BEYOND * (std::abs(dx) + std::abs(dy)) : entry + more;
    }

private:
    static constexpr int REACH = 40, SIDE = 2 * REACH + 1;  // tiles
    static constexpr int FAR = 65535;    // never looked at
    static constexpr int LAST = 8000;    // ps; no way in the table is longer
    static constexpr int BEYOND = 35;    // ps of each tile more than the table has

    static size_t index(int name, int dx, int dy) {
        return (static_cast<size_t>(name) * SIDE + dy + REACH) * SIDE + dx + REACH;
    }

    // Inputs of look-up tables in the first tile at or below a place that has them.
    static std::vector<int> inputs(const Device& device, int x, int y) {
        std::vector<int> found;
        for (; found.empty() && y < device.height; y++)
            for (int z = 0; z < 8; z++)
                for (const char* pin : {"A", "B", "C", "D"}) {
                    const std::string bel =
                        std::string("SLICE") + "ABCD"[z / 2] + ".K" + "01"[z % 2];
                    const std::string wire = pin + std::to_string(z) + "_SLICE";
                    const int input = device.wire_of(x, y, bel.c_str(), wire.c_str());
                    if (input != NONE) found.push_back(input);
                }
        return found;
    }

    void look(const Device& device, const Device::Back& back, int x, int y) {
        std::vector<int> cost(device.wires.size(), FAR);
        using Entry = std::pair<int, int>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
        const std::vector<int> goals = inputs(device, x, y);
        for (int goal : goals) cost[goal] = 0, open.push({0, goal});
        while (!open.empty()) {
            const auto [at, wire] = open.top();
            open.pop();
            if (at > cost[wire] || at > LAST) continue;
            note(device.wires[wire], device.wires[goals.front()], at);
            for (int i = back.begin[wire]; i < back.begin[wire + 1]; i++) {
                const auto [from, ps] = back.from[i];
                if (at + ps + EACH >= cost[from]) continue;
                cost[from] = at + ps + EACH;
                open.push({cost[from], from});
            }
        }
    }

    void note(const Wire& from, const Wire& to, int cost) {
        const int dx = to.x - from.x, dy = to.y - from.y;
        if (std::abs(dx) > REACH || std::abs(dy) > REACH) return;
        uint16_t& entry = table[index(from.name, dx, dy)];
        entry = std::min<int>(entry, cost);
    }

    std::vector<uint16_t> table;
};

}  // namespace route
