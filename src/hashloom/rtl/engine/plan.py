"""What every part of an engine's text has to know: graph, shape, names of steps and stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hashloom.dataflow.graph import Graph, Kind, Node
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.rtl.engine.shape import EngineShape, bits_for
from hashloom.rtl.verilog import literal
from hashloom.transforms.methodology import Compiled
from hashloom.transforms.registers.delay_lines import Line, delay_lines
from hashloom.transforms.registers.ordering import result_clocks, state_latency
from hashloom.transforms.registers.storage import STATE_LATENCY, WORD_LATENCY


@dataclass(frozen=True)
class EnginePlan:
    """A compiled engine, and the numbers and names its text is made of.

    Attributes:
        hash: what it computes.
        architecture: resolved.
        compiled: its graph and the order of memory accesses.
    """

    hash: Hash
    architecture: Architecture
    compiled: Compiled

    @property
    def graph(self) -> Graph:
        """The retimed graph."""
        return self.compiled.graph

    @cached_property
    def lines_in_memory(self) -> dict[str, Line]:
        """Delay lines of which parts are memories."""
        return delay_lines(self.graph, self.architecture.delays, pooled=self.pooled)

    @property
    def pooled(self) -> bool:
        """Whether blocks begin by themselves, see Architecture.pool."""
        return self.architecture.pool > 0

    @cached_property
    def shape(self) -> EngineShape:
        """See EngineShape."""
        unroll, words = self.graph.unroll, self.hash.block_words
        first_row = self.first_row - self.graph.first_iteration
        chain_words = self.compiled.chain_words
        picked = self.hash.schedule is None
        taken = unroll * len(self.hash.orders)
        return EngineShape(
            word_bits=self.hash.word_bits,
            sequences=self.hash.sequences,
            contexts=self.architecture.contexts,
            interleave=self.architecture.interleave,
            groups=self.architecture.groups,
            stages=self.architecture.stages,
            unroll=unroll,
            rows=words if picked else -(-words // unroll),
            columns=taken if picked else min(words, unroll),
            picked=picked,
            readers=self.architecture.stages if picked else 1,
            chain_words=chain_words,
            chain_steps=-(-self.compiled.depth // chain_words),
            read_lag=1 + first_row * self.architecture.interleave + self.message_lag - WORD_LATENCY,
            result_clocks=result_clocks(self.graph),
            apart=self.compiled.order.apart,
            rests=self.compiled.rest > 0,
            supplied=self.compiled.supplied,
            skipped=self.compiled.skipped,
            joins_at=self.compiled.order.slot(self.graph) if self.compiled.skipped else 0,
            pooled=self.pooled,
            always=self.pooled and self.graph.iterations == 1,
            state_lag=self._state_lag if self.pooled and self.compiled.supplied else 0,
        )

    @property
    def _state_lag(self) -> int:
        """Clocks from the start of a pool's block to the words of a supplied state."""
        after = state_latency(self.graph, self.compiled.storage) - STATE_LATENCY
        return 1 + self.lag_of(Kind.STATE) - after

    @property
    def message_iterations(self) -> int:
        """Iterations that take rows of message words."""
        return self.graph.iterations if self.shape.picked else self.shape.rows

    @property
    def first_row(self) -> int:
        """Iteration that takes the first row of message words."""
        return min(node.port.iterations[0] for node in self.sources_of(Kind.MESSAGE))

    @cached_property
    def message_lag(self) -> int:
        """Clocks from the slot counter to the arrival of a row."""
        return self.lag_of(Kind.MESSAGE)

    def lag_of(self, kind: Kind) -> int:
        """Smallest lag of the sources of a kind."""
        return min(self.graph.lag(n.name) for n in self.graph.sources() if n.port.kind is kind)

    @cached_property
    def sink_lag(self) -> int:
        """Clocks from the slot counter to a new chaining word.

        The counter is that of the iteration; in a pool, of the last one of rounds.
        """
        lag = min(self.graph.lag(node.name) for node in self.sinks_of(Kind.RESULT))
        return lag + (self.architecture.interleave if self.pooled else 0)

    def sinks_of(self, kind: Kind, sequence: str = "") -> list[Node]:
        """Sinks of one kind, of one sequence where `sequence` says so, in order."""
        sinks = [node for node in self.graph.sinks() if node.port.kind is kind]
        return [node for node in sinks if sequence in ("", node.port.sequence)]

    @property
    def results(self) -> tuple[int, int]:
        """Iterations [first, beyond) in which new chaining words leave."""
        spans = [node.port.iterations for node in self.sinks_of(Kind.RESULT)]
        return min(first for first, _ in spans), max(beyond for _, beyond in spans)

    def words_of(self, stage: int) -> list[Node]:
        """Sources of the message words that a stage reads, in the order of its row."""
        found = [node for node in self.sources_of(Kind.MESSAGE) if node.port.stage == stage]
        return sorted(found, key=lambda node: node.port.lane)

    def word_now(self, stage: int) -> str:
        """Signal that says that a stage is due a row of message words."""
        return f"word_s{stage}_now" if self.shape.readers > 1 else "word_now"

    def place_of(self, node: Node) -> int:
        """Place among the words of a step of one that is carried one after another."""
        return node.port.lane - (self.graph.unroll - self.shape.chain_words)

    def step_bits(self, stage: int) -> int:
        """Width of a stage's iteration counter."""
        if stage == self.architecture.stages:
            return 1  # the tail: see `sequencers`
        compiled = self.compiled
        if self.pooled:
            return bits_for(self.graph.iterations)
        return bits_for(compiled.slot_iterations + compiled.skipped + compiled.rest)

    @property
    def phase_bits(self) -> int:
        """Width of the counter of contexts within a group."""
        return bits_for(self.architecture.interleave)

    @property
    def sequencers(self) -> int:
        """Stages that know which block is theirs.

        When the chaining addition comes after the last stage's slot, a tail of two iterations
        behind that stage knows whose it is.
        """
        return self.architecture.stages + self.compiled.order.beyond

    @property
    def last_stage(self) -> int:
        """Number of the stage that knows of the chaining addition."""
        return self.sequencers - 1

    def step(self, iteration: int, stage: int) -> str:
        """Literal of an iteration number of a stage."""
        bits = self.step_bits(stage)
        return literal(iteration % (1 << bits), bits)

    def of_stage(self, name: str, stage: int) -> str:
        """Name of a sequencer's output."""
        return name if self.sequencers == 1 else f"{name}_s{stage}"

    def during(self, first: int, beyond: int, stage: int) -> str:
        """Condition: the stage's iteration is in [first, beyond)."""
        if self.pooled and first <= 0 and beyond >= self.graph.iterations:
            return "1'b1"
        step = self.of_stage("step", stage)
        if beyond == first + 1:
            return f"{step} == {self.step(first, stage)}"
        if first < 0 < beyond:
            return f"({step} >= {self.step(first, stage)} || {step} < {self.step(beyond, stage)})"
        to_the_end = beyond % (1 << self.step_bits(stage)) == 0
        if first == 0:
            return "1'b1" if to_the_end else f"{step} < {self.step(beyond, stage)}"
        if to_the_end:
            return f"{step} >= {self.step(first, stage)}"
        return f"{step} >= {self.step(first, stage)} && {step} < {self.step(beyond, stage)}"

    def at(self, ones: Sequence[bool], stage: int) -> str:
        """Condition: the stage's iteration is one of those marked; others than these never matter.

        A bit of the iteration where that says it, ranges otherwise.
        """
        step, count = self.of_stage("step", stage), len(ones)
        for bit in range((count - 1).bit_length()):
            if all(one == bool(i >> bit & 1) for i, one in enumerate(ones)):
                return f"{step}[{bit}]"
        return self.when(lambda i: ones[i], 0, count, stage)

    def when(self, is_one: Callable[[int], bool], first: int, beyond: int, stage: int) -> str:
        """Condition: the stage's iteration is one of those in [first, beyond) for which `is_one`
        holds."""
        ones = [i for i in range(first, beyond) if is_one(i)]
        starts = [i for i in ones if i - 1 not in ones]
        ends = [i + 1 for i in ones if i + 1 not in ones]
        ranges = [self.during(*pair, stage) for pair in zip(starts, ends, strict=True)]
        if len(ranges) < 2:
            return "".join(ranges) or "1'b0"
        return " || ".join(f"({each})" if "&&" in each else each for each in ranges)

    def sources_of(self, kind: Kind) -> list[Node]:
        """Sources of one kind, in order."""
        return [node for node in self.graph.sources() if node.port.kind is kind]

    def live(self, stage: int) -> str:
        """Condition: a stage works on a block."""
        running = self.of_stage("running", stage)
        return running if self.pooled else f"{running} && {self.flag('live', stage)}"

    def flag(self, name: str, stage: int) -> str:
        """Flag of the context a stage works on: "live", "first" or "keyed"."""
        if self.pooled:
            return name
        vector = self.of_stage(f"{name}_flags", stage)
        return vector if self.architecture.interleave == 1 else f"{vector}[0]"

    def context_name(self, stage: int) -> str:
        """Signal that holds the context a stage works on."""
        if self.pooled:
            return "context_id"
        if self.shape.groups == 1:
            return "phase"
        return f"context_s{stage}"

    @property
    def flags(self) -> tuple[str, ...]:
        """What is known of a block, flags that go with its context."""
        return ("live", "first", *(("keyed",) if self.shape.supplied else ()))
