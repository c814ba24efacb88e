"""A core from the clock in which everything is to be erased until nothing is left of before."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.erasure.bits import number, unknown
from hashloom.verification.erasure.machine import Held, Machine, is_marked

_HIGH, _LOW, _ANY = number(1), number(0), unknown(1)


@dataclass(frozen=True)
class Subject:
    """What a run needs to know of a core.

    Attributes:
        netlist: the whole core.
        rows: rows of a memory that are ever written.
        sources: nets by which bytes of packets come in, with the bits that are of bytes.
        released: nets through which nothing is followed.
        counted: registers, and rows of memories, in which nothing is to be left.
        again: nets that are low when nobody erases everything once more.
        divided: nets of which every number is tried in the clock in which the core erases.
        later: inputs behind which that is a clock later.
        ready: the output that is high when a beat is taken, None when there is none.
    """

    netlist: Netlist
    rows: Mapping[int, Container[int]]
    sources: Mapping[int, int]
    released: frozenset[int]
    counted: Mapping[int, Container[int]]
    again: frozenset[int]
    divided: Sequence[int]
    later: Collection[str]
    ready: int | None


@dataclass(frozen=True)
class Found:
    """What came of runs from an erasure.

    Attributes:
        clocks: clocks behind the last one of the erasure until nothing is left, None when something
            is.
        left: registers and memories with something left, where the least was; empty when nothing
            is.
        leaks: outputs that depend on something from before behind the erasure.
        taken: a beat may have been taken while something was left.
        ends: of each run what all nets are in its last clock.
    """

    clocks: int | None
    left: Mapping[int, Held]
    leaks: frozenset[str]
    taken: bool
    ends: Sequence[Mapping[int, Held]]


class Followed:
    """A core with what came in followed into every place that it can reach.

    Attributes:
        begins: clocks after which what is constant in the core is so.
        held: registers and memories that may hold something of what came in.
    """

    def __init__(self, core: Subject) -> None:
        """Raises ToolError for an operator that no proof has met yet."""
        self._core = core
        self._machine = Machine(core.netlist, core.rows, core.released)
        self.begins = self._until_the_same(join=False)
        nets = core.netlist.nets
        self._machine.force({n: unknown(nets[n].width, m) for n, m in core.sources.items()})
        self._until_the_same(join=True)
        self.held = frozenset(self._machine.marked)
        self._machine.hide()
        self._everywhere = self._machine.kept()

    def _until_the_same(self, *, join: bool) -> int:
        """Clocks with any inputs until they change no register any more; how many."""
        clocks, changed = 0, True
        while changed:
            clocks += 1
            self._machine.settle()
            changed = self._machine.tick(join=join)
        self._machine.settle()
        return clocks

    def erased(self, high: str, most: int) -> Found:
        """Runs from a clock with input `high` on, for `most` clocks in which nobody erases again:
        one for each way in which the divided nets can be."""
        runs = [self._run(high, most, each) for each in self._divisions()]
        worst = max(runs, key=lambda run: (run.clocks is None, run.clocks or len(run.left)))
        leaks = frozenset().union(*(run.leaks for run in runs))
        ends = [end for run in runs for end in run.ends]
        return Found(worst.clocks, worst.left, leaks, any(run.taken for run in runs), ends)

    def _divisions(self) -> Iterator[dict[int, Held]]:
        nets = self._core.netlist.nets
        numbers = [range(1 << nets[each].width) for each in self._core.divided]
        for each in product(*numbers):
            yield {n: number(at) for n, at in zip(self._core.divided, each, strict=True)}

    def _run(self, high: str, most: int, division: Mapping[int, Held]) -> Found:
        core, machine = self._core, self._machine
        inputs = core.netlist.inputs
        controls = {inputs[name]: _ANY for name in ("rst", "zeroize") if name in inputs}
        now = {**controls, inputs["rst"]: _LOW, inputs[high]: _HIGH}
        now |= {n: self._everywhere[n] for n in core.sources}
        quiet = dict.fromkeys([*controls, *core.again], _LOW)
        machine.restore(self._everywhere)
        self._give(now if high in core.later else {**now, **division})
        machine.settle()
        machine.tick()
        self._give({**quiet, **division} if high in core.later else quiet)
        left: dict[int, Held] = {}
        least, leaks = len(core.netlist.nets), set[str]()
        for clock in range(1, most + 1):
            machine.settle()
            leaks |= self._leaks()
            if core.ready is not None and machine.values[core.ready] != _LOW:
                return Found(None, left, frozenset(leaks), True, ())
            machine.tick()
            machine.force(quiet)
            found = self._left()
            if len(found) < least:
                least, left = len(found), found
            if not found:
                machine.settle()
                return Found(clock, {}, frozenset(leaks), False, (machine.kept(),))
        return Found(None, left, frozenset(leaks), False, ())

    def _give(self, values: Mapping[int, Held]) -> None:
        """What some registers and other nets are in this clock."""
        state = self._core.netlist.state
        self._machine.put({n: value for n, value in values.items() if n in state})
        self._machine.force({n: value for n, value in values.items() if n not in state})

    def _left(self) -> dict[int, Held]:
        """Registers and memories in which something is left where nothing is to be."""
        counted, values = self._core.counted, self._machine.values
        return {
            each: values[each]
            for each in sorted(self._machine.marked)
            if each in counted and _counts(values[each], counted[each])
        }

    def _leaks(self) -> set[str]:
        values = self._machine.values
        return {n for n, net in self._core.netlist.outputs.items() if is_marked(values[net])}


def _counts(value: Held, rows: Container[int]) -> bool:
    if isinstance(value[0], int):
        return True
    return any(word[2] and row in rows for row, word in enumerate(value))
