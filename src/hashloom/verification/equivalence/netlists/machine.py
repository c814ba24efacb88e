"""One clock of a netlist, on values that are known, expressions, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any

from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.netlist import Net, Netlist
from hashloom.verification.equivalence.netlists.operators import OPERATORS
from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    Value,
    apply,
    concat,
    cut,
    either,
    numbers_of,
)

Memory = tuple[Value, ...]
Held = Any  # a value, of a memory its words
Recognise = Callable[[int, Value], Value]  # number of the net, value


Compute = Callable[[Mapping[int, Held]], Held]


class Machine:
    """Evaluates a netlist; `recognise` may replace the value of any net of `word_bits` bits."""

    def __init__(
        self, netlist: Netlist, word_bits: int = 0, recognise: Recognise | None = None
    ) -> None:
        self.netlist = netlist
        self._recognise = recognise
        order = sorted(netlist.nets)
        self._fixed: dict[int, Held] = {}
        self._plan: list[tuple[int, Compute | None, bool]] = []
        for number in order:
            net = netlist.nets[number]
            is_word = net.width == word_bits and not net.rows and recognise is not None
            if net.op in ("input", "state"):
                self._plan.append((number, None, is_word))
                continue
            compute = _compute(net, [netlist.nets[n].width for n in net.operands])
            if net.rows and all(n in self._fixed for n in net.operands):
                self._fixed[number] = compute(self._fixed)  # contents of a table
            elif net.op == "const" and not is_word:
                self._fixed[number] = compute(self._fixed)
            else:
                self._plan.append((number, compute, is_word))
        self.registers = tuple(netlist.state)
        self._place = {entry[0]: place for place, entry in enumerate(self._plan)}
        self._readers: list[list[int]] = [[] for _ in self._plan]
        for place, (number, _, _) in enumerate(self._plan):
            for operand in set(netlist.nets[number].operands):
                if operand in self._place:
                    self._readers[self._place[operand]].append(place)
        self._sources = [
            (self._place[n], n, (UNKNOWN,) * net.rows if net.rows else UNKNOWN)
            for n, net in netlist.nets.items()
            if net.op in ("input", "state")
        ]
        self._last: dict[int, Held] | None = None
        self._last_kind: object = None

    def unknown(self) -> dict[int, Held]:
        """Registers of which nothing is known, and memories with what they always hold."""
        state: dict[int, Held] = {}
        constants = dict(self._fixed)
        for number in self.registers:
            net = self.netlist.nets[number]
            if number in self.netlist.initial:
                found = self._contents(self.netlist.initial[number], constants)
                whole = net.rows and not isinstance(found, tuple)  # a word stands for every row
                state[number] = (found,) * net.rows if whole else found
            else:
                state[number] = (UNKNOWN,) * net.rows if net.rows else UNKNOWN
        return state

    def _contents(self, number: int, known: dict[int, Held]) -> Held:
        """What a net is that depends on constants only."""
        todo = [number]
        while todo:
            last = todo[-1]
            net = self.netlist.nets[last]
            missing = [n for n in net.operands if n not in known]
            if last in known:
                todo.pop()
            elif missing:
                todo += missing
            elif net.op == "state":
                known[last] = (UNKNOWN,) * net.rows if net.rows else UNKNOWN
            else:
                known[last] = _compute(net, [self.netlist.nets[n].width for n in net.operands])(
                    known
                )
        return known[number]

    def evaluate(
        self, state: Mapping[int, Held], inputs: Mapping[str, Value], kind: object = None
    ) -> dict[int, Held]:
        """Values of all nets in a clock.

        Only nets behind a change since the last call are worked out again, unless `kind`, on
        which `recognise` depends, is another one.
        """
        given = {self.netlist.inputs[name]: value for name, value in inputs.items()}
        if self._last is None or kind != self._last_kind:
            self._last, self._last_kind = dict(self._fixed), kind
            todo = list(range(len(self._plan)))
        else:
            todo = []
        last = self._last
        for place, number, empty in self._sources:
            value = state.get(number, given.get(number, empty))
            if number not in last or last[number] != value:
                last[number] = self._known(place, value)
                todo += self._readers[place]
        self._work(last, sorted(set(todo)))
        return dict(last)

    def changed(self, values: Mapping[int, Held], inputs: Mapping[str, Value]) -> dict[int, Held]:
        """The same clock with some inputs that are others."""
        result = dict(values)
        todo: list[int] = []
        for name, value in inputs.items():
            number = self.netlist.inputs.get(name)
            if number is not None and result[number] != value:
                result[number] = value
                todo += self._readers[self._place[number]]
        self._work(result, sorted(set(todo)))
        return result

    def _work(self, values: dict[int, Held], todo: list[int]) -> None:
        """Works out nets by place in the plan, and those behind them that change."""
        waiting = set(todo)
        plan, readers = self._plan, self._readers
        while todo:
            place = heappop(todo)
            waiting.discard(place)
            number, compute, _ = plan[place]
            if compute is None:
                continue
            value = self._known(place, compute(values))
            if number in values and values[number] == value:
                continue
            values[number] = value
            for reader in readers[place]:
                if reader not in waiting:
                    waiting.add(reader)
                    heappush(todo, reader)

    def _known(self, place: int, value: Held) -> Held:
        """A value, or the word of the standard that it is."""
        number, _, is_word = self._plan[place]
        if is_word and value is not UNKNOWN and self._recognise is not None:
            return self._recognise(number, value)
        return value

    def next_state(self, values: Mapping[int, Held]) -> dict[int, Held]:
        """Registers and memories a clock later."""
        return {number: values[later] for number, later in self.netlist.state.items()}


_UNKNOWN_IF_ONE_IS = {"add", "sub", "mul"}


def _compute(net: Net, widths: list[int]) -> Compute:
    """What computes a net's value from those of its operands."""
    op, width = net.op, net.width
    if op == "const":
        number = net.numbers[0]
        return lambda values: number
    if net.rows:
        return lambda values: _memory(net, values)
    if op == "ite":
        return _selecting(net, widths)
    if op in OPERATORS and len(net.operands) == 2:
        first, second = net.operands
        unknown = op in _UNKNOWN_IF_ONE_IS

        def binary(values: Mapping[int, Held]) -> Held:
            a, b = values[first], values[second]
            if unknown and (a is UNKNOWN or b is UNKNOWN):
                return UNKNOWN
            return apply(op, width, widths, (a, b))

        return binary
    return lambda values: _word(net, widths, values)


