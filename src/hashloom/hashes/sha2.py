"""The SHA-2 family of FIPS 180-4, every constant computed from its definition."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from hashloom.hashes.model import Hash, Recurrence, Term


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


def _sequences(family: _Family) -> tuple[tuple[Recurrence, ...], Recurrence]:
    """Round and schedule as recurrences (FIPS 180-4 sections 6.2.2 and 6.4.2).

    With a[t] and e[t] the values after round t, the working variables b, c, d and f, g, h
    are a and e of earlier rounds, so that two sequences describe the round.
    """

    def value(name: str, age: int, label: str) -> Term:
        return Term("value", ((name, age),), label)

    def triple(function: str, name: str) -> Term:
        return Term(function, ((name, 1), (name, 2), (name, 3)), function)

    def big(name: str, index: int, rotations: tuple[int, int, int]) -> Term:
        return Term("sigma", ((name, 1),), f"big_sigma{index}", rotations)

    def small(age: int, index: int, amounts: tuple[int, int, int]) -> Term:
        return Term("sigma", (("W", age),), f"small_sigma{index}", amounts[:2], amounts[2:])

    t1 = Recurrence(
        "T1",
        (
            value("e", 4, "h"),
            big("e", 1, family.big_sigma1),
            triple("ch", "e"),
            value("K", 0, "K"),
            value("W", 0, "W"),
        ),
    )
    e = Recurrence("e", (value("a", 4, "d"), value("T1", 0, "T1")))
    a = Recurrence("a", (value("T1", 0, "T1"), big("a", 0, family.big_sigma0), triple("maj", "a")))
    schedule = Recurrence(
        "W",
        (
            small(2, 1, family.small_sigma1),
            value("W", 7, "W7"),
            small(15, 0, family.small_sigma0),
            value("W", 16, "W16"),
        ),
    )
    return (t1, e, a), schedule


_CHAINING = tuple((name, age) for name in "ae" for age in (1, 2, 3, 4))


def _hash(
    name: str, title: str, section: str, family: _Family, initial: tuple[int, ...], digest: int
) -> Hash:
    round_, schedule = _sequences(family)
    constants = tuple(_cube_root_fraction(p, family.word_bits) for p in _primes(family.rounds))
    return Hash(
        name=name,
        title=title,
        standard=f"FIPS 180-4 section {section}",
        word_bits=family.word_bits,
        rounds=family.rounds,
        constants=constants,
        initial=initial,
        digest_bytes=digest,
        round=round_,
        schedule=schedule,
        chaining=_CHAINING,
    )


def compress(hash_: Hash, chaining: tuple[int, ...], block: tuple[int, ...]) -> tuple[int, ...]:
    """One block through the compression function, straight from the recurrences.

    `chaining` is eight words, `block` sixteen; returns the next chaining value, eight words.
    Needed here for the SHA-512/t initial values (FIPS 180-4 section 5.3.6).
    """
    history: dict[str, list[int]] = {"K": list(hash_.constants), "W": list(block), "T1": []}
    for (name, _), word in reversed(list(zip(hash_.chaining, chaining, strict=True))):
        history.setdefault(name, []).append(word)
    before_first_round = {name: 4 for name, _ in hash_.chaining}

    def append(recurrence: Recurrence, t: int) -> None:
        total = 0
        for term in recurrence.terms:
            words = [history[n][t - age + before_first_round.get(n, 0)] for n, age in term.reads]
            total += hash_.evaluate(term, words)
        history[recurrence.sequence].append(total & hash_.mask)

    for t in range(hash_.block_words, hash_.rounds):
        append(hash_.schedule, t)
    for t in range(hash_.rounds):
        for recurrence in hash_.round:
            append(recurrence, t)
    return tuple(
        (word + history[name][-age]) & hash_.mask
        for word, (name, age) in zip(chaining, hash_.chaining, strict=True)
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
