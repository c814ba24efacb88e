"""What a program on adders at fixed places computes, clock by clock, with the machine's delays."""

from __future__ import annotations

from dataclasses import dataclass, field

from hashloom.hashes.expressions import sigma
from hashloom.rtl.folded.clocked.evaluation import clocked_digest
from hashloom.rtl.folded.evaluation import Block
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.rtl.folded.program import WHENS
from hashloom.transforms.folding.in_place import (
    BEGUN,
    EARLY,
    FIRST,
    IN_PLACE,
    LATE,
    OTHER,
    PAIR,
    READY,
    SCHEDULED,
    SECOND,
    SHARED,
    TRIPLE,
)


@dataclass
class _Machine:
    """The registers of the machine; that of a sum is called by its adder."""

    program: PlacedProgram
    memory: dict[int, int]
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(IN_PLACE, 0))
    read: list[int] = field(default_factory=lambda: [0, 0, 0])  # a clock ago, two, three
    newest: list[int] = field(default_factory=lambda: [0, 0])
    waiting: dict[int, int] = field(default_factory=dict)  # what is written, by address
    begins: bool = False  # the block begins a message and its old chaining value is read
    held: int = 0
    wrapped: int = 0  # the sum with a constant, a clock ago
    carry: int = 0
    carried: int = 0  # what of it is added

    def __post_init__(self) -> None:
        places = self.program.places
        self.words = {name: [0] * places.registers for name in self.program.hash.sequences}

    def clock(self, now: dict[str, int], block: Block) -> None:
        """A clock with an instruction."""
        sums = self._sums(now)
        roles = self.program.places.roles
        self.carried = self.carry if now.get("carries") else 0
        if now.get("counts"):
            self.carry = self.wrapped
        self.wrapped = int(self.sums[SCHEDULED] > sums[BEGUN])
        if now.get("holds"):
            self.held = self.read[2]
        if now.get("newest_shifts"):
            self.newest = [self.sums[SCHEDULED], self.newest[0]]
        if now.get("newest_clears"):
            self.newest[1] = 0
        for name, adder in ((roles.first, FIRST), (roles.second, SECOND)):
            self.words[name] = self._later(name, now, sums[adder])
        self.memory |= self.waiting
        self.waiting = self._written(now, sums, block)
        self.read = [self._read(now.get("read_address", 0)), *self.read[:2]]
        self.sums = sums
        if now.get("goes_on"):
            self.begins = False

    def sent(self) -> int:
        """The word of a digest that an instruction sends."""
        return self.read[2]

    def _sums(self, now: dict[str, int]) -> dict[str, int]:
        """What the adders make."""
        places, mask, before = self.program.places, self.program.hash.mask, self.sums
        first, second = self.words[places.roles.first], self.words[places.roles.second]
        small = [label for _, label in places.scheduled if label]
        oldest = {name: second[places.old(name) - 1] for name in (READY, SHARED)}
        x, constant = self.read[2], now.get("constant", 0)
        found = {
            PAIR: self.held + self._function(small[0], [x]) if now.get("pairs") else 0,
            TRIPLE: before[PAIR] + x,
            SCHEDULED: before[TRIPLE] + self._function(small[1], self.newest[1:]),
            BEGUN: before[SCHEDULED] + (constant | self.carried),
            EARLY: before[BEGUN] + (first[places.old(EARLY) - 1] if now.get("early_old") else 0),
            READY: before[EARLY] + (oldest[READY] if now.get("ready_old") else 0),
            LATE: before[READY] + self._function(places.late[0], first),
            FIRST: before[LATE] + self._function(places.late[1], first),
            SHARED: first[0] - oldest[SHARED],
            OTHER: before[SHARED] + self._function(places.other[0], second),
            SECOND: before[OTHER] + self._function(places.other[1], second),
        }
        return {name: value & mask for name, value in found.items()}

    def _later(self, name: str, now: dict[str, int], newest: int) -> list[int]:
        """The words of a sequence a clock later."""
        if now.get("begins"):
            return [0] * self.program.places.registers
        first, *others = self.words[name]
        if now.get(f"{name}_shifts"):
            second = self.read[2] if now.get(f"{name}_fills") else first
            others = [second, *others[:-1]]
        if now.get(f"{name}_clears"):
            return [0, *others]
        return [newest if now.get(f"{name}_loads") else first, *others]

    def _function(self, label: str, words: list[int]) -> int:
        hash_ = self.program.hash
        three = hash_.functions_of_three.get(label)
        if three is not None:
            return three.formula.of(words[:3], hash_.mask)
        one = hash_.functions_of_one[label]
        return sigma(words[0], hash_.word_bits, one.rotations, one.shifts)

    def _read(self, address: int) -> int:
        at = self.program.layout
        old = {at.old(index): at.initial(index) for index in range(len(at.hash.initial))}
        return self.memory.get(old.get(address, address) if self.begins else address, 0)

    def _written(self, now: dict[str, int], sums: dict[str, int], block: Block) -> dict[int, int]:
        ready = now.get("writes") and WHENS[now.get("when", 0)] in block.true
        if not ready and not now.get("scheduled_writes"):
            return {}
        word = sums[READY] | (block.bits if now.get("joins") else 0) if ready else 0
        if now.get("scheduled_writes"):
            word ^= sums[SCHEDULED]
        return {now.get("write_address", 0): word}


def placed_digest(program: PlacedProgram, message: bytes) -> bytes:
    """The digest of `message`, which the rows of the program compute."""
    return clocked_digest(program, _Machine(program, program.layout.contents()), message)