def _selecting(net: Net, widths: list[int]) -> Compute:
    condition, yes, no = net.operands
    width = net.width

    def select(values: Mapping[int, Held]) -> Held:
        chosen = values[condition]
        if type(chosen) is int:
            return values[yes] if chosen else values[no]
        return apply("ite", width, widths, (chosen, values[yes], values[no]))

    return select


def _word(net: Net, widths: list[int], values: Mapping[int, Held]) -> Value:
    op = net.op
    if op == "read":
        return _read(values[net.operands[0]], values[net.operands[1]], net.width)
    reads: list[Value] = [values[n] for n in net.operands]
    if op in OPERATORS:
        return apply(op, net.width, widths, reads)
    if op == "slice":
        return cut(reads[0], widths[0], *net.numbers)
    if op == "concat":
        return concat(zip(widths, reads, strict=True))
    if op in ("uext", "sext"):
        return _extended(op, net.numbers[0], widths[0], reads[0])
    raise ToolError(f"The netlist has an operator {op}, which no proof has met yet.")


def _extended(op: str, by: int, width: int, value: Value) -> Value:
    if by == 0:
        return value
    if op == "uext":
        return concat([(by, 0), (width, value)])
    top = cut(value, width, width - 1, width - 1)
    return concat([(1, top)] * by + [(width, value)])


