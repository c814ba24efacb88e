"""The compression functions of FIPS 180-4, for chaining values, which hashlib does not show.

Constants and initial values are worked out from the primes of which the standard takes them.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass

Words = tuple[int, ...]
_OFFSETS_512_T = 0xA5A5A5A5A5A5A5A5  # FIPS 180-4 section 5.3.6


@dataclass(frozen=True)
class Family:
    """SHA-2 with words of one width: rounds, K, and the rotations of section 4.1.

    Sigmas are three rotations each; the last number of a small sigma is a shift.
    """

    bits: int
    rounds: int
    constants: Words
    big: tuple[Words, Words]
    small: tuple[Words, Words]

    @property
    def block_bytes(self) -> int:
        """Bytes of a block, 64 or 128."""
        return 2 * self.bits


def family(name: str) -> Family:
    """The family of a hash, by hashlib's name for it."""
    return _family(64 if hashlib.new(name).block_size == 128 else 32)


@functools.cache
def _family(bits: int) -> Family:
    rounds = 64 if bits == 32 else 80
    constants = tuple(_fraction(prime, 3, bits) for prime in _primes(rounds))
    if bits == 32:
        return Family(32, rounds, constants, ((2, 13, 22), (6, 11, 25)), ((7, 18, 3), (17, 19, 10)))
    return Family(64, rounds, constants, ((28, 34, 39), (14, 18, 41)), ((1, 8, 7), (19, 61, 6)))


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _fraction(number: int, root: int, bits: int) -> int:
    """The first `bits` bits of the fraction of a square or cube root."""
    scaled = number << (root * bits)
    low, high = 0, 1 << (scaled.bit_length() // root + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**root <= scaled else (low, middle)
    return low & ((1 << bits) - 1)


@functools.cache
def initial(name: str) -> Words:
    """The initial chaining value (section 5.3)."""
    plain = {"sha256": 32, "sha512": 64}
    if name in plain:
        return tuple(_fraction(prime, 2, plain[name]) for prime in _primes(8))
    if name in ("sha224", "sha384"):  # roots of the ninth to sixteenth primes
        words = tuple(_fraction(prime, 2, 64) for prime in _primes(16)[8:])
        return words if name == "sha384" else tuple(word & 0xFFFFFFFF for word in words)
    start = tuple(word ^ _OFFSETS_512_T for word in initial("sha512"))
    title = f"SHA-512/{name.split('_')[1]}".encode()
    return compress("sha512", start, padded("sha512", title, len(title)))


def padded(name: str, message: bytes, length: int) -> bytes:
    """The end of a message of `length` bytes, padded (section 5.1)."""
    block = family(name).block_bytes
    field = block // 8
    zeros = -(length + 1 + field) % block
    return message + b"\x80" + bytes(zeros) + (8 * length).to_bytes(field, "big")


def compress(name: str, state: Words, blocks: bytes) -> Words:
    """The chaining value after `blocks`, whole blocks, from `state` (sections 6.2.2 and 6.4.2)."""
    kind = family(name)
    for at in range(0, len(blocks), kind.block_bytes):
        state = _compress(kind, state, blocks[at : at + kind.block_bytes])
    return state


def _compress(kind: Family, state: Words, block: bytes) -> Words:
    bits, mask = kind.bits, (1 << kind.bits) - 1

    def rotated(x: int, by: int) -> int:
        return (x >> by) | (x << (bits - by)) & mask

    def big(x: int, by: Words) -> int:
        return rotated(x, by[0]) ^ rotated(x, by[1]) ^ rotated(x, by[2])

    def small(x: int, by: Words) -> int:
        return rotated(x, by[0]) ^ rotated(x, by[1]) ^ (x >> by[2])

    size = bits // 8
    w = [int.from_bytes(block[at : at + size], "big") for at in range(0, len(block), size)]
    for t in range(16, kind.rounds):
        late, early = small(w[t - 2], kind.small[1]), small(w[t - 15], kind.small[0])
        w.append((late + w[t - 7] + early + w[t - 16]) & mask)
    a, b, c, d, e, f, g, h = state
    for k, word in zip(kind.constants, w, strict=True):
        first = h + big(e, kind.big[1]) + ((e & f) ^ (~e & g)) + k + word
        second = big(a, kind.big[0]) + ((a & b) ^ (a & c) ^ (b & c))
        e, f, g, h = (d + first) & mask, e, f, g
        a, b, c, d = (first + second) & mask, a, b, c
    after = (a, b, c, d, e, f, g, h)
    return tuple((x + y) & mask for x, y in zip(state, after, strict=True))


def digest_from(name: str, state: Words, rest: bytes, length: int) -> bytes:
    """The digest of a message of `length` bytes, of which `rest` is left and `state` the beginning.

    The length counts modulo that of the padding's field.
    """
    kind = family(name)
    final = compress(name, state, padded(name, rest, length))
    return joined(kind, final)[: hashlib.new(name).digest_size]


def joined(kind: Family, words: Words) -> bytes:
    """Words as bytes, the first byte of each first."""
    return b"".join(word.to_bytes(kind.bits // 8, "big") for word in words)
