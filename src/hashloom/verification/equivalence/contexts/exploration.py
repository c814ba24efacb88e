"""The words an engine computes for one context, in every moment of its control.

The context's data are words of the standard, all else is unknown.  What control does is known from
`control`: for each of its moments the words are followed that registers and memories hold in all
states of the moment, so that pauses and other contexts' slots, which move none of the context's
words, cost nothing.  A register of which two states hold something else is unknown from there on.
A moment is followed again while what is known there becomes less; then the search ends, which
makes it an induction over clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hashloom.rtl.engine.shape import EngineShape
from hashloom.transforms.registers.storage import STATE_LATENCY, WORD_LATENCY
from hashloom.verification.equivalence.contexts.blocks import DONE, Modes, Rename, Words
from hashloom.verification.equivalence.contexts.control import Control, Moment, Step, WrongError
from hashloom.verification.equivalence.contexts.protocol import BEFORE, CURRENT, Action, Pending
from hashloom.verification.equivalence.netlists.machine import (
    Held,
    Machine,
    changed_held,
    either_held,
)
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.slices import port_of, sliced
from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    Value,
    concat,
    cut,
    either,
    samples_of,
)
from hashloom.verification.equivalence.words.claims import Claim, Place
from hashloom.verification.equivalence.words.textbook import SAMPLES, Label, Textbook

_MOST_CLOCKS = 400_000
_PATHS = 12  # that are tried to show that an answer is wrong
_READS = ("word_read", "word_context", "word_row")  # ports of requests of message words


class Scene(NamedTuple):
    """A moment of the control, and how the context's blocks in it began."""

    moment: Moment
    modes: Modes


class Contents(NamedTuple):
    """What is where in a scene.

    Attributes:
        held: registers and memories.
        rows: rows of message words on their way, the next to arrive first.
        states: words of supplied states on their way, likewise, of each sequence.
    """

    held: tuple[Held, ...]
    rows: tuple[Value, ...]
    states: tuple[tuple[Value, ...], ...]