def _read(memory: Memory, address: Value, width: int) -> Value:
    """A word of a memory; one of several where the address is not known."""
    possible = numbers_of(address)
    if possible is None:
        return UNKNOWN
    words = [memory[number] for number in possible if number < len(memory)]
    value = words[0]
    for other in words[1:]:
        value = either(width, value, other)
    return value


def _memory(net: Net, values: Mapping[int, Held]) -> Memory:
    """A memory after a write, or one of two."""
    if net.op == "write":
        old, address, word = (values[n] for n in net.operands)
        return _written(old, address, word, net.width)
    if net.op != "ite":
        raise ToolError(f"The netlist has an operator {net.op} of memories, which none has.")
    condition, yes, no = (values[n] for n in net.operands)
    if isinstance(condition, int):
        chosen: Memory = yes if condition else no
        return chosen
    pairs = zip(yes, no, strict=True)
    return tuple(a if a is b else either(net.width, a, b) for a, b in pairs)


def _written(old: Memory, address: Value, word: Value, width: int) -> Memory:
    possible = numbers_of(address)
    if possible is not None and len(possible) == 1:
        (row,) = possible
        return (*old[:row], word, *old[row + 1 :])
    rows = _reached(address, len(old)) if possible is None else possible
    changed = {row: either(width, old[row], word) for row in rows}
    return tuple(changed.get(row, value) for row, value in enumerate(old))


def _reached(address: Value, rows: int) -> list[int]:
    """Rows whose number agrees with an address in the bits of it that are known."""
    known = wanted = 0
    parts = address.args if isinstance(address, Expression) and address.op == "concat" else ()
    for width, value in parts:
        known, wanted = known << width, wanted << width
        if isinstance(value, int):
            known, wanted = known | (1 << width) - 1, wanted | value
    return [row for row in range(rows) if row & known == wanted]


def either_held(width: int, a: Held, b: Held) -> Held:
    """One of two values, or of two memories, nobody knows which."""
    if a is b or (type(a) is int and a == b):
        return a
    if isinstance(a, tuple):
        return tuple(either_held(width, *pair) for pair in zip(a, b, strict=True))
    return either(width, a, b)


def substituted(
    value: Value,
    change: Callable[[Expression], Value],
    done: dict[Expression, Value] | None = None,
) -> Value:
    """A value with every word of the standard passed through `change`.

    `done` remembers expressions from one call to the next.
    """
    return _substituted(value, change, {} if done is None else done)


def changed_held(
    value: Held, change: Callable[[Expression], Value], done: dict[Expression, Value]
) -> Held:
    """A value, or the words of a memory, `substituted`."""
    if isinstance(value, tuple):
        return tuple(changed_held(each, change, done) for each in value)
    return substituted(value, change, done)


def _substituted(
    value: Value, change: Callable[[Expression], Value], done: dict[Expression, Value]
) -> Value:
    if not isinstance(value, Expression) or value.op == "choice":
        return value
    if value in done:
        return done[value]
    if value.op == "word":
        result = change(value)
    elif value.op == "concat":
        parts = [(w, _substituted(v, change, done)) for w, v in value.args]
        result = concat(parts)
    elif value.op == "slice":
        whole, high, low = value.args
        changed = _substituted(whole, change, done)
        result = cut(changed, whole.width, high, low)
    else:
        result = _rebuilt(value, change, done)
    done[value] = result
    return result


def _rebuilt(
    value: Expression, change: Callable[[Expression], Value], done: dict[Expression, Value]
) -> Value:
    operands, widths = operands_of(value)
    changed = [_substituted(operand, change, done) for operand in operands]
    return apply(value.op, value.width, widths, changed)


def operands_of(value: Expression) -> tuple[tuple[Value, ...], tuple[int, ...]]:
    """Operands of an operator's expression, and their widths."""
    if value.op in ("and", "or", "xor", "xnor", "not"):
        operands: tuple[Value, ...] = value.args
        return operands, (value.width,) * len(operands)
    half = len(value.args) // 2
    return value.args[:half], value.args[half:]
