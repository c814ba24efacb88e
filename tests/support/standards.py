"""The compression functions of hashes as their standards write them, one after another."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, sin

from support import sha2

Words = tuple[int, ...]
_MASK = (1 << 32) - 1
_MD5_TURNS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))


def _left(word: int, amount: int) -> int:
    amount %= 32
    return (word << amount | word >> 32 - amount) & _MASK


def _sha1(state: Words, block: Words) -> Words:
    """FIPS 180-4 section 6.1.2."""
    w = list(block)
    for t in range(16, 80):
        w.append(_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1))
    a, b, c, d, e = state
    for t in range(80):
        if t < 20:
            f, k = (b & c) ^ (~b & d), 0x5A827999
        elif t < 40:
            f, k = b ^ c ^ d, 0x6ED9EBA1
        elif t < 60:
            f, k = (b & c) ^ (b & d) ^ (c & d), 0x8F1BBCDC
        else:
            f, k = b ^ c ^ d, 0xCA62C1D6
        a, b, c, d, e = _left(a, 5) + f + e + k + w[t] & _MASK, a, _left(b, 30), c, d
    return tuple(x + y & _MASK for x, y in zip(state, (a, b, c, d, e), strict=True))


def _md5(state: Words, block: Words) -> Words:
    """RFC 1321 section 3.4."""
    a, b, c, d = state
    for t in range(64):
        if t < 16:
            f, k = (b & c) | (~b & d), t
        elif t < 32:
            f, k = (b & d) | (c & ~d), (5 * t + 1) % 16
        elif t < 48:
            f, k = b ^ c ^ d, (3 * t + 5) % 16
        else:
            f, k = c ^ (b | ~d & _MASK), 7 * t % 16
        total = a + f + block[k] + floor(abs(sin(t + 1)) * 2**32) & _MASK
        a, b, c, d = d, b + _left(total, _MD5_TURNS[t // 16][t % 4]) & _MASK, b, c
    return tuple(x + y & _MASK for x, y in zip(state, (a, b, c, d), strict=True))


def _sm3(state: Words, block: Words) -> Words:
    """GB/T 32905-2016 section 5.3."""
    w = list(block)
    for j in range(16, 68):
        x = w[j - 16] ^ w[j - 9] ^ _left(w[j - 3], 15)
        w.append(x ^ _left(x, 15) ^ _left(x, 23) ^ _left(w[j - 13], 7) ^ w[j - 6])
    a, b, c, d, e, f, g, h = state
    for j in range(64):
        early = j < 16
        turned = _left(0x79CC4519 if early else 0x7A879D8A, j)
        ss1 = _left(_left(a, 12) + e + turned & _MASK, 7)
        ss2 = ss1 ^ _left(a, 12)
        ff = a ^ b ^ c if early else (a & b) | (a & c) | (b & c)
        gg = e ^ f ^ g if early else (e & f) | (~e & g)
        tt1 = ff + d + ss2 + (w[j] ^ w[j + 4]) & _MASK
        tt2 = gg + h + ss1 + w[j] & _MASK
        a, b, c, d = tt1, a, _left(b, 9), c
        e, f, g, h = tt2 ^ _left(tt2, 9) ^ _left(tt2, 17), e, _left(f, 19), g
    return tuple(x ^ y for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True))


# RIPEMD-160 (Dobbertin, Bosselaers and Preneel 1996), appendix A: r, r', s, s' step by step.
_R = (
    *(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    *(7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8),
    *(3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12),
    *(1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2),
    *(4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13),
)
_R_2 = (
    *(5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12),
    *(6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2),
    *(15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13),
    *(8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14),
    *(12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11),
)
_S = (
    *(11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    *(7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12),
    *(11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5),
    *(11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12),
    *(9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6),
)
_S_2 = (
    *(8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6),
    *(9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11),
    *(9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5),
    *(15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8),
    *(8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11),
)
_K = (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E)
_K_2 = (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0)


def _f(j: int, x: int, y: int, z: int) -> int:
    of_span = (
        x ^ y ^ z,
        (x & y) | (~x & z),
        (x | ~y & _MASK) ^ z,
        (x & z) | (y & ~z),
        x ^ (y | ~z & _MASK),
    )
    return of_span[j // 16]


def _ripemd160(state: Words, block: Words) -> Words:
    """RIPEMD-160's pseudo-code (appendix A): the second line has the names with a 2."""
    h0, h1, h2, h3, h4 = state
    a, b, c, d, e = state
    a2, b2, c2, d2, e2 = state
    for j in range(80):
        t = _left(a + _f(j, b, c, d) + block[_R[j]] + _K[j // 16] & _MASK, _S[j]) + e & _MASK
        a, b, c, d, e = e, t, b, _left(c, 10), d
        t = a2 + _f(79 - j, b2, c2, d2) + block[_R_2[j]] + _K_2[j // 16] & _MASK
        t = _left(t, _S_2[j]) + e2 & _MASK
        a2, b2, c2, d2, e2 = e2, t, b2, _left(c2, 10), d2
    new = (h1 + c + d2, h2 + d + e2, h3 + e + a2, h4 + a + b2, h0 + b + c2)
    return tuple(word & _MASK for word in new)


_MD4_INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)
_SM3_INITIAL = (
    0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E,
)  # fmt: skip
_FUNCTIONS: dict[str, Callable[[Words, Words], Words]] = {
    "sha1": _sha1,
    "md5": _md5,
    "ripemd160": _ripemd160,
    "sm3": _sm3,
    "sha256": lambda state, block: sha2.compressed(state, block, 32),
    "sha512": lambda state, block: sha2.compressed(state, block, 64),
}
_INITIAL = {
    "sha1": (*_MD4_INITIAL, 0xC3D2E1F0),
    "md5": _MD4_INITIAL,
    "ripemd160": (*_MD4_INITIAL, 0xC3D2E1F0),
    "sm3": _SM3_INITIAL,
    "sha256": sha2.initial(32),
    "sha512": sha2.initial(64),
}


def compressed(name: str, state: Words, block: Words) -> Words:
    """The chaining value of a hash after `block` when `state` was the one before."""
    return _FUNCTIONS[name](state, block)


def initial(name: str) -> Words:
    """The initial value of a hash."""
    return _INITIAL[name]
