"""Programs with a row for each clock: what each unit does in it, of which no row is run twice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.program import WHENS, AnyProgram
from hashloom.transforms.folding.on_four import WRITTEN, Act

GOES_ON = "goes on"  # what a message does: the old chaining value is the new one


@dataclass(frozen=True)
class ClockedProgram(AnyProgram):
    """A row for each clock of a block and of the digest behind it."""

    _idle: ClassVar[tuple[str, ...]] = ()  # fields that are 1 where no block is at work

    @property
    @abstractmethod
    def _of_block(self) -> Iterable[Act]:
        """What is done with a block, in no order."""

    @abstractmethod
    def _sent(self, first: int) -> Iterator[Act]:
        """The digest from a row on; the program waits behind a word where the stream does."""

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """Fields of an instruction, the first in its highest bits."""

    @abstractmethod
    def _of(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of an act of a unit, with their values."""

    @cached_property
    def _output(self) -> int:
        """The first row behind a block that is not the last."""
        return max(act.at for act in self._of_block) + WRITTEN

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """All that is done, in order."""
        return tuple(sorted((*self._hashed(), *self._sent(self._output))))

    def _hashed(self) -> Iterator[Act]:
        """What is done with a block."""
        yield from self._of_block
        yield Act(self._output - 1, "message", GOES_ON)  # all of the initial value has been read

    @cached_property
    def rows(self) -> tuple[tuple[Act, ...], ...]:
        """What is done in each clock; the first, read while no block is at work, clears the sums.
        The last two do nothing; the program ends with the first of them."""
        rows: list[list[Act]] = [[] for _ in range(self.acts[-1].at + 3)]
        for act in self.acts:
            rows[act.at].append(act)
        return tuple(map(tuple, rows))

    @property
    def of_block(self) -> tuple[dict[str, int], ...]:
        """The instructions of a block, from the one before it on."""
        return (self.instructions[0], *self.instructions[: self._output])

    @property
    def of_digest(self) -> tuple[dict[str, int], ...]:
        """The instructions that send a digest."""
        return self.instructions[self._output :]

    @property
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters; there is no loop."""
        return {"LOOP": 1, "LOOP_END": 1, "OUTPUT": self._output, "END": len(self.rows) - 2}

    @property
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message: its rows, that in which it is seen
        to end, and a clock in which the next one is taken."""
        return self._output + 2

    # ---- instructions ---------------------------------------------------------------------

    @property
    def _elsewhere(self) -> int:
        """What is read where nothing is: no word that the stream writes."""
        return self.layout.constants

    @property
    def bits(self) -> int:
        """Bits of an instruction."""
        return sum(each.bits for each in self.fields)

    @cached_property
    def instructions(self) -> tuple[dict[str, int], ...]:
        """Fields that are not zero, row by row."""
        found: list[dict[str, int]] = [{"read_address": self._elsewhere} for _ in self.rows]
        found[0] |= dict.fromkeys(self._idle, 1)
        for act in self.acts:
            found[act.at] |= dict(self._said(act))
        return tuple(found)

    def _said(self, act: Act) -> Iterator[tuple[str, int]]:
        """What the instruction says of an act of a unit or of the program."""
        yield from self._of(act)

    @cached_property
    def words(self) -> list[int]:
        """The instructions."""
        found = []
        for values in self.instructions:
            word = 0
            for each in self.fields:
                word = word << each.bits | values.get(each.name, 0)
            found.append(word)
        return found


def flagged(act: Act) -> Iterator[tuple[str, int]]:
    """The fields of what else goes with a sum that is written or sent."""
    for flag in act.flags:
        if flag in WHENS:
            yield "when", WHENS.index(flag)
        else:
            yield flag, 1