@dataclass
class Explorer:
    """Follows one context of an engine through all moments.

    Attributes:
        claims: values recognised as words of the standard, which are to be proved to be them.
        found: where each word of the newest block was met first.
    """

    netlist: Netlist
    shape: EngineShape
    textbook: Textbook
    context: int
    words: Words
    claims: dict[tuple[Value, Modes, Label], Claim[Modes]] = field(default_factory=dict)
    found: dict[Label, Place] = field(default_factory=dict)
    clocks: int = 0

    def __post_init__(self) -> None:
        slices = sliced(self.netlist)
        self.control = Control(slices, self.shape, self.context)
        self.protocol = self.control.protocol
        self.machine = Machine(slices.words, self.textbook.word_bits, self._recognise)
        self._known: dict[Scene, Contents] = {}
        self._mode = Modes("", "")
        self._age: int | None = None

    @property
    def latency(self) -> dict[int, int]:
        """Clocks from a block's start to each step of its new hash value."""
        return self.control.latency

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

    def run(self) -> None:
        """Visits every moment.  Raises WrongError for the first answer that is wrong."""
        self._follow_control()
        nothing = self.machine.unknown()
        values = self.machine.evaluate(nothing, {"rst": 1} | _ports(self.control.reset))
        scene = Scene(self.control.start, self._mode)
        self._known[scene] = self._alone(self._registers(self.machine.next_state(values)))
        todo = [scene]
        while todo:
            scene = todo.pop()
            try:
                for later, contents in list(self._after(scene)):
                    if self._widened(later, contents) and later not in todo:
                        todo.append(later)
                if self.clocks > _MOST_CLOCKS:
                    raise WrongError(f"{_MOST_CLOCKS} clocks have been followed without an end")
            except WrongError as wrong:
                paths = self.control.paths_to(scene.moment, _PATHS)
                wrong.paths = [_begun(path, scene.modes) for path in paths]
                raise

    def _follow_control(self) -> None:
        """Finds what control does.  Raises WrongError, with paths on which blocks begin in every
        way, when that is wrong."""
        try:
            self.control.run()
        except WrongError as wrong:
            kinds = [action.kind for action in self.protocol.beginnings(True)]
            wrong.paths = [_begun(p, Modes(kind, "")) for p in wrong.paths for kind in kinds]
            raise

    def _widened(self, scene: Scene, contents: Contents) -> bool:
        """Whether a scene is new, or less is known in it than before."""
        known = self._known.get(scene)
        if known is None:
            self._known[scene] = contents
            return True
        bits = self.shape.readers * self.shape.columns * self.shape.word_bits
        both = Contents(
            tuple(
                either_held(self.netlist.nets[number].width, old, new)
                for number, old, new in zip(
                    self.machine.registers, known.held, contents.held, strict=True
                )
            ),
            either_held(bits, known.rows, contents.rows),
            tuple(map(self._either_state, known.states, contents.states)),
        )
        self._known[scene] = both
        return both != known

    def _either_state(self, old: tuple[Value, ...], new: tuple[Value, ...]) -> tuple[Value, ...]:
        """Words of one of two supplied states, nobody knows of which."""
        shape = self.shape
        widths = (shape.words_of(name) * shape.word_bits for name in shape.sequences)
        return tuple(either(width, *pair) for width, *pair in zip(widths, old, new, strict=True))

    def _alone(self, held: tuple[Held, ...]) -> Contents:
        """Registers and memories while no row and no supplied state is on its way."""
        nothing = (UNKNOWN,) * len(self.shape.sequences)
        return Contents(held, (UNKNOWN,) * WORD_LATENCY, (nothing,) * STATE_LATENCY)

    def _after(self, scene: Scene) -> Iterator[tuple[Scene, Contents]]:
        """The scenes a clock later."""
        moment, self._mode = scene
        pending = moment.traffic.pending
        self._age = pending[-1].age if pending else None
        contents = self._known[scene]
        for action, step in self.control.steps[moment].items():
            if action is None or not action.block:
                yield from self._stepped(scene, contents, action or Action("wait"), step)
                continue
            for beginning in self.protocol.beginnings(bool(self._mode.newest), action):
                yield from self._stepped(scene, contents, beginning, step)

    def _stepped(
        self, scene: Scene, contents: Contents, action: Action, step: Step
    ) -> Iterator[tuple[Scene, Contents]]:
        """The scenes after an action."""
        self.clocks += 1
        registers = self.machine.registers
        given = {"rst": 0, **self._arriving(contents), **self.protocol.inputs(action)}
        inputs = {n: v for n, v in given.items() if n in self.netlist.inputs} | _ports(step.nets)
        known = {name: v for name, v in inputs.items() if name in self.machine.netlist.inputs}
        held = dict(zip(registers, contents.held, strict=True))
        values = self.machine.evaluate(held, known, self._mode)
        ports = {name: values[number] for name, number in self.netlist.outputs.items()}
        answered = self.control.answers.get(scene.moment)
        if answered is not None:
            for name in self.shape.sequences:
                self._compare(name, ports[f"chain_{name}"], answered)
        contents = self._asked(scene, contents, ports)
        after = self._registers(self.machine.next_state(values))
        contents = contents._replace(held=after)
        for moment in step.later:
            yield self._later(moment, action, contents)

    def _registers(self, held: dict[int, Held]) -> tuple[Held, ...]:
        return tuple(held[number] for number in self.machine.registers)

    # ---- what goes in ---------------------------------------------------------------------

    def _arriving(self, contents: Contents) -> dict[str, Value]:
        states = zip(self.shape.sequences, contents.states[0], strict=True)
        return {"word_data": contents.rows[0]} | {f"state_{name}": word for name, word in states}

    def _asked(self, scene: Scene, contents: Contents, ports: dict[str, Held]) -> Contents:
        """The requests of a clock, answered later."""
        row: Value = UNKNOWN
        if scene.moment.traffic.pending:
            bits = self.shape.columns * self.shape.word_bits
            rows = [self._asked_by(reader, ports) for reader in range(self.shape.readers)]
            row = rows[0] if len(rows) == 1 else concat((bits, each) for each in rows[::-1])
        state: tuple[Value, ...] = (UNKNOWN,) * len(self.shape.sequences)
        keyed = self.shape.supplied and self._mode.newest == "keyed"
        if keyed and self._ours(ports, "state_context"):
            state = self._state(ports.get("state_step", 0))
        return contents._replace(
            rows=(*contents.rows[1:], row), states=(*contents.states[1:], state)
        )

    def _ours(self, ports: dict[str, Held], name: str) -> bool:
        return name not in ports or ports[name] == self.context

    def _asked_by(self, reader: int, ports: dict[str, Held]) -> Value:
        """The row of message words that a stage asks for, if it is of this context."""

        def own(name: str) -> Held:
            width = self.netlist.nets[self.netlist.outputs[name]].width
            each = width // self.shape.readers
            return cut(ports[name], width, (reader + 1) * each - 1, reader * each)

        asked = {name: own(name) for name in _READS if name in ports}
        if asked["word_read"] == 1 and self._ours(asked, "word_context"):
            return self._row(asked.get("word_row", 0))
        return UNKNOWN

    def _row(self, row: Held) -> Value:
        """A row of message words, of the newest block from when its first row may be wanted."""
        if not isinstance(row, int):
            return UNKNOWN
        tag, message = CURRENT, self.textbook.message
        if self.shape.picked and self._mode.before and (self._age or 0) < self.shape.read_lag:
            tag = BEFORE
        labels = [
            message[number]._replace(block=tag) if number < len(message) else None
            for number in self.shape.words_in(row)
        ]
        return self._joined(
            UNKNOWN if label is None else self.words.word(label, self._mode) for label in labels
        )

    def _state(self, step: Held) -> tuple[Value, ...]:
        """Words of a supplied state, of each sequence."""
        if not isinstance(step, int):
            return (UNKNOWN,) * len(self.shape.sequences)
        return tuple(
            self._joined(
                UNKNOWN if index is None else self.words.word(Label("H", index), self._mode)
                for index in self.shape.words_at(name, step)
            )
            for name in self.shape.sequences
        )

    def _joined(self, words: Iterable[Value]) -> Value:
        """Words on one port, the first in the low bits."""
        return concat((self.textbook.word_bits, each) for each in reversed(list(words)))

    # ---- what comes out -------------------------------------------------------------------

    def _compare(self, name: str, value: Value, pending: Pending) -> None:
        """Raises WrongError unless the port of a sequence brings words of a new hash value."""
        bits, indices = self.textbook.word_bits, self.shape.words_at(name, pending.step)
        for lane, index in enumerate(indices):
            found = cut(value, len(indices) * bits, (lane + 1) * bits - 1, lane * bits)
            if index is None:
                continue
            if found is not self.words.word(Label("N", index, pending.tag), self._mode):
                raise WrongError(f"chain_{name} does not bring the new H[{index}]")

    # ---- a clock later --------------------------------------------------------------------

    def _later(self, moment: Moment, action: Action, contents: Contents) -> tuple[Scene, Contents]:
        """A scene after an action, with words called as they are called there and without those
        that will not be needed."""
        modes, pending = self._mode, moment.traffic.pending
        if action.block:
            modes = Modes(action.kind, modes.newest if len(pending) > 1 else "")
            contents = _renamed(contents, self.words.older(modes))
        tags = {each.tag for each in pending}
        if modes.newest and not pending:
            modes = Modes(DONE, "")
            contents = _renamed(self._alone(contents.held), self.words.forgotten(modes.newest))
        if modes.before and BEFORE not in tags:
            modes = Modes(modes.newest, "")
            contents = _renamed(contents, self.words.forgotten(modes.newest))

        def keep(found: Expression) -> Value:
            label: Label = found.args[0]
            done = label.block not in tags and not label.constant
            return UNKNOWN if done and (label.letter, label.block) != ("N", CURRENT) else found

        done = self._memories.setdefault(frozenset(tags), {})
        held = tuple(changed_held(value, keep, done) for value in contents.held)
        return Scene(moment, modes), contents._replace(held=held)

    _memories: dict[frozenset[str], dict[Expression, Value]] = field(default_factory=dict)


def _ports(nets: dict[int, Held]) -> dict[str, Held]:
    """Nets of control as inputs of the part with the words."""
    return {port_of(number): value for number, value in nets.items()}


def _begun(path: list[Action | None], modes: Modes) -> list[Action | None]:
    """A path on which the last two blocks begin as they do in a scene, earlier ones anyhow."""
    kinds = [modes.before or "first", modes.newest]
    kinds = ["first" if kind in (DONE, "") else kind for kind in kinds]
    found: list[Action | None] = []
    for action in reversed(path):
        if action is not None and action.block:
            action = Action(kinds.pop() if kinds else "first")
        found.append(action)
    return found[::-1]


def _renamed(contents: Contents, rename: Rename) -> Contents:
    """Contents with words renamed."""
    done: dict[Expression, Value] = {}
    return Contents(*(changed_held(value, rename, done) for value in contents))
