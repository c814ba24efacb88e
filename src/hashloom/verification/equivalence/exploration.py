"""Every state an engine can come to, for one context, and what must hold in each.

Control is concrete, the context's data are words of the standard, all else is unknown.  From the
reset every action of the surroundings is followed; a state that has been met is not entered again,
so that an end of the search is a proof by induction over clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.blocks import Modes, Rename, Words
from hashloom.verification.equivalence.machine import Held, Machine, substituted
from hashloom.verification.equivalence.netlist import Netlist
from hashloom.verification.equivalence.protocol import (
    BEFORE,
    CURRENT,
    DONE,
    NO_ROWS,
    NO_STATES,
    Action,
    Pending,
    Protocol,
    Surroundings,
)
from hashloom.verification.equivalence.textbook import SAMPLES, Label, Textbook
from hashloom.verification.equivalence.values import (
    UNKNOWN,
    Expression,
    Value,
    concat,
    cut,
    numbers_of,
    samples_of,
)

_MOST_CLOCKS = 400_000


class Place(NamedTuple):
    """Where something was met: clocks since the context's newest block started, and the net."""

    clock: int
    net: str


@dataclass(frozen=True)
class Claim:
    """A value of the netlist that is taken for a word of the standard."""

    value: Value
    label: Label
    definition: Value | None
    modes: Modes
    place: Place


