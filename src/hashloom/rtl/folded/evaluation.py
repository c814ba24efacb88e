"""What a program computes, worked out row by row with the machine's own delays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashloom.hashes.expressions import sigma
from hashloom.hashes.model import Hash
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import CARRY, WRITTEN, Program, Row
from hashloom.transforms.folding.on_one import WORD


@dataclass(frozen=True)
class Block:
    """A block as the stream leaves it in the memory, without its length."""

    words: tuple[int, ...]
    true: frozenset[str]  # of "always", "first", "whole" and "last"
    bits: int  # of message in it, where that is over


def digest(program: Program, message: bytes) -> bytes:
    """The digest of `message`, which the rows of the program compute."""
    memory = program.layout.contents()
    for block in blocks(program.hash, message):
        memory |= dict(enumerate(block.words))
        _run(program, block, memory)
    chaining = tuple(memory[program.layout.old(i)] for i in range(len(program.hash.chaining)))
    return program.hash.digest_of(chaining)


def blocks(hash_: Hash, message: bytes) -> Iterator[Block]:
    """The blocks of a message, as the stream leaves them in the memory."""
    padded, size = hash_.pad(message), hash_.block_bytes
    for index, words in enumerate(padded):
        last = index == len(padded) - 1
        true = {"always", *(["last"] if last else []), *([] if index else ["first"])}
        true |= {"whole"} if len(message) >= (index + 1) * size else set()
        kept = (*words[: PASS - 2], 0, 0) if last else words
        yield Block(kept, frozenset(true), 8 * (len(message) % size))


def _path(program: Program) -> Iterator[tuple[Row, int]]:
    """The rows of a block in order, each with its pass."""
    before, loop, behind, _ = program.sections
    last = program.layout.passes - 1
    yield from ((row, 0) for row in before)
    for number in range(last):
        yield from ((row, number) for row in loop)
    yield from ((row, last) for row in behind)


def _run(program: Program, block: Block, memory: dict[int, int]) -> None:
    """A block's rows: the memory changes as many rows behind a sum as in the machine."""
    hash_, total, carry, next_carry = program.hash, 0, 0, 0
    read: list[int] = []
    waiting: list[tuple[int, int, int]] = []  # row from which it can be read, address, word
    path = list(_path(program))
    for time, (row, number) in enumerate([*path, (Row(), 0)]):
        memory |= {address: word for due, address, word in waiting if due <= time}
        waiting = [each for each in waiting if each[0] > time]
        read.append(0)
        if row.read is not None:
            read[-1] = memory.get(program.layout.at(row.read, number, before=row.before), 0)
        if not time:
            continue
        row = path[time - 1][0]
        carry, known = next_carry, carry  # a row later than it is worked out
        start, total = total, total + _term(hash_, row.term, read, known) & hash_.mask
        if row.write is not None and row.when in block.true:
            word = total | (block.bits if row.bytes else 0)
            waiting.append((time - 1 + WRITTEN, row.write, word))
        if row.write is not None:
            next_carry = int(start > total)
        total = 0 if row.clears else start if row.keeps else total
    memory |= {address: word for _, address, word in waiting}


def _term(hash_: Hash, term: str, read: Sequence[int], carry: int) -> int:
    """What a term adds; `read` ends with the words in x, y and z, that in z being first."""
    if term in ("", CARRY):
        return carry if term else 0
    z, y, x = (*(0, 0), *read)[-3:]
    if term == WORD:
        return y
    three = hash_.functions_of_three.get(term)
    if three is not None:
        return three.formula.of((x, y, z), hash_.mask)
    one = hash_.functions_of_one[term]
    return sigma(y, hash_.word_bits, one.rotations, one.shifts)
