// The wires of a device and the switches between them, from nextpnr's database of the device.
#pragma once

#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "database.h"

namespace route {

constexpr int NONE = -1;

struct Wire {
    uint8_t x, y;
    uint16_t name;
};

// A switch that leads from one wire to another.
struct Switch {
    int to;
    int number;
    uint16_t delay;   // ps
    uint16_t adding;  // ps for each switch that leads from the same wire
};

// What may be permuted at the inputs of the look-up tables of a slice.
enum class Permuted : uint8_t { none = 0, pairs = 1, all = 2 };

class Device {
public:
    Device(const char* file, int grade) : data(file) {
        const size_t chip = data.reference(0);
        width = data.word(chip), height = data.word(chip + 4);
        if (width < 1 || width > 255 || height < 1 || height > 255 ||
            width * height != data.word(chip + 8))
            Database::fail("is not understood");
        types = data.slice(chip + 16), type_of = data.slice(chip + 24);
        permuted.assign(width * height * SLICES, Permuted::all);
        for (int tile = 0; tile < width * height; tile++) {
            first_wire.push_back(wires.size());
            first_switch.push_back(switch_count);
            const Database::Slice own = slice_of(tile, WIRES);
            for (int i = 0; i < own.count; i++)
                wires.push_back({static_cast<uint8_t>(tile % width),
                                 static_cast<uint8_t>(tile / width),
                                 name_of(data.text(own.at + i * WIRE))});
            switch_count += slice_of(tile, SWITCHES).count;
        }
        const Database::Slice grades = data.slice(chip + 72);
        if (grade < 0 || grade >= grades.count) Database::fail("has no such speed grade");
        classes = data.slice(grades.at + 16 * grade + 8);
    }

    // The wire at a pin: of the bel of this name, the wire of this name.
    int wire_of(int x, int y, const char* bel, const char* wire) const {
        const Database::Slice bels = slice_of(y * width + x, BELS);
        for (int b = 0; b < bels.count; b++) {
            const size_t at = bels.at + b * BEL;
            if (std::strcmp(data.text(at), bel)) continue;
            const Database::Slice pins = data.slice(at + 12);
            for (int p = 0; p < pins.count; p++) {
                const size_t pin = pins.at + p * 16;
                const int tile = (y + data.half(pin + 2)) * width + x + data.half(pin);
                const int found = first_wire[tile] + data.word(pin + 4);
                if (names[wires[found].name] == wire) return found;
            }
        }
        return NONE;
    }

    // All switches that are allowed, by the wires that they lead from.
    void connect() {
        std::vector<int> count(wires.size() + 1);
        each_switch([&](int from, int, int, int, int) { count[from + 1]++; });
        for (size_t i = 1; i < count.size(); i++) count[i] += count[i - 1];
        begin = count;
        switches.resize(begin.back());
        each_switch([&](int from, int to, int number, int delay, int adding) {
            switches[count[from]++] = {to, number, static_cast<uint16_t>(delay),
                                       static_cast<uint16_t>(adding)};
        });
    }

    // Leaves what leads to one of these wires.
    void prune(const std::vector<int>& sinks) {
        const std::vector<char> useful = leading_to(sinks);
        std::vector<int> kept(1, 0);
        size_t n = 0;
        for (size_t w = 0; w < wires.size(); w++) {
            for (int i = begin[w]; i < begin[w + 1]; i++)
                if (useful[switches[i].to]) switches[n++] = switches[i];
            kept.push_back(n);
        }
        switches.resize(n);
        begin = kept;
    }

    // By the wire that they lead to: the wires that switches lead from, with delays.
    struct Back {
        std::vector<int> begin;
        std::vector<std::pair<int, int>> from;  // wire, ps
    };
    Back back() const {
        Back all;
        all.begin.assign(wires.size() + 1, 0);
        for (const Switch& s : switches) all.begin[s.to + 1]++;
        for (size_t i = 1; i < all.begin.size(); i++) all.begin[i] += all.begin[i - 1];
        std::vector<int> at = all.begin;
        all.from.resize(switches.size());
        for (size_t w = 0; w < wires.size(); w++)
            for (int i = begin[w]; i < begin[w + 1]; i++)
                all.from[at[switches[i].to]++] = {static_cast<int>(w),
                                                  switches[i].delay + switches[i].adding};
        return all;
    }

