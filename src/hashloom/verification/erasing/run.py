"""A core from the clock in which an ERASE or ERASE_ALL begins until it is answered.

What is known of the core at rest is known; every other register may be anything, and what may
depend on a key is marked.  The turns of a context's blocks, which no lemma tells, are tried both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from hashloom.cores import Core
from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.erasing import digests, shell
from hashloom.verification.erasure.bits import joined, number, unknown
from hashloom.verification.erasure.machine import Held
from hashloom.verification.erasure.run import Followed, Subject

_HIGH, _LOW = number(1), number(0)
_KNOWN = (shell.OF_CONTEXT, shell.OF_ALL, digests.OF_CONTEXT)
_LOW_AT_REST = (*shell.OF_WHOM, *shell.TO_OPEN, "u_rota.g_later.fill_q")
_STORED = (
    "u_keys.g_whole.write_q",
    "u_keys.stored",
    "u_store.write_q",
)  # nothing was being stored before
_EMPTY_AT_REST = ("u_ledger.head_q", "u_ledger.tail_q")  # the same, whatever they are
_SENDING = ("u_store.sending_q", "u_store.valid_q")
_TURNS = ("u_ledger.start_turn_q", "u_ledger.finish_turn_q")
_ENGINE = "u_engine."
_LONGEST_ANSWER = 64  # clocks from the loader's answer to the core's
_LONGEST_SLOT = 4096  # clocks in which an engine must have told of a block

Rows = Mapping[int, Collection[int]]  # of memories
State = dict[int, Held]  # registers with what they hold
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
        opens: buffers of all blocks of a slot are opened again until then.
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
        nets = core.netlist.nets
        self._lanes = nets[self._net("slot_live")].width
        self._of_engine = [
            n
            for n in core.netlist.state
            if self._of(n, _ENGINE) and n not in self.held and not nets[n].rows
        ]
        self._free = {n: unknown(nets[n].width) for n in core.sources}
        self._stream = self._answer_words()
        self.opens, self._opened = False, 0
        begun = self._begun()
        self.finish = self._first_finish(begun[0]) if begun else None
        self._engine = self._idle(begun)

    def has(self, name: str) -> bool:
        """Whether there is a signal of that name."""
        return name in self._numbers

    def _net(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            raise ToolError(f"The netlist has no signal {name}.")
        return found

    # ---- the engine at rest -------------------------------------------------------------------

    def _slot(self, before: State, live: Held) -> None:
        """A slot starts in an engine in a state; no other does behind it."""
        machine, start = self._machine, self._net("slot_start")
        machine.restore(self._everywhere)
        machine.put(before)
        started = {self._net("started"): live} if self._lanes == self._contexts else {}
        machine.force({**self._low, start: _HIGH, self._net("slot_live"): live, **started})
        machine.settle()
        self._opened = machine.values[self._net("reopen")][0]
        machine.tick()
        machine.force({**self._low, start: _LOW, **dict.fromkeys(started, _LOW)})
        machine.settle()

    def _control(self) -> State:
        """What the engine's control holds in this clock."""
        values = self._machine.values
        return {n: values[n] for n in self._of_engine}

    def _clocks(self) -> Iterator[State]:
        """States of the engine's control in one clock after the other, until they are met again."""
        seen: list[State] = []
        while (now := self._control()) not in seen:
            yield now
            seen.append(now)
            self._machine.tick()
            self._machine.settle()

    def _begun(self) -> list[State]:
        """States of an engine that has been reset, in which a slot may start."""
        machine = self._machine
        machine.restore(self._everywhere)
        inputs = self._netlist.inputs
        machine.force({**self._low, inputs["rst"]: _HIGH})
        machine.settle()
        machine.tick()
        machine.force({**self._low, self._net("slot_start"): _LOW})
        machine.settle()
        ready = self._net("slot_ready")
        return [state for state in self._clocks() if machine.values[ready] != _LOW]

    def _first_finish(self, begun: State) -> int | None:
        """Clocks from the start of a slot until its first block has left."""
        self._slot(begun, number((1 << self._lanes) - 1))
        finish, reopen = self._net("finish"), self._net("reopen")
        opened = self._opened
        for clock in range(1, _LONGEST_SLOT):
            opened |= self._machine.values[reopen][0]
            if self._machine.values[finish] == _HIGH:
                self.opens = opened == (1 << self._contexts) - 1
                return clock
            self._machine.tick()
            self._machine.settle()
        return None

    def _idle(self, begun: list[State]) -> State:
        """What the engine's control may hold when a block of the latest slot has left it, behind
        any slots before."""
        met, todo, found = list(begun), list(begun), State()
        ready = self._net("slot_ready")
        while todo and self.finish is not None:
            self._slot(todo.pop(), unknown(self._lanes))
            for clock, state in enumerate(self._clocks(), 1):
                if self._machine.values[ready] != _LOW and state not in met:
                    met.append(state)
                    todo.append(state)
                if clock > self.finish:
                    before = found or state
                    found = {n: joined(before[n], each) for n, each in state.items()}
        return found

    def _answer_words(self) -> frozenset[int]:
        """Registers that the words of an answer are in while it is on offer."""
        todo, found = [self._netlist.outputs["m_axis_tdata"]], set[int]()
        while todo:
            net = todo.pop()
            if net not in found:
                found.add(net)
                todo += () if net in self._netlist.state else self._netlist.nets[net].operands
        return frozenset(found & set(self._netlist.state))

    def _of(self, net: int, part: str) -> bool:
        return any(name.startswith(part) for name in self._netlist.names.get(net, ()))

    # ---- a run --------------------------------------------------------------------------------

    def left(self, slot: int | None, others: Rows, most: int) -> Left:
        """What an ERASE of a slot, or ERASE_ALL (None), leaves, in `most` clocks at most; `others`:
        rows that hold nothing of the key."""
        runs = [self._erasure(slot, others, turns, most) for turns in range(1 << self._contexts)]
        known = [each.clocks for each in runs if each.clocks is not None]
        return Left(
            max(known) if len(known) == len(runs) else None,
            frozenset().union(*(each.places for each in runs)),
            tuple(end for each in runs for end in each.ends),
        )

    def _erasure(self, slot: int | None, kept: Rows, turns: int, most: int) -> Left:
        machine = self._machine
        machine.restore(self._everywhere)
        machine.put(dict(self._at_rest(kept, turns)))
        answer, starts = self._net("u_loader.answer"), self._net("slot_start")
        chain = {self._net("chain_valid"): _LOW}  # no block is in the engine
        machine.force({**self._low, **self._free, **chain, **self._begins(slot)})
        machine.settle()
        machine.tick()
        waits = {**self._low, **self._free, self._net("u_gate.goes"): _LOW}
        machine.force({**waits, **chain})
        clock = 0
        while clock < most:
            clock += 1
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

    def _begins(self, slot: int | None) -> State:
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

    def _at_rest(self, kept: Rows, turns: int) -> Iterator[tuple[int, Held]]:
        """What registers and memories hold at first."""
        for memory, rows in kept.items():
            held = self._everywhere[memory]
            yield (
                memory,
                tuple(
                    (word[0], word[1], 0) if row in rows else word for row, word in enumerate(held)
                ),
            )
        yield from self._engine.items()
        for known in _KNOWN:
            for name, value in known.items():
                width = self._width(name)
                of_all = known is shell.OF_ALL
                whole = value if of_all or not value else (1 << width) - 1
                yield from self._puts(name, number(whole))
        for name in (*_LOW_AT_REST, *_EMPTY_AT_REST, *_SENDING, *_STORED):
            yield from self._puts(name, _LOW)
        for name in _TURNS:
            yield from self._puts(name, number(turns))

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

    def _answered(self, waits: State) -> frozenset[Place]:
        """What is left when the loader's answer has been taken: however long the answer before it
        stays, whose words are there until then."""
        machine, ready = self._machine, self._net("answer_ready")
        stays = {**waits, ready: _LOW}
        found, last = frozenset[Place](), False
        for _ in range(_LONGEST_ANSWER):
            here = machine.kept()
            found |= self._offered(waits)
            if last:
                return found
            machine.restore(here)
            machine.force(stays)
            machine.settle()
            machine.tick()
            machine.settle()
            if self._stream.issuperset(self._left()):
                last = True  # nothing comes of waiting any more
                while machine.tick(join=True):
                    machine.settle()
        return found | self._places()  # it stays as it is for ever

    def _offered(self, waits: State) -> frozenset[Place]:
        """The same where no other answer is on offer any more."""
        machine = self._machine
        machine.put(dict(self._puts("u_stream.valid_q", _LOW)))
        machine.force(waits)
        offers, taken = (
            self._netlist.outputs["m_axis_tvalid"],
            self._netlist.inputs["m_axis_tready"],
        )
        for _ in range(_LONGEST_ANSWER):
            machine.settle()
            if machine.values[offers] == _HIGH:
                break
            machine.tick()
        machine.force({**waits, taken: _HIGH})
        machine.settle()
        machine.tick()
        machine.settle()
        return self._places()

    def _places(self) -> frozenset[Place]:
        found = set[Place]()
        for net, value in self._left().items():
            if isinstance(value[0], int):
                found.add((net, 0))
                continue
            rows = self._core.counted[net]
            found |= {(net, row) for row, word in enumerate(value) if word[2] and row in rows}
        return frozenset(found)


def rows_of_slots(core: Core, netlist: Netlist) -> list[Rows]:
    """Of each slot, the rows of the key store that hold its states."""
    each = 2 * _steps(core)
    return [
        {
            n: range(slot * each, (slot + 1) * each)
            for n, _ in _memories(netlist, "u_keys.", ".u_states.")
        }
        for slot in range(core.interface.slots)
    ]


def _steps(core: Core) -> int:
    """Clocks in which the words of a chaining value leave the engine."""
    return 4 // core.shell.chain_words


def _memories(netlist: Netlist, begins: str, has: str) -> Iterator[tuple[int, str]]:
    for number_, names in netlist.names.items():
        if number_ in netlist.state and netlist.nets[number_].rows:
            yield from (
                (number_, name) for name in names[:1] if name.startswith(begins) and has in name
            )
