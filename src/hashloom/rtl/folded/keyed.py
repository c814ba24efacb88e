"""The program of a folded HMAC core: FIPS 198-1 around the rounds, in the same memory.

A block that is no message is written by the program itself.  x xor c, which the machine has no
operator for, is Ch(x, not c, c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from hashloom.rtl.folded.layout import PASS, Layout
from hashloom.rtl.folded.program import SENT, SUM, Goes, Program, Row, in_time
from hashloom.transforms.folding import WORD

MAX_SLOTS = 4  # of two states each, in the half of the memory that is written to
_TAG, _SLOTS, _SLOT = 56, 64, 16  # expected tag; states of slot 0; words of a slot
_ENDS = 8  # rows behind the last sum of a section: it is in the memory, and its port is free
_SENT_ENDS = SENT + 4  # behind the last word that is sent: the program has waited for it
_JUDGED = 20  # clocks of an answer without bytes and of what is done with the next first beat
_CH = "ch"
_IPAD, _OPAD = 0x36, 0x5C  # FIPS 198-1, section 3


@dataclass(frozen=True)
class KeyedLayout(Layout):
    """Addresses in words, of a core that keeps the states of `slots` keys.

    One block of 16 words comes first, which the stream fills; then as many words for what the
    program keeps aside: K0 xor opad, or the complement of a digest.  State, old chaining value and
    length lie where they do without a key; behind them come the expected tag and, for each slot,
    the inner and the outer state.
    """

    slots: int = 1

    @property
    def extra(self) -> tuple[int, ...]:
        """Constants behind the number of bits of a block, see their names below."""
        bits = self.hash.word_bits
        ones = (1 << bits) - 1
        ipad, opad = (int.from_bytes(bytes([pad]) * (bits // 8), "big") for pad in (_IPAD, _OPAD))
        cut = 8 * self.hash.digest_bytes % bits
        digest_bits = self.hash.block_bits + 8 * self.hash.digest_bytes
        kept = ones ^ (ones >> cut)
        return (
            ipad,
            ones ^ ipad,
            opad,
            ones ^ opad,
            0,
            ones,
            1 << (bits - 1 - cut),
            digest_bits,
            kept,
        )

    @property
    def bits(self) -> int:
        """Of an address."""
        constants = self.hash.rounds + len(self.hash.initial) + 1 + len(self.extra)
        return 1 + (constants - 1).bit_length()

    @property
    def written_bits(self) -> int:
        """Of an address that is written to."""
        return self.bits - 1

    @property
    def slot_bits(self) -> int:
        """Of a slot's number."""
        return max(1, (self.slots - 1).bit_length())

    def aside(self, index: int) -> int:
        """A word that the program keeps aside."""
        return PASS + index

    def tag(self, index: int) -> int:
        """A word of the expected tag."""
        return _TAG + index

    def inner(self, index: int) -> int:
        """Chaining word `index` behind K0 xor ipad, of slot 0."""
        return _SLOTS + index

    def outer(self, index: int) -> int:
        """Chaining word `index` behind K0 xor opad, of slot 0."""
        return _SLOTS + _SLOT // 2 + index

    def slot(self, number: int) -> range:
        """All words of a slot."""
        return range(_SLOTS + _SLOT * number, _SLOTS + _SLOT * (number + 1))

    @property
    def worked(self) -> range:
        """All words that are neither a key's nor those of an expected tag."""
        return range(self.length[1] + 1)

    def pads(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Of ipad and of opad: a word of it, and the complement of that."""
        first = self._extra(0)
        return (first, first + 1), (first + 2, first + 3)

    @property
    def zero(self) -> int:
        """A word of zeros."""
        return self._extra(4)

    @property
    def ones(self) -> int:
        """A word of ones."""
        return self._extra(5)

    @property
    def mark(self) -> int:
        """The bit behind a digest, in its word."""
        return self._extra(6)

    @property
    def outer_bits(self) -> int:
        """The bits of K0's block and of a digest."""
        return self._extra(7)

    @property
    def kept(self) -> int:
        """Ones where the last word of a digest that is cut belongs to it."""
        return self._extra(8)

    def contents(self) -> dict[int, int]:
        """The words that are there from the beginning, by address."""
        found = super().contents()
        return found | {self._extra(index): word for index, word in enumerate(self.extra)}

    def _extra(self, index: int) -> int:
        return self.block_bits + 1 + index


@dataclass(frozen=True)
class KeyedProgram(Program):
    """The rows of an HMAC core with `slots` keys."""

    slots: int = 1

    @property
    def keyed(self) -> bool:
        """Whether it makes tags."""
        return True

    @property
    def layout(self) -> KeyedLayout:
        """Addresses."""
        return KeyedLayout(self.hash, self.slots)

    @cached_property
    def sections(self) -> tuple[tuple[Row, ...], ...]:
        """Rows before the loop, of the loop, behind it, and those that send a digest."""
        before, loop, behind, _ = super().sections
        behind = (*behind[:-SUM], *in_time((), _ENDS))
        return (
            before,
            _going(loop, "loop"),
            _going(behind, "branch"),
            _going(in_time(self._output(), _SENT_ENDS), "branch"),
        )

    @cached_property
    def _parts(self) -> dict[str, tuple[Row, ...]]:
        """All rows but the first, by the name of their mark.

        Where one goes on to the next, the last sums of it are done all the same: the next can be
        where the program comes from elsewhere.
        """
        at = self.layout
        others = chain.from_iterable(map(at.slot, range(1, self.slots)))
        before, loop, behind, output = self.sections
        return {
            "BLOCK": before,
            "LOOP": loop,
            "BEHIND": behind,
            "COMPARE": tuple(in_time(self._difference())),
            "OUTPUT": output,
            "OUTER": _section(self._outer(), "rounds"),
            "LONG_KEY": tuple(in_time(self._digest_as_block(last=None))),
            "KEY": _section(self._key(), "rounds"),
            "KEY_OUTER": _section(self._key_outer(), "rounds"),
            "KEY_DONE": _section(self._copied(at.old, at.outer), "branch"),
            "TAG": _section(self._tag(), "branch"),
            "WIPE": (Row(begins=True), *in_time(_erased(map(at.tag, range(8))))),
            "ERASE_ALL": tuple(in_time(_erased(others))),
            "ERASE": _section(_erased(chain(at.slot(0), at.worked)), "branch"),
        }

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All of them; the first, read while nothing is at work, does nothing."""
        return (Row(), *chain.from_iterable(self._parts.values()))

    @property
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters: the first of each part."""
        found, row = {}, 1
        for name, rows in self._parts.items():
            found[name] = row
            row += len(rows)
        del found["BEHIND"]  # nothing goes there but what comes from the loop
        return found

    @property
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message.

        Its rows, those of its words that are written before, and one until the next is taken.
        """
        before, loop, behind, _ = map(len, self.sections)
        return before + loop * (self.layout.passes - 1) + behind + PASS + 1

    @property
    def erase_clocks(self) -> int:
        """Clocks after a reset until everything has been overwritten, at most.

        With those in which an answer to a packet that was under way leaves, and the next packet is
        judged.
        """
        return len(self.rows) - self.marks["WIPE"] + _JUDGED

    def _initial(self) -> Iterator[Row]:
        at = self.layout
        yield from super()._initial()
        yield Row(at.block_bits, term=WORD, write=at.length[0], when="keyed")
        for row in self._copied(at.inner, at.old):
            yield replace(row, when="keyed")

    def _copied(self, source: Callable[[int], int], target: Callable[[int], int]) -> Iterator[Row]:
        """A chaining value, from one place to the other."""
        for index in range(len(self.hash.chaining)):
            yield Row(source(index), term=WORD, write=target(index))

    def _digest_as_block(self, last: int | None) -> Iterator[Row]:
        """The digest and, behind it in its block, padding with the length at `last`, or zeros."""
        at, words = self.layout, self.digest_words
        cut = 8 * self.hash.digest_bytes % self.hash.word_bits
        behind = at.zero if last is None else at.mark
        for index in range(words):
            if cut and index == words - 1:
                yield Row(behind)
                yield Row(at.old(index), term=_CH)
                yield Row(at.kept, write=index)
            else:
                yield Row(at.old(index), term=WORD, write=index)
        for index in range(words, PASS):
            first = index == words and not cut
            source = behind if first else last if index == PASS - 1 else None
            yield Row(source, term=WORD if source is not None else "", write=index)

    def _outer(self) -> Iterator[Row]:
        """The block of the outer hash, and the state it begins with."""
        at = self.layout
        yield from self._digest_as_block(at.outer_bits)
        yield from self._copied(at.outer, at.old)

    def _key(self) -> Iterator[Row]:
        """K0 xor ipad in the place of K0, and K0 xor opad aside."""
        at = self.layout
        inner, outer = at.pads()
        for index in range(PASS):
            yield from self._xored(index, outer, at.aside(index))
            yield from self._xored(index, inner, index)
        yield from self._copied(at.initial, at.old)

    def _xored(self, read: int, by: tuple[int, int], write: int) -> Iterator[Row]:
        """A word xor a constant, of which there is the complement, too."""
        yield Row(by[0])
        yield Row(by[1], term=_CH)
        yield Row(read, write=write)

    def _key_outer(self) -> Iterator[Row]:
        """The inner state is kept; the block with opad comes next."""
        at = self.layout
        yield from self._copied(at.old, at.inner)
        for index in range(PASS):
            yield Row(at.aside(index), term=WORD, write=index)
        yield from self._copied(at.initial, at.old)

    def _difference(self) -> Iterator[Row]:
        """The digest xor the expected tag, in the place of the digest."""
        at = self.layout
        for index in range(self.digest_words):
            yield Row(at.ones)
            yield Row(at.zero, term=_CH)
            yield Row(at.old(index), write=at.aside(index))
        for index in range(self.digest_words):
            yield Row(at.old(index))
            yield Row(at.aside(index), term=_CH)
            yield Row(at.tag(index), write=at.old(index))

    def _tag(self) -> Iterator[Row]:
        """The expected tag, out of the block."""
        for index in range(8):
            yield Row(index, term=WORD, write=self.layout.tag(index))


def _section(rows: Iterator[Row], goes: Goes) -> tuple[Row, ...]:
    """Rows behind which it goes on elsewhere."""
    return _going(in_time(rows, _ENDS), goes)


def _going(rows: Sequence[Row] | Iterator[Row], goes: Goes) -> tuple[Row, ...]:
    *others, last = rows
    return (*others, replace(last, goes=goes))


def _erased(words: Iterable[int]) -> Iterator[Row]:
    """Zeros."""
    for address in words:
        yield Row(write=address)
