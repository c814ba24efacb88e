"""The words an engine computes for a block that comes whole, whatever else is in the engine.

Such an engine takes a block with the hash value that it starts from in one clock. What says in
which clocks it may is known after a reset. How much of that stays true, whatever comes, is found by
weakening it until every step from there leads back: a clock without a block, and a block with the
clocks behind it in which none may begin.

From there a block is followed with words of the standard for its data, and nothing known of the
rest of the engine or of later inputs, until its new chaining words leave. What is shown so is true
in every state that the engine can come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.contexts.blocks import Modes, Words
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.netlists.machine import Held, Machine
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import UNKNOWN, Value, concat, cut, word
from hashloom.verification.equivalence.one_block.recogniser import Recogniser
from hashloom.verification.equivalence.words.textbook import Label, Textbook

GIVEN = Modes("any", "")  # a block starts from any hash value
_MOST_CLOCKS = 1000  # until a block leaves, or another one may begin

State = dict[int, Held]


@dataclass
class BlockSearch:
    """Follows a block through an engine that takes blocks whole.

    Attributes:
        latency: clocks from a block's start to its new chaining words.
        apart: clocks from a block to the next one that may begin.
    """

    netlist: Netlist
    shape: EngineShape
    textbook: Textbook
    words: Words
    latency: int = 0
    apart: int = 0

    def __post_init__(self) -> None:
        self.seen = Recogniser(self.netlist, self.words)
        self.machine = Machine(self.netlist, self.textbook.word_bits, self.seen)
        self.mark = word("what comes with the block", 1, ())

    def run(self) -> None:
        """Follows all that there can be.  Raises WrongError for the first thing that is wrong."""
        after_reset = self._next(self.machine.unknown(), {"rst": 1})
        idle = self._always(after_reset)
        self._is_left(idle)
        self._is_empty(after_reset)
        self._followed(idle)

    # ---- when blocks begin ----------------------------------------------------------------

    def _always(self, state: State) -> State:
        """What is known whenever a block may begin; `state` is that after a reset."""
        while True:
            values = self._values(state, {"slot_start": 0})
            self._expect(
                self._port(values, "slot_ready") == 1, "nobody knows when a block may begin"
            )
            later = (self.machine.next_state(values), self._behind(state))
            weaker = {number: self._common(number, state, later) for number in state}
            if weaker == state:
                return state
            state = weaker

    def _behind(self, state: State) -> State:
        """The first clock behind a block's start in which another one may begin."""
        state = self._next(state, {"slot_start": 1})
        for self.apart in range(1, _MOST_CLOCKS):
            values = self._values(state, {"slot_start": 0})
            ready = self._port(values, "slot_ready")
            self._expect(ready in (0, 1), "nobody knows when the next block may begin")
            if ready:
                return state
            state = self.machine.next_state(values)
        raise WrongError("no block may begin behind another one")

    def _common(self, number: int, state: State, others: tuple[State, ...]) -> Held:
        """The bits of a register that are alike in all states."""
        width, held = self.netlist.nets[number].width, state[number]
        found = (held, *(other[number] for other in others))
        if all(type(each) is int and each == held for each in found):
            return held
        if any(isinstance(each, tuple) for each in found):
            return self.machine.unknown()[number]
        bits = [[cut(each, width, bit, bit) for each in found] for bit in reversed(range(width))]
        return concat((1, b[0] if b[0] in (0, 1) and len(set(b)) == 1 else UNKNOWN) for b in bits)

    def _is_empty(self, state: State) -> None:
        """Nothing of before a reset leaves, whatever begins then."""
        for _ in range(self.latency):
            values = self._values(state, {})
            self._expect(self._port(values, "chain_valid") == 0, "something leaves after a reset")
            state = self.machine.next_state(values)

    # ---- what becomes of one --------------------------------------------------------------

    def _is_left(self, idle: State) -> None:
        """A block leaves once, and none leaves that did not begin."""
        state = self._next(idle, {"slot_start": 1})
        for self.latency in range(1, _MOST_CLOCKS):
            values = self._values(state, self._between(self.latency))
            if self._port(values, "chain_valid") == 1:
                break
            state = self.machine.next_state(values)
        else:
            raise WrongError("a block never leaves")
        for _ in range(1, self.apart):  # nothing began in the clocks behind it
            state = self._next(state, {})
            valid = self._port(self._values(state, {}), "chain_valid")
            self._expect(valid == 0, "a block leaves twice")
        state = self._next(idle, {"slot_start": 0})
        for _ in range(1, self.latency):
            state = self._next(state, {})
        valid = self._port(self._values(state, {}), "chain_valid")
        self._expect(valid == 0, "a block leaves that did not begin")

    def _between(self, clock: int) -> dict[str, Value]:
        """Inputs so many clocks behind a block's start: none begins before it may."""
        return {"slot_start": 0} if clock < self.apart else {}

    def _followed(self, state: State) -> None:
        """A whole block, and the words that leave."""
        self.seen.mode, self.seen.clock = GIVEN, 0
        block = self.words.block(GIVEN).words
        row = [block[label] for label in self.textbook.message]
        given: dict[str, Value] = {"slot_start": 1, "word_data": self._joined(row)}
        given["slot_mark"] = self.mark
        for name in self.shape.sequences:
            old = [k for k in self.shape.words_at(name, 0) if k is not None]
            given[f"state_{name}"] = self._joined([block[Label("H", k)] for k in old])
        state = self.machine.next_state(self._values(state, given))
        for clock in range(1, self.latency):
            self.seen.clock = clock
            state = self._next(state, self._between(clock))
        self.seen.clock = self.latency
        values = self._values(state, {})
        for name in self.shape.sequences:
            self._compare(name, self._port(values, f"chain_{name}"))
        if "chain_mark" in self.netlist.outputs:
            mark = self._port(values, "chain_mark")
            self._expect(mark is self.mark, "a block takes another one's mark along")

    def _compare(self, name: str, value: Value) -> None:
        """Raises WrongError unless the port of a sequence brings words of a new hash value."""
        bits, indices = self.textbook.word_bits, self.shape.words_at(name, 0)
        for lane, index in enumerate(indices):
            found = cut(value, len(indices) * bits, (lane + 1) * bits - 1, lane * bits)
            if index is not None and found is not self.words.word(Label("N", index), GIVEN):
                raise WrongError(f"chain_{name} does not bring the new H[{index}]")

    # ---- clocks and ports -----------------------------------------------------------------

    def _joined(self, words: Sequence[Value]) -> Value:
        """Words on one port, the first in the low bits."""
        return concat((self.textbook.word_bits, each) for each in reversed(words))

    def _values(self, state: State, inputs: dict[str, Value]) -> dict[int, Held]:
        return self.machine.evaluate(state, {"rst": 0, **inputs}, self.seen.mode)

    def _next(self, state: State, inputs: dict[str, Value]) -> State:
        return self.machine.next_state(self._values(state, inputs))

    def _port(self, values: dict[int, Held], name: str) -> Held:
        return values[self.netlist.outputs[name]]

    def _expect(self, right: bool, otherwise: str) -> None:
        """Raises WrongError with the sentence `otherwise` unless something is `right`."""
        if not right:
            raise WrongError(otherwise)
