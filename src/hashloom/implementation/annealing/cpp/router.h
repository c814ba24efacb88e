// Ways for nets. Several nets may be given the same wire; what it costs then depends on how many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ahead.h"
#include "device.h"

namespace route {

// A wire of a net, and how it is reached.
struct Hop {
    int wire;
    int from;     // the wire before it, or NONE: it is the driver's
    int through;  // of Device::switches
    int sinks;    // that are reached through it
};

struct Net {
    int source;              // the driver's wire
    std::vector<int> sinks;  // wires
    std::vector<char> reached;   // by sink
    std::vector<float> urgency;  // by sink, from 0: any way will do, to 1: only the fastest
    std::vector<Hop> hops;
};

class Router {
public:
    explicit Router(const Device& device, const Ahead& ahead)
        : device(device), ahead(ahead), users(device.wires.size()), history(device.wires.size()),
          found(device.wires.size()), own(device.wires.size()) {}

    double pressure = 0;  // what a wire costs more for each other net that has it

    // Takes back a net's ways to those sinks that `gone` says, and all that hold a shared wire.
    template <typename Gone>
    void take_back(Net& net, Gone gone) {
        mark(net);
        for (size_t s = 0; s < net.sinks.size(); s++) {
            if (!net.reached[s] || !(gone(s) || is_shared(net, net.sinks[s]))) continue;
            net.reached[s] = 0;
            for (int w = net.sinks[s]; w != NONE; w = hop(net, w).from)
                if (--hop(net, w).sinks == 0) users[w]--;
        }
        const auto unused = [](const Hop& hop) { return hop.sinks == 0; };
        net.hops.erase(std::remove_if(net.hops.begin(), net.hops.end(), unused), net.hops.end());
    }

    // Finds ways to all sinks that have none, the urgent ones first. False: there is none to one.
    bool reach(Net& net) {
        std::vector<int> order;
        for (size_t s = 0; s < net.sinks.size(); s++)
            if (!net.reached[s]) order.push_back(s);
        if (order.empty()) return true;
        std::vector<int> far;
        for (int sink : net.sinks)
            far.push_back(ahead.least(device.wires[net.source], device.wires[sink]));
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            if (net.urgency[a] != net.urgency[b]) return net.urgency[a] > net.urgency[b];
            return far[a] != far[b] ? far[a] < far[b] : a < b;
        });
        mark(net);
        if (net.hops.empty()) add(net, {net.source, NONE, NONE, 0});
        for (int s : order) {
            if (!reach(net, s, 3) && !reach(net, s, 12) && !reach(net, s, EVERYWHERE)) return false;
            for (int w = net.sinks[s]; w != NONE; w = hop(net, w).from) hop(net, w).sinks++;
            net.reached[s] = 1;
        }
        return true;
    }

    // How many wires are shared. They are dearer from now on.
    int remember(double rate) {
        int shared = 0;
        for (size_t w = 0; w < users.size(); w++)
            if (users[w] > 1) shared++, history[w] += rate * (users[w] - 1);
        return shared;
    }

    // ps from the driver to each sink, as nextpnr computes them: a switch is slower for each switch
    // that leads from the same wire.
    std::vector<double> delays(const Net& net) {
        mark(net);
        std::vector<int> leaving(net.hops.size());
        for (const Hop& h : net.hops)
            if (h.from != NONE) leaving[own[h.from].index]++;
        std::vector<double> ps(net.sinks.size());
        for (size_t s = 0; s < net.sinks.size(); s++)
            for (const Hop* h = &hop(net, net.sinks[s]); h->from != NONE; h = &hop(net, h->from)) {
                const Switch& by = device.switches[h->through];
                ps[s] += by.delay + by.adding * leaving[own[h->from].index];
            }
        return ps;
    }

