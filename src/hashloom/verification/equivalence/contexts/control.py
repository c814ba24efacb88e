"""When things happen in an engine, followed for one context through all states of its control.

Control is the part of the netlist that reads no words (`slices`).  From the reset every action of
the surroundings is followed, and a state that has been met is not entered again, so that an end of
the search is a proof by induction over clocks.  Proved is that the context's blocks are answered in
a fixed clock, once, and that nothing else leaves for it.

Of the states, those are put together in a moment which do not differ in blocks on their way and in
what decides about further slots; they differ in slots of other contexts and in pauses before them.
A moment's steps hold what nets of control may be in any of its states.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.contexts.protocol import (
    BEFORE,
    CURRENT,
    Action,
    Pending,
    Protocol,
    Traffic,
)
from hashloom.verification.equivalence.netlists.machine import Held, Machine, either_held
from hashloom.verification.equivalence.netlists.slices import Slices, cone
from hashloom.verification.equivalence.netlists.values import numbers_of

_MOST_STATES = 400_000
_LATEST = 40  # clocks a block may take at most for each bit of a word and each context of a group

State = tuple[Traffic, tuple[Held, ...]]  # what the surroundings remember, and registers


class WrongError(Exception):
    """An answer that is not the standard's, or is none.

    Attributes:
        sentence: what is wrong.
        paths: what the surroundings did in each clock from the reset to this one, in cases of
            which one may show it; None where no slot could start.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.paths: list[list[Action | None]] = []


class Moment(NamedTuple):
    """What states of control have in common: what the surroundings remember, and the registers
    on which the ports for slots depend."""

    traffic: Traffic
    held: tuple[Held, ...]


@dataclass
class Step:
    """What may come of an action in a moment.

    Attributes:
        nets: values of the nets of control that the words depend on.
        later: moments a clock later.
    """

    nets: dict[int, Held]
    later: set[Moment] = field(default_factory=set)


