"""What is computed: a hash function as word width, constants and recurrences.

Nothing in this package knows hardware.  A hash is a compression function written as
recurrences over numbered sequences (for SHA-2 the sequences a, e and W), an initial value,
a padding rule and a digest length.  The same recurrences become the software digest and
the circuit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from hashloom.errors import RequestError
from hashloom.hashes.expressions import (
    Boolean,
    Choice,
    Expression,
    Read,
    Sigma,
    Sum,
    Xor,
    sigma,
    within,
)

BLOCK_WORDS = 16  # of a block: the padder, block buffers and key store count so many
WORD_BITS = (32, 64)
MOST_CHAINING_WORDS = 8  # digests and states are counted in three bits
MOST_NUMBERS = 14  # that software tells hashes by


@dataclass(frozen=True)
class Recurrence:
    """`sequence`[t] is `value`, which reads words of this round and of rounds before."""

    sequence: str
    value: Expression


@dataclass(frozen=True)
class Series:
    """A number for each round, under the name by which recurrences read what it stands for."""

    name: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Hash:
    """An iterated hash function of the Merkle-Damgard kind.

    Attributes:
        name: as on the command line, for example "sha256".
        title: as in the standard, for example "SHA-256".
        standard: document and section.
        word_bits: width of a word in bits (32 or 64).
        rounds: rounds per block.
        constants: the word K of each round.
        initial: the initial chaining value, a word for each of `chaining`.
        digest_bytes: length of the digest in bytes; the leading bytes of the last chaining value.
        round: recurrences of one round, in order of evaluation.
        chaining: sequence and age from which each chaining word is taken and to which it is
            loaded: word i of the chaining value is the sequence's value of `age` rounds ago.  A
            sequence has all ages from 1 up to its own number of them.
        schedule: recurrence of the message schedule W, whose first words are those of the block;
            None where every round reads a word of the block.
        message_order: without a schedule, the word of the block that is W in each round.
        further_constants, further_words: more constants in a round, and more words of the block.
        copies: sequences that are loaded with the same chaining words as another one, each with
            that one's name.
        ahead: rounds by which the schedule is ahead: round t may read up to W[t + ahead].
        combine: how the old chaining value and the words after the last round become the new one.
            "add" and "xor": each of its words with the one that was loaded in its place. Otherwise
            an expression for each new word, in old ones "H0", "H1" and so on and in words of
            sequences, of so many rounds before the end.
        byte_order: of words in the message, of its length and of the digest.
        number: what software reads in a core's registers to tell the hash; 0 for one without.  A
            number, once given, is never given to another hash, and there are 14.
        block_words: words of a block: 16.

    Raises RequestError for what no core can be built of.
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
    chaining: tuple[tuple[str, int], ...]
    schedule: Recurrence | None = None
    message_order: tuple[int, ...] = ()
    further_constants: tuple[Series, ...] = ()
    further_words: tuple[Series, ...] = ()
    copies: tuple[tuple[str, str], ...] = ()
    ahead: int = 0
    combine: Literal["add", "xor"] | tuple[Expression, ...] = "add"
    byte_order: Literal["big", "little"] = "big"
    number: int = 0
    block_words: int = BLOCK_WORDS

    def __post_init__(self) -> None:
        count = len(self.chaining)
        if self.block_words != BLOCK_WORDS:
            what, accepted = f"blocks of {self.block_words} words", f"{BLOCK_WORDS}"
        elif self.word_bits not in WORD_BITS:
            what, accepted = f"words of {self.word_bits} bits", "32 and 64"
        elif self.rounds < BLOCK_WORDS:  # a round takes a word of the block
            what, accepted = f"{self.rounds} rounds", f"{BLOCK_WORDS} and more"
        elif not 1 <= count <= MOST_CHAINING_WORDS:
            what, accepted = f"{count} chaining words", f"1 to {MOST_CHAINING_WORDS}"
        elif not 0 <= self.number <= MOST_NUMBERS:
            what, accepted = f"the number {self.number}", f"1 to {MOST_NUMBERS}, or 0 for none"
        else:
            return
        raise RequestError(f"{self.title} is described with {what}; accepted are {accepted}.")

    @property
    def document(self) -> str:
        """The standard without the section."""
        return self.standard.partition(" section ")[0]

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

    @cached_property
    def sequences(self) -> dict[str, tuple[int, ...]]:
        """By sequence of the chaining value, the chaining words of its ages 1, 2, and so on."""
        names = dict.fromkeys(name for name, _ in self.chaining)
        return {
            name: tuple(
                self.chaining.index((name, age + 1))
                for age in range(sum(name == each for each, _ in self.chaining))
            )
            for name in names
        }

    @cached_property
    def loaded(self) -> dict[str, tuple[int, ...]]:
        """By sequence, the chaining words that are loaded as its ages 1, 2, and so on."""
        return self.sequences | {copy: self.sequences[name] for copy, name in self.copies}

    @cached_property
    def constants_of(self) -> Mapping[str, tuple[int, ...]]:
        """Constants by name, a word a round."""
        further = {each.name: each.numbers for each in self.further_constants}
        return {"K": self.constants, **further}

    @cached_property
    def orders(self) -> Mapping[str, tuple[int, ...]]:
        """By name, the words of the block that are read in each round; none with a schedule."""
        if self.schedule is not None:
            return {}
        further = {each.name: each.numbers for each in self.further_words}
        return {"W": self.message_order, **further}

    @property
    def words_in_order(self) -> tuple[int, ...]:
        """Words of the block as the rounds read them, all those of a round side by side."""
        return tuple(
            word for of_round in zip(*self.orders.values(), strict=True) for word in of_round
        )

    @property
    def combined_apart(self) -> bool:
        """Whether each new chaining word is made of its own old word and the one in its place, so
        that new words can be made one after another, as the last rounds bring them."""
        return isinstance(self.combine, str)

    @cached_property
    def new_words(self) -> tuple[Expression, ...]:
        """Each new chaining word; see `combine`."""
        if not isinstance(self.combine, str):
            return self.combine
        kind = Xor if self.combine == "xor" else Sum
        return tuple(
            kind((Read(f"H{index}"), Read(name, age)))
            for index, (name, age) in enumerate(self.chaining)
        )

    @property
    def depth(self) -> int:
        """Most chaining words of a sequence: rounds in which they all are loaded one by one."""
        return max(map(len, self.sequences.values()))

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """Every expression of the round and the schedule."""
        schedule = () if self.schedule is None else (self.schedule,)
        recurrences = (*self.round, *schedule)
        return tuple(part for each in recurrences for part in within(each.value))

    @cached_property
    def functions_of_one(self) -> Mapping[str, Sigma]:
        """The functions of one word, by label."""
        return {each.label: each for each in self.expressions if isinstance(each, Sigma)}

    @cached_property
    def functions_of_three(self) -> Mapping[str, Boolean]:
        """The functions of three words, by label."""
        return {each.label: each for each in self.expressions if isinstance(each, Boolean)}

    @cached_property
    def shared_sums(self) -> frozenset[str]:
        """Sequences of one round alone that are sums, and terms of two sums or more (T1)."""
        terms = [
            term
            for recurrence in self.round
            if isinstance(recurrence.value, Sum)
            for term in recurrence.value.terms
        ]
        return frozenset(
            recurrence.sequence
            for recurrence in self.round
            if recurrence.sequence not in self.loaded
            and isinstance(recurrence.value, Sum)
            and terms.count(Read(recurrence.sequence)) > 1
        )

    @cached_property
    def in_halves(self) -> bool:
        """Whether the chaining value is two sequences a and e of four words each, whose new words
        have a sum in common: what has been built of SHA-2 alone asks for this."""
        halves = {"a": (0, 1, 2, 3), "e": (4, 5, 6, 7)}
        return self.sequences == halves and bool(self.shared_sums)

    @cached_property
    def form(self) -> tuple[object, ...]:
        """All but names, constants, initial value and the digest's length.  Hashes of one form have
        the same engines but for the numbers in them."""
        constants = tuple(each.name for each in self.further_constants)
        return (
            *(self.word_bits, self.block_words, self.byte_order, self.rounds, self.round),
            *(self.chaining, self.copies, self.combine, self.schedule, self.ahead),
            *(self.message_order, self.further_words, constants),
        )

    def pad(self, message: bytes) -> list[tuple[int, ...]]:
        """Message as padded blocks (FIPS 180-4 sections 5.1 and 5.2)."""
        zeros = -(len(message) + 1 + self.length_bytes) % self.block_bytes
        bits = 8 * len(message) % (1 << 8 * self.length_bytes)
        length = bits.to_bytes(self.length_bytes, self.byte_order)
        padded = message + b"\x80" + bytes(zeros) + length
        step = self.word_bits // 8
        words = [
            int.from_bytes(padded[i : i + step], self.byte_order)
            for i in range(0, len(padded), step)
        ]
        count = self.block_words
        return [tuple(words[i : i + count]) for i in range(0, len(words), count)]

    def digest_of(self, chaining: tuple[int, ...]) -> bytes:
        """The digest: leading bytes of the last chaining value (its words)."""
        step = self.word_bits // 8
        written = (word.to_bytes(step, self.byte_order) for word in chaining)
        return b"".join(written)[: self.digest_bytes]


