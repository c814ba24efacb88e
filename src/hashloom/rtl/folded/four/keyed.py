"""The program of an HMAC core that is folded on four adders: FIPS 198-1 around the rounds.

x xor c is the word read and the word held, which the machine joins by XOR.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from hashloom.rtl.folded.clocked.keyed import (
    BEGINS_FIELD,
    GOES_FIELD,
    ClockedKeyedLayout,
    ClockedKeyedProgram,
)
from hashloom.rtl.folded.four.program import FourLayout, FourProgram
from hashloom.rtl.folded.keyed.work import Move
from hashloom.rtl.folded.layout import PASS
from hashloom.transforms.folding.on_four import EARLY, LATE, SCHEDULE, Act, Times

_CH = "ch"


@dataclass(frozen=True)
class FourKeyedLayout(ClockedKeyedLayout, FourLayout):
    """Further constants stand behind the number of bits of a block."""

    _extra = ("ipad", "opad", "zero", "mark", "outer bits", "kept")


@dataclass(frozen=True)
class FourKeyedProgram(ClockedKeyedProgram, FourProgram):
    """The rows of an HMAC core on four adders."""

    @property
    def layout(self) -> FourKeyedLayout:
        """Addresses."""
        return FourKeyedLayout(self.hash, self.slots)

    # ---- what is done ---------------------------------------------------------------------

    def _begun(self, times: Times) -> None:
        """With a key, a block is there before the message."""
        times.term(SCHEDULE, "word", 0, self.layout.block_bits)
        times.written(SCHEDULE, self.layout.length[0], ("keyed",))

    @property
    def _pads(self) -> Iterable[Move]:
        """Those with the same pad behind each other, and in the place of K0 at last."""
        return sorted(self.work.pads(), key=lambda move: move.write < PASS)

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

    _ends = "from_q ends"
    _control = (BEGINS_FIELD, GOES_FIELD)
    _idle: ClassVar[tuple[str, ...]] = (*FourProgram._idle, "early_word")

    def _of(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of an act of a unit, with their values."""
        if act.what == "xored":
            yield "schedule_word", 1
            yield "schedule_held", 1
        else:
            yield from super()._of(act)
