"""The SHA-2 family of FIPS 180-4, every constant computed from its definition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isqrt

from hashloom.hashes.expressions import CHOOSE, MAJORITY, Boolean, Formula, Read, Sigma, Sum
from hashloom.hashes.model import Hash, Recurrence, compress

_FUNCTIONS = "FIPS 180-4 section 4.1"


@dataclass(frozen=True)
class _Family:
    """What the hashes of one word width share (FIPS 180-4 sections 4.1.2, 4.1.3, 4.2.2, 4.2.3)."""

    word_bits: int
    rounds: int
    big_sigma0: tuple[int, int, int]
    big_sigma1: tuple[int, int, int]
    small_sigma0: tuple[int, int, int]  # two rotations, then a shift
    small_sigma1: tuple[int, int, int]


_SHA256 = _Family(32, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
_SHA512 = _Family(64, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))


def _primes(count: int) -> list[int]:
    """The first `count` primes."""
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _integer_cube_root(value: int) -> int:
    """Largest integer whose cube is at most `value`, by bisection."""
    low, high = 0, 1 << (value.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= value else (low, middle - 1)
    return low


def _square_root_fraction(prime: int, bits: int) -> int:
    """First `bits` bits of the fractional part of the square root of `prime`."""
    return isqrt(prime << (2 * bits)) % (1 << bits)


def _cube_root_fraction(prime: int, bits: int) -> int:
    """First `bits` bits of the fractional part of the cube root of `prime`."""
    return _integer_cube_root(prime << (3 * bits)) % (1 << bits)


@cache
def _sequences(family: _Family) -> tuple[tuple[Recurrence, ...], Recurrence]:
    """Round and schedule as recurrences (FIPS 180-4 sections 6.2.2 and 6.4.2).

    With a[t] and e[t] the values after round t, the working variables b, c, d and f, g, h
    are a and e of earlier rounds, so that two sequences describe the round.
    """

    def triple(formula: Formula, label: str, name: str, source: str) -> Boolean:
        words = (Read(name, 1), Read(name, 2), Read(name, 3))
        return Boolean(label, formula, words, f"FIPS 180-4 section 4.1: {source}")

    def big(name: str, index: int, rotations: tuple[int, int, int]) -> Sigma:
        return Sigma(f"big_sigma{index}", Read(name, 1), rotations, source=_FUNCTIONS)

    def small(age: int, index: int, amounts: tuple[int, int, int]) -> Sigma:
        turns, shifts = amounts[:2], amounts[2:]
        return Sigma(f"small_sigma{index}", Read("W", age), turns, shifts, _FUNCTIONS)

    ch = triple(CHOOSE, "ch", "e", "x chooses y or z")
    maj = triple(MAJORITY, "maj", "a", "the majority")
    t1 = Sum((Read("e", 4), big("e", 1, family.big_sigma1), ch, Read("K"), Read("W")))
    e = Sum((Read("a", 4), Read("T1")))
    a = Sum((Read("T1"), big("a", 0, family.big_sigma0), maj))
    schedule = Sum(
        (
            small(2, 1, family.small_sigma1),
            Read("W", 7),
            small(15, 0, family.small_sigma0),
            Read("W", 16),
        )
    )
    round_ = (Recurrence("T1", t1), Recurrence("e", e), Recurrence("a", a))
    return round_, Recurrence("W", schedule)


@cache
def _constants(family: _Family) -> tuple[int, ...]:
    """K, a word a round (FIPS 180-4 sections 4.2.2 and 4.2.3)."""
    return tuple(_cube_root_fraction(p, family.word_bits) for p in _primes(family.rounds))


# What software reads in registers, see Hash.number.
_NUMBERS = {"sha224": 2, "sha256": 3, "sha384": 4, "sha512": 5, "sha512_224": 6, "sha512_256": 7}
_CHAINING = tuple((name, age) for name in "ae" for age in (1, 2, 3, 4))


def _hash(
    name: str, title: str, section: str, family: _Family, initial: tuple[int, ...], digest: int
) -> Hash:
    round_, schedule = _sequences(family)
    return Hash(
        name=name,
        title=title,
        standard=f"FIPS 180-4 section {section}",
        number=_NUMBERS[name],
        word_bits=family.word_bits,
        rounds=family.rounds,
        constants=_constants(family),
        initial=initial,
        digest_bytes=digest,
        round=round_,
        schedule=schedule,
        chaining=_CHAINING,
    )


def _truncated_initial(base: Hash, title: str) -> tuple[int, ...]:
    """Initial value of SHA-512/t by the generation function of FIPS 180-4 section 5.3.6."""
    chaining = tuple(word ^ 0xA5A5A5A5A5A5A5A5 for word in base.initial)
    for block in base.pad(title.encode("ascii")):
        chaining = compress(base, chaining, block)
    return chaining


def _second_half(word: int) -> int:
    """Low 32 bits of a 64-bit word: SHA-224 takes them from SHA-384's (section 5.3.2)."""
    return word & 0xFFFFFFFF


def sha2_family() -> tuple[Hash, ...]:
    """SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256."""
    primes = _primes(16)
    roots32 = tuple(_square_root_fraction(prime, 32) for prime in primes[:8])
    roots64 = tuple(_square_root_fraction(prime, 64) for prime in primes[:8])
    later64 = tuple(_square_root_fraction(prime, 64) for prime in primes[8:])
    later32 = tuple(_second_half(word) for word in later64)
    sha512 = _hash("sha512", "SHA-512", "6.4", _SHA512, roots64, 64)
    truncated = (
        _hash(
            f"sha512_{bits}",
            f"SHA-512/{bits}",
            section,
            _SHA512,
            _truncated_initial(sha512, f"SHA-512/{bits}"),
            bits // 8,
        )
        for bits, section in ((224, "6.6"), (256, "6.7"))
    )
    return (
        _hash("sha224", "SHA-224", "6.3", _SHA256, later32, 28),
        _hash("sha256", "SHA-256", "6.2", _SHA256, roots32, 32),
        _hash("sha384", "SHA-384", "6.5", _SHA512, later64, 48),
        sha512,
        *truncated,
    )
