"""The words a pool's engine computes for one block, whatever else is in the engine.

Nothing is known of the engine when a block begins but that it is past a reset: every register may
hold anything, and so may the inputs in every other clock. The block is followed from there, with
numbers for what steers it and words of the standard for its data, until its new chaining words
leave. What is shown so is true in every state that the engine can come to; no state has to be
searched.

A pool is a pipeline, straight or closed to a loop, in which every clock has a place. A place holds
a block in one of its iterations, or none. That a block leaves once, and that nothing leaves that
did not begin, is shown of what a place can hold, one content after the other: each is followed to
the clock in which a block would leave, and to that in which the place comes round.

The block's context is a number that nobody knows. The memory of chaining words has, in the row of
this context, what the block before has left; that no other block writes there follows from the
rows that the places bring to its port.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.rtl.engine.shape import EngineShape
from hashloom.transforms.registers.storage import SLOT_NOTICE, WORD_LATENCY
from hashloom.verification.equivalence.contexts.blocks import Modes, Words
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.contexts.one_memory import OneMemory
from hashloom.verification.equivalence.netlists.machine import Held, substituted
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    Value,
    concat,
    cut,
    word,
)
from hashloom.verification.equivalence.one_block.recogniser import Recogniser
from hashloom.verification.equivalence.words.textbook import Label, Textbook

# How a block begins: from the initial value, a supplied state, or what the one before has left.
FIRST, SUPPLIED, CONTINUED = Modes("first", ""), Modes("keyed", ""), Modes("any", "")
# Registers in which a place of the pipeline begins, and the one that tells of a reset.
RUNNING, STEP, CONTEXT, QUIET = "running", "step", "context_id", "quiet"
IS_FIRST, IS_KEYED = "first", "keyed"
_MOST_CLOCKS = 2000  # until a block leaves or a reset is over

Clock = tuple[int, dict[int, Held]]  # its number and the values in it


@dataclass
class PoolSearch:
    """Follows what a place of a pool's engine can hold.

    Attributes:
        latency: clocks from a block's start to its new chaining words.
        quiet: clocks from a reset to the first in which a block is allowed.
        wrong: how the block began of which something is wrong.
    """

    netlist: Netlist
    shape: EngineShape
    textbook: Textbook
    words: Words
    latency: int = 0
    quiet: int = 0
    wrong: Modes | None = None

    def __post_init__(self) -> None:
        self.seen = Recogniser(self.netlist, self.words)
        self.machine = OneMemory(self.netlist, self.textbook.word_bits, self.seen)
        self.context = word("the context", self.shape.context_bits, ())
        self._asks = 0  # the clock in which a block asks for its words
        self._row: Value = UNKNOWN  # the context's row of the memory
        letter = self.textbook.letters.order[-1]
        self.modes = (FIRST, SUPPLIED, CONTINUED) if self.shape.supplied else (FIRST, CONTINUED)
        labels = [each for each in self.words.block(FIRST).words if each.letter == letter]
        self.iterations = len(labels) // self.shape.unroll

    def run(self) -> None:
        """Follows all that there can be.  Raises WrongError for the first thing that is wrong."""
        last = self._first(self.iterations - 1, "chain_valid")
        self._asks = self._first(0, "word_read")
        turns = (self.iterations - 1) * self.shape.interleave
        self.latency = turns + last
        self._reset(last)
        for iteration in (None, *range(self.iterations)):
            self._place(iteration, last)
        written = self._block(FIRST)
        self._row = substituted(written, self._as_old)
        for mode in self.modes[1:]:
            if substituted(self._block(mode), self._as_old) != self._row:
                raise WrongError("a block leaves its chaining words in other places than others do")

    # ---- what is followed -----------------------------------------------------------------

    def _following(self, iteration: int | None, mode: Modes | None = None) -> Iterator[Clock]:
        """The clocks of a place from its first register on, clock 1, with a block in one of its
        iterations or with none; nothing else is known."""
        self.seen.mode = mode
        state = self.machine.unknown()
        state[self._net(QUIET)] = 0
        state[self._net(RUNNING)] = int(iteration is not None)
        if iteration is not None:
            state[self._net(CONTEXT)] = self.context
            if self.iterations > 1:
                state[self._net(STEP)] = iteration
        if mode:
            state[self._net(IS_FIRST)] = int(mode != CONTINUED)
        if mode and mode != CONTINUED and self.shape.supplied:
            state[self._net(IS_KEYED)] = int(mode == SUPPLIED)
        rows: list[Value] = [UNKNOWN] * WORD_LATENCY
        for self.seen.clock in range(1, _MOST_CLOCKS):
            given = self._supplied() if mode == SUPPLIED else {}
            ports = {"rst": 0, "word_data": rows.pop(0), **given}
            values = self.machine.evaluate(state, ports, mode)
            asked = mode and self._port(values, "word_read") == 1
            ours = self._port(values, "word_context") is self.context
            rows.append(self._message() if asked and ours else UNKNOWN)
            yield self.seen.clock, values
            state = self.machine.next_state(values)
            self._expect(state[self._net(QUIET)] == 0, "the engine becomes quiet without a reset")
            if mode == CONTINUED and values[self.machine.address] is self.context:
                state[self.machine.word] = self._row

    def _first(self, iteration: int, port: str) -> int:
        """The clock in which a port is 1 for a block in an iteration."""
        for clock, values in self._following(iteration):
            if self._port(values, port) == 1:
                return clock
        raise WrongError(f"{port} does not come in {_MOST_CLOCKS} clocks")

    def _reset(self, last: int) -> None:
        """Nothing is left of what was in the engine before a reset, whatever the inputs are."""
        self.seen.mode = None
        quiet = self._net(QUIET)
        state = self.machine.next_state(self.machine.evaluate(self.machine.unknown(), {"rst": 1}))
        clock, over = 0, 0
        while not over or clock + 1 < over + last:
            clock += 1
            values = self.machine.evaluate(state, {"rst": 0})
            self._expect(self._port(values, "chain_valid") == 0, "something leaves after a reset")
            if not over:
                allowed = self._port(values, "slot_ready")
                self._expect(values[quiet] in (0, 1), "nobody knows when a reset is over")
                self._expect(allowed == 0 or not values[quiet], "a block may begin too early")
                self._expect(clock == 1 or values[self._net(RUNNING)] == 0, "a block stays")
                over = 0 if values[quiet] else clock
            self._expect(clock < _MOST_CLOCKS, "a reset is never over")
            state = self.machine.next_state(values)
        self._expect(over > self.shape.interleave, "a reset is over before every place is empty")
        self.quiet = over

    def _place(self, iteration: int | None, last: int) -> None:
        """What a place brings to the ports, and what comes round."""
        stays = iteration is not None and iteration < self.iterations - 1
        leaves = iteration is not None and not stays
        turn = self.shape.interleave if self.iterations > 1 else 0
        for clock, values in self._following(iteration):
            if clock == self._asks:
                asked = self._port(values, "word_read")
                self._expect(asked == int(iteration == 0), "a row is asked for at a wrong time")
                if asked:
                    self._expect_context(values, "word_context")
            if clock == last:
                written = values[self.machine.when]
                self._expect(self._port(values, "chain_valid") == leaves, "a block is lost")
                self._expect(isinstance(written, int), "chaining words may be overwritten")
                self._expect(bool(written) == leaves, "chaining words are overwritten")
                if leaves:
                    self._expect_context(values, "chain_context")
                    self._expect(
                        values[self.machine.written] is self.context, "a wrong row is written"
                    )
            if turn and clock == turn - SLOT_NOTICE:
                ready = self._port(values, "slot_ready")
                self._expect(ready == int(not stays), "slot_ready tells what is not")
            if clock == max(turn, 1) and stays:
                self._begins(values, iteration + 1 if iteration is not None else 0)
            elif clock == max(turn, 1):
                for begun, keyed in itertools.product((0, 1), repeat=2):
                    given: dict[str, Value] = {"slot_context": self.context, "slot_first": begun}
                    if self.shape.supplied:
                        given["slot_keyed"] = keyed
                    started = self.machine.changed(values, {"slot_start": 1, **given})
                    self._begins(started, 0, begun, keyed)
                without = self.machine.next_state(self.machine.changed(values, {"slot_start": 0}))
                self._expect(without[self._net(RUNNING)] == 0, "a block begins by itself")
            if clock >= max(last, turn, self._asks):
                return

    def _begins(
        self, values: dict[int, Held], step: int, first: int | None = None, keyed: int = 0
    ) -> None:
        """What the registers take in which a place begins."""
        later = self.machine.next_state(values)
        self._expect(later[self._net(RUNNING)] == 1, "a block is lost")
        self._expect(later[self._net(CONTEXT)] is self.context, "a block becomes another one's")
        if self.iterations > 1:
            self._expect(later[self._net(STEP)] == step, "a round is left out")
        if first is not None:
            self._expect(later[self._net(IS_FIRST)] == first, "slot_first is forgotten")
            known = not self.shape.supplied or later[self._net(IS_KEYED)] == keyed
            self._expect(known, "slot_keyed is forgotten")

    def _block(self, mode: Modes) -> Value:
        """A whole block; what it writes into the memory."""
        self.wrong = mode
        for clock, values in self._following(0, mode):
            if clock == self.latency:
                for name in self.shape.sequences:
                    self._compare(name, self._port(values, f"chain_{name}"), mode)
                self.wrong = None
                written: Value = values[self.machine.data]
                return written
        raise WrongError("a block never leaves")

    # ---- words and ports ------------------------------------------------------------------

    def _compare(self, name: str, value: Value, mode: Modes) -> None:
        """Raises WrongError unless the port of a sequence brings words of a new hash value."""
        bits, indices = self.textbook.word_bits, self.shape.words_at(name, 0)
        for lane, index in enumerate(indices):
            found = cut(value, len(indices) * bits, (lane + 1) * bits - 1, lane * bits)
            if index is not None and found is not self.words.word(Label("N", index), mode):
                raise WrongError(f"chain_{name} does not bring the new H[{index}]")

    def _message(self) -> Value:
        """The row of message words."""
        assert self.seen.mode is not None
        words, labels = self.words.block(self.seen.mode).words, self.textbook.message
        row = [words[labels[number]] for number in self.shape.words_in(0)]
        return concat((self.textbook.word_bits, each) for each in reversed(row))

    def _supplied(self) -> dict[str, Value]:
        """Words of the supplied state on its ports, in the clock in which they come."""
        if self.seen.clock != self.shape.state_lag:
            return {}
        words = self.words.block(SUPPLIED).words
        return {
            f"state_{name}": concat(
                (self.textbook.word_bits, UNKNOWN if k is None else words[Label("H", k)])
                for k in reversed(self.shape.words_at(name, 0))
            )
            for name in self.shape.sequences
        }

    def _as_old(self, found: Expression) -> Value:
        """A word of the new hash value as the next block's old one."""
        label: Label = found.args[0]
        if label.letter != "N":
            return UNKNOWN
        return self.words.block(CONTINUED).words[Label("H", label.number)]

    def _port(self, values: dict[int, Held], name: str) -> Held:
        return values[self.netlist.outputs[name]]

    def _net(self, name: str) -> int:
        return self.netlist.named(name)

    def _expect_context(self, values: dict[int, Held], name: str) -> None:
        if name in self.netlist.outputs:
            self._expect(self._port(values, name) is self.context, f"{name} is another one's")

    def _expect(self, right: bool, otherwise: str) -> None:
        """Raises WrongError with the sentence `otherwise` unless something is `right`."""
        if not right:
            raise WrongError(otherwise)
