"""The program of an HMAC core that is folded on four adders: FIPS 198-1 around the rounds.

x xor c is the word read and the word held, which the machine joins by XOR.  Nothing is copied to
where the rounds begin: which value that is, is said before they do, and its words are read in place
of those of the old chaining value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

from hashloom.rtl.folded.four.program import FourLayout, FourProgram
from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.keyed.layout import KeyedLayout
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram, Move
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import GOES, ROW, Goes
from hashloom.transforms.folding.on_four import EARLY, LATE, SCHEDULE, Act, Times

# What the rounds begin with: what the block of a packet asks for, or one of two values.
BEGINS = ("", "initial", "packet", "outer")
_COPY_ENDS = 3  # rows behind a section's last sum: it is in the memory, and its port is free
_SENT_ENDS = 6  # behind the last word that is sent: the program has waited for it
_CH = "ch"


@dataclass(frozen=True)
class FourKeyedLayout(FourLayout, KeyedLayout):
    """Addresses as those of one adder; of each of the values that rounds begin with, words have the
    lowest bits of their addresses in common."""

    @property
    def extra(self) -> dict[str, int]:
        """Constants behind the number of bits of a block."""
        names = ("ipad", "opad", "zero", "mark", "outer bits", "kept")
        every = super().extra
        return {name: every[name] for name in names}

    def inner(self, index: int) -> int:
        """Chaining word `index` behind K0 xor ipad, of slot 0."""
        return self.slot(0).start + self.old(index) % len(self.hash.chaining)


@dataclass(frozen=True)
class FourKeyedProgram(AnyKeyedProgram, FourProgram):
    """The rows of an HMAC core with `slots` keys.

    Between two pieces of work the words held and read are zeros.
    """

    slots: int = 1

    @property
    def layout(self) -> FourKeyedLayout:
        """Addresses."""
        return FourKeyedLayout(self.hash, self.slots)

    @cached_property
    def parts(self) -> dict[str, tuple[tuple[Act, ...], ...]]:
        """All rows but the first, by the name of their mark; clocks are counted from each part's
        first row on."""
        at, work = self.layout, self.work
        difference = (Move(at.old(n), at.old(n), xor=at.tag(n)) for n in range(self.digest_words))
        # In the place of K0 at last.
        pads = sorted(work.pads(), key=lambda move: move.write < PASS)
        key_outer = (*work.copied(at.old, at.inner), *work.from_aside())
        return {
            "BLOCK": _section(self._hashed(), "branch", _COPY_ENDS),
            "COMPARE": _section(self._moved(difference)),
            "OUTPUT": _section(self._sent(0), "branch", _SENT_ENDS),
            "OUTER": _section(self._moved(work.outer_block()), "rounds", begins="outer"),
            "LONG_KEY": _section(self._moved(work.key_block())),
            "KEY": _section(self._moved(pads), "rounds", begins="initial"),
            "KEY_OUTER": _section(self._moved(key_outer), "rounds", begins="initial"),
            "KEY_DONE": self._copy(work.copied(at.old, at.outer)),
            "TAG": self._copy(work.tag()),
            "WIPE": _section(self._moved(work.no_tag())),
            "ERASE_ALL": _section(self._moved(work.no_other_slots())),
            "ERASE": self._copy(work.no_slot()),
        }

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

    # ---- what is done ---------------------------------------------------------------------

    def _begun(self, times: Times) -> None:
        """With a key, a block is there before the message."""
        times.term(SCHEDULE, "word", 0, self.layout.block_bits)
        times.written(SCHEDULE, self.layout.length[0], ("keyed",))

    def _copy(self, moves: Iterable[Move]) -> tuple[tuple[Act, ...], ...]:
        """Words that are written, and nothing behind them."""
        return _section(self._moved(moves), "branch", _COPY_ENDS)

    def _moved(self, moves: Iterable[Move]) -> Iterator[Act]:
        """Words that are written."""
        times = Times()
        held, there, used = None, 0, 0  # address of the word held, since when, and until
        for move in moves:
            if move.behind is not None:
                self._choose(times, move)
                continue
            if move.xor is not None and move.xor != held:
                held = move.xor
                there = times.term(EARLY, "word", used, held) + 1
            if move.read is not None:
                used = times.term(
                    SCHEDULE,
                    "word" if move.xor is None else "xored",
                    0 if move.xor is None else there,
                    move.read,
                )
            times.written(SCHEDULE, move.write)
        if held is not None:
            times.ends(EARLY)
        yield from times.acts

    def _choose(self, times: Times, move: Move) -> None:
        """A word with bits of another one: Ch of three words that are loaded where the rounds have
        theirs."""
        first, taken = self.roles.first, 0
        for index, address in zip(
            range(-3, 0), (move.behind, move.read, self.layout.kept), strict=True
        ):
            times.term(EARLY, "word", 0, address)
            taken = times.term(LATE, EARLY, times.ends(EARLY, taken) + 1)
            times.load(LATE, first, index)
        times.term(LATE, _CH, times.visible(first, -1))
        times.written(LATE, move.write)

    # ---- instructions ---------------------------------------------------------------------

    _when = Field(
        "when", 3, "in every block, the first, all message, the last, the first with a key"
    )
    _ends = "from_q ends"
    _control = (
        Field("begins", 2, "rounds begin with the initial value, the packet's, an outer state"),
        Field("goes", 2, "on in the loop, with what is asked for, with the rounds"),
    )
    _idle: ClassVar[tuple[str, ...]] = (*FourProgram._idle, "early_word")

    @property
    def _elsewhere(self) -> int:
        return self.layout.zero

    @cached_property
    def instructions(self) -> tuple[dict[str, int], ...]:
        """Fields that are not zero, row by row."""
        first, *others = super().instructions
        return (first | {"begins": BEGINS.index("packet")}, *others)

    def _of(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of an act, with their values."""
        if act.unit == "goes":
            yield "goes", GOES.index(act.what)
        elif act.unit == "begins":
            yield "begins", BEGINS.index(act.what)
        elif act.what == "xored":
            yield "schedule_word", 1
            yield "schedule_held", 1
        else:
            yield from super()._of(act)


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
