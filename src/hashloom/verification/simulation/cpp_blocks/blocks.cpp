// Sends blocks and keys to a core that takes them whole (see blocks.py), and prints in which clock
// each was taken and each answer came.
//
// Arguments: of 100 clocks, those in which the streams in and out pause; a seed; clocks to wait for
// an answer. Standard input has a line for each: "K <block>" or "B <last> <block>", in hexadecimal,
// byte 0 first. A key is on offer together with the block behind it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

struct Line {
    bool key = false;
    bool last = false;
    std::vector<uint8_t> bytes;
};

static std::vector<uint8_t> bytes_of(const std::string& text) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

template <typename Port>
static void put(Port& port, const std::vector<uint8_t>& bytes) {
    for (size_t i = 0; i < BLOCK_BYTES / 4; i++) port[i] = 0;
    for (size_t i = 0; i < bytes.size(); i++)
        port[i / 4] |= static_cast<uint32_t>(bytes[i]) << (8 * (i % 4));
}

template <typename Port>
static std::string text_of(const Port& port) {
    std::string text;
    char digits[3];
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        std::snprintf(digits, sizeof digits, "%02x", (port[i / 4] >> (8 * (i % 4))) & 0xffU);
        text += digits;
    }
    return text;
}

int main(int, char** arguments) {
    const int pause_in = std::atoi(arguments[1]), pause_out = std::atoi(arguments[2]);
    std::mt19937 random(static_cast<uint32_t>(std::atoi(arguments[3])));
    const int64_t patience = std::atoll(arguments[4]);
    std::vector<Line> lines;
    size_t owed = 0;
    for (std::string kind, text; std::cin >> kind;) {
        Line line;
        line.key = kind == "K";
        if (!line.key) {
            std::cin >> text;
            line.last = text == "1";
            owed += line.last;
        }
        std::cin >> text;
        line.bytes = bytes_of(text);
        lines.push_back(line);
    }
    auto core = std::make_unique<Vcore>();
    const std::string nothing(2 * DIGEST_BYTES, '0');
    auto pauses = [&random](int percent) { return static_cast<int>(random() % 100) < percent; };
    core->rst = 1;
    core->s_axis_tvalid = 0;
    core->m_axis_tready = 0;
#if KEYED
    core->s_key_tvalid = 0;
#endif
    for (int clock = 0; clock < 4; clock++) {
        core->clk = 0;
        core->eval();
        core->clk = 1;
        core->eval();
    }
    core->rst = 0;
    size_t next = 0;
    bool offered = false, key_offered = false, shown = false;
    std::string before;
    int64_t quiet_since = 0;
    for (int64_t clock = 0; next < lines.size() || owed; clock++) {
        core->clk = 0;
        const bool key = next < lines.size() && lines[next].key;
        const size_t block = next + (key ? 1 : 0);
        key_offered = key && (key_offered || !pauses(pause_in));
        const bool follows = block < lines.size() && !lines[block].key;
        const bool has_block = follows && (!key || key_offered);
        offered = has_block && (offered || !pauses(pause_in));
        core->s_axis_tvalid = offered;
        if (offered) {
            put(core->s_axis_tdata, lines[block].bytes);
            core->s_axis_tlast = lines[block].last;
        }
#if KEYED
        core->s_key_tvalid = key_offered;
        if (key_offered) put(core->s_key_tdata, lines[next].bytes);
#endif
        core->m_axis_tready = !pauses(pause_out);
        core->eval();
        const std::string data = text_of(core->m_axis_tdata);
        if (!core->m_axis_tvalid && data != nothing) {
            std::printf("wrong %lld: data without an answer\n", static_cast<long long>(clock));
            return 1;
        }
        if (shown && (!core->m_axis_tvalid || data != before)) {
            std::printf("wrong %lld: an answer changed\n", static_cast<long long>(clock));
            return 1;
        }
        shown = core->m_axis_tvalid && !core->m_axis_tready;
        before = data;
        const bool takes = core->s_axis_tvalid && core->s_axis_tready;
        bool takes_key = false;
#if KEYED
        takes_key = core->s_key_tvalid && core->s_key_tready;
#endif
        if (core->m_axis_tvalid && core->m_axis_tready) {
            std::printf("answer %lld %s\n", static_cast<long long>(clock), data.c_str());
            if (owed == 0) return 1;
            owed--;
            quiet_since = clock;
        }
        if (takes_key) {
            std::printf("key %lld\n", static_cast<long long>(clock));
            next++;
            key_offered = false;
        }
        if (takes) {
            if (key) {
                std::printf("wrong %lld: a block before its key\n", static_cast<long long>(clock));
                return 1;
            }
            std::printf("block %lld\n", static_cast<long long>(clock));
            next++;
            offered = false;
        }
        if (takes || takes_key) quiet_since = clock;
        core->clk = 1;
        core->eval();
        if (clock - quiet_since > patience) {
            std::printf("wrong %lld: nothing happens\n", static_cast<long long>(clock));
            return 1;
        }
    }
    core->final();
    return 0;
}
