"""Words of digests as they come by a stream, digest by digest, and digests that wait for theirs."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.verification.inductive.notes import Bits, Notes
from hashloom.verification.packets.blocks import TAG_BITS, Tag


@dataclass(frozen=True)
class Stream:
    """A stream of words, of whatever context.

    Attributes:
        count: words of the digest under way that have been taken, 0 behind its last.
        amid: there are some; the digest's context and whether its message is flawed.
        first: a first word of the context's is offered.
        begins: it is taken.
        flaw: what the word on offer says of its message.
        wrong: the word on offer is not one of the same digest, not its last when it is to be, or of
            a context that there is not.
    """

    count: Bits
    amid: int
    amid_context: Bits
    amid_flaw: int
    first: int
    begins: int
    flaw: int
    wrong: int


def stream(notes: Notes, name: str, words: int, *further: int) -> Stream:
    """Notes on the stream of digests of so many words, each of them or of a `further` number of
    words, whose signals' names begin so."""
    f, aig = notes.f, notes.aig
    valid, last, flaw = (f.value(f"{name}_{each}") for each in ("valid", "last", "error"))
    context = f.values(f"{name}_context")
    takes = aig.both(valid, f.value(f"{name}_ready"))
    sizes = words, *further
    count = notes.registers((max(sizes) - 1).bit_length())
    notes.keep_all(
        count,
        (aig.both(takes, last), [0] * len(count)),
        (takes, notes.plus(count, [1])),
    )
    amid = aig.any_of(count)
    of, (flawed,) = notes.registers(len(context)), notes.registers(1)
    notes.keep_all(of, (takes, context))
    notes.keep(flawed, (takes, flaw))
    together = aig.both(notes.equal(context, of), notes.same(flaw, flawed))
    ends = notes.same(last, aig.equals(count, words - 1))
    if further:
        at_end = aig.any_of(aig.equals(count, size - 1) for size in sizes)
        over = aig.both(last ^ 1, aig.equals(count, max(sizes) - 1))
        ends = aig.both(aig.either(last ^ 1, at_end), over ^ 1)
    there = is_there(notes, f"{name}_context")
    right = aig.all_of([aig.either(amid ^ 1, together), ends, there])
    first = aig.all_of([valid, notes.own(f"{name}_context"), amid ^ 1])
    begins = aig.both(first, takes)
    return Stream(count, amid, of, flawed, first, begins, flaw, aig.both(valid, right ^ 1))


def is_there(notes: Notes, name: str) -> int:
    """Whether a signal names a context that there is."""
    if notes.contexts == 1:
        return notes.aig.any_of(notes.f.values(name)) ^ 1
    return notes.exists(name)


def line(notes: Notes, name: str, push: int, tag: Tag, pop: int) -> list[tuple[int, Tag]]:
    """Up to two digests of the context that wait, in order: whether they are there, and tags."""
    aig = notes.aig
    one, two = notes.registers(2)
    first, second = notes.registers(TAG_BITS), notes.registers(TAG_BITS)
    to_first = aig.both(push, aig.either(one ^ 1, aig.both(pop, two ^ 1)))
    to_second = aig.both(push, to_first ^ 1)
    notes.keep(one, (to_first, 1), (pop, two))
    notes.keep(two, (to_second, 1), (pop, 0))
    notes.keep_all(first, (to_first, tag.bits), (pop, second))
    notes.keep_all(second, (to_second, tag.bits))
    named = f"no more than two digests of the {name} engine wait"
    notes.must(named, two, one)
    notes.must(named, aig.all_of([push, two, pop ^ 1]), 0)
    return [(one, Tag.of(first)), (two, Tag.of(second))]
