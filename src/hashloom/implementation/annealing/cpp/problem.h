// What is to be placed: cells, the nets between them, and the delays through and of both.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace anneal {

enum class Kind { lookup = 0, reg = 1, memory = 2, write_port = 3, fixed = 9 };
enum class Mode { logic = 0, carry = 1, distributed = 2, block = 3, mux = 4 };

constexpr int SLOTS = 8;  // of a tile; a slot has a look-up table and a register
constexpr int NONE = -1;

struct Cell {
    Kind kind;
    int x, y, z;    // tile, and slot in it
    int group;      // of cells that keep their places to each other, or NONE
    Mode mode;      // of a look-up table
    bool uses_m;    // takes the slot's M input, which look-up table and register share
    bool tied;      // a register fed by the look-up table of its slot
    int ce, lsr;    // numbers of the signals (with their polarity) that enable and reset it
    int slot = NONE;
    int pins = 0;   // wires that end here
};

struct Pin {
    int cell;
    bool wired;     // reached by a wire of the routing, not by one inside a slot or a chain
    int offset;     // ps more than a wire to a look-up table takes
    int setup;      // ps before the clock, or NONE
    int net;
    double weight = 0;  // how critical, 0 to 1
    double before = 0;  // ps of its wire, `offset` left out, when it was weighed
};

struct Arc {
    int pin, net;   // from an input to the net of an output
    int delay;      // ps
};

struct Net {
    int driver;     // a cell
    int launch;     // ps from the clock to the net, or NONE
    int first, last;  // its pins are those of these numbers, the last one not included
    std::vector<int> into;  // arcs that end here
};

struct Problem {
    std::vector<Cell> cells;
    std::vector<Net> nets;
    std::vector<Pin> pins;
    std::vector<Arc> arcs;
    std::vector<std::vector<int>> leaving;  // arcs by pin
    std::vector<std::vector<int>> nets_of;  // by cell, those whose wires count
    std::vector<int> wires;  // ps of a wire by tiles across and tiles along, side * side of them
    int side = 0;
    int beyond = 0;  // ps of each tile more than the table has
};

inline int number(FILE* file) {
    int value;
    if (std::fscanf(file, "%d", &value) != 1) {
        std::fprintf(stderr, "ERROR: the description of the design ends too early.\n");
        std::exit(1);
    }
    return value;
}

inline Cell read_cell(FILE* file) {
    Cell cell;
    cell.kind = static_cast<Kind>(number(file));
    cell.x = number(file), cell.y = number(file), cell.z = number(file);
    cell.group = number(file);
    cell.mode = static_cast<Mode>(number(file));
    cell.uses_m = number(file), cell.tied = number(file);
    cell.ce = number(file), cell.lsr = number(file);
    return cell;
}

inline Problem read_problem(FILE* file) {
    Problem problem;
    problem.side = number(file), problem.beyond = number(file);
    for (int i = 0; i < problem.side * problem.side; i++) problem.wires.push_back(number(file));
    const int cells = number(file), nets = number(file), arcs = number(file);
    for (int i = 0; i < cells; i++) problem.cells.push_back(read_cell(file));
    problem.nets_of.resize(cells);
    for (int n = 0; n < nets; n++) {
        Net net;
        net.driver = number(file), net.launch = number(file);
        const int count = number(file);
        net.first = problem.pins.size(), net.last = net.first + count;
        bool wired = false;
        for (int i = 0; i < count; i++) {
            Pin pin;
            pin.cell = number(file), pin.wired = number(file);
            pin.offset = number(file), pin.setup = number(file), pin.net = n;
            problem.pins.push_back(pin);
            wired = wired || pin.wired;
        }
        problem.nets.push_back(net);
        if (!wired) continue;
        problem.nets_of[net.driver].push_back(n);
        for (int p = net.first; p < net.last; p++) {
            Cell& cell = problem.cells[problem.pins[p].cell];
            if (!problem.pins[p].wired) continue;
            cell.pins++;
            auto& known = problem.nets_of[problem.pins[p].cell];
            if (known.empty() || known.back() != n) known.push_back(n);
        }
    }
    problem.leaving.resize(problem.pins.size());
    for (int a = 0; a < arcs; a++) {
        Arc arc;
        arc.pin = number(file), arc.net = number(file), arc.delay = number(file);
        problem.leaving[arc.pin].push_back(a);
        problem.nets[arc.net].into.push_back(a);
        problem.arcs.push_back(arc);
    }
    return problem;
}

}  // namespace anneal