private:
    struct Found {
        float cost;
        int through, from, search = 0;
    };
    struct Owned {
        int mark = 0, index;
    };
    struct Entry {
        float rank, cost;
        int wire;
        bool operator<(const Entry& other) const { return rank > other.rank; }
    };

    static constexpr int EVERYWHERE = 200;  // tiles
    static constexpr int MANY = 100;        // wires of a net
    static constexpr int NEAR = 300;        // ps
    static constexpr float SHARING = 100;   // ps that sharing a wire costs, times pressure

    Hop& hop(Net& net, int wire) { return net.hops[own[wire].index]; }
    const Hop& hop(const Net& net, int wire) const { return net.hops[own[wire].index]; }

    // From now on `own` tells the wires of this net.
    void mark(const Net& net) {
        marks++;
        for (size_t i = 0; i < net.hops.size(); i++)
            own[net.hops[i].wire] = {marks, static_cast<int>(i)};
    }

    void add(Net& net, const Hop& hop) {
        own[hop.wire] = {marks, static_cast<int>(net.hops.size())};
        net.hops.push_back(hop);
        users[hop.wire]++;
    }

    bool is_shared(const Net& net, int sink) const {
        for (int w = sink; w != NONE; w = hop(net, w).from)
            if (users[w] > 1) return true;
        return false;
    }

    // The cheapest way to a sink within the box of it and the driver, `margin` tiles more around.
    bool reach(Net& net, int s, int margin) {
        const int sink = net.sinks[s];
        const Wire &source = device.wires[net.source], &goal = device.wires[sink];
        const int left = std::min(source.x, goal.x) - margin;
        const int right = std::max(source.x, goal.x) + margin;
        const int top = std::min(source.y, goal.y) - margin;
        const int bottom = std::max(source.y, goal.y) + margin;
        const float urgent = net.urgency[s];
        searches++;
        begin_with(net, goal, urgent);
        while (!open.empty()) {
            std::pop_heap(open.begin(), open.end());
            const Entry at = open.back();
            open.pop_back();
            if (at.wire == sink) break;
            if (at.cost > found[at.wire].cost) continue;
            for (int i = device.begin[at.wire]; i < device.begin[at.wire + 1]; i++) {
                const int to = device.switches[i].to;
                const Wire& wire = device.wires[to];
                const bool outside =
                    wire.x < left || wire.x > right || wire.y < top || wire.y > bottom;
                if (outside && margin != EVERYWHERE) continue;
                const float cost = at.cost + price(i, urgent);
                if (found[to].search == searches && found[to].cost <= cost) continue;
                found[to] = {cost, i, at.wire, searches};
                open.push_back({cost + ahead.least(wire, goal), cost, to});
                std::push_heap(open.begin(), open.end());
            }
        }
        if (found[sink].search != searches) return false;
        std::vector<int> way;
        for (int w = sink; own[w].mark != marks; w = found[w].from) way.push_back(w);
        for (auto w = way.rbegin(); w != way.rend(); ++w)
            add(net, {*w, found[*w].from, found[*w].through, 0});
        return true;
    }

    // Ways begin at the wires that the net has, and if these are many at those near the goal.
    void begin_with(const Net& net, const Wire& goal, float urgent) {
        const bool many = net.hops.size() > MANY;
        int nearest = 1 << 30;
        if (many)
            for (const Hop& h : net.hops)
                nearest = std::min(nearest, ahead.least(device.wires[h.wire], goal));
        open.clear();
        late.assign(net.hops.size(), -1);
        for (size_t i = 0; i < net.hops.size(); i++) {
            const Hop& h = net.hops[i];
            const int least = ahead.least(device.wires[h.wire], goal);
            if (many && least > nearest + NEAR && h.from != NONE) continue;
            const float cost = urgent * delay_to(net, i);
            found[h.wire] = {cost, NONE, NONE, searches};
            open.push_back({cost + least, cost, h.wire});
        }
        std::make_heap(open.begin(), open.end());
    }

    // ps from the driver to a wire of the net.
    float delay_to(const Net& net, size_t i) {
        if (late[i] >= 0) return late[i];
        const Hop& h = net.hops[i];
        if (h.from == NONE) return late[i] = 0;
        const Switch& by = device.switches[h.through];
        return late[i] = delay_to(net, own[h.from].index) + by.delay + by.adding;
    }

    float price(int through, float urgent) const {
        const Switch& by = device.switches[through];
        const float ps = by.delay + by.adding + EACH;
        if (own[by.to].mark == marks) return ps;
        const float dear = (1 + history[by.to]) * (1 + users[by.to] * pressure) - 1;
        return ps + (1 - urgent) * SHARING * dear;
    }

    const Device& device;
    const Ahead& ahead;
    std::vector<uint16_t> users;  // nets, by wire
    std::vector<float> history;   // what a wire costs more for having been shared
    std::vector<Found> found;     // by wire, in the search at hand
    std::vector<Owned> own;       // by wire, of the net at hand
    std::vector<Entry> open;
    std::vector<float> late;
    int searches = 0, marks = 0;
};

}  // namespace route
