"""Control as logic, and for each bit of data whether it may depend on what is followed.

Bits that are reached from the data are never looked at: of them is known only whether they may
depend on it.  An AND passes that on while its other operand, if it is control, is 1; of two bits of
data it passes on either's.  The bits of a register that are a byte are followed as one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from hashloom.errors import ToolError
from hashloom.verification.answers.aig import Aig
from hashloom.verification.answers.gates import AND, NOT, REGISTER, Bit, Gates

_LANE = 8
_DEEP = 100_000  # calls within each other that a long row of gates takes


class DecidesError(Exception):
    """Control depends on a byte of a packet or a word of a digest, said in a sentence."""


class Followed:
    """A design whose data are followed.

    Attributes:
        aig: the control, and the bits that say what may depend on the data.
    """

    def __init__(
        self, gates: Gates, data: Iterable[str], bytes_in: Iterable[Bit], released: Iterable[str]
    ) -> None:
        """`data` names signals that are followed, from where `mark` says, `bytes_in` are bits that
        are always; `released` names signals through which nothing is followed, and that may be
        anything."""
        sys.setrecursionlimit(max(_DEEP, sys.getrecursionlimit()))
        self.aig = Aig()
        self._gates = gates
        self._free = {bit for name in released for bit in gates.signals.get(name, ())}
        self._sources = {bit for name in data for bit in self.bits(name)}
        always = set(bytes_in)
        self._data = gates.reached(self._sources | always, self._free)
        self._values: dict[Bit, int] = {"0": 0, "1": 1}
        self._taints: dict[Bit, int] = dict.fromkeys(always, 1)
        self._lanes: dict[Bit, int] = {}  # by bit of a register, the one that stands for its lane
        self._members: dict[int, tuple[Bit, ...]] = {}
        self._open: list[tuple[int, Bit]] = []  # registers met, with the bits they take
        self._named = {
            bit: (bits, place // _LANE)
            for bits in gates.signals.values()
            for place, bit in enumerate(bits)
        }

    def bits(self, name: str) -> tuple[Bit, ...]:
        """Bits of a signal.  Raises ToolError when there is none of that name."""
        found = self._gates.signals.get(name)
        if found is None:
            raise ToolError(f"The netlist has no signal {name}.")
        return found

    def has(self, name: str) -> bool:
        """Whether there is a signal of that name."""
        return name in self._gates.signals

    def ending(self, part: str, end: str) -> str | None:
        """The signal of an instance whose name ends so, through generate blocks or not."""
        names = self._gates.signals
        return next((n for n in names if n.startswith(f"{part}.") and n.endswith(f".{end}")), None)

    def values(self, name: str) -> list[int]:
        """Literals of a signal of control.  Raises DecidesError when it depends on data."""
        if any(bit in self._data for bit in self.bits(name)):
            raise DecidesError(f"{name} depends on bytes of packets or words of digests.")
        return [self._value(bit) for bit in self.bits(name)]

    def value(self, name: str) -> int:
        """The literal of a signal of one bit."""
        (found,) = self.values(name)
        return found

    def mark(self, name: str, literals: Iterable[int]) -> None:
        """Says of each bit of a signal that is followed when it is what is looked for."""
        self._taints.update(zip(self.bits(name), literals, strict=True))

    def taints(self, name: str) -> list[int]:
        """For each bit of a signal the literal that says whether it may depend on the data."""
        return [self._taint(bit) for bit in self.bits(name)]

    def close(self) -> None:
        """Finds what all registers that were met take in the next clock."""
        while self._open or self._members:
            while self._open:
                register, bit = self._open.pop()
                self.aig.following[register] = self._value(bit)
            lanes, self._members = self._members, {}
            for register, bits in lanes.items():
                reads = (self._gates.drivers[bit][1][0] for bit in bits)
                self.aig.following[register] = self.aig.any_of(self._taint(bit) for bit in reads)

    def _value(self, bit: Bit) -> int:
        if bit == "x":
            return self.aig.input()  # each time another one
        found = self._values.get(bit)
        if found is None:
            found = self._values[bit] = self._driven(bit)
        return found

    def _driven(self, bit: Bit) -> int:
        if bit in self._data:
            raise DecidesError("Control depends on bytes of packets or words of digests.")
        if bit in self._free or bit not in self._gates.drivers:
            return self.aig.input()
        kind, reads = self._gates.drivers[bit]
        if kind == AND:
            return self.aig.both(self._value(reads[0]), self._value(reads[1]))
        if kind == NOT:
            return self._value(reads[0]) ^ 1
        register = self.aig.register()
        self._open.append((register, reads[0]))
        return register

    def _taint(self, bit: Bit) -> int:
        if bit not in self._data:
            return 0
        found = self._taints.get(bit)
        if found is None and bit in self._sources:
            raise ToolError("Data are followed before it is said from where.")
        if found is None:
            found = self._taints[bit] = self._passed(bit)
        return found

    def _passed(self, bit: Bit) -> int:
        kind, reads = self._gates.drivers[bit]
        if kind == NOT:
            return self._taint(reads[0])
        if kind != AND:
            return self._lane(bit)
        a, b = reads
        if a in self._data and b in self._data:
            return self.aig.either(self._taint(a), self._taint(b))
        a, b = (a, b) if a in self._data else (b, a)
        return self.aig.both(self._taint(a), self._value(b))

    def _lane(self, bit: Bit) -> int:
        bits, lane = self._named.get(bit, ((bit,), 0))
        if bit not in self._lanes:
            register = self.aig.register()
            part = bits[_LANE * lane :][:_LANE]
            inside = tuple(each for each in part if self._is_register(each))
            for each in inside:
                self._lanes[each] = register
            self._members[register] = inside
        return self._lanes[bit]

    def _is_register(self, bit: Bit) -> bool:
        return bit in self._data and self._gates.drivers[bit][0] == REGISTER
