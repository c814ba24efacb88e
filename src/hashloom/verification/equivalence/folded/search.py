"""The words a folded core's machine computes, in every state it can come to.

The machine is followed from the reset, clock by clock and for every choice of its surroundings:
when a block is offered and what kind of block it is, when a word of a digest is taken, and whether
the stream writes a word of the next block.  All that is not a word of the block at work, of its
length or of a digest on its way is unknown.  A state that has been met is not followed again, so
that an end of the search is a proof by induction over clocks.

Between two blocks of a message nothing is kept but what the next one begins from: the hash value
and the length are shown to be the standard's, and are any words from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from hashloom.rtl.folded.layout import PASS
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.folded.following import Following
from hashloom.verification.equivalence.folded.run import wrong_lines
from hashloom.verification.equivalence.folded.words import ERROR, NEXT, PARTS, PAST, Kind
from hashloom.verification.equivalence.netlists.machine import Held, changed_held, substituted
from hashloom.verification.equivalence.netlists.values import UNKNOWN, Expression, Value, cut
from hashloom.verification.equivalence.words.claims import Place
from hashloom.verification.equivalence.words.textbook import Label

_MOST_STATES = 100_000
_YOUNG = 8  # clocks after which what a block leaves is there, and nothing of it is read before
_QUIET = {"rst": 0, "block_valid": 0, "fill": 0, "fill_data": 0, "digest_ready": 1}


class Around(NamedTuple):
    """What the surroundings remember.

    Attributes:
        kind: of the newest block, None before any.
        half: where in the memory it is.
        free: the next block can be taken.
        due: words of its digest that have not been taken.
        past: kind of the block before where the last word of its digest has not been taken.
        before: kind of the block before, while what that leaves is still on its way.
        young: for how many clocks that will be.
    """

    kind: Kind | None
    half: int
    free: bool = True
    due: int = 0
    past: Kind | None = None
    before: Kind | None = None
    young: int = 0

    @property
    def known(self) -> Kind | None:
        """Kind of the block whose words have their names."""
        return self.before if self.young else self.kind


class State(NamedTuple):
    """A state of the machine, and what its surroundings remember."""

    around: Around
    held: tuple[Held, ...]


@dataclass
class FoldedSearch(Following):
    """Follows the machine of a folded core.

    Attributes:
        clocks: from a block that is not the last to the next one.
    """

    clocks: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._known: dict[State, int] = {}  # with clocks since the newest block was taken
        self._after: dict[State, State] = {}  # where every word of a digest is taken at once

    @property
    def states(self) -> int:
        """States that were met."""
        return len(self._known)

    @property
    def times(self) -> str:
        """What is said of the time that work takes."""
        return f"a block takes {self.clocks} clocks"

    def wrong_lines(self) -> tuple[str, ...]:
        """Lines for a message whose digest is wrong, see `run`."""
        return wrong_lines(self.netlist, self.words.textbook, self.digest_words)

    # ---- the search -----------------------------------------------------------------------

    def run(self) -> None:
        """Visits every state.  Raises WrongError for the first answer that is wrong."""
        values = self.machine.evaluate(self.machine.unknown(), {"rst": 1})
        held = self.machine.next_state(values)
        todo = [self._met(Around(None, half), self._emptied(held, 1 - half), 0) for half in (0, 1)]
        while todo:
            state = todo.pop()
            self.clock = self._known[state]
            for around, later in self._steps(state):
                clock = self.clock + 1 if around.kind and around.young != _YOUNG else 0
                known = self.states
                met = self._met(around, later, clock)
                todo += [met] * (self.states - known)
            if self.states > _MOST_STATES:
                raise WrongError(f"{_MOST_STATES} states have been followed without an end")
        self._require_an_end()

    def _met(self, around: Around, held: Mapping[int, Held], clock: int) -> State:
        state = State(around, self.machine.held(held))
        self._known.setdefault(state, clock)
        return state

    def _steps(self, state: State) -> Iterator[tuple[Around, dict[int, Held]]]:
        """The states a clock later, that in which a word of a digest is taken at once first."""
        around, self.kind = state.around, state.around.known
        held = dict(zip(self.machine.registers, state.held, strict=True))
        inputs = _QUIET | {"fill_half": 1 - around.half}
        values = self.machine.evaluate(held, inputs, self.kind)
        offered = self.machine.bit(values, "digest_valid")
        if offered:
            self._require_digest(around, values)
        self._require_fill(around, values)
        now = around._replace(free=self._is_free(around, values))
        taken = _after_word(now) if offered else now
        first = self._later(around, taken, self.machine.next_state(values))
        self._after[state] = State(first[0], self.machine.held(first[1]))
        yield first
        if offered:
            waits = self.machine.changed(values, {"digest_ready": 0})
            yield self._later(around, now, self.machine.next_state(waits))
        if now.free:
            for ready in (1, 0) if offered else (1,):
                yield from self._taking(taken if ready else now, held, ready)

    def _later(
        self, before: Around, around: Around, held: dict[int, Held]
    ) -> tuple[Around, dict[int, Held]]:
        """A state a clock later, with names for the words of a block that is young no more."""
        if around.young == 1:
            held = self._named(around, held)
        if around.young:
            left = around.young - 1
            around = around._replace(young=left, before=around.before if left else None)
        return around, self._forgotten(held) if before.past and not around.past else held

    def _is_free(self, around: Around, values: Mapping[int, Held]) -> bool:
        """Whether the next block can be taken; one that is offered in vain changes nothing."""
        offer = self.machine.changed(values, {"block_valid": 1})
        free = self.machine.bit(offer, "block_taken") == 1
        if around.free and not free:
            raise WrongError("a block can be taken in a clock and not in the next")
        if not free and self.machine.next_state(offer) != self.machine.next_state(values):
            raise WrongError("a block that is not taken changes the machine")
        if free and around.due > 1:
            raise WrongError("the next block can be taken before the digest has left")
        return free

    def _taking(
        self, around: Around, held: dict[int, Held], ready: int
    ) -> Iterator[tuple[Around, dict[int, Held]]]:
        """The states after the next block is taken; words are those of the block before still."""
        before = around.kind
        begun = before is not None and before.part != "last"
        for kind in (Kind(not begun, part) for part in PARTS):
            ports = _QUIET | self._offer(kind, 1 - around.half) | {"digest_ready": ready}
            values = self.machine.evaluate(held, ports, self.kind)
            due = self.digest_words if kind.part == "last" else 0
            past = before if around.due else around.past
            later = Around(kind, 1 - around.half, False, due, past, before, _YOUNG)
            yield later, self._emptied(self.machine.next_state(values), around.half)

    def _require_an_end(self) -> None:
        """Raises WrongError where a block or a digest does not end though its words are taken, and
        where blocks that are not the last take different times."""
        ends = {state for state in self._after if state.around.free and not state.around.due}
        for start in self._after:
            path = [start]
            while path[-1] not in ends:
                path.append(self._after[path[-1]])
                if len(path) > self.states:
                    raise WrongError("work on a block does not end")
            ends.update(path)
        taken = (state for state in self._after if state.around.young == _YOUNG)
        times = {
            self._time(state) for state in taken if not (state.around.due or state.around.past)
        }
        if len(times) != 1:
            raise WrongError(f"a block that is not the last takes {sorted(times)} clocks")
        (self.clocks,) = times

    def _time(self, state: State) -> int:
        """Clocks from a block to the next one."""
        clocks = 0
        while not state.around.free:
            state, clocks = self._after[state], clocks + 1
        return clocks

    # ---- what goes in ---------------------------------------------------------------------

    def _offer(self, kind: Kind, half: int) -> dict[str, Value]:
        """Ports in the clock in which a block is taken."""
        words = self.words
        return {
            "block_valid": 1,
            "block_first": int(kind.first),
            "block_last": int(kind.part == "last"),
            "block_whole": int(kind.part == "whole"),
            "block_error": cut(words.own("broken", 0, NEXT), words.bits, 0, 0),
            "block_bytes": cut(words.own("bytes", 0, NEXT), words.bits, words.byte_bits - 1, 0),
            "fill_half": half,
        }

    def _emptied(self, held: dict[int, Held], half: int) -> dict[int, Held]:
        """With the words of a half of the memory that the stream is to write, any ones."""
        memory, first = held[self.memory], PASS * half
        fresh = tuple(self.words.own("fill", first + number, NEXT) for number in range(PASS))
        return held | {self.memory: (*memory[:first], *fresh, *memory[first + PASS :])}

    def _named(self, around: Around, held: dict[int, Held]) -> dict[int, Held]:
        """With names for the words of the newest block; all of blocks before is unknown but a new
        hash value that it begins with, its length, and a word of a digest on its way."""
        kind, before = around.kind, around.before
        assert kind is not None
        if before is not None and not kind.first:
            self.require_length(before, held)
        change, done = partial(self._name, around), dict[Expression, Value]()
        found = {number: changed_held(each, change, done) for number, each in held.items()}
        if not kind.first:
            memory = list(found[self.memory])
            for row, value in zip(self.layout.length, self.words.length(kind), strict=True):
                memory[row] = value
            found |= {self.memory: tuple(memory), self.over: self.words.too_long(kind)}
        return found

    def _name(self, around: Around, found: Expression) -> Value:
        """What a word is called from now on."""
        label, kind = found.args[0], around.kind
        assert kind is not None
        if label.block == NEXT and label.letter == "fill":
            return self._filled(around, label.number)
        if label.block == NEXT:
            return self.words.own(label.letter)
        number = self.words.definition(label, around.before) if around.before else None
        if isinstance(number, int):
            return number
        if label.letter == "N" and not kind.first:
            return self.words.block(kind).words[Label("H", label.number)]
        return self.words.past(label) if around.past else UNKNOWN

    def _filled(self, around: Around, row: int) -> Value:
        """A word of the stream in the memory, when the newest block is named."""
        kind, number = around.kind, row - PASS * around.half
        assert kind is not None
        if number not in range(PASS):
            return self.words.own("fill", row, NEXT)  # of the block behind it
        if kind.part == "last" and number >= PASS - 2:
            return 0
        return self.words.block(kind).words[self.words.textbook.message[number]]

    def _past(self, found: Expression) -> Value:
        """A word of a block whose digest is on its way when the next one begins."""
        return self.words.past(found.args[0])

    def _forgotten(self, held: dict[int, Held]) -> dict[int, Held]:
        """Without words of the past, for which nobody waits any more."""

        def forget(found: Expression) -> Value:
            return UNKNOWN if found.args[0].block == PAST else found

        done: dict[Expression, Value] = {}
        return {number: changed_held(each, forget, done) for number, each in held.items()}

    # ---- what must be ---------------------------------------------------------------------

    def _require_digest(self, around: Around, values: Mapping[int, Held]) -> None:
        """Raises WrongError unless the word that is offered is the next one of a digest."""
        kind = around.past or (around.kind if around.due else None)
        if kind is None:
            raise WrongError("a word leaves that no digest has")
        index = self.digest_words - (1 if around.past else around.due)
        wanted: Value = self.words.block(kind).words[Label("N", index)]
        error: Value = self.words.error(kind)
        if around.past and not around.young:
            wanted, error = (substituted(each, self._past) for each in (wanted, error))
        if self.machine.port(values, "digest_data") is not wanted:
            raise WrongError(f"word {index} of a digest is not the new H[{index}]")
        if self.machine.bit(values, "digest_last") != (index == self.digest_words - 1):
            raise WrongError(f"digest_last is wrong with word {index} of a digest")
        found = self.as_word(self.machine.port(values, "digest_error"), "an error")
        if found != error:
            if around.past and not around.young:
                raise WrongError("digest_error changes while a word of a digest waits")
            self.claim(found, ERROR, kind, Place(self.clock, "digest_error"))

    def _require_fill(self, around: Around, values: Mapping[int, Held]) -> None:
        """Raises WrongError unless the half that is not at work keeps its words, the constants are
        as they were, and a word of the stream is written where it belongs and changes nothing
        else."""
        later = self.machine.next_state(values)
        memory, first = later[self.memory], PASS * (1 - around.half)
        if any(
            memory[first + n] is not self.words.own("fill", first + n, NEXT) for n in range(PASS)
        ):
            raise WrongError("a word of the next block is overwritten")
        self.require_constants(memory)
        if not self.machine.bit(values, "fill_ready"):
            return
        word = self.words.own("written")
        for number in range(PASS):
            given: dict[str, Value] = {"fill": 1, "fill_position": number, "fill_data": word}
            filled = self.machine.next_state(self.machine.changed(values, given))
            row = first + number
            if filled != later | {self.memory: (*memory[:row], word, *memory[row + 1 :])}:
                raise WrongError("a word of the stream is not written, or changes something else")


def _after_word(around: Around) -> Around:
    """What is remembered when a word of a digest is taken."""
    if around.past:
        return around._replace(past=None)
    return around._replace(due=around.due - 1)