    std::string wire_name(int wire) const {
        const Wire& w = wires[wire];
        return "X" + std::to_string(w.x) + "/Y" + std::to_string(w.y) + "/" + names[w.name];
    }

    std::string switch_name(int number) const {
        int low = 0, high = first_switch.size();
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            (first_switch[middle] <= number ? low : high) = middle;
        }
        const size_t at = slice_of(low, SWITCHES).at + (number - first_switch[low]) * SWITCH;
        const int x = low % width, y = low / width;
        const auto end = [&](int place, int index) {
            const int dx = data.half(at + place), dy = data.half(at + place + 2);
            const int wire = first_wire[(y + dy) * width + x + dx] + data.half(at + index);
            return std::to_string(dx) + "_" + std::to_string(dy) + "_" + names[wires[wire].name];
        };
        return "X" + std::to_string(x) + "/Y" + std::to_string(y) + "/" + end(0, 8) + "->" +
               end(4, 10);
    }

    static constexpr int SLICES = 4;

    int width, height;
    std::vector<Wire> wires;
    std::vector<std::string> names;
    std::vector<Permuted> permuted;  // by tile and slice
    std::vector<int> begin;  // of the switches that lead from each wire
    std::vector<Switch> switches;

private:
    // Bytes of each entry, and where in a type of tile its tables are.
    static constexpr int BEL = 20, WIRE = 32, SWITCH = 20;
    static constexpr int BELS = 0, WIRES = 8, SWITCHES = 16, TYPE = 24;

    Database::Slice slice_of(int tile, int which) const {
        return data.slice(types.at + data.word(type_of.at + 4 * tile) * TYPE + which);
    }

    uint16_t name_of(const char* text) {
        const auto found = numbers.emplace(text, names.size());
        if (found.second) names.push_back(text);
        return found.first->second;
    }

    template <typename Visitor>
    void each_switch(Visitor visit) const {
        for (int tile = 0; tile < width * height; tile++) {
            const Database::Slice own = slice_of(tile, SWITCHES);
            const int x = tile % width, y = tile / width;
            for (int i = 0; i < own.count; i++) {
                const size_t at = own.at + i * SWITCH;
                if (!is_allowed(tile, data.half(at + 16))) continue;
                const int from = (y + data.half(at + 2)) * width + x + data.half(at);
                const int to = (y + data.half(at + 6)) * width + x + data.half(at + 4);
                const size_t timing = classes.at + 16 * data.half(at + 12);
                visit(first_wire[from] + data.half(at + 8), first_wire[to] + data.half(at + 10),
                      first_switch[tile] + i, data.word(timing + 4), data.word(timing + 12));
            }
        }
    }

    // Whether a switch that permutes inputs of look-up tables may be used.
    bool is_allowed(int tile, int flags) const {
        if (!(flags & 0x4000)) return true;
        const Permuted rule = permuted[tile * SLICES + ((flags >> 4) & 7) / 2];
        if (rule == Permuted::all) return true;
        return rule == Permuted::pairs && ((flags >> 2) & 3) / 2 == (flags & 3) / 2;
    }

    std::vector<char> leading_to(const std::vector<int>& sinks) const {
        const Back all = back();
        std::vector<char> useful(wires.size());
        std::vector<int> open = sinks;
        for (int sink : sinks) useful[sink] = 1;
        while (!open.empty()) {
            const int wire = open.back();
            open.pop_back();
            for (int i = all.begin[wire]; i < all.begin[wire + 1]; i++) {
                const int from = all.from[i].first;
                if (!useful[from]) useful[from] = 1, open.push_back(from);
            }
        }
        return useful;
    }

    Database data;
    Database::Slice types, type_of, classes;
    std::vector<int> first_wire, first_switch;
    int switch_count = 0;
    std::unordered_map<std::string, int> numbers;
};

}  // namespace route