@dataclass
class Control:
    """Follows the control of an engine.

    Attributes:
        steps: by moment and action (None where no slot may start).
        answers: the block and step that leave in a moment.
        latency: clocks from a block's start to each step of its new hash value.
        reset: the nets of control in a reset.
        start: the first moment.
    """

    slices: Slices
    shape: EngineShape
    context: int
    steps: dict[Moment, dict[Action | None, Step]] = field(default_factory=dict)
    answers: dict[Moment, Pending] = field(default_factory=dict)
    latency: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        netlist = self.slices.control
        self.protocol = Protocol(self.shape, self.context)
        self._machine = Machine(netlist)
        slots = [net for name, net in netlist.outputs.items() if name.startswith("slot_")]
        deciding = cone(netlist, slots)
        registers = enumerate(self._machine.registers)
        self._deciding = [place for place, number in registers if number in deciding]
        values = self._machine.evaluate(self._machine.unknown(), {"rst": 1})
        self.reset = self._shared(values)
        first = (self.protocol.reset(), self._registers(values))
        self.start = self._moment(first)
        self._before: dict[State, tuple[State, Action | None] | None] = {first: None}

    @property
    def states(self) -> int:
        """States met."""
        return len(self._before)

    def run(self) -> None:
        """Visits every state.  Raises WrongError for the first answer that comes at a wrong time
        or must not be."""
        todo = deque(self._before)
        while todo:
            state = todo.popleft()
            try:
                for action, later in self._after(state):
                    if later not in self._before:
                        self._before[later] = (state, action)
                        todo.append(later)
                if self.states > _MOST_STATES:
                    raise WrongError(f"more than {_MOST_STATES} states of the control")
            except WrongError as wrong:
                wrong.paths = [self._path(state)]
                raise

    def paths_to(self, moment: Moment, count: int) -> list[list[Action | None]]:
        """Paths to states of a moment, `count` at most, that differ as much as may be."""
        states = [state for state in self._before if self._moment(state) == moment]
        apart = max(1, len(states) // count)
        return [self._path(state) for state in states[::apart][:count]]

    def _path(self, state: State) -> list[Action | None]:
        """Actions from the reset to a state."""
        actions: list[Action | None] = []
        step = self._before[state]
        while step is not None:
            actions.append(step[1])
            step = self._before[step[0]]
        return actions[::-1]

    # ---- a clock --------------------------------------------------------------------------

    def _after(self, state: State) -> Iterator[tuple[Action | None, State]]:
        """The states a clock later, and what led to them."""
        traffic, held = state
        moment = self._moment(state)
        values = self._machine.evaluate(
            dict(zip(self._machine.registers, held, strict=True)),
            self._inputs(Action("wait")),
        )
        ports = {name: values[net] for name, net in self.slices.control.outputs.items()}
        traffic = self._answered(moment, traffic, ports)
        ready, group, again = (ports.get(f"slot_{name}") for name in ("ready", "group", "again"))
        if not isinstance(ready, int):
            raise WrongError("slot_ready depends on more than the slots that were started")
        if not ready:
            yield None, self._stepped(moment, None, values, traffic.later())
            return
        for action in self.protocol.actions(traffic, group, again):
            started = values
            if action.kind != "wait":
                started = self._machine.changed(values, self._inputs(action))
                if any(started[n] != values[n] for n in self.slices.control.outputs.values()):
                    raise WrongError("a port tells of the slot that starts in the same clock")
            after = self.protocol.after(traffic.later(), action, again)
            if action.block:
                after = self._begun(after, action)
            yield action, self._stepped(moment, action, started, after)

    def _inputs(self, action: Action) -> dict[str, Held]:
        ports = {"rst": 0, **self.protocol.inputs(action)}
        return {n: value for n, value in ports.items() if n in self.slices.control.inputs}

    def _stepped(
        self, moment: Moment, action: Action | None, values: dict[int, Held], traffic: Traffic
    ) -> State:
        """The state after a clock, which is added to the moment's steps."""
        later: State = (traffic, self._registers(values))
        steps = self.steps.setdefault(moment, {})
        nets = self._shared(values)
        step = steps.get(action)
        if step is None:
            steps[action] = step = Step(nets)
        else:
            for number, value in nets.items():
                known = step.nets.get(number, value)
                step.nets[number] = either_held(self._width(number), known, value)
        step.later.add(self._moment(later))
        return later

    def _width(self, number: int) -> int:
        return self.slices.words.nets[number].width

    def _registers(self, values: dict[int, Held]) -> tuple[Held, ...]:
        after = self._machine.next_state(values)
        return tuple(after[number] for number in self._machine.registers)

    def _moment(self, state: State) -> Moment:
        return Moment(state[0], tuple(state[1][place] for place in self._deciding))

    def _shared(self, values: dict[int, Held]) -> dict[int, Held]:
        """Nets that the words depend on; rows of writes only where something may be written."""
        nets = {number: values[number] for number in self.slices.shared}
        for write in self.slices.writes:
            inside = write.port in self.slices.words.nets
            if inside and (write.enable is None or values[write.enable] != 0):
                nets[write.port] = values[write.address]
        return nets

    def _begun(self, traffic: Traffic, action: Action) -> Traffic:
        """After the start of a block of the context, which becomes the newest one.

        Raises WrongError when two are on their way.
        """
        pending = traffic.pending
        if len(pending) > 1 or (pending and pending[0].tag == BEFORE):
            raise WrongError("a third block starts before the first one has left")
        older = (each._replace(tag=BEFORE) for each in pending)
        joins = self.protocol.joins(action, pending[-1].age - 1 if pending else None)
        age = 1 + (self.shape.skipped if joins else 0)
        return traffic._replace(pending=(*older, Pending(CURRENT, age, self.shape.first_step)))

    # ---- answers --------------------------------------------------------------------------

    def _answered(self, moment: Moment, traffic: Traffic, ports: dict[str, Held]) -> Traffic:
        """What is on its way after the answers of a clock, which must come when they are due."""
        valid = ports["chain_valid"]
        possible = numbers_of(ports.get("chain_context", self.context))
        if valid == 0 or (possible is not None and self.context not in possible):
            if traffic.pending and traffic.pending[0].age >= self._latest(traffic.pending[0]):
                step = traffic.pending[0].step
                raise WrongError(f"step {step} of the new hash value does not leave in time")
            return traffic
        if valid != 1 or possible is None or len(possible) > 1:
            raise WrongError("chain_valid depends on more than the slots that were started")
        if not traffic.pending:
            raise WrongError("a hash value leaves that no block has")
        first, *rest = traffic.pending
        if ports.get("chain_step", 0) != first.step:
            raise WrongError(f"chain_step is not {first.step} when that step leaves")
        if self.latency.setdefault(first.step, first.age) != first.age:
            raise WrongError(f"step {first.step} of the new hash value leaves at another time")
        self.answers[moment] = first
        last = first.step == self.shape.last_step
        left = [] if last else [first._replace(step=first.step + 1)]
        return traffic._replace(pending=(*left, *rest), settled=0)

    def _latest(self, pending: Pending) -> int:
        """The age at which a block's next step leaves at the latest."""
        most = _LATEST * self.shape.word_bits * self.shape.interleave
        return self.latency.get(pending.step, most)
