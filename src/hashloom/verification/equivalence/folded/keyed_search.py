"""The words a folded HMAC core's machine computes, in every state it can come to.

The machine is followed from the reset, clock by clock, through every piece of work that can be
asked of it, one behind the other in any order: a block of a message, a key, an expected tag, an
erasure.  Between two pieces it rests; of what it holds then nothing is known but that keys' states,
the expected tag and, inside a message, hash value and length are kept.  Each piece of work begins
with any words in their places, and what it leaves there is shown to be what FIPS 198-1 says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hashloom.rtl.folded.keyed.layout import KeyedLayout
from hashloom.rtl.folded.layout import PASS
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.folded.following import Following
from hashloom.verification.equivalence.folded.keyed_jobs import Job, Phase, jobs_of
from hashloom.verification.equivalence.folded.keyed_run import KeyedRun, Wanted
from hashloom.verification.equivalence.folded.keyed_words import IPAD, OPAD, KeyedWords
from hashloom.verification.equivalence.folded.words import ERROR
from hashloom.verification.equivalence.netlists.machine import Held
from hashloom.verification.equivalence.netlists.values import UNKNOWN, Expression, Value
from hashloom.verification.equivalence.solving.queries import labels_in
from hashloom.verification.equivalence.words.claims import Place
from hashloom.verification.equivalence.words.textbook import Label

_MOST_STATES = 200_000
# Words that decide whether a packet is an error: they are no words of it.
_SEEN = ("broken", "too long", "length", "new length")
_RESTING = {"rst": 0, "wipe": 0, "erase": 0, "block_valid": 0, "fill": 0, "fill_data": 0}


class Around(NamedTuple):
    """What the surroundings remember.

    Attributes:
        phase: what goes on.
        job: the piece of work that is done.
        sent: words of its answer that have been taken.
    """

    phase: Phase
    job: Job | None = None
    sent: int = 0


class State(NamedTuple):
    """A state of the machine, and what its surroundings remember."""

    around: Around
    held: tuple[Held, ...]


@dataclass
class KeyedSearch(Following):
    """Follows the machine of a folded HMAC core.

    Attributes:
        clocks: from a block that is not the last of its message to where it has been hashed.
        wipe_clocks: from a reset to where everything has been erased.
    """

    words: KeyedWords
    layout: KeyedLayout
    clocks: int = 0
    wipe_clocks: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._known: dict[State, int] = {}  # with clocks since the work began
        self._after: dict[State, State] = {}  # where every word of an answer is taken at once
        self._times: dict[Job, set[int]] = {}
        self._begins: dict[Job, dict[int, Held]] = {}
        self._job: Job | None = None  # that is followed

    @property
    def states(self) -> int:
        """States that were met."""
        return len(self._known)

    @property
    def times(self) -> str:
        """What is said of the time that work takes."""
        return f"a block takes {self.clocks} clocks, the erasure behind a reset {self.wipe_clocks}"

    def wrong_lines(self) -> tuple[str, ...]:
        """Lines for a run of the work that went wrong; none when that shows nothing."""
        job = self._job
        if job is None:
            return ()
        words, kind = self.words, job.kind
        sent = [words.sent(kind, n, verify=job.does == "verify") for n in self._sent(job) if kind]
        wanted = Wanted(str(job), job.goes_on, sent, self._left(job))
        blocks = words.blocks(kind) if kind else {}
        run = KeyedRun(self.netlist, words.textbook, self.memory, self._begins[job])
        return run.lines(wanted, self._ports(job), blocks)

    # ---- the search -----------------------------------------------------------------------

    def run(self) -> None:
        """Visits every state.  Raises WrongError for the first thing that is wrong."""
        values = self.machine.evaluate(self.machine.unknown(), {"rst": 1})
        wipe = Job("wipe", slot=0)
        self._begins[wipe] = self.machine.next_state(values)
        todo = [self._met(Around("work", wipe), self._begins[wipe], 0)]
        while todo:
            state = todo.pop()
            self.clock, self._job = self._known[state], state.around.job
            steps = self._working(state) if state.around.job else self._resting(state)
            for around, later, clock in steps:
                known = self.states
                met = self._met(around, later, clock)
                todo += [met] * (self.states - known)
            if self.states > _MOST_STATES:
                raise WrongError(f"{_MOST_STATES} states have been followed without an end")
        self._require_an_end()
        (self.wipe_clocks,) = self._times[wipe]
        blocks = {time for job, times in self._times.items() if job.goes_on for time in times}
        if len(blocks) != 1:
            raise WrongError(f"a block that is not the last takes {sorted(blocks)} clocks")
        (self.clocks,) = blocks

    def _met(self, around: Around, held: Mapping[int, Held], clock: int) -> State:
        state = State(around, self.machine.held(held))
        self._known.setdefault(state, clock)
        return state

    def _held(self, state: State) -> dict[int, Held]:
        return dict(zip(self.machine.registers, state.held, strict=True))

    # ---- rest -----------------------------------------------------------------------------

    def _resting(self, state: State) -> Iterator[tuple[Around, dict[int, Held], int]]:
        """The states a clock later, and those in which a piece of work begins."""
        phase, held = state.around.phase, self._held(state)
        self.kind = None
        for job in jobs_of(phase, self.layout.slots):
            begun = self._begun(job, held)
            self._begins.setdefault(job, begun)
            yield Around("work", job), begun, 0
        values = self.machine.evaluate(held, _RESTING | {"clear": int(phase == "idle")})
        for port in ("released", "done", "digest_valid"):
            if self.machine.bit(values, port):
                raise WrongError(f"{port} is high while nothing is at work")
        later = self.machine.next_state(values)
        self._require_rest(held[self.memory], later[self.memory])
        if phase != "idle":
            self._require_fill(values, later)
        yield Around(phase), later, 0
        if phase == "idle":
            yield Around("first"), later, 0

    def _require_rest(self, before: tuple[Value, ...], later: tuple[Value, ...]) -> None:
        """Raises WrongError where a word is written while nothing is at work."""
        if later != before:
            raise WrongError("a word is overwritten while nothing is at work")

    def _require_fill(self, values: Mapping[int, Held], later: Mapping[int, Held]) -> None:
        """Raises WrongError unless a word of the stream is written where it belongs and changes
        nothing else."""
        memory, word = later[self.memory], self.words.own("written")
        for row in range(PASS):
            given: dict[str, Value] = {"fill": 1, "fill_position": row, "fill_data": word}
            filled = self.machine.next_state(self.machine.changed(values, given))
            if filled != {**later, self.memory: (*memory[:row], word, *memory[row + 1 :])}:
                raise WrongError("a word of the stream is not written, or changes something else")

    def _rested(self, phase: Phase, later: dict[int, Held]) -> dict[int, Held]:
        """What is known when nothing is at work: words are any ones, what is worked with unknown.

        Words that are kept are called by their rows, so that a change of them shows.
        """
        memory = list(later[self.memory])
        for row in range(self.layout.constants):
            memory[row] = self.words.own("kept", row) if self._keeps(row, phase) else UNKNOWN
        quiet = {
            number: UNKNOWN if isinstance(held, Expression) else held
            for number, held in later.items()
        }
        over = self.words.bit("too long") if phase == "later" else UNKNOWN
        return quiet | {self.memory: tuple(memory), self.over: over}

    def _keeps(self, row: int, phase: Phase) -> bool:
        at = self.layout
        inside = row in self._old_rows or row in at.length
        return row in self._secret_rows or (phase == "later" and inside)

    @property
    def _old_rows(self) -> tuple[int, ...]:
        return tuple(self.layout.old(index) for index in range(self.words.textbook.count))

    @property
    def _tag_rows(self) -> tuple[int, ...]:
        return tuple(map(self.layout.tag, range(8)))

    @property
    def _secret_rows(self) -> tuple[int, ...]:
        """Where states of keys and the expected tag lie."""
        slots = (row for slot in range(self.layout.slots) for row in self.layout.slot(slot))
        return (*self._tag_rows, *slots)

    # ---- work -----------------------------------------------------------------------------

    def _begun(self, job: Job, held: Mapping[int, Held]) -> dict[int, Held]:
        """The state in whose clock a piece of work begins, with names for the words it finds."""
        memory = list(held[self.memory])
        for row, value in self._names(job).items():
            memory[row] = value
        over = held[self.over] if job.too_long is None else job.too_long
        return {**held, self.memory: tuple(memory), self.over: over}

    def _names(self, job: Job) -> dict[int, Value]:
        """Words that a piece of work finds, by their rows."""
        at, words, kind = self.layout, self.words, job.kind
        count = range(words.textbook.count)
        named: dict[int, Value] = {row: words.own("kept", row) for row in self._secret_rows}
        if job.does == "wipe":
            return {}
        named |= {row: words.tag(index) for index, row in enumerate(self._tag_rows)}
        if job.does == "tag":
            named |= {row: words.key(row) for row in range(PASS)}
        if kind is None:
            return named
        named |= {row: words.message(kind, row) for row in range(PASS)}
        if not kind.first:
            named |= {at.old(index): words.old(index) for index in count}
            named |= dict(zip(at.length, words.length(kind), strict=True))
        elif kind.keyed:
            named |= {self._row(at.inner(index), job): words.old(index) for index in count}
        if kind.behind == "outer":
            named |= {self._row(at.outer(index), job): words.outer(index) for index in count}
        return named

    def _row(self, row: int, job: Job) -> int:
        """A row of slot 0 as that of a piece of work's slot."""
        return row + self.layout.slot(job.slot or 0).start - self.layout.slot(0).start

    def _working(self, state: State) -> Iterator[tuple[Around, dict[int, Held], int]]:
        """The states a clock later, that in which a word of an answer is taken at once first."""
        around, job, held = state.around, state.around.job, self._held(state)
        assert job is not None
        self.kind = job.kind
        values = self.machine.evaluate(held, self._ports(job), self.kind)
        self.require_constants(self.machine.next_state(values)[self.memory])
        if job.does != "wipe":
            self._require_hidden(values)
        offered = self.machine.bit(values, "digest_valid")
        if offered:
            self._require_word(around, values)
        ends = {name: self.machine.bit(values, name) for name in ("released", "done")}
        if any(ends.values()):
            rested = self._ended(state, values, ends)
            self._after[state] = State(rested[0], self.machine.held(rested[1]))
            yield (*rested, 0)
            return
        clock = self.clock + 1
        taken = around._replace(sent=around.sent + 1) if offered else around
        later = self.machine.next_state(values)
        self._after[state] = State(taken, self.machine.held(later))
        yield taken, later, clock
        if offered:
            waits = self.machine.changed(values, {"digest_ready": 0})
            yield around, self.machine.next_state(waits), clock

    def _sent(self, job: Job) -> range:
        """Words of the answer of a piece of work."""
        return range(self.digest_words if job.answers else 0)

    def _ports(self, job: Job) -> dict[str, Value]:
        """What the machine is told while it is at work; what it is not told may be anything."""
        broken: Value = self.words.bit("broken") if job.broken is None else job.broken
        bytes_ = self.words.bytes if job.kind else UNKNOWN
        return {**job.ports, "block_error": broken, "block_bytes": bytes_}

    def _require_hidden(self, values: Mapping[int, Held]) -> None:
        """Raises WrongError where whether a packet is an error depends on a word of it."""
        found = self.machine.port(values, "flawed")
        if found is UNKNOWN or any(each.letter not in _SEEN for each in labels_in(found)):
            raise WrongError("whether a packet is an error depends on its words")

    def _require_word(self, around: Around, values: Mapping[int, Held]) -> None:
        """Raises WrongError unless the word that is offered is the next one of the answer."""
        job, index = around.job, around.sent
        if job is None or job.kind is None or index not in self._sent(job):
            raise WrongError("a word leaves that no answer has")
        wanted = self.words.sent(job.kind, index, verify=job.does == "verify")
        if self.machine.port(values, "digest_data") is not wanted:
            raise WrongError(f"word {index} of {job} is not what leaves")

    def _ended(
        self, state: State, values: Mapping[int, Held], ends: Mapping[str, int]
    ) -> tuple[Around, dict[int, Held]]:
        """The state behind a piece of work.  Raises WrongError where something is left undone."""
        job = state.around.job
        assert job is not None
        if ends != {"released": int(job.goes_on), "done": int(not job.goes_on)}:
            raise WrongError(f"{job} ends as other work does")
        if state.around.sent != len(self._sent(job)) or self.machine.bit(values, "digest_valid"):
            raise WrongError(f"{job} ends before its answer has left")
        later = self.machine.next_state(values)
        self._require_left(job, later)
        if not job.goes_on and job.does != "wipe":
            self._require_flaw(job, values)
        self._times.setdefault(job, set()).add(self.clock + 1)
        phase: Phase = "later" if job.goes_on else "idle"
        return Around(phase), self._rested(phase, later)

    def _require_an_end(self) -> None:
        """Raises WrongError where a piece of work does not end though its words are taken."""
        ends = {state for state in self._after if self._after[state].around.job is None}
        for start in self._after:
            path = [start]
            while path[-1] not in ends:
                path.append(self._after[path[-1]])
                if len(path) > self.states:
                    raise WrongError(f"{start.around.job} does not end")
            ends.update(path)

    # ---- what must be ---------------------------------------------------------------------

    def _require_left(self, job: Job, later: Mapping[int, Held]) -> None:
        """Raises WrongError unless the memory has what the work is to leave in it."""
        for row, value in self._left(job).items():
            if later[self.memory][row] != value:
                raise WrongError(f"{job} leaves a wrong word in row {row} of the memory")
        if job.goes_on and job.kind is not None:
            self.require_length(job.kind, later)

    def _left(self, job: Job) -> dict[int, Value]:
        """Words that a piece of work is to leave, by their rows: what it makes, and those of slots
        and of the expected tag that it found."""
        names = self._names(job)
        return {row: names[row] for row in self._secret_rows if row in names} | self._made(job)

    def _made(self, job: Job) -> dict[int, Value]:
        """Words that a piece of work is to make, by their rows."""
        at, count = self.layout, range(self.words.textbook.count)
        if job.erases:
            slot = at.slot(job.slot or 0) if job.does in ("erase", "key") else self._secret_rows
            tags = () if job.does == "wipe" else self._tag_rows
            return {row: 0 for row in (*slot, *at.worked) if row not in tags}
        if job.does == "tag":
            return {row: self.words.key(index) for index, row in enumerate(self._tag_rows)}
        if job.kind is None or job.answers:
            return {}
        found = self.words.block(job.kind).words
        if job.goes_on:
            return {at.old(index): found[Label("N", index)] for index in count}
        states: dict[int, Value] = {}
        for place, tag in ((at.inner, IPAD), (at.outer, OPAD)):
            states |= {self._row(place(k), job): found[Label("N", k, tag)] for k in count}
        return states

    def _require_flaw(self, job: Job, values: Mapping[int, Held]) -> None:
        """Raises WrongError unless it is told whether the packet is an error."""
        found = self.machine.port(values, "flawed")
        if job.answers and job.kind is not None:
            place = Place(self.clock, "flawed")
            self.claim(self.as_word(found, "an error"), ERROR, job.kind, place)
            return
        wanted = self.words.bit("broken") if job.broken is None else int(job.flawed)
        if found != wanted:
            raise WrongError(f"whether {job} is an error is told wrongly")
