"""The program of a folded HMAC core: FIPS 198-1 around the rounds, in the same memory.

A block that is no message is written by the program itself.  x xor c, which the machine has no
operator for, is Ch(x, not c, c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from hashloom.rtl.folded.keyed.layout import KeyedLayout
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram, Move
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import SENT, SUM, Goes, Program, Row, in_time
from hashloom.transforms.folding.on_one import WORD

_ENDS = 8  # rows behind the last sum of a section: it is in the memory, and its port is free
_SENT_ENDS = SENT + 4  # behind the last word that is sent: the program has waited for it
_CH = "ch"


@dataclass(frozen=True)
class KeyedProgram(AnyKeyedProgram, Program):
    """The rows of an HMAC core with `slots` keys."""

    slots: int = 1

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
    def parts(self) -> dict[str, tuple[Row, ...]]:
        """All rows but the first, by the name of their mark."""
        at, work = self.layout, self.work
        before, loop, behind, output = self.sections
        outer = chain(self._moved(work.outer_block()), self._copied(at.outer, at.old))
        key = chain(self._moved(work.pads()), self._copied(at.initial, at.old))
        key_outer = chain(
            self._copied(at.old, at.inner),
            self._moved(work.from_aside()),
            self._copied(at.initial, at.old),
        )
        return {
            "BLOCK": before,
            "LOOP": loop,
            "BEHIND": behind,
            "COMPARE": tuple(in_time(self._difference())),
            "OUTPUT": output,
            "OUTER": _section(outer, "rounds"),
            "LONG_KEY": tuple(in_time(self._moved(work.key_block()))),
            "KEY": _section(key, "rounds"),
            "KEY_OUTER": _section(key_outer, "rounds"),
            "KEY_DONE": _section(self._copied(at.old, at.outer), "branch"),
            "TAG": _section(self._moved(work.tag()), "branch"),
            "WIPE": (Row(begins=True), *in_time(self._moved(work.no_tag()))),
            "ERASE_ALL": tuple(in_time(self._moved(work.no_other_slots()))),
            "ERASE": _section(self._moved(work.no_slot()), "branch"),
        }

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All of them; the first, read while nothing is at work, does nothing."""
        return (Row(), *chain.from_iterable(self.parts.values()))

    @property
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters: the first of each part."""
        found = self.firsts
        del found["BEHIND"]  # nothing goes there but what comes from the loop
        return found

    @property
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message.

        Its rows, those of its words that are written before, and one until the next is taken.
        """
        before, loop, behind, _ = map(len, self.sections)
        return before + loop * (self.layout.passes - 1) + behind + PASS + 1

    def _initial(self) -> Iterator[Row]:
        at = self.layout
        yield from super()._initial()
        yield Row(at.block_bits, term=WORD, write=at.length[0], when="keyed")
        for row in self._copied(at.inner, at.old):
            yield replace(row, when="keyed")

    def _copied(self, source: Callable[[int], int], target: Callable[[int], int]) -> Iterator[Row]:
        """A chaining value, from one place to the other."""
        yield from self._moved(self.work.copied(source, target))

    def _moved(self, moves: Iterable[Move]) -> Iterator[Row]:
        """Words that are written."""
        at = self.layout
        complement = {at.ipad: at.named("not ipad"), at.opad: at.named("not opad")}
        for move in moves:
            if move.xor is not None:
                yield Row(move.xor)
                yield Row(complement[move.xor], term=_CH)
                yield Row(move.read, write=move.write)
            elif move.behind is not None:
                yield Row(move.behind)
                yield Row(move.read, term=_CH)
                yield Row(at.kept, write=move.write)
            else:
                yield Row(move.read, term="" if move.read is None else WORD, write=move.write)

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


def _section(rows: Iterator[Row], goes: Goes) -> tuple[Row, ...]:
    """Rows behind which it goes on elsewhere."""
    return _going(in_time(rows, _ENDS), goes)


def _going(rows: Sequence[Row] | Iterator[Row], goes: Goes) -> tuple[Row, ...]:
    *others, last = rows
    return (*others, replace(last, goes=goes))