def digest(hash_: Hash, message: bytes) -> bytes:
    """The digest of a message, straight from the recurrences."""
    chaining = hash_.initial
    for block in hash_.pad(message):
        chaining = compress(hash_, chaining, block)
    return hash_.digest_of(chaining)


def compress(hash_: Hash, chaining: tuple[int, ...], block: tuple[int, ...]) -> tuple[int, ...]:
    """One block through the compression function, straight from the recurrences.

    `chaining` has a word for each of `hash_.chaining`, `block` sixteen; returns the next chaining
    value.  Needed here for the SHA-512/t initial values (FIPS 180-4 section 5.3.6).
    """
    given = {
        **hash_.constants_of,
        **{name: [block[index] for index in order] for name, order in hash_.orders.items()},
    }
    values = {(name, t): word for name, words in given.items() for t, word in enumerate(words)}
    for name, words in hash_.loaded.items():
        values |= {(name, -age): chaining[index] for age, index in enumerate(words, start=1)}
    if hash_.schedule is not None:
        values |= {("W", t): word for t, word in enumerate(block)}
        for t in range(hash_.block_words, hash_.rounds + hash_.ahead):
            values["W", t] = evaluate(hash_.schedule.value, values, t, hash_.word_bits)
    for t in range(hash_.rounds):
        for recurrence in hash_.round:
            value = evaluate(recurrence.value, values, t, hash_.word_bits)
            values[recurrence.sequence, t] = value
    values |= {(f"H{index}", hash_.rounds): word for index, word in enumerate(chaining)}
    return tuple(evaluate(new, values, hash_.rounds, hash_.word_bits) for new in hash_.new_words)


def evaluate(expression: Expression, values: dict[tuple[str, int], int], t: int, bits: int) -> int:
    """Value in round `t`, given those of each sequence by round; words have `bits` bits."""
    mask = (1 << bits) - 1

    def value(part: Expression) -> int:
        return evaluate(part, values, t, bits)

    match expression:
        case Read(name, age):
            return values[name, t - age]
        case Sum(terms):
            return sum(map(value, terms)) & mask
        case Xor(terms):
            result = 0
            for term in terms:
                result ^= value(term)
            return result
        case Sigma():
            return sigma(value(expression.word), bits, expression.rotations, expression.shifts)
        case Boolean():
            return expression.formula.of([value(word) for word in expression.words], mask)
        case Choice():
            return value(expression.alternatives[expression.codes[t]])
