"""Runs of a folded core's machine with numbers, to show what is wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hashloom.rtl.folded.layout import PASS
from hashloom.verification.equivalence.contexts.counterexample import drawn, missed_lines, number_of
from hashloom.verification.equivalence.netlists.machine import Held, Machine
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import Expression, Value
from hashloom.verification.equivalence.words.claims import Place, hexadecimal
from hashloom.verification.equivalence.words.textbook import Block, Label, Textbook

_RUNS = 4  # messages of one block, of two, and so on
_LONGEST = 100  # clocks a block or a digest may take at most for each bit of a word
_QUIET = {"rst": 0, "block_valid": 0, "fill": 0, "fill_data": 0, "digest_ready": 0}


def wrong_lines(netlist: Netlist, textbook: Textbook, digest_words: int) -> tuple[str, ...]:
    """Lines for a message whose digest is wrong; none when a few messages show nothing."""
    for blocks in range(1, _RUNS + 1):
        run = Run(netlist, textbook, random.Random(blocks))
        wrong = run.message(blocks, digest_words)
        if wrong:
            message = f"a message of {blocks} blocks" if blocks > 1 else "a message of a block"
            return (f"In {message} {wrong}. Its last block:", *run.told())
    return ()


@dataclass
class Run:
    """One message, whose blocks lie in the two halves of the memory in turn.

    Attributes:
        blocks: the standard's words for them.
        seen: where each number was met first.
        values: numbers on all nets, clock by clock.
    """

    netlist: Netlist
    textbook: Textbook
    random: random.Random
    blocks: list[Block] = field(default_factory=list)
    seen: dict[int, Place] = field(default_factory=dict)
    values: list[dict[int, Held]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.machine = Machine(self.netlist)
        nets = self.netlist.nets
        self._held = {
            number: drawn(value, nets[number].width, self.random)
            for number, value in self.machine.unknown().items()
        }
        self._words = [
            (number, names[0])
            for number, names in self.netlist.names.items()
            if nets[number].width == self.textbook.word_bits and nets[number].op != "state"
        ]

    def message(self, blocks: int, digest_words: int) -> str:
        """Runs a message of so many blocks; what is wrong with its digest, or nothing."""
        self._step({"rst": 1})
        for index in range(blocks):
            ports = self._write(index, last=index == blocks - 1)
            if self._until("block_taken", ports) is None:
                return f"block {index} is never taken"
        for index in range(digest_words):
            wanted = number_of(self.blocks[-1], Label("N", index))
            out = self._until("digest_valid", {"digest_ready": 1})
            if out is None:
                return f"word {index} of the digest never comes"
            if out["digest_data"] != wanted:
                bits = self.textbook.word_bits
                found, right = (hexadecimal(n, bits) for n in (out["digest_data"], wanted))
                return f"word {index} of the digest is {found} and should be {right}"
        return ""

    def told(self) -> Iterator[str]:
        """Lines for the last block: its words, and the first one that the machine misses."""
        return missed_lines(
            self.blocks[-1], self.textbook, self.seen, self.values, self.netlist.named
        )

    # ---- the machine ----------------------------------------------------------------------

    def _write(self, index: int, *, last: bool) -> dict[str, Value]:
        """Writes block `index` of the message; the ports that offer it."""
        half, bits = index % 2, self.textbook.word_bits
        size = PASS * bits
        spare = self.random.randrange(size // 8) if last else 0
        given = {PASS - 2: 0, PASS - 1: size * index + 8 * spare} if last else {}
        block = self.textbook.block("", self._old(), self.random.getrandbits(bits), given)
        self.blocks.append(block)
        for number, label in enumerate(self.textbook.message):
            data = 0 if number in given else number_of(block, label)
            while not self._outputs(_QUIET)["fill_ready"]:
                self._step({})
            self._step({"fill": 1, "fill_half": half, "fill_position": number, "fill_data": data})
        flags = {"first": int(index == 0), "last": int(last), "whole": int(not last), "error": 0}
        ports = {f"block_{name}": value for name, value in flags.items()}
        return {"block_valid": 1, "fill_half": half, "block_bytes": spare, **ports}

    def _old(self) -> list[tuple[Expression, Value | None]]:
        """The old hash value of the next block."""
        book = self.textbook
        if not self.blocks:
            return book.value_of(book.initial)
        return book.value_of([number_of(self.blocks[-1], Label("N", k)) for k in range(book.count)])

    def _until(self, wanted: str, ports: Mapping[str, Value]) -> dict[str, Held] | None:
        """Clocks until an output is 1; the outputs then, None where it stays 0."""
        for _ in range(_LONGEST * self.textbook.word_bits):
            out = self._step(ports)
            if out[wanted]:
                return out
        return None

    def _step(self, ports: Mapping[str, Value]) -> dict[str, Held]:
        """A clock; the outputs in it."""
        out = self._outputs(_QUIET | dict(ports))
        values = self._values
        for number, name in self._words:
            self.seen.setdefault(values[number], Place(len(self.values), name))
        self.values.append(values)
        self._held = self.machine.next_state(values)
        return out

    def _outputs(self, ports: Mapping[str, Value]) -> dict[str, Held]:
        nets = self.netlist.nets
        inputs: dict[str, Value] = {
            name: ports[name] if name in ports else self.random.getrandbits(nets[number].width)
            for name, number in self.netlist.inputs.items()
        }
        self._values = self.machine.evaluate(self._held, inputs)
        return {name: self._values[number] for name, number in self.netlist.outputs.items()}
