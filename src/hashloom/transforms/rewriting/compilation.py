"""Engines whose sums are searched: the best of the rewritings found and of everything named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Graph, Op
from hashloom.dataflow.timing import critical_path, node_delay
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.accepted import CHOICES
from hashloom.request.architecture import Architecture
from hashloom.transforms.by_hand.recursion import walk
from hashloom.transforms.copies.interleaving import interleave
from hashloom.transforms.copies.pipelining import pipeline
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.loading.added_load import load_by_addition
from hashloom.transforms.methodology import Compiled, Step, fastest, first_graph, transformed
from hashloom.transforms.registers.storage import storage_of
from hashloom.transforms.rewriting.bounding import STEP_NS, Loop
from hashloom.transforms.rewriting.building import rewritten
from hashloom.transforms.rewriting.choices import LOADS, Choices, Option
from hashloom.transforms.rewriting.remembering import options_as_dict, options_from_dict
from hashloom.transforms.simplification import simplify
from hashloom.transforms.sums.fusion import fuse

_BY_HAND = "operators of michail2012"


@dataclass(frozen=True)
class Candidate:
    """A graph before its registers are moved.

    Attributes:
        name: what it is called.
        steps: every transformation with the graph it gave.
        options: of the operators, where the search found them.
    """

    name: str
    steps: tuple[Step, ...]
    options: Mapping[str, Option] | None = None

    @property
    def graph(self) -> Graph:
        """The graph of the last step."""
        return self.steps[-1].graph

    def bound_ns(self, delays: DelayModel) -> float:
        """Iteration bound in ns, no less than the slowest operator takes."""
        slowest = max(node_delay(node, delays) for node in self.graph.nodes.values())
        return max(iteration_bound(self.graph, delays), slowest)

    def as_dict(self) -> dict[str, Any]:
        """What it takes to make it again, writable as JSON."""
        options = None if self.options is None else options_as_dict(self.options)
        return {"name": self.name, "options": options}


@dataclass(frozen=True)
class Tried:
    """A candidate with its registers placed.

    Attributes:
        candidate: the graph.
        compiled: the engine.
        bound_ns: iteration bound, register excluded.
        period_ns: longest path of the retimed graph, register included.
    """

    candidate: Candidate
    compiled: Compiled
    bound_ns: float
    period_ns: float

    @property
    def register_bits(self) -> int:
        """Of the retimed graph."""
        return self.compiled.graph.register_bits()

    @property
    def rank(self) -> tuple[float, float, int]:
        """What is least is best: the time of a block in ns, then the period, then registers."""
        period = round(self.period_ns, 2)
        return round(period * self.compiled.slot_iterations, 2), period, self.register_bits


@dataclass(frozen=True)
class Search:
    """A search for the sums of an engine.

    Attributes:
        hash: of the engine.
        architecture: resolved, of method "searched".
        delays: of the device.
        supplied: whether messages may start from states that come from outside.
    """

    hash: Hash
    architecture: Architecture
    delays: DelayModel
    supplied: bool = False

    def best(self) -> Tried:
        """What is taken: of all candidates, the one whose blocks take least time by the model.

        Between equals the shorter period decides, then fewer register bits.  Raises RequestError
        when registers can be placed in none.
        """
        tried = list(self.trials())
        if not tried:
            raise RequestError(
                f"No placement of registers keeps {self.hash.title}'s chaining memory in order "
                "for this architecture; a smaller --unroll or --chaining lutram would be accepted."
            )
        return min(tried, key=lambda each: each.rank)

    def trials(self) -> Iterator[Tried]:
        """Candidates with registers placed; those are left out whose bound is above a period that
        has been reached."""
        pairs = [(each.bound_ns(self.delays), each) for each in self.candidates()]
        least = float("inf")
        for bound, candidate in sorted(pairs, key=lambda pair: pair[0]):
            if bound + self.delays.register_ns > least + 2 * STEP_NS:
                continue
            tried = self.tried(candidate, bound)
            if tried is not None:
                least = min(least, tried.period_ns)
                yield tried

    def tried(self, candidate: Candidate, bound: float) -> Tried | None:
        """A candidate with its registers placed, None when memories could not be used in it."""
        compiled = fastest(
            candidate.steps, self.architecture, self.delays, self.supplied, self.hash.depth
        )
        if compiled is None:
            return None
        period = critical_path(compiled.graph, self.delays).period_ns
        return Tried(candidate, replace(compiled, chosen=candidate.name), bound, period)

    def again(self, written: Mapping[str, Any]) -> Compiled | None:
        """The engine of a candidate that was written down; None when it is not known."""
        if written["options"] is None:
            named = (each for each in self.named() if each.name == written["name"])
            candidate = next(named, None)
        else:
            candidate = self._rewritten(written["name"], options_from_dict(written["options"]))
        tried = candidate and self.tried(candidate, 0.0)
        return tried.compiled if tried else None

    def candidates(self) -> Iterator[Candidate]:
        """Everything there is to choose from, the named choices first."""
        yield from self.named()
        yield from self.found()

    def found(self) -> Iterator[Candidate]:
        """What the search finds."""
        graph = self._base[-1].graph
        known: list[dict[str, Option]] = []
        for name, taken in searched(graph, self.delays, self.architecture.interleave):
            if taken not in known:
                known.append(taken)
                yield self._rewritten(name, taken)

    def named(self) -> Iterator[Candidate]:
        """Every association with every kind of adders, and the operators of michail2012."""
        a = self.architecture
        storage = storage_of(a)
        for association in CHOICES["association"][1:]:
            if association == "reordered" and not self.hash.shared_sums:
                continue
            for adders in CHOICES["adders"][1:]:
                named = replace(a, method="exact", association=association, adders=adders)
                for gated in (True, False) if association != "textbook" else (False,):
                    steps = transformed(self.hash, named, self.delays, storage, gated)
                    name = f"{association}, {adders}" + (", load before the adder" if gated else "")
                    yield Candidate(name, tuple(steps))
        one_group = a.interleave == 1 and not a.stages == 1 < a.groups
        if self.hash.in_halves and a.load == "parallel" and one_group:
            block = walk(self.hash, a.unroll, a.stages)[-1].block
            yield Candidate(_BY_HAND, (Step(_BY_HAND, block.graph),))

    @property
    def _base(self) -> list[Step]:
        """The steps before the search."""
        a = self.architecture
        graph = first_graph(self.hash, a, storage_of(a))
        steps = [Step("round of the standard", graph)]
        if a.adds:
            graph = load_by_addition(graph, self.hash)
            steps.append(Step("load by addition", graph))
        if a.stages > 1:
            graph = pipeline(graph, a.stages)
            steps.append(Step(f"pipelining into {a.stages} stages", graph))
        name = f"unfolding by {a.unroll}" if a.unroll > 1 else "simplification"
        return [*steps, Step(name, unfold(graph, a.unroll))]

    def _rewritten(self, name: str, taken: Mapping[str, Option]) -> Candidate:
        """The graph with options that the search found."""
        steps, slow = self._base, self.architecture.interleave
        graph = simplify(rewritten(steps[-1].graph, taken))
        steps.append(Step("search over sums", graph))
        if self.delays.fused:
            graph = simplify(fuse(graph, self.delays.fused))
            steps.append(Step("fusion into carry cells", graph))
        if slow > 1:
            steps.append(Step(f"interleaving of {slow} messages", interleave(graph, slow)))
        return Candidate(name, tuple(steps), taken)


def searched(
    graph: Graph, delays: DelayModel, slow: int
) -> Iterator[tuple[str, dict[str, Option]]]:
    """Options of the operators of an unfolded graph, as the search finds them.

    `slow`: clocks an iteration.  No period is shorter than an adder.  Each time loads may be moved
    into sums in other ways, and what leaves a loop be cheap or quick: the bound says nothing of it,
    and the period may.  Shared sums are recovered where that is possible, which costs one adder.
    """
    adders = [node for node in graph.nodes.values() if node.op is Op.SUM]
    least = slow * max(delays.carry_ns(node.width) for node in adders)
    leaving = _leaving(graph)
    ways = [("", frozenset[str](), False), (", quick ways out", leaving, False)]
    if graph.stages > 1:
        ways.append((", quickest ways out", leaving, True))
    for loads in LOADS:
        loops = [Loop(Choices(graph, loop, delays, loads)) for loop in graph.loops]
        period = max(loop.smallest(least) for loop in loops)
        recovered = [loop.recovered(period) for loop in loops]
        for how, quick, opened in ways:
            taken: dict[str, Option] = {}
            for loop, fixed in zip(loops, recovered, strict=True):
                taken |= loop.cheaper(period, fixed, quick, opened=opened)
            yield f"searched, loads {loads}{how}", taken


def _leaving(graph: Graph) -> frozenset[str]:
    """Sums that are read outside their loop: by the next stage, or for new chaining words."""
    return frozenset(
        name
        for loop in graph.loops
        for name in loop
        if graph.nodes[name].op is Op.SUM
        and any(reader.name not in loop for _, reader in graph.consumers[name])
    )
