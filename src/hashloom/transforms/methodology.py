"""From hash and architecture to the retimed graph: the order of the transformations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from hashloom.dataflow.build import round_graph
from hashloom.dataflow.graph import Graph, Kind, Node
from hashloom.dataflow.timing import critical_path
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.targets.model import DelayModel
from hashloom.transforms.arrangement import balanced
from hashloom.transforms.association import in_written_order, reorder_resources
from hashloom.transforms.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.fusion import fuse, load_before_adder
from hashloom.transforms.interleaving import interleave
from hashloom.transforms.pipelining import pipeline
from hashloom.transforms.prefetching import oldest_first
from hashloom.transforms.retiming import Bound, apply_lags, retime, together
from hashloom.transforms.simplification import simplify
from hashloom.transforms.unfolding import unfold

if TYPE_CHECKING:
    from hashloom.cores.architecture import Architecture

WORD_LATENCY = 2  # clocks from the request of a row of message words to its arrival
# Clocks from the address of a chaining word to the word, the select of the initial value included.
MEMORY_LATENCY = {"lutram": 2, "bram": 3}
# Iterations that may pass between a block's last round and the next block's first load: fewest
# that can be legal, and most that are tried.
EXTRA = {"registers": (1, 2), "narrow": (0, 8), "wide": (1, 4)}


class Storage(StrEnum):
    """Where chaining values live; follows from the architecture."""

    REGISTERS = "registers"  # one context, parallel load: eight registers that shift
    NARROW = "narrow"  # serial load: memories of single words, read in order
    WIDE = "wide"  # several contexts, parallel load: all eight words at once


@dataclass(frozen=True)
class Step:
    """A transformation that was applied, and the graph after it."""

    name: str
    graph: Graph


@dataclass(frozen=True)
class Compiled:
    """An engine's datapath.

    Attributes:
        graph: retimed, lags in clocks after the slot counter.
        steps: every transformation with the graph it gave, the first being the round.
        storage: where chaining values live.
        extra: iterations between a block's last round and the next block's first load.
    """

    graph: Graph
    steps: tuple[Step, ...]
    storage: Storage
    extra: int

    @property
    def slot_iterations(self) -> int:
        """Iterations from one slot's start to the next."""
        return self.graph.iterations - self.graph.first_iteration + self.extra

    @property
    def slot_clocks(self) -> int:
        """Clocks from one slot's start to the next; one block a context of the group."""
        return self.slot_iterations * self.graph.interleave

    @property
    def chain_words(self) -> int:
        """Chaining words of each half that appear together (V)."""
        return 4 if self.storage is Storage.WIDE else min(self.graph.unroll, 4)


def storage_of(architecture: Architecture) -> Storage:
    """Where chaining values live for a resolved architecture."""
    if architecture.load == "serial":
        return Storage.NARROW
    return Storage.REGISTERS if architecture.contexts == 1 else Storage.WIDE


def compile_engine(hash_: Hash, architecture: Architecture, delays: DelayModel) -> Compiled:
    """The engine's graph for a resolved architecture, retimed for `delays`.

    Among the numbers of extra iterations that the order of memory accesses permits, the one
    with the highest estimated throughput is taken.
    """
    storage = storage_of(architecture)
    gateable = architecture.association != "textbook"
    for gated in (True, False) if gateable else (False,):
        steps = _transformed(hash_, architecture, delays, storage, gated)
        found = _fastest(steps, architecture, delays, storage)
        if found is not None:
            return found
    raise RequestError(
        f"No placement of registers keeps {hash_.title}'s chaining memory in order for this "
        "architecture; a smaller --unroll or --chaining lutram would be accepted."
    )


def _fastest(
    steps: Sequence[Step], architecture: Architecture, delays: DelayModel, storage: Storage
) -> Compiled | None:
    """The engine with the least estimated time a block; extra iterations are added while they
    shorten it."""
    best: tuple[float, Compiled] | None = None
    fewest, most = EXTRA[storage]
    if architecture.load == "head":  # loads a round earlier
        fewest, most = fewest - 1, most - 1
    for extra in range(fewest, most + 1):
        candidate = _retimed(steps, architecture, delays, storage, extra)
        if candidate is None:
            continue
        period = critical_path(candidate.graph, delays).period_ns
        time = round(period * candidate.slot_iterations, 6)
        if best is not None and time >= best[0]:
            break
        best = (time, candidate)
    return best and best[1]


def _transformed(
    hash_: Hash, architecture: Architecture, delays: DelayModel, storage: Storage, gated: bool
) -> list[Step]:
    """Every transformation before retiming, in order."""
    serial_load = storage is Storage.NARROW
    graph = round_graph(
        hash_,
        serial_load=serial_load,
        serial_chain=storage is not Storage.WIDE,
        head_load=architecture.load == "head",
    )
    steps = [Step("round of the standard", graph)]

    def apply(name: str, change: Callable[[Graph], Graph], wanted: bool = True) -> None:
        if wanted:
            steps.append(Step(name, change(steps[-1].graph)))

    balance = architecture.association == "balanced"
    early = architecture.association != "textbook" and not balance
    apply("association in trees", balanced, balance)
    apply("resource re-ordering", reorder_resources, architecture.association == "reordered")
    apply("pre-fetch of K + W", oldest_first, early)
    apply("association as written", in_written_order, not early)
    apply("carry-save compression", compress_late_operands, architecture.adders == "carry_save")
    apply("load in the compressor", load_in_compressor, architecture.adders == "carry_save")
    stages, unroll = architecture.stages, architecture.unroll
    apply(f"pipelining into {stages} stages", lambda g: pipeline(g, stages), stages > 1)
    apply(
        "simplification" if unroll == 1 else f"unfolding by {unroll}", lambda g: unfold(g, unroll)
    )
    apply("load before the adder", load_before_adder, gated and bool(delays.fused))
    apply("fusion into carry cells", lambda g: simplify(fuse(g, delays.fused)), bool(delays.fused))
    slow = architecture.interleave
    apply(f"interleaving of {slow} messages", lambda g: interleave(g, slow), slow > 1)
    return steps


