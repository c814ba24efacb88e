// Ways for the wires of a placed design:
//     route DATABASE GRADE DESIGN TERMINALS WAYS TRIES CROWDED
// DATABASE is nextpnr's of the device, GRADE the number of a speed grade in it, DESIGN what
// `read_problem` reads and TERMINALS what `read_nets` does. Into WAYS goes a line for each net, as
// nextpnr writes it: wires, each with the switch that leads to it and how firmly it is bound. TRIES
// is how often faster ways are looked for when there are some, CROWDED 1 if they fill the device.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "negotiation.h"

namespace route {

constexpr int LONGEST = 64;  // characters of a name

[[noreturn]] inline void fail(const char* what, const char* name = "") {
    std::fprintf(stderr, "ERROR: %s%s.\n", what, name);
    std::exit(1);
}

std::FILE* opened(const char* name, const char* how) {
    std::FILE* file = std::fopen(name, how);
    if (!file) fail("there is no file ", name);
    return file;
}

// Of a slice at a time: x, y, its number in the tile, and what may be permuted.
void read_rules(std::FILE* file, Device& device) {
    for (int left = anneal::number(file); left > 0; left--) {
        const int x = anneal::number(file), y = anneal::number(file);
        const int slice = anneal::number(file);
        device.permuted[(y * device.width + x) * Device::SLICES + slice] =
            static_cast<Permuted>(anneal::number(file));
    }
}

// Of a net at a time: how many pins it drives, its driver's pin and theirs; of a pin x, y, the name
// of the bel and that of the wire.
std::vector<Net> read_nets(std::FILE* file, const Device& device) {
    std::vector<Net> nets(anneal::number(file));
    for (Net& net : nets) {
        const int count = anneal::number(file);
        for (int i = 0; i <= count; i++) {
            char bel[LONGEST], name[LONGEST];
            const int x = anneal::number(file), y = anneal::number(file);
            if (std::fscanf(file, "%63s %63s", bel, name) != 2) fail("a pin has no name");
            const int wire = device.wire_of(x, y, bel, name);
            if (wire == NONE) fail("the device has no wire ", name);
            if (i == 0) net.source = wire;
            else net.sinks.push_back(wire);
        }
        net.reached.assign(count, 0);
        net.urgency.assign(count, 0);
    }
    return nets;
}

void write(std::FILE* file, const Device& device, const Net& net) {
    for (const Hop& hop : net.hops) {
        const std::string by =
            hop.from == NONE ? "" : device.switch_name(device.switches[hop.through].number);
        const char* before = &hop == net.hops.data() ? "" : ";";
        std::fprintf(file, "%s%s;%s;1", before, device.wire_name(hop.wire).c_str(), by.c_str());
    }
    std::fprintf(file, "\n");
}

}  // namespace route

int main(int count, char** words) {
    using namespace route;
    if (count != 8) fail("seven arguments are needed");
    Device device(words[1], std::atoi(words[2]));
    device.connect();
    const Ahead ahead(device);

    std::FILE* file = opened(words[3], "r");
    anneal::Problem problem = anneal::read_problem(file);
    std::fclose(file);
    file = opened(words[4], "r");
    read_rules(file, device);
    std::vector<Net> nets = read_nets(file, device);
    std::fclose(file);

    device.connect();
    std::vector<int> sinks;
    for (const Net& net : nets) sinks.insert(sinks.end(), net.sinks.begin(), net.sinks.end());
    device.prune(sinks);
    Negotiation negotiation(device, ahead, problem, nets, std::atoi(words[7]));
    if (!negotiation.settle(std::atoi(words[6]))) fail("no ways were found that share no wire");
    file = opened(words[5], "w");
    for (const Net& net : nets) write(file, device, net);
    return std::fclose(file) ? 1 : 0;
}
