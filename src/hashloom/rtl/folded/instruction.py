"""A row of a program as the machine reads it: fields that each act in a clock of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hashloom.rtl.folded.program import BOOLEAN, GOES, ROW, SUM, TERM, WHENS, Program, Row


@dataclass(frozen=True)
class Field:
    """A field of an instruction: its bits and what it says."""

    name: str
    bits: int
    comment: str


@dataclass(frozen=True)
class Encoding:
    """The instructions of a program.

    A row acts for several clocks; an instruction holds what acts in the same one, of several rows.
    """

    program: Program

    @cached_property
    def functions(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Labels of functions of three words and of one, as they occur in the standard."""
        hash_ = self.program.hash
        return tuple(hash_.functions_of_three), tuple(hash_.functions_of_one)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Fields of an instruction, the first in its highest bits."""
        three, one = self.functions
        address = self.program.layout.bits
        return (
            Field("read_address", address, "a word is read"),
            Field("from_old", 1, "in the first pass, the old chaining value instead"),
            *(Field(f"is_{name}", 1, f"{name} of x, y and z") for name in three),
            Field("is_word", 1, "z is added"),
            *(Field(f"is_{name}", 1, f"{name} of z is added") for name in one),
            Field("is_carry", 1, "the carry of the sum written last is added"),
            Field("keeps", 1, "the sum goes on without this term"),
            Field("clears", 1, "the next sum begins"),
            Field("writes", 1, "the sum is written"),
            Field("write_address", self.program.layout.written_bits, "here"),
            *self._when(),
            Field("over", 1, "a carry of the sum is too long a message"),
            Field("joins", 1, "bits of message in the last block are joined with it"),
            Field("sends", 1, "the sum is a word of the digest"),
            *self._control(),
        )

    def _when(self) -> tuple[Field, ...]:
        which = "in every block, the first, one that is all message, the last"
        if self.program.keyed:
            return (Field("when", 3, f"{which}, the first with a key"),)
        return (Field("when", 2, which),)

    def _control(self) -> tuple[Field, ...]:
        if self.program.keyed:
            return (Field("goes", 2, "on in the loop, with what is asked for, with the rounds"),)
        return (Field("ends", 1, "its last one"),)

    @property
    def bits(self) -> int:
        """Bits of an instruction."""
        return sum(field.bits for field in self.fields)

    @cached_property
    def words(self) -> list[int]:
        """The instructions."""
        rows = self.program.rows
        values: list[dict[str, int]] = [{} for _ in range(len(rows) + SUM)]
        last = max(index for index, row in enumerate(rows) if row.sends)
        for index, row in enumerate(rows):
            for later, name, value in self._of(row, ends=index == last):
                if value and any(field.name == name for field in self.fields):
                    values[index + later][name] = value
        assert not any(values[len(rows) :]), "a row acts behind the last instruction"
        return [self._word(value) for value in values[: len(rows)]]

    def _of(self, row: Row, *, ends: bool) -> Iterator[tuple[int, str, int]]:
        """What a row does: clocks later, field and value."""
        three, _ = self.functions
        if row.read is not None:
            yield 0, "read_address", row.read
            yield 0, "from_old", row.before
        if row.term in three:
            yield BOOLEAN, f"is_{row.term}", 1
        elif row.term:
            yield TERM, f"is_{row.term}", 1
        yield SUM, "keeps", row.keeps
        yield SUM, "clears", row.clears
        if row.write is not None:
            yield SUM, "writes", 1
            yield SUM, "write_address", row.write
            yield SUM, "when", WHENS.index(row.when)
        yield SUM, "over", row.over
        yield SUM, "joins", row.bytes
        yield SUM, "sends", row.sends
        yield SUM, "ends", ends
        yield -ROW, "goes", GOES.index(row.goes)

    def _word(self, values: dict[str, int]) -> int:
        word = 0
        for field in self.fields:
            word = word << field.bits | values.get(field.name, 0)
        return word