def _retimed(
    steps: Sequence[Step],
    architecture: Architecture,
    delays: DelayModel,
    storage: Storage,
    extra: int,
) -> Compiled | None:
    """The engine with `extra` iterations, None when memories could not be used in order."""
    graph = steps[-1].graph
    bounds = memory_bounds(graph, storage, extra, MEMORY_LATENCY[architecture.chaining])
    if not architecture.retiming:
        if any(bound.clocks < 0 for bound in bounds):
            return None
        still = apply_lags(graph, dict.fromkeys(graph.nodes, 0))
        return Compiled(
            counted_from_slot(still, storage, architecture), tuple(steps), storage, extra
        )
    try:
        moved = retime(graph, delays, bounds)
    except ValueError:
        return None
    moved = counted_from_slot(moved, storage, architecture)
    return Compiled(moved, (*steps, Step("retiming", moved)), storage, extra)


def _of_kind(graph: Graph, *kinds: Kind) -> list[Node]:
    return [node for node in graph.sources() if node.port.kind in kinds]


def memory_bounds(graph: Graph, storage: Storage, extra: int, latency: int) -> list[Bound]:
    """The order in which message and chaining memories must be used.

    Words of one row arrive together, chaining words leave together, and a chaining word is
    written before the next block of its context reads it.
    """
    results = [node.name for node in graph.sinks() if node.port.kind is Kind.RESULT]
    bounds = together(results) + together([n.name for n in _of_kind(graph, Kind.MESSAGE)])
    slow = graph.interleave
    if any(node.port.kind is Kind.STATE for node in graph.sinks()):
        return bounds + _word_bounds(graph, extra)
    if storage is Storage.REGISTERS:
        return bounds + [bound for half in "ae" for bound in _register_bounds(graph, half, extra)]
    memory = [node.name for node in _of_kind(graph, Kind.CHAIN, Kind.STATE)]
    bounds += together(memory)
    rows = 4 // min(graph.unroll, 4) if storage is Storage.NARROW else 0
    between = slow * (graph.stages * extra + rows)
    return [*bounds, Bound(results[0], memory[0], between - latency - 1)]


def _word_bounds(graph: Graph, extra: int) -> list[Bound]:
    """Each chaining register is written before the next block loads it."""
    slot = graph.iterations - graph.first_iteration + extra
    old = {node.port.index: node for node in _of_kind(graph, Kind.STATE)}
    bounds = []
    for node in graph.sinks():
        if node.port.kind is Kind.STATE:
            word = old[node.port.index]
            between = slot + word.port.iterations[0] - node.port.iterations[0] - 1
            bounds.append(Bound(node.name, word.name, between))
    return bounds


def _register_bounds(graph: Graph, half: str, extra: int) -> list[Bound]:
    """Order in which the four chaining registers of a half are read, shifted and written.

    New words are there before the next block loads them, and old ones are loaded before the
    chaining addition shifts them out.
    """
    new = [n.name for n in graph.sinks() if n.port.kind is Kind.CHAIN and n.port.half == half]
    old = [n.name for n in _of_kind(graph, Kind.CHAIN) if n.port.half == half]
    words = range(4) if half == "a" else range(4, 8)
    state = {
        n.name: n.port.iterations[0] for n in _of_kind(graph, Kind.STATE) if n.port.index in words
    }
    shifted_from = graph.iterations - 4 // len(old)
    loaded = [
        Bound(new[0], name, extra + when - graph.first_iteration) for name, when in state.items()
    ]
    kept = [Bound(name, old[0], shifted_from - when) for name, when in state.items()]
    return together(new) + together(old) + loaded + kept


def counted_from_slot(graph: Graph, storage: Storage, architecture: Architecture) -> Graph:
    """Lags shifted so that they count clocks from the slot counter, every source in reach.

    A source needs so many clocks after the counter: a control bit is registered once, a
    message word and a chaining word come out of memories.
    """
    memory = MEMORY_LATENCY[architecture.chaining]
    latency = {
        Kind.CONTROL: 1,
        Kind.MESSAGE: WORD_LATENCY,
        Kind.CONSTANT: 2 if architecture.constants == "bram" else 0,
        Kind.STATE: 1 if storage is Storage.REGISTERS else memory,
        Kind.CHAIN: 1 if storage is Storage.REGISTERS else memory,
    }
    shift = max(latency[node.port.kind] - graph.lag(node.name) for node in graph.sources())
    return replace(graph, lags={name: graph.lag(name) + shift for name in graph.nodes})
