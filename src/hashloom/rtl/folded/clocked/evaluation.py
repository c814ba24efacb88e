"""What a program with a row for each clock computes, worked out clock by clock."""

from __future__ import annotations

from typing import Protocol

from hashloom.rtl.folded.clocked.program import ClockedProgram
from hashloom.rtl.folded.evaluation import Block, blocks
from hashloom.rtl.folded.layout import PASS


class ClockedMachine(Protocol):
    """The registers and the memory of a machine.

    Attributes:
        begins: the block begins a message and its old chaining value is read.
    """

    memory: dict[int, int]
    begins: bool

    def clock(self, now: dict[str, int], block: Block) -> None:
        """A clock with an instruction."""

    def sent(self) -> int:
        """The word of a digest that an instruction sends."""


def clocked_digest(program: ClockedProgram, machine: ClockedMachine, message: bytes) -> bytes:
    """The digest of `message`, which the rows of the program compute."""
    for block in blocks(program.hash, message):
        machine.memory |= dict(enumerate(block.words[:PASS]))
        machine.begins = "first" in block.true
        for now in program.of_block:
            machine.clock(now, block)
    sent = []
    for now in program.of_digest:
        if now.get("sends"):
            sent.append(machine.sent())
        machine.clock(now, block)
    bits = program.hash.word_bits
    whole = b"".join(word.to_bytes(bits // 8, "big") for word in sent)
    return whole[: program.hash.digest_bytes]