class WrongError(Exception):
    """An answer that is not the standard's, or is none.

    Attributes:
        sentence: what is wrong.
        path: what the surroundings did in each clock from the reset to this one; None where no
            slot could start.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.path: list[Action | None] = []


@dataclass(frozen=True)
class State:
    """A state of engine and surroundings."""

    around: Surroundings
    held: tuple[Held, ...]


@dataclass
class Explorer:
    """Follows one context of an engine through all states.

    Attributes:
        claims: values recognised as words of the standard, which are to be proved to be them.
        found: where each word of the newest block was met first.
        latency: clocks from a block's start to each step of its new hash value.
    """

    netlist: Netlist
    shape: EngineShape
    textbook: Textbook
    context: int
    words: Words
    claims: dict[tuple[Value, Modes, Label], Claim] = field(default_factory=dict)
    found: dict[Label, Place] = field(default_factory=dict)
    latency: dict[int, int] = field(default_factory=dict)
    clocks: int = 0
    states: int = 0

    def __post_init__(self) -> None:
        self.protocol = Protocol(self.shape, self.context)
        self.machine = Machine(self.netlist, self.textbook.word_bits, self._recognise)
        self._mode = Modes("", "")
        self._ports = tuple(self.netlist.outputs.values())
        self._age: int | None = None

    # ---- words of the standard ------------------------------------------------------------

    def _recognise(self, number: int, value: Value) -> Value:
        """The word of the standard that a value is, else the value."""
        if isinstance(value, Expression) and value.op == "word":
            self._note(number, value)
            return value
        samples = samples_of(value, SAMPLES)
        known = self.words.table(self._mode).get(samples) if samples else None
        if known is None:
            return value
        label: Label = known.args[0]
        key = (value, self._mode, label)
        place = self._note(number, known)
        if key not in self.claims:
            self.claims[key] = Claim(
                value, label, self.words.definition(label, self._mode), self._mode, place
            )
        return known

    def _note(self, number: int, known: Expression) -> Place:
        label: Label = known.args[0]
        net = self.netlist.nets[number]
        place = Place(self._age or 0, (self.netlist.names.get(number) or ("",))[0])
        if net.op not in ("state", "input", "const") and place.net and self._age is not None:
            self.found.setdefault(label, place)
        return place

    # ---- the search -----------------------------------------------------------------------

    def run(self, progress: Callable[[int], None] = lambda clocks: None) -> None:
        """Visits every state.  Raises WrongError for the first answer that is wrong."""
        registers = self.machine.registers
        nothing = self.machine.unknown()
        values = self.machine.evaluate(nothing, {"rst": 1})
        after = self.machine.next_state(values)
        first = State(self.protocol.reset(), tuple(after[n] for n in registers))
        before: dict[State, tuple[State, Action | None] | None] = {first: None}
        todo = [first]
        while todo:
            state = todo.pop()
            try:
                for action, later in self._after(state):
                    if later not in before:
                        before[later] = (state, action)
                        todo.append(later)
                if self.clocks > _MOST_CLOCKS:
                    raise WrongError(f"{_MOST_CLOCKS} clocks have been followed without an end")
            except WrongError as wrong:
                wrong.path = _path(before, state)
                raise
            if self.clocks % 100 == 0:
                progress(self.clocks)
        self.states = len(before)

    def _after(self, state: State) -> Iterator[tuple[Action | None, State]]:
        """The states a clock later, and what led to them."""
        around = state.around
        held = dict(zip(self.machine.registers, state.held, strict=True))
        self._mode = Modes(around.newest, around.before)
        self._age = around.pending[-1].age if around.pending else None
        arriving = self._arriving(around)
        values = self._clock(held, arriving | self.protocol.inputs(Action("wait")))
        ports = {name: values[number] for name, number in self.netlist.outputs.items()}
        ready = ports["slot_ready"]
        if not isinstance(ready, int):
            raise WrongError("slot_ready depends on more than the slots that were started")
        around = self._answered(around, ports)
        around = self._asked(around, ports)
        if not ready:
            yield None, self._settled(around.later(), self.machine.next_state(values))
            return
        group, again = ports.get("slot_group"), ports.get("slot_again")
        for action in self.protocol.actions(around, group, again):
            started = values
            if action.kind != "wait":
                started = self.machine.changed(values, self.protocol.inputs(action))
                if any(started[number] != values[number] for number in self._ports):
                    raise WrongError("a port tells of the slot that starts in the same clock")
            after = self.protocol.after(around.later(), action, again)
            yield action, self._started(after, action, self.machine.next_state(started))

    def _clock(self, held: dict[int, Held], inputs: dict[str, Value]) -> dict[int, Held]:
        self.clocks += 1
        given = {"rst": 0, **inputs}
        known = {name: v for name, v in given.items() if name in self.netlist.inputs}
        return self.machine.evaluate(held, known, self._mode)

    # ---- what goes in ---------------------------------------------------------------------

    def _arriving(self, around: Surroundings) -> dict[str, Value]:
        state_a, state_e = around.states[0]
        ports = {"word_data": around.rows[0], "state_a": state_a, "state_e": state_e}
        return {name: value for name, value in ports.items() if name in self.netlist.inputs}

    def _asked(self, around: Surroundings, ports: dict[str, Held]) -> Surroundings:
        """The requests of a clock, answered later."""
        row: Value = UNKNOWN
        if around.pending and ports["word_read"] == 1 and self._ours(ports, "word_context"):
            row = self._row(ports.get("word_row", 0))
        halves: tuple[Value, Value] = (UNKNOWN, UNKNOWN)
        if self.shape.supplied and around.newest == "keyed" and self._ours(ports, "state_context"):
            halves = self._state(ports.get("state_step", 0))
        return replace(around, rows=(*around.rows[1:], row), states=(*around.states[1:], halves))

    def _ours(self, ports: dict[str, Held], name: str) -> bool:
        return name not in ports or ports[name] == self.context

    def _row(self, row: Held) -> Value:
        """A row of message words."""
        if not isinstance(row, int):
            return UNKNOWN
        columns, bits = self.shape.columns, self.textbook.word_bits
        words = self.words.block(self._mode).words
        lanes = [words.get(Label("W", row * columns + j, CURRENT)) for j in range(columns)]
        numbers = [row * columns + j for j in range(columns)]
        return concat(
            (bits, lane if lane is not None and n < 16 else UNKNOWN)
            for n, lane in reversed(list(zip(numbers, lanes, strict=True)))
        )

    def _state(self, step: Held) -> tuple[Value, Value]:
        """Words of a supplied state, of both halves."""
        if not isinstance(step, int):
            return UNKNOWN, UNKNOWN
        return self._half("H", CURRENT, 3, step), self._half("H", CURRENT, 7, step)

    def _half(self, letter: str, tag: str, top: int, step: int) -> Value:
        """Words of a hash value that go together in a step."""
        bits, count = self.textbook.word_bits, self.shape.chain_words
        indices = (top - step * count - lane for lane in range(count))
        found = [self.words.word(Label(letter, k, tag), self._mode) for k in indices]
        return concat((bits, each) for each in reversed(found))

    # ---- what comes out -------------------------------------------------------------------

    def _answered(self, around: Surroundings, ports: dict[str, Held]) -> Surroundings:
        """What is on its way after the answers of a clock, which must be the standard's."""
        valid = ports["chain_valid"]
        possible = numbers_of(ports.get("chain_context", self.context))
        due = self._due(around)
        if valid == 0 or (possible is not None and self.context not in possible):
            if due:
                raise WrongError(f"step {due.step} of the new hash value does not leave in time")
            return around
        if valid != 1 or possible is None or len(possible) > 1:
            raise WrongError("chain_valid depends on more than the slots that were started")
        if not around.pending:
            raise WrongError("a hash value leaves that no block has")
        first, *rest = around.pending
        if ports.get("chain_step", 0) != first.step:
            raise WrongError(f"chain_step is not {first.step} when that step leaves")
        if self.latency.setdefault(first.step, first.age) != first.age:
            raise WrongError(f"step {first.step} of the new hash value leaves at another time")
        for port, top in (("chain_a", 3), ("chain_e", 7)):
            self._compare(port, ports[port], first, top)
        step = first.step + 1
        left = [] if step == self.shape.chain_steps else [replace(first, step=step)]
        return replace(around, pending=(*left, *rest))

    def _due(self, around: Surroundings) -> Pending | None:
        """The block whose next step should leave now or should have left."""
        for each in around.pending[:1]:
            latest = self.latency.get(each.step)
            if latest is None:
                latest = 40 * self.textbook.word_bits * self.shape.interleave
            if each.age >= latest:
                return each
        return None

    def _compare(self, port: str, value: Value, pending: Pending, top: int) -> None:
        """Raises WrongError unless a port brings words of a new hash value."""
        bits, words = self.textbook.word_bits, self.shape.chain_words
        wanted = self._half("N", pending.tag, top, pending.step)
        for lane in range(words):
            borders = (words * bits, (lane + 1) * bits - 1, lane * bits)
            if cut(value, *borders) is not cut(wanted, *borders):
                index = top - pending.step * words - lane
                raise WrongError(f"{port} does not bring the new H[{index}]")

    # ---- a clock later --------------------------------------------------------------------

    def _started(self, around: Surroundings, action: Action, held: dict[int, Held]) -> State:
        """The state after an action."""
        if not action.block:
            return self._settled(around, held)
        if len(around.pending) > 1 or (around.pending and around.pending[0].tag == BEFORE):
            raise WrongError("a third block starts before the first one has left")
        pending = tuple(replace(each, tag=BEFORE) for each in around.pending)
        modes = Modes(action.kind, around.newest if pending else "")
        around = replace(
            around,
            newest=modes.newest,
            before=modes.before,
            pending=(*pending, Pending(CURRENT, 1, 0)),
        )
        rename = self.words.older(modes)
        return self._settled(_renamed(around, rename), _held(held, rename))

    def _settled(self, around: Surroundings, held: dict[int, Held]) -> State:
        """A state without what will not be needed."""
        if around.newest and not around.pending:
            around = replace(around, newest=DONE, before="", rows=NO_ROWS, states=NO_STATES)
            held = _held(held, self.words.forgotten(DONE))
        tags = {each.tag for each in around.pending}
        if around.before and BEFORE not in tags:
            rename = self.words.forgotten(around.newest)
            around = _renamed(replace(around, before=""), rename)
            held = _held(held, rename)

        def keep(found: Expression) -> Value:
            label: Label = found.args[0]
            done = label.block not in tags and label.letter != "K"
            return UNKNOWN if done and (label.letter, label.block) != ("N", CURRENT) else found

        done = self._memories.setdefault(frozenset(tags), {})

        def kept(value: Value) -> Value:
            return substituted(value, keep, done)

        settled: list[Held] = []
        for number in self.machine.registers:
            value = held[number]
            if isinstance(value, tuple):
                if number in self.netlist.initial and not _written(self.netlist, number):
                    settled.append(value)
                else:
                    settled.append(tuple(kept(v) for v in value))
            else:
                settled.append(kept(value))
        return State(around, tuple(settled))

    _memories: dict[frozenset[str], dict[Expression, Value]] = field(default_factory=dict)


def _path(
    before: dict[State, tuple[State, Action | None] | None], state: State
) -> list[Action | None]:
    """Actions from the reset to a state."""
    actions: list[Action | None] = []
    step = before[state]
    while step is not None:
        actions.append(step[1])
        step = before[step[0]]
    return actions[::-1]


def _held(held: dict[int, Held], rename: Rename) -> dict[int, Held]:
    """Registers and memories with words renamed."""
    done: dict[Expression, Value] = {}
    return {
        number: tuple(substituted(v, rename, done) for v in value)
        if isinstance(value, tuple)
        else substituted(value, rename, done)
        for number, value in held.items()
    }


def _renamed(around: Surroundings, rename: Rename) -> Surroundings:
    """Words on their way renamed."""
    return replace(
        around,
        rows=tuple(substituted(v, rename) for v in around.rows),
        states=tuple((substituted(a, rename), substituted(e, rename)) for a, e in around.states),
    )


def _written(netlist: Netlist, memory: int) -> bool:
    """Whether a memory is ever written."""
    return netlist.state[memory] != memory
