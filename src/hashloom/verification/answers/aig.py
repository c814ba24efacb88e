"""Logic of two-input ANDs and inverters with registers.

A literal is an even number, or that plus one for its complement; 0 is false and 1 is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


class Aig:
    """A graph of ANDs; equal ones are one.

    Attributes:
        fans: operands of each AND.
        inputs: free ones.
        following: by register, what it holds in the next clock; its first contents are free.
    """

    def __init__(self) -> None:
        self.fans: dict[int, tuple[int, int]] = {}
        self.inputs: list[int] = []
        self.following: dict[int, int] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._count = 0

    def _new(self) -> int:
        self._count += 1
        return 2 * self._count

    def input(self) -> int:
        """A new input."""
        self.inputs.append(self._new())
        return self.inputs[-1]

    def register(self) -> int:
        """A new register, whose next value is to be put into `following`."""
        return self._new()

    def both(self, a: int, b: int) -> int:
        """a AND b."""
        a, b = min(a, b), max(a, b)
        if a == 0 or a == b ^ 1:
            return 0
        if a in (1, b):
            return b
        found = self._known.get((a, b))
        if found is None:
            found = self._known[a, b] = self._new()
            self.fans[found] = (a, b)
        return found

    def either(self, a: int, b: int) -> int:
        """a OR b."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """a XOR b."""
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def choose(self, condition: int, a: int, b: int) -> int:
        """a when the condition holds, else b."""
        return self.either(self.both(condition, a), self.both(condition ^ 1, b))

    def all_of(self, literals: Iterable[int]) -> int:
        """Whether all are true."""
        found = 1
        for each in literals:
            found = self.both(found, each)
        return found

    def any_of(self, literals: Iterable[int]) -> int:
        """Whether one is true."""
        found = 0
        for each in literals:
            found = self.either(found, each)
        return found

    def equals(self, bits: Sequence[int], number: int) -> int:
        """Whether bits, the lowest first, are a number."""
        return self.all_of(bit ^ 1 ^ (number >> at & 1) for at, bit in enumerate(bits))

    def equals_bits(self, some: Sequence[int], others: Sequence[int]) -> int:
        """Whether bits are the same as others."""
        return self.all_of(self.differ(a, b) ^ 1 for a, b in zip(some, others, strict=True))

    def cone(self, literals: Iterable[int]) -> set[int]:
        """Nodes on which some literals depend within a clock, without inverters."""
        found: set[int] = set()
        todo = [each & ~1 for each in literals]
        while todo:
            node = todo.pop()
            if node not in found:
                found.add(node)
                todo += [each & ~1 for each in self.fans.get(node, ())]
        return found - {0}


def unrolled(aig: Aig, clocks: int, literals: Iterable[int]) -> Iterator[str]:
    """SMT-LIB's declarations of `literals`, as `literal_name` calls them, in so many clocks."""
    wanted: list[set[int]] = []
    roots = list(literals)
    for clock in reversed(range(clocks)):
        wanted.append(aig.cone(roots))
        if clock:
            registers = (node for node in wanted[-1] if node in aig.following)
            roots = [*roots, *(aig.following[node] for node in registers)]
    for clock, nodes in enumerate(reversed(wanted)):
        for node in sorted(nodes):
            name = literal_name(clock, node)
            if node in aig.fans:
                a, b = (literal_name(clock, each) for each in aig.fans[node])
                yield f"(define-fun {name} () Bool (and {a} {b}))"
            elif node in aig.following and clock:
                before = literal_name(clock - 1, aig.following[node])
                yield f"(define-fun {name} () Bool {before})"
            else:
                yield f"(declare-const {name} Bool)"


def literal_name(clock: int, literal: int) -> str:
    """A literal in a clock, as SMT-LIB text."""
    if literal < 2:
        return ("false", "true")[literal]
    name = f"n{literal & ~1}_{clock}"
    return f"(not {name})" if literal & 1 else name
