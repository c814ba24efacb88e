"""Counterexamples in the standard's letters."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hashloom.transforms.registers.storage import STATE_LATENCY
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.contexts.exploration import Explorer
from hashloom.verification.equivalence.contexts.protocol import Action
from hashloom.verification.equivalence.netlists.machine import Held, Machine
from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    Value,
    parts_of,
    word,
)
from hashloom.verification.equivalence.words.claims import Place, hexadecimal
from hashloom.verification.equivalence.words.textbook import SAMPLES, Block, Label, Textbook

Hints = Sequence[tuple[str, str, int, int]]  # net, letter, first round, its clock
_CLOCKS_BEYOND = 3000
_RUNS = 12  # that are tried, where there are fewer paths
_REST = 1000  # clocks after which an engine without blocks is at rest


# ---- a run with numbers -----------------------------------------------------------------------


@dataclass
class _Run:
    """A block of the context in a run: when its slot started, and the standard's words for it."""

    start: int
    block: Block
    kind: str

    def number(self, label: Label) -> int:
        """A word of the block."""
        return number_of(self.block, label)


def number_of(block: Block, label: Label) -> int:
    """A word of a block in a run: the first of its samples."""
    samples = block.words[label].samples
    assert samples is not None
    return samples[0]


def of_run(explorer: Explorer, wrong: WrongError, hints: Hints) -> tuple[str, ...]:
    """Lines for an answer that is wrong, from a run of the RTL with numbers along the same path.

    Empty when no run shows anything wrong: the answer then depends on something that the proof
    holds for unknown, and nobody knows whether it can be wrong.
    """
    for path, seed in product(wrong.paths, range(max(1, _RUNS // len(wrong.paths)))):
        simulation = _Simulation(explorer, path, seed)
        simulation.run()
        if simulation.runs and simulation.wrong:
            return tuple(_told(explorer, simulation, hints))
    return ()


def _told(explorer: Explorer, simulation: _Simulation, hints: Hints) -> Iterator[str]:
    """Lines for a run that went wrong."""
    run = simulation.runs[-1] if len(simulation.runs) == 1 else simulation.failing
    began = {"first": "begins a message", "keyed": "begins with a supplied state"}
    yield (
        f"{simulation.wrong} The block "
        f"{began.get(run.kind, 'continues a message')}; a run with these words shows it:"
    )
    yield from block_lines(run.block, explorer.textbook)
    yield from _first_deviation(simulation, run, hints)


def block_lines(block: Block, book: Textbook) -> Iterator[str]:
    """The words that a block begins from."""
    yield from _rows(
        "H", [number_of(block, Label("H", k)) for k in range(book.count)], book.word_bits
    )
    yield from _rows("M", [number_of(block, label) for label in book.message], book.word_bits)


def _rows(name: str, numbers: Sequence[int], bits: int) -> Iterator[str]:
    count = 8 if bits == 32 else 4
    for first in range(0, len(numbers), count):
        row = " ".join(hexadecimal(n, bits) for n in numbers[first : first + count])
        yield f"  {name}[{first}..]: {row}"


def drawn(value: Held, width: int, draw: random.Random) -> Held:
    """A value, or the words of a memory, with unknown bits drawn at random."""
    if isinstance(value, tuple):
        return tuple(drawn(each, width, draw) for each in value)
    result = 0
    for size, part in parts_of(value, width):
        if isinstance(part, int):
            number = part
        elif isinstance(part, Expression) and part.op == "choice":
            number = draw.choice(part.args)
        else:
            number = draw.getrandbits(size)
        result = result << size | number
    return result


class _Simulation:
    """A run of an engine with numbers along a path of actions."""

    def __init__(self, explorer: Explorer, path: Sequence[Action | None], seed: int) -> None:
        self.explorer, self.path = explorer, path
        self.machine = Machine(explorer.netlist)
        self.random = random.Random(seed)
        self.runs: list[_Run] = []
        self.values: list[dict[int, Held]] = []
        self.wrong = ""
        self._due: list[tuple[_Run, int]] = []
        self._rows: list[int] = [0, 0]
        self._states: list[dict[str, int]] = [{}] * STATE_LATENCY
        self._along = 0  # clocks along the path
        self._flush = 0  # slots that must follow without pause
        begun = (action.kind for action in path if action is not None and action.block)
        self._leading = next(begun, "continued") == "continued"
        self._first_group: int | None = None
        self._rested = 0

    def run(self) -> None:
        """Goes along the path and a little further, until something is wrong."""
        netlist = self.explorer.netlist
        state = {
            number: drawn(value, netlist.nets[number].width, self.random)
            for number, value in self.machine.unknown().items()
        }
        values = self.machine.evaluate(state, self._inputs({"rst": 1, "slot_start": 0}))
        state = self.machine.next_state(values)
        for clock in range(len(self.path) + 2 * _CLOCKS_BEYOND):
            values = self.machine.evaluate(state, self._inputs(self._ports(None)))
            action = self._action(values)
            if action is not None and action.kind != "wait":
                values = self.machine.evaluate(state, self._inputs(self._ports(action)))
            self.values.append(values)
            out = {n: values[number] for n, number in netlist.outputs.items()}
            self._check(clock, out)
            if self.wrong or (self._along > len(self.path) and not (self._due or self._flush)):
                return
            self._ask(clock, out)
            if action is not None and action.kind != "wait":
                self._slots(clock, action)
            state = self.machine.next_state(values)

    def _slots(self, clock: int, action: Action) -> None:
        """Keeps account of slots that must follow, and of blocks."""
        anew = action.block or self._flush == 0
        self._flush = self.explorer.protocol.flush if anew else self._flush - 1
        if action.block:
            self._begin(clock, action.kind)

    def _action(self, values: Mapping[int, Held]) -> Action | None:
        """What happens in a clock."""
        outputs = self.explorer.netlist.outputs
        ready = values[outputs["slot_ready"]] == 1
        if self._leading:
            group = values[outputs["slot_group"]] if "slot_group" in outputs else None
            return self._led(ready, group)
        self._along += 1
        if self._along <= len(self.path):
            return self.path[self._along - 1]
        return Action("flush") if self._flush and ready else None

    def _led(self, ready: bool, group: int | None) -> Action | None:
        """What happens before a path that has no block or begins within a message: a block is
        hashed, and then nothing more until the engine is at rest."""
        if self._first_group is None:
            self._first_group = group
        if ready and not self.runs and group in (None, self.explorer.protocol.group):
            return Action("first")
        if ready and (not self.runs or self._flush or group != self._first_group):
            self._rested = 0
            return Action("flush")
        self._rested = 0 if self._due else self._rested + 1
        self._leading = self._rested < _REST
        return None

    def _inputs(self, ports: Mapping[str, Value]) -> dict[str, Value]:
        netlist = self.explorer.netlist
        return {
            name: drawn(ports.get(name, UNKNOWN), netlist.nets[number].width, self.random)
            for name, number in netlist.inputs.items()
        }

    def _ports(self, action: Action | None) -> dict[str, Value]:
        ports: dict[str, Value] = {"rst": 0}
        ports |= self.explorer.protocol.inputs(action or Action("wait"))
        return ports | {"word_data": self._rows[0]} | self._states[0]

    def _begin(self, clock: int, kind: str) -> None:
        book, bits = self.explorer.textbook, self.explorer.textbook.word_bits
        if kind == "first":
            numbers = list(book.initial)
        elif kind == "continued" and self.runs:
            numbers = [self.runs[-1].number(Label("N", k)) for k in range(book.count)]
        else:
            numbers = [self.random.getrandbits(bits) for _ in range(book.count)]
        old: list[tuple[Expression, Value | None]] = [
            (word(Label("H", k), bits, (number,) * SAMPLES), None)
            for k, number in enumerate(numbers)
        ]
        shape, last = self.explorer.shape, self.runs[-1].start if self.runs else None
        clocks = None if last is None else clock - last
        if self.explorer.protocol.joins(Action(kind), clocks):
            clock -= shape.skipped
        run = _Run(clock, book.block("", old, clock + 100), kind)
        self.runs.append(run)
        self._due.append((run, self.explorer.shape.first_step))

    def _read(self, clock: int) -> _Run | None:
        """The block whose words are read: the newest from when its first row may be wanted."""
        shape = self.explorer.shape
        lag = shape.read_lag if shape.picked else 0
        begun = [run for run in self.runs if clock - run.start >= lag]
        return begun[-1] if begun else None

    def _ask(self, clock: int, out: Mapping[str, Held]) -> None:
        shape, context = self.explorer.shape, self.explorer.context
        message = self.explorer.textbook.message
        row = self.random.getrandbits(shape.readers * shape.columns * shape.word_bits)
        for reader in range(shape.readers):
            asked, run = shape.asked_by(reader, out), self._read(clock)
            if run is None or asked is None or asked[0] not in (None, context):
                continue
            for lane, number in enumerate(shape.words_in(asked[1])):
                if number < len(message):
                    shift = (reader * shape.columns + lane) * shape.word_bits
                    row &= ~(((1 << shape.word_bits) - 1) << shift)
                    row |= run.number(message[number]) << shift
        self._rows = [self._rows[1], row]
        state: dict[str, int] = {}
        if self.runs and out.get("state_context", context) == context:
            step = out.get("state_step", 0)
            for name in shape.sequences:
                words = self._words(self.runs[-1], "H", name, step)
                state[f"state_{name}"] = sum(n << lane * shape.word_bits for lane, n in words)
        self._states = [*self._states[1:], state]

    def _words(self, run: _Run, letter: str, name: str, step: int) -> list[tuple[int, int]]:
        """Words of a hash value that a port of a sequence carries in a step, by lane."""
        indices = enumerate(self.explorer.shape.words_at(name, step))
        return [(lane, run.number(Label(letter, k))) for lane, k in indices if k is not None]

    def _check(self, clock: int, out: Mapping[str, Held]) -> None:
        """Says what is wrong with the answers of a clock."""
        shape, context = self.explorer.shape, self.explorer.context
        latency = self.explorer.latency
        valid = out["chain_valid"] and out.get("chain_context", context) == context
        due = self._due[0] if self._due else None
        if not valid:
            if due and clock - due[0].start > latency.get(due[1], _CLOCKS_BEYOND - 1):
                self._fail(due[0], "A new hash value does not leave in time.")
            return
        if due is None:
            if self.runs:
                self._fail(self.runs[-1], "A hash value leaves that no block has.")
            return
        run, step = due
        bits = shape.word_bits
        if out.get("chain_step", 0) != step:
            self._fail(run, f"chain_step is not {step} when that step leaves.")
        if clock - run.start != latency.get(step, clock - run.start):
            self._fail(run, "A new hash value leaves at another time.")
        for name in shape.sequences:
            brought = out[f"chain_{name}"]
            words = self._words(run, "N", name, step)
            if any(brought >> lane * bits & (1 << bits) - 1 != number for lane, number in words):
                self._fail(run, f"chain_{name} does not bring the new hash value's words.")
        rest = [] if step == shape.last_step else [(run, step + 1)]
        self._due = [*rest, *self._due[1:]]

    def _fail(self, run: _Run, sentence: str) -> None:
        if not self.wrong:
            self.wrong, self.failing = sentence, run


def _first_deviation(simulation: _Simulation, run: _Run, hints: Hints) -> Iterator[str]:
    """The first word of the standard that is not where it should be."""
    explorer = simulation.explorer
    bits, book = explorer.textbook.word_bits, run.block
    order = explorer.textbook.letters.order
    rounds = max(label.number for label in book.words if label.letter == order[-1]) + 1
    places = _places(explorer, hints, rounds)
    for t in range(rounds):
        for letter in order:
            for place in places.get(Label(letter, t), ()):
                clock = run.start + place.clock
                if clock >= len(simulation.values):
                    continue
                found = simulation.values[clock][explorer.netlist.named(place.net)]
                wanted = run.number(Label(letter, t))
                if found == wanted:
                    break
                yield (
                    f"The first word that differs is {letter}[{t}], {place.clock} clocks after the "
                    f"start of the slot, in net {place.net}:"
                )
                yield from round_lines(run.block, explorer.textbook, t)
                yield f"  standard: {letter}[{t}] = {hexadecimal(wanted, bits)}"
                yield f"  RTL:      {letter}[{t}] = {hexadecimal(found, bits)}"
                return
    for k in range(explorer.textbook.count):
        yield f"  standard: new H[{k}] = {hexadecimal(run.number(Label('N', k)), bits)}"


def round_lines(block: Block, book: Textbook, t: int) -> Iterator[str]:
    """The words of round t of a block."""
    before = book.variables({label: number_of(block, label) for label in block.words}, t)
    bits = book.word_bits
    for names in book.letters.variables:
        yield "  " + ", ".join(f"{name} = {hexadecimal(before[name], bits)}" for name in names)
    for letters in book.letters.shown:
        labels = [Label(letter, t) for letter in letters]
        called = [each if each.constant else block.words[each].args[0] for each in labels]
        numbers = [hexadecimal(number_of(block, each), bits) for each in labels]
        yield "  " + ", ".join(f"{name} = {n}" for name, n in zip(called, numbers, strict=True))


def missed_lines(
    block: Block,
    book: Textbook,
    seen: Mapping[int, Place],
    values: Sequence[Mapping[int, Held]],
    named: Callable[[str], int],
) -> Iterator[str]:
    """Lines for a block in a run with numbers: its words, and the first one that never came.

    `seen` tells where each number was met first, `values` what was on every net, clock by clock;
    `named` gives the number of a net.
    """
    yield from block_lines(block, book)
    order = book.letters.order
    rounds = 1 + max(label.number for label in block.words if label.letter == order[-1])
    for label in (Label(letter, t) for t in range(rounds) for letter in order):
        wanted = number_of(block, label)
        if wanted in seen:
            continue
        yield f"The first word that the machine does not come to is {label}:"
        yield from round_lines(block, book, label.number)
        yield f"  standard: {label} = {hexadecimal(wanted, book.word_bits)}"
        earlier = [label._replace(number=label.number - back) for back in (1, 2)]
        places = [seen[number_of(block, each)] for each in earlier if each in block.words]
        if len(places) == len(earlier) and places[0].net == places[1].net:
            clock = 2 * places[0].clock - places[1].clock
            if clock < len(values):
                found = values[clock][named(places[0].net)]
                yield f"  RTL:      {label} = {hexadecimal(found, book.word_bits)}"
        return


def _places(explorer: Explorer, hints: Hints, rounds: int) -> dict[Label, tuple[Place, ...]]:
    """Where words of a block should be: where they were found, where words of earlier rounds tell
    that they should be, and where the generator has them."""
    shape, order = explorer.shape, explorer.textbook.letters.order
    places: dict[Label, list[Place]] = {}
    for (letter, t, _), place in explorer.found.items():
        if letter in order:
            places[Label(letter, t)] = [place]
    names = {name for names in explorer.netlist.names.values() for name in names}
    for net, letter, first, clock in hints:
        if net not in names:
            continue
        for t in range(first, rounds, shape.unroll):
            later = (t - first) // shape.unroll * shape.interleave
            at = clock + later + explorer.context % shape.interleave
            places.setdefault(Label(letter, t), []).append(Place(at, net))
    for letter in order:
        for t in range(shape.unroll, rounds):
            label, earlier = Label(letter, t), Label(letter, t - shape.unroll)
            if label not in places and earlier in places:
                places[label] = [
                    Place(place.clock + shape.interleave, place.net) for place in places[earlier]
                ]
    return {label: tuple(found) for label, found in places.items()}
