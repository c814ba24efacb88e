// What the driver is asked to do, and how it says no.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;
using Clock = uint64_t;

[[noreturn]] inline void fail(const std::string& sentence) {
    std::cout << "failure " << sentence << "\n" << std::flush;
    std::_Exit(3);
}

inline std::string to_hex(const Bytes& bytes) {
    if (bytes.empty()) return "-";
    std::string text;
    for (const uint8_t byte : bytes) {
        text.push_back("0123456789abcdef"[byte >> 4]);
        text.push_back("0123456789abcdef"[byte & 15]);
    }
    return text;
}

inline Bytes from_hex(const std::string& text) {
    Bytes bytes;
    if (text == "-") return bytes;
    bytes.reserve(text.size() / 2);
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<uint8_t>(digit(text[i]) << 4 | digit(text[i + 1])));
    return bytes;
}

// What a packet asks of a core with commands: the fields of s_axis_tuser
struct Command {
    unsigned operation = 0;
    unsigned tag_bytes = 0;
    unsigned slot = 0;
    uint32_t user() const { return slot << 11 | tag_bytes << 4 | operation; }
};

struct Job {
    size_t context = 0;
    unsigned steps = 0;  // of a Monte Carlo chain; 0 for a plain message
    Command command;
    bool answered = true;     // an answer comes
    bool whole = false;       // nothing of another context is sent in between
    size_t broken = 0;        // beat whose tkeep breaks the rules, from 1; 0 for none
    size_t after_sent = 0;    // jobs that must be sent whole before it begins: those before this one
    size_t after_done = 0;    // jobs that must be answered before it begins
    Bytes message;            // or the three digests that begin the chain
    Bytes digest;
    unsigned status = 0;
    Clock first_in = 0, last_in = 0, first_out = 0;
};

struct Options {
    bool sequential = false;
    bool ordered = false;
    unsigned turn = 1;
    unsigned permille = 0;
    uint64_t seed = 0;
    Clock timeout = 100000;
    bool trace = false;
    bool tell_state = false;
    Clock rest = 1000;  // after the last digest: nothing more may come
    bool reset = false;
    Clock zeroize = 0;  // clock in which everything is erased and the run ends; 0: never
};
