// SHA-2 over bytes, from the constants that model.h gives.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model.h"

namespace model {

using Bytes = std::vector<uint8_t>;
using State = std::array<Word, 8>;

constexpr unsigned kBits = 8 * sizeof(Word);
constexpr size_t kBlock = 2 * kBits;

inline Word rotate(Word x, unsigned n) { return static_cast<Word>(x >> n | x << (kBits - n)); }

// The amounts of FIPS 180-4, 4.1.2 for 32-bit words and 4.1.3 for 64-bit ones
inline Word pick(Word narrow, Word wide) { return kBits == 32 ? narrow : wide; }
inline Word big0(Word x) {
    return pick(rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22),
                rotate(x, 28 % kBits) ^ rotate(x, 34 % kBits) ^ rotate(x, 39 % kBits));
}
inline Word big1(Word x) {
    return pick(rotate(x, 6) ^ rotate(x, 11) ^ rotate(x, 25),
                rotate(x, 14) ^ rotate(x, 18) ^ rotate(x, 41 % kBits));
}
inline Word small0(Word x) {
    return pick(rotate(x, 7) ^ rotate(x, 18) ^ x >> 3, rotate(x, 1) ^ rotate(x, 8) ^ x >> 7);
}
inline Word small1(Word x) {
    return pick(rotate(x, 17) ^ rotate(x, 19) ^ x >> 10,
                rotate(x, 19) ^ rotate(x, 61 % kBits) ^ x >> 6);
}

inline State compress(const State& before, const uint8_t* block) {
    std::array<Word, kRounds> w;
    for (size_t t = 0; t < 16; ++t) {
        w[t] = 0;
        for (size_t i = 0; i < sizeof(Word); ++i)
            w[t] = static_cast<Word>(w[t] << 8 | block[t * sizeof(Word) + i]);
    }
    for (size_t t = 16; t < kRounds; ++t)
        w[t] = small1(w[t - 2]) + w[t - 7] + small0(w[t - 15]) + w[t - 16];
    State v = before;
    for (size_t t = 0; t < kRounds; ++t) {
        const Word ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const Word maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const Word t1 = v[7] + big1(v[4]) + ch + kRound[t] + w[t];
        const Word t2 = big0(v[0]) + maj;
        for (size_t i = 7; i > 0; --i) v[i] = v[i - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; ++i) v[i] += before[i];
    return v;
}

inline Bytes bytes_of(const State& state, size_t count = 8 * sizeof(Word)) {
    Bytes bytes;
    for (size_t i = 0; i < count; ++i)
        bytes.push_back(static_cast<uint8_t>(
            state[i / sizeof(Word)] >> (kBits - 8 - 8 * (i % sizeof(Word)))));
    return bytes;
}

// Whole blocks of `message` from `state` on
inline State absorb(State state, const Bytes& message) {
    for (size_t i = 0; i + kBlock <= message.size(); i += kBlock)
        state = compress(state, message.data() + i);
    return state;
}

inline size_t padded_size(size_t bytes) {
    return (bytes + 1 + kBlock / 8 + kBlock - 1) / kBlock * kBlock;
}

// The digest of `before` bytes that led to `state`, followed by `message` (FIPS 180-4, 5.1)
inline Bytes finish(const State& state, size_t before, Bytes message) {
    const uint64_t bits = 8 * (before + message.size());
    message.push_back(0x80);
    message.resize(padded_size(before + message.size() - 1) - before);
    for (size_t i = 0; i < 8; ++i)
        message[message.size() - 1 - i] = static_cast<uint8_t>(bits >> 8 * i);
    return bytes_of(absorb(state, message), kDigestBytes);
}

inline State initial() {
    State state;
    for (size_t i = 0; i < 8; ++i) state[i] = kInitial[i];
    return state;
}

}  // namespace model
