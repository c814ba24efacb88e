"""What a program on four adders computes, worked out clock by clock with the machine's delays."""

from __future__ import annotations

from dataclasses import dataclass, field

from hashloom.hashes.expressions import sigma
from hashloom.rtl.folded.clocked.evaluation import clocked_digest
from hashloom.rtl.folded.evaluation import Block
from hashloom.rtl.folded.four.program import FourProgram
from hashloom.rtl.folded.program import WHENS
from hashloom.transforms.folding.on_four import ADDERS, EARLY, LATE, OTHER, SCHEDULE


@dataclass
class _Machine:
    """The registers of the machine; `terms` are the two of each adder, of which one is zero."""

    program: FourProgram
    memory: dict[int, int]
    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ADDERS, 0))
    terms: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ADDERS, 0))
    words: list[int] = field(default_factory=lambda: [0, 0, 0])  # read a clock ago, two, three
    waiting: dict[int, int] = field(default_factory=dict)  # what is written, by address
    begins: bool = False  # the block begins a message and its old chaining value is read
    held: int = 0
    early: int = 0
    carry: int = 0

    def __post_init__(self) -> None:
        hash_ = self.program.hash
        self.old = {name: [0] * len(ages) for name, ages in hash_.sequences.items()}
        self.one, self.three = hash_.functions_of_one, hash_.functions_of_three

    def sum(self, adder: str) -> int:
        """What an adder's sum becomes."""
        return self.totals[adder] + self.terms[adder] & self.program.hash.mask

    def clock(self, now: dict[str, int], block: Block) -> None:
        """A clock with an instruction."""
        roles = self.program.roles
        sums = {name: self.sum(name) for name in ADDERS}
        terms = self._terms(now)
        carry = int(self.totals[SCHEDULE] > sums[SCHEDULE])
        ends = {
            SCHEDULE: now.get("writes") or now.get("sends") or now.get("over"),
            EARLY: now.get("early_ends"),
            LATE: now.get("late_loads") or now.get("late_writes"),
            OTHER: now.get("other_loads"),
        }
        self.totals = {name: 0 if ends[name] else sums[name] for name in ADDERS}
        self.terms = terms
        if now.get("early_word"):
            self.held = self.words[2]
        if now.get("early_ends"):
            self.early = sums[EARLY]
        for loads, name, adder in (
            ("late_loads", roles.first, LATE),
            ("other_loads", roles.second, OTHER),
        ):
            if now.get(loads):
                self.old[name] = [sums[adder], *self.old[name][:-1]]
        self.memory |= self.waiting
        self.words = [self._read(now.get("read_address", 0)), *self.words[:2]]
        self.waiting = self._written(now, sums, block)
        if now.get("writes"):
            self.carry = carry
        elif now.get("joins"):
            self.begins = False

    def _terms(self, now: dict[str, int]) -> dict[str, int]:
        """What is added a clock later."""
        roles, word, found = self.program.roles, self.words[2], dict.fromkeys(ADDERS, 0)
        places = {
            LATE: self.old[roles.first],
            OTHER: self.old[roles.second],
            SCHEDULE: [word] * 3,
        }
        for adder, labels in self.program.functions.items():
            if now.get(f"{adder}_function"):
                label = labels[now.get(f"{adder}_second", 0)]
                found[adder] |= self._function(label, places[adder])
        second = now.get("schedule_second") and not now.get("schedule_function")
        found[SCHEDULE] |= self.carry if second else 0
        oldest = roles.place - 1
        for name, adder, value in (
            ("schedule_word", SCHEDULE, word),
            ("schedule_held", SCHEDULE, self.held),
            ("early_word", EARLY, word),
            ("early_old", EARLY, self.old[roles.early.sequence][oldest]),
            ("other_shared", OTHER, self.totals[LATE]),
        ):
            found[adder] ^= value if now.get(name) else 0
        if now.get("late_word"):
            old = self.old[roles.added.sequence][oldest]
            found[LATE] |= old if now.get("late_second") else self.early
        return found

    def _function(self, label: str, words: list[int]) -> int:
        hash_ = self.program.hash
        if label in self.three:
            return self.three[label].formula.of(words[:3], hash_.mask)
        one = self.one[label]
        return sigma(words[0], hash_.word_bits, one.rotations, one.shifts)

    def _read(self, address: int) -> int:
        at = self.program.layout
        old = {at.old(index): at.initial(index) for index in range(len(at.hash.initial))}
        return self.memory.get(old.get(address, address) if self.begins else address, 0)

    def _written(self, now: dict[str, int], sums: dict[str, int], block: Block) -> dict[int, int]:
        address = now.get("write_address", 0)
        if now.get("late_writes"):
            return {address: sums[LATE]}
        if now.get("writes") and WHENS[now.get("when", 0)] in block.true:
            return {address: sums[SCHEDULE] | (block.bits if now.get("joins") else 0)}
        return {}

    def sent(self) -> int:
        """The word of a digest that an instruction sends."""
        return self.sum(SCHEDULE)


def four_digest(program: FourProgram, message: bytes) -> bytes:
    """The digest of `message`, which the rows of the program compute."""
    return clocked_digest(program, _Machine(program, program.layout.contents()), message)
