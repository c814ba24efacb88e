"""A core from the clock in which an ERASE or ERASE_ALL begins until it is answered.

What is known of the core at rest is known; every other register may be anything, and what may
depend on a key is marked.  The turns of a context's blocks, which no lemma tells, are tried both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.erasing import digests, shell
from hashloom.verification.erasure.bits import joined, number, unknown
from hashloom.verification.erasure.machine import Held, is_marked
from hashloom.verification.erasure.run import Followed, Subject

_HIGH, _LOW = number(1), number(0)
_KNOWN = (shell.OF_CONTEXT, shell.OF_ALL, digests.OF_CONTEXT)
_LOW_AT_REST = (*shell.OF_WHOM, *shell.TO_OPEN, "u_rota.g_later.fill_q")
_EMPTY_AT_REST = ("u_ledger.head_q", "u_ledger.tail_q")  # the same, whatever they are
_SENDING = ("u_store.sending_q", "u_store.valid_q")
_TURNS = ("u_ledger.start_turn_q", "u_ledger.finish_turn_q")
_ENGINE = "u_engine."
_STREAM = "u_stream."
_LONGEST_SLOT = 4096  # clocks in which an engine must have told of a block

Place = tuple[int, int]  # a register, or a memory, and the row; 0 of a register


@dataclass(frozen=True)
class Left:
    """What is left behind an erasure.

    Attributes:
        clocks: from its beginning until the loader's answer, None when it is not known.
        places: registers and rows in which something may be left when the answer has been taken.
        ends: of each run what all nets are at its end.
    """

    clocks: int | None
    places: frozenset[Place]
    ends: tuple[Mapping[int, Held], ...]


class Erased(Followed):
    """A core in which everything that may depend on a key has been marked, at rest.

    Attributes:
        finish: clocks from the start of a slot until the first block of it has left the engine;
            None when that is not known.
    """

    def __init__(self, core: Subject, contexts: int) -> None:
        """`contexts`: how many there are.

        Raises ToolError for an operator that no proof has met yet, and when a signal is missing.
        """
        super().__init__(core)
        self._contexts = contexts
        self._netlist = core.netlist
        self._numbers = {n: at for at, names in core.netlist.names.items() for n in names}
        inputs = core.netlist.inputs
        self._low = {inputs[name]: _LOW for name in ("rst", "zeroize") if name in inputs}
        self.finish = self._first_finish()
        self._engine = self._idle()

    def _net(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            raise ToolError(f"The netlist has no signal {name}.")
        return found

    # ---- the engine at rest -------------------------------------------------------------------

    def _slot(self, live: Held) -> None:
        """A slot starts, whatever was before."""
        machine = self._machine
        machine.restore(self._everywhere)
        start = self._net("slot_start")
        self._held_low = {**self._low, start: _LOW}
        machine.force({**self._low, start: _HIGH, self._net("slot_live"): live})
        machine.settle()
        machine.tick()
        machine.force(self._held_low)

    def _first_finish(self) -> int | None:
        width = self._netlist.nets[self._net("slot_live")].width
        self._slot(number((1 << width) - 1))
        finish = self._net("finish")
        for clock in range(1, _LONGEST_SLOT):
            self._machine.settle()
            if self._machine.values[finish] == _HIGH:
                return clock
            self._machine.tick()
        return None

    def _idle(self) -> dict[int, Held]:
        """What the engine's registers may hold when a block of the latest slot has left it."""
        if self.finish is None:
            return {}
        self._slot(unknown(self._netlist.nets[self._net("slot_live")].width))
        machine = self._machine
        mine = [n for n in self._netlist.state if self._of(n, _ENGINE)]
        for _ in range(self.finish + 1):
            machine.settle()
            machine.tick()
        found = {n: machine.values[n] for n in mine}
        changed = True
        while changed:
            machine.settle()
            machine.tick()
            changed = False
            for each in mine:
                value = _either(found[each], machine.values[each])
                changed |= value != found[each]
                found[each] = value
        return found

    def _of(self, net: int, part: str) -> bool:
        return any(name.startswith(part) for name in self._netlist.names.get(net, ()))

    # ---- a run --------------------------------------------------------------------------------

    def left(self, slot: int | None, kept: Mapping[int, range], most: int) -> Left:
        """What an ERASE of a slot, or ERASE_ALL (None), leaves; `kept`: rows that hold nothing of
        the key; `most` clocks at most."""
        places: frozenset[Place] | None = None
        clocks, ends = [], []
        for context in range(self._contexts):
            of_context = frozenset[Place]()
            for turn in (0, 1):
                run = self._run(slot, kept, (context, turn), most)
                clocks.append(run.clocks)
                ends += run.ends
                of_context |= run.places
            places = of_context if places is None else places & of_context
        known = [each for each in clocks if each is not None]
        longest = max(known) if len(known) == len(clocks) else None
        return Left(longest, places or frozenset(), tuple(ends))

    def _run(
        self, slot: int | None, kept: Mapping[int, range], turn: tuple[int, int], most: int
    ) -> Left:
        machine = self._machine
        machine.restore(self._everywhere)
        machine.put(dict(self._at_rest(kept, turn)))
        answer, starts = self._net("u_loader.answer"), self._net("slot_start")
        chain = {self._net("chain_valid"): _LOW}  # no block is in the engine
        machine.force({**self._low, **chain, **self._begins(slot)})
        machine.settle()
        machine.tick()
        waits = {**self._low, self._net("u_gate.goes"): _LOW}
        machine.force({**waits, **chain})
        for clock in range(1, most + 1):
            machine.settle()
            if chain and machine.values[starts] != _LOW:
                chain = {}
                machine.force(waits)
                machine.settle()
            if machine.values[answer] != _LOW:
                break
            machine.tick()
        if machine.values[answer] != _HIGH:
            return Left(None, self._places(), ())
        return Left(clock, self._answered(waits), (machine.kept(),))

    def _begins(self, slot: int | None) -> Iterator[tuple[int, Held]] | dict[int, Held]:
        """The clock in which the packet leaves the gate."""
        told = {
            "u_gate.goes": _HIGH,
            "u_gate.leave": _HIGH,
            "admitted_valid": _LOW,
            "begin_load": _HIGH,
            "begin_erase": _HIGH,
            "begin_every": _LOW if slot is not None else _HIGH,
        }
        found = {self._net(name): value for name, value in told.items()}
        if slot is not None:
            found[self._net("begin_slot")] = number(slot)
        return found

    def _at_rest(
        self, kept: Mapping[int, range], turn: tuple[int, int]
    ) -> Iterator[tuple[int, Held]]:
        """What registers and memories hold at first."""
        for memory, rows in kept.items():
            held = self._everywhere[memory]
            yield memory, tuple(
                (word[0], word[1], 0) if row in rows else word for row, word in enumerate(held)
            )
        yield from self._engine.items()
        for known in _KNOWN:
            for name, value in known.items():
                width = self._width(name)
                of_all = known is shell.OF_ALL
                whole = value if of_all or not value else (1 << width) - 1
                yield from self._puts(name, number(whole))
        for name in (*_LOW_AT_REST, *_EMPTY_AT_REST, *_SENDING):
            yield from self._puts(name, _LOW)
        context, high = turn
        open_ = ((1 << self._contexts) - 1) & ~(1 << context)
        for name in _TURNS:
            yield from self._puts(name, (high << context, open_, 0))

    def _width(self, name: str) -> int:
        found = self._numbers.get(name)
        return 0 if found is None else self._netlist.nets[found].width

    def _puts(self, name: str, value: Held) -> Iterator[tuple[int, Held]]:
        """The registers of a signal with what they hold; none when there is no such signal."""
        if name in self._numbers:
            yield from self._parts(self._numbers[name], value)

    def _parts(self, net: int, value: Held) -> Iterator[tuple[int, Held]]:
        of = self._netlist.nets[net]
        if net in self._netlist.state:
            yield net, value
        elif of.op == "concat":
            high, low = of.operands
            by = self._netlist.nets[low].width
            yield from self._parts(high, tuple(each >> by for each in value))
            yield from self._parts(low, tuple(each & (1 << by) - 1 for each in value))

    # ---- behind the answer --------------------------------------------------------------------

    def _answered(self, waits: Mapping[int, Held]) -> frozenset[Place]:
        """What is left when the loader's answer has left the core, however long that takes: the
        word that is given until then is overwritten in the clock in which it is taken."""
        machine = self._machine
        changed = True
        while changed:
            changed = machine.tick(join=True)
            machine.settle()
        before = {each for each in self._places() if not self._of(each[0], _STREAM)}
        ready = self._netlist.inputs["m_axis_tready"]
        machine.force({**waits, ready: _HIGH})
        machine.settle()
        machine.tick()
        return frozenset(before) | self._places()

    def _places(self) -> frozenset[Place]:
        found = set[Place]()
        for net, value in self._left().items():
            if isinstance(value[0], int):
                found.add((net, 0))
                continue
            rows = self._core.counted[net]
            found |= {(net, row) for row, word in enumerate(value) if word[2] and row in rows}
        return frozenset(found)


def _either(a: Held, b: Held) -> Held:
    if isinstance(a[0], int):
        return joined(a, b)
    return tuple(joined(x, y) for x, y in zip(a, b, strict=True))


def rows_of(netlist: Netlist, part: str) -> dict[int, int]:
    """Memories of a module with their rows."""
    return {
        n: netlist.nets[n].rows
        for n in netlist.state
        if netlist.nets[n].rows and any(x.startswith(part) for x in netlist.names.get(n, ()))
    }


__all__ = ["Erased", "Left", "is_marked", "rows_of"]
