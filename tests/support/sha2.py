"""The compression function of SHA-2 as FIPS 180-4 writes it (sections 5.3, 6.2 and 6.4)."""

from __future__ import annotations

from math import isqrt

_PRIMES = [n for n in range(2, 410) if all(n % d for d in range(2, n))]  # eighty of them
_ROTATIONS = {  # big sigma 0, big sigma 1, small sigma 0, small sigma 1 (the last: a shift)
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}


def _cube_root(n: int) -> int:
    root = round(n ** (1 / 3))
    low, high = 0, 2 * root + 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= n else (low, middle)
    return low


def initial(bits: int) -> tuple[int, ...]:
    """The initial value of SHA-256 or SHA-512: fractions of square roots of primes."""
    return tuple(isqrt(p << 2 * bits) % (1 << bits) for p in _PRIMES[:8])


def constants(bits: int) -> tuple[int, ...]:
    """K: fractions of cube roots of primes."""
    return tuple(_cube_root(p << 3 * bits) % (1 << bits) for p in _PRIMES[: {32: 64, 64: 80}[bits]])


def compressed(state: tuple[int, ...], block: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """The chaining value after `block` (sixteen words) when `state` was the one before."""
    mask = (1 << bits) - 1
    big_0, big_1, small_0, small_1 = _ROTATIONS[bits]

    def turned(x: int, n: int) -> int:
        return (x >> n | x << bits - n) & mask

    def big(x: int, n: tuple[int, ...]) -> int:
        return turned(x, n[0]) ^ turned(x, n[1]) ^ turned(x, n[2])

    def small(x: int, n: tuple[int, ...]) -> int:
        return turned(x, n[0]) ^ turned(x, n[1]) ^ x >> n[2]

    w = list(block)
    a, b, c, d, e, f, g, h = state
    for t, k in enumerate(constants(bits)):
        if t >= 16:
            w.append((small(w[-2], small_1) + w[-7] + small(w[-15], small_0) + w[-16]) & mask)
        t1 = h + big(e, big_1) + (e & f ^ ~e & g) + k + w[t]
        t2 = big(a, big_0) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = t1 + t2 & mask, a, b, c, d + t1 & mask, e, f, g
    return tuple(x + y & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True))
