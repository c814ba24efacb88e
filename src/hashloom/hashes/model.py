"""What is computed: a hash function as word width, constants and recurrences.

Nothing in this package knows hardware.  A hash is a compression function written as
recurrences over numbered sequences (for SHA-2 the sequences a, e and W), an initial value,
a padding rule and a digest length.  The same recurrences become the software digest and
the circuit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """One operand in a recurrence.

    `function` is "value", "sigma", "ch" or "maj"; `reads` names what it reads as
    (sequence, age) pairs, age 1 being the value of the round before.  A sequence at age 0 is
    the value of this round: "K" and "W", or a sequence defined earlier in the same round.
    `rotations` and `shifts` (bits) belong to "sigma": the XOR of the rotated and shifted words.
    `label` is the standard's name for the function.
    """

    function: str
    reads: tuple[tuple[str, int], ...]
    label: str
    rotations: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Recurrence:
    """`sequence`[t] = sum of `terms`, modulo 2^word_bits."""

    sequence: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Hash:
    """An iterated hash function of the Merkle-Damgard kind.

    Attributes:
        name: as on the command line, for example "sha256".
        title: as in the standard, for example "SHA-256".
        standard: document and section.
        word_bits: width of a word in bits (32 or 64).
        rounds: rounds per block; `constants` holds one K word for each.
        initial: the initial chaining value, eight words.
        digest_bytes: length of the digest in bytes; the leading bytes of the last chaining value.
        round: recurrences of one round, in order of evaluation.
        schedule: recurrence of the message schedule, from round `block_words` on.
        chaining: sequence and age from which each chaining word is taken and to which it is
            loaded: word i of the chaining value is the sequence's value of `age` rounds ago.
    """

    name: str
    title: str
    standard: str
    word_bits: int
    rounds: int
    constants: tuple[int, ...]
    initial: tuple[int, ...]
    digest_bytes: int
    round: tuple[Recurrence, ...]
    schedule: Recurrence
    chaining: tuple[tuple[str, int], ...]
    block_words: int = 16

    @property
    def block_bits(self) -> int:
        """Block length in bits (512 or 1024)."""
        return self.block_words * self.word_bits

    @property
    def block_bytes(self) -> int:
        """Block length in bytes (64 or 128)."""
        return self.block_bits // 8

    @property
    def length_bytes(self) -> int:
        """Bytes of the length field at the end of the padding (FIPS 180-4 section 5.1)."""
        return self.word_bits // 4

    @property
    def mask(self) -> int:
        """All ones in a word."""
        return (1 << self.word_bits) - 1

    def pad(self, message: bytes) -> list[tuple[int, ...]]:
        """Message as padded blocks of 16 words (FIPS 180-4 sections 5.1 and 5.2)."""
        zeros = -(len(message) + 1 + self.length_bytes) % self.block_bytes
        length = (8 * len(message)).to_bytes(self.length_bytes, "big")
        padded = message + b"\x80" + bytes(zeros) + length
        step = self.word_bits // 8
        words = [int.from_bytes(padded[i : i + step], "big") for i in range(0, len(padded), step)]
        count = self.block_words
        return [tuple(words[i : i + count]) for i in range(0, len(words), count)]

    def digest_of(self, chaining: tuple[int, ...]) -> bytes:
        """The digest: leading bytes of the last chaining value (eight words)."""
        step = self.word_bits // 8
        return b"".join(word.to_bytes(step, "big") for word in chaining)[: self.digest_bytes]

    def evaluate(self, term: Term, words: Sequence[int]) -> int:
        """Value of `term` given the words it reads, in the order of `term.reads`."""
        if term.function == "value":
            return words[0]
        if term.function == "sigma":
            return sigma(words[0], self.word_bits, term.rotations, term.shifts)
        return choose(*words) if term.function == "ch" else majority(*words)


def sigma(word: int, bits: int, rotations: tuple[int, ...], shifts: tuple[int, ...]) -> int:
    """XOR of right rotations and right shifts of a `bits`-bit word (FIPS 180-4 section 4.1)."""
    result = 0
    for amount in rotations:
        result ^= (word >> amount | word << (bits - amount)) & ((1 << bits) - 1)
    for amount in shifts:
        result ^= word >> amount
    return result


def choose(x: int, y: int, z: int) -> int:
    """Ch(x, y, z): y where x is one, z where it is zero (FIPS 180-4 equations 4.2 and 4.8)."""
    return z ^ (x & (y ^ z))


def majority(x: int, y: int, z: int) -> int:
    """Maj(x, y, z), bit by bit (FIPS 180-4 equations 4.3 and 4.9)."""
    return (x & y) | (z & (x | y))
