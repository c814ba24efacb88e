"""Programs with a row for each clock that make tags: FIPS 198-1 around the rounds.

Nothing is copied to where the rounds begin: which value that is, is said before they do, and its
words are read in place of those of the old chaining value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

from hashloom.rtl.folded.clocked.program import ClockedProgram
from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.keyed.layout import KeyedLayout
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram, Move
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import GOES, ROW, Goes
from hashloom.transforms.folding.on_four import Act

# What the rounds begin with: what the block of a packet asks for, or one of two values.
BEGINS = ("", "initial", "packet", "outer")
BEGINS_FIELD = Field(
    "begins", 2, "rounds begin with the initial value, the packet's, an outer state"
)
GOES_FIELD = Field("goes", 2, "on in the loop, with what is asked for, with the rounds")
_COPY_ENDS = 3  # rows behind a section's last sum: it is in the memory, and its port is free
_CLEARS = 5  # rows behind an erasure that overwrite registers, as the first row does
_SENT_ENDS = 6  # behind the last word that is sent: the program has waited for it


@dataclass(frozen=True)
class ClockedKeyedLayout(KeyedLayout):
    """Addresses as those of one adder; of each of the values that rounds begin with, words have the
    lowest bits of their addresses in common."""

    _extra: ClassVar[tuple[str, ...]]  # the constants that there are

    @property
    def extra(self) -> dict[str, int]:
        """Constants beside those of the hash."""
        every = super().extra
        return {name: every[name] for name in self._extra}

    def inner(self, index: int) -> int:
        """Chaining word `index` behind K0 xor ipad, of slot 0."""
        return self.slot(0).start + self.old(index) % len(self.hash.chaining)


@dataclass(frozen=True)
class ClockedKeyedProgram(AnyKeyedProgram, ClockedProgram):
    """The rows of an HMAC core with `slots` keys.

    Between two pieces of work the words held and read are zeros.
    """

    slots: int = 1

    @property
    @abstractmethod
    def layout(self) -> ClockedKeyedLayout:
        """Addresses."""

    @abstractmethod
    def _moved(self, moves: Iterable[Move]) -> Iterable[Act]:
        """Words that are written."""

    @property
    def _pads(self) -> Iterable[Move]:
        """K0 xor ipad in the place of K0, and K0 xor opad aside, in the order that serves best."""
        return self.work.pads()

    @cached_property
    def parts(self) -> dict[str, tuple[tuple[Act, ...], ...]]:
        """All rows but the first, by the name of their mark; clocks are counted from each part's
        first row on."""
        at, work = self.layout, self.work
        difference = (Move(at.old(n), at.old(n), xor=at.tag(n)) for n in range(self.digest_words))
        key_outer = (*work.copied(at.old, at.inner), *work.from_aside())
        return {
            "BLOCK": _section(self._hashed(), "branch", _COPY_ENDS),
            "COMPARE": _section(self._moved(difference)),
            "OUTPUT": _section(self._sent(0), "branch", _SENT_ENDS),
            "OUTER": _section(self._moved(work.outer_block()), "rounds", begins="outer"),
            "LONG_KEY": _section(self._moved(work.key_block())),
            "KEY": _section(self._moved(self._pads), "rounds", begins="initial"),
            "KEY_OUTER": _section(self._moved(key_outer), "rounds", begins="initial"),
            "KEY_DONE": self._copy(work.copied(at.old, at.outer)),
            "TAG": self._copy(work.tag()),
            "WIPE": _section(self._moved(work.no_tag())),
            "ERASE_ALL": _section(self._moved(work.no_other_slots())),
            "ERASE": _section(self._moved(work.no_slot()), "branch", _COPY_ENDS + _CLEARS),
        }

    def _copy(self, moves: Iterable[Move]) -> tuple[tuple[Act, ...], ...]:
        """Words that are written, and nothing behind them."""
        return _section(self._moved(moves), "branch", _COPY_ENDS)

    @cached_property
    def rows(self) -> tuple[tuple[Act, ...], ...]:
        """What is done in each clock; the first, read while nothing is at work, clears the sums."""
        return ((), *chain.from_iterable(self.parts.values()))

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """All that is done, in order."""
        return tuple(act._replace(at=at) for at, acts in enumerate(self.rows) for act in acts)

    @property
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters: the first of each part."""
        return {"LOOP": self.firsts["BLOCK"], **self.firsts}

    @property
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message.

        Its rows, those of its words that are written before, and one until the next is taken.
        """
        return len(self.parts["BLOCK"]) + PASS + 1

    @property
    def of_block(self) -> tuple[dict[str, int], ...]:
        """The instructions of a block, from the one before it on."""
        return self.instructions[: 1 + len(self.parts["BLOCK"])]

    @property
    def of_digest(self) -> tuple[dict[str, int], ...]:
        """The instructions that send a digest."""
        first = self.firsts["OUTPUT"]
        return self.instructions[first : first + len(self.parts["OUTPUT"])]

    # ---- instructions ---------------------------------------------------------------------

    _when = Field(
        "when", 3, "in every block, the first, all message, the last, the first with a key"
    )

    @property
    def _elsewhere(self) -> int:
        return self.layout.zero

    @cached_property
    def instructions(self) -> tuple[dict[str, int], ...]:
        """Fields that are not zero, row by row."""
        first, *others = super().instructions
        first |= {"begins": BEGINS.index("packet")}
        others, last = others[:-_CLEARS], others[-_CLEARS:]
        return (first, *others, *(first | row for row in last))

    def _said(self, act: Act) -> Iterator[tuple[str, int]]:
        """What the instruction says of an act of a unit or of the program."""
        if act.unit == "goes":
            yield "goes", GOES.index(act.what)
        elif act.unit == "begins":
            yield "begins", BEGINS.index(act.what)
        else:
            yield from super()._said(act)


def _section(
    acts: Iterable[Act], goes: Goes = "", behind: int = 0, begins: str = ""
) -> tuple[tuple[Act, ...], ...]:
    """Rows, so many of them behind the last act, behind which it goes on elsewhere; the last one
    says what rounds begin with."""
    found = list(acts)
    if not found:
        return ()
    last = max(act.at for act in found) + behind
    found += [Act(last - ROW, "goes", goes)] if goes else []
    found += [Act(last, "begins", begins)] if begins else []
    rows: list[list[Act]] = [[] for _ in range(last + 1)]
    for act in sorted(found):
        rows[act.at].append(act)
    return tuple(map(tuple, rows))
