"""From hash and architecture to the retimed graph: the order of the transformations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hashloom.dataflow.build import round_graph
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Graph, Op
from hashloom.dataflow.timing import critical_path
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.transforms.copies.interleaving import interleave
from hashloom.transforms.copies.pipelining import pipeline
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.loading.added_load import chaining_words_early, load_by_addition
from hashloom.transforms.loading.cleared_load import load_beside_loop
from hashloom.transforms.registers.ordering import (
    Order,
    counted_from_slot,
    latest_request,
    leave_at_once,
    memory_bounds,
    reads_collide,
    supply_delay,
    supply_in_order,
    two_under_way,
)
from hashloom.transforms.registers.retiming import apply_lags, retime
from hashloom.transforms.registers.storage import MEMORY_LATENCY, Storage, storage_of
from hashloom.transforms.simplification import simplify
from hashloom.transforms.sums.arrangement import balanced
from hashloom.transforms.sums.association import in_written_order, reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.fusion import fuse, load_before_adder
from hashloom.transforms.sums.prefetching import oldest_first, own_last

# Iterations that may pass between a block's last round and the next block's first load: fewest
# that can be legal, and most that are tried.
EXTRA = {Storage.REGISTERS: (1, 2), Storage.NARROW: (0, 8), Storage.WIDE: (1, 4)}
# In a pool a function or a compressor goes along with an adder between two registers, which saves
# registers: by so much its longest path may exceed the shortest there is.
POOL_SLACK = 1.45
# But σ of the message schedule's own latest word has a register behind it: with the last addition
# it would be the slowest of all, since the word is read in rounds that are far from each other.
# That takes so many ns more than the delay model says.
POOL_SCHEDULE_NS = 0.4
CONSTANT_LATENCY = {"lut": 0, "bram": 2}


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
        order: of memory accesses.
        depth: most chaining words of a sequence.
        chosen: name of the sums that a search took; empty where there was none.
    """

    graph: Graph
    steps: tuple[Step, ...]
    order: Order
    depth: int
    chosen: str = ""

    @property
    def storage(self) -> Storage:
        """Where chaining values live."""
        return self.order.storage

    @property
    def extra(self) -> int:
        """Iterations between a block's last round and the next block's first load."""
        return self.order.extra

    @property
    def supplied(self) -> bool:
        """Whether a message may start from a state that comes from outside."""
        return self.order.supplied

    @property
    def slot_iterations(self) -> int:
        """Iterations from one slot's start to the next, of blocks that follow each other as
        closely as may be."""
        return self.order.slot(self.graph) - self.skipped

    @property
    def skipped(self) -> int:
        """Iterations that a block takes less when it joins the one before."""
        return self.order.skipped(self.graph)

    @property
    def slot_clocks(self) -> int:
        """Clocks from one slot's start to the next; one block a context of the group.

        Of a pool: from one block of a context to its next, at least.
        """
        if self.order.pooled:
            return self.order.busy(self.graph)
        return self.slot_iterations * self.graph.interleave

    @property
    def rest(self) -> int:
        """Iterations an engine of one stage rests before a group can follow itself."""
        return self.order.rest(self.graph)

    @property
    def chain_words(self) -> int:
        """Chaining words of each sequence that appear together (V)."""
        if leave_at_once(self.graph):
            return self.depth
        return min(self.graph.unroll, self.depth)

    def supply_delay(self, sequence: str) -> int:
        """When chaining registers take a supplied state: see the function of this name."""
        return supply_delay(self.graph, sequence, self.extra)

    @property
    def latest_request(self) -> int:
        """When supplied states must have been asked for: see the function of this name."""
        return latest_request(self.graph, self.order)


def compile_engine(
    hash_: Hash, architecture: Architecture, delays: DelayModel, *, supplied: bool = False
) -> Compiled:
    """The engine's graph for a resolved architecture, retimed for `delays`.

    `supplied`: a message may start from a state that comes from outside, besides the initial
    value of the standard.  Among the numbers of extra iterations that the order of memory
    accesses permits, the one with the highest estimated throughput is taken.
    """
    storage = storage_of(architecture)
    if architecture.pool:
        return _pooled(hash_, architecture, delays, supplied)
    gateable = architecture.association != "textbook"
    for gated in (True, False) if gateable else (False,):
        steps = transformed(hash_, architecture, delays, storage, gated)
        found = fastest(steps, architecture, delays, supplied, hash_.depth)
        if found is not None:
            return found
    raise RequestError(
        f"No placement of registers keeps {hash_.title}'s chaining memory in order for this "
        "architecture; a smaller --unroll or --chaining lutram would be accepted."
    )


def _pooled(
    hash_: Hash, architecture: Architecture, delays: DelayModel, supplied: bool
) -> Compiled:
    """The engine of a pool, whose blocks begin when they come: no order of slots is to be found."""
    latency = MEMORY_LATENCY[architecture.chaining]
    order = Order(Storage.WIDE, 0, latency, supplied, pooled=True)
    steps = transformed(hash_, architecture, delays, Storage.WIDE, gated=True)
    found = retimed(steps, architecture, delays, order, hash_.depth)
    if found is None:
        raise RequestError(
            f"A loop of {architecture.interleave} clocks has not enough registers for the rounds "
            f"of {hash_.title} in it; accepted is a greater --interleave, such as "
            f"{2 * architecture.unroll + 1}."
        )
    reached = critical_path(found.graph, delays).clock_mhz
    if reached < architecture.retiming_mhz:
        raise RequestError(
            f"No placement of registers gives {hash_.title} in this pool a clock of "
            f"{architecture.retiming_mhz} MHz by the delay model; accepted for --retiming-mhz is "
            f"up to {int(reached)}."
        )
    return found


def fastest(
    steps: Sequence[Step],
    architecture: Architecture,
    delays: DelayModel,
    supplied: bool,
    depth: int,
) -> Compiled | None:
    """The engine with the least estimated time a block.

    The orders of each row are tried as long as they shorten the time or none was possible.
    """
    best: tuple[float, Compiled] | None = None
    for orders in orders_for(architecture, supplied):
        for order in orders:
            candidate = retimed(steps, architecture, delays, order, depth)
            if candidate is None:
                continue
            period = critical_path(candidate.graph, delays).period_ns
            time = round(period * candidate.slot_iterations, 6)
            if best is not None and time >= best[0]:
                break
            best = (time, candidate)
        if best is not None:
            break
    return best and best[1]


def orders_for(architecture: Architecture, supplied: bool) -> Iterator[list[Order]]:
    """Orders of memory accesses to choose from, the best row first."""
    storage, stages = storage_of(architecture), architecture.stages
    order = Order(storage, 0, MEMORY_LATENCY[architecture.chaining], supplied, stages)
    if architecture.adds:
        yield [replace(order, joined=True)]
        return
    fewest, most = EXTRA[storage]
    if architecture.load == "head":  # loads a round earlier
        fewest, most = fewest - 1, most - 1
    rows = [replace(order, extra=extra) for extra in range(fewest, most + 1)]
    if architecture.groups == stages:
        yield rows
        return
    # Other groups take their slots while a group's last block is finished.
    if storage is Storage.NARROW:
        yield [order, replace(order, apart=2)]
    else:
        yield from ([replace(order, apart=n)] for n in range(stages + 1, architecture.groups + 1))
    yield rows


def first_graph(hash_: Hash, architecture: Architecture, storage: Storage) -> Graph:
    """The round as the standard has it, with the loads and the chaining of an architecture."""
    graph = round_graph(
        hash_,
        serial_load=storage is Storage.NARROW,
        serial_chain=storage is not Storage.WIDE,
        head_load=architecture.load == "head" or architecture.adds,
        read_twice=architecture.stages == 1 < architecture.groups and storage is Storage.WIDE,
        kept=architecture.pool > 0,
        unroll=architecture.unroll,
    )
    return replace(graph, gapless=architecture.pool > 0)


def transformed(
    hash_: Hash, architecture: Architecture, delays: DelayModel, storage: Storage, gated: bool
) -> list[Step]:
    """Every transformation before retiming, in order."""
    steps = [Step("round of the standard", first_graph(hash_, architecture, storage))]
    added = architecture.adds

    def apply(name: str, change: Callable[[Graph], Graph], wanted: bool = True) -> None:
        if wanted:
            steps.append(Step(name, change(steps[-1].graph)))

    balance = architecture.association == "balanced"
    early = architecture.association != "textbook" and not balance
    apply("association in trees", balanced, balance)
    reordered = architecture.association == "reordered"
    apply("load by addition", lambda g: load_by_addition(g, hash_), added)
    apply("resource re-ordering", reorder_resources, reordered)
    apply("chaining words early", chaining_words_early, added and reordered)
    apply("pre-fetch of K + W", own_last if architecture.pool else oldest_first, early)
    apply("association as written", in_written_order, not early)
    apply("carry-save compression", compress_late_operands, architecture.adders == "carry_save")
    apply("load beside the loop", load_beside_loop, architecture.load == "cleared")
    apply("load in the compressor", load_in_compressor, architecture.adders == "carry_save")
    stages, unroll = architecture.stages, architecture.unroll
    apply(f"pipelining into {stages} stages", lambda g: pipeline(g, stages), stages > 1)
    apply(
        "simplification" if unroll == 1 else f"unfolding by {unroll}", lambda g: unfold(g, unroll)
    )
    apply("load before the adder", load_before_adder, gated and bool(delays.fused))
    fused = delays.fused if not architecture.as_written else frozenset()
    apply("fusion into carry cells", lambda g: simplify(fuse(g, fused)), bool(fused))
    slow = architecture.interleave
    apply(f"interleaving of {slow} messages", lambda g: interleave(g, slow), slow > 1)
    return steps


def retimed(
    steps: Sequence[Step], architecture: Architecture, delays: DelayModel, order: Order, depth: int
) -> Compiled | None:
    """The engine with this order of accesses.

    None when memories could not be used in it, or the shell could not keep account of its blocks.
    """
    graph = steps[-1].graph
    if not order.pooled and reads_collide(graph, order):
        return None
    moved = _with_registers(graph, architecture, delays, order)
    if moved is None:
        return None
    if not supply_in_order(moved, order):
        return None
    moved = counted_from_slot(moved, order, CONSTANT_LATENCY[architecture.constants])
    if not order.pooled and not two_under_way(moved, order):
        return None
    retimed = (Step("retiming", moved),) if architecture.retiming else ()
    return Compiled(moved, (*steps, *retimed), order, depth)


def _with_registers(
    graph: Graph, architecture: Architecture, delays: DelayModel, order: Order
) -> Graph | None:
    """The graph with its registers where they are to be, None when that cannot be."""
    bounds = memory_bounds(graph, order)
    if architecture.retiming:
        slack, enough_ns, further_ns = 1.0, 0.0, dict[str, float]()
        if architecture.retiming_mhz:
            enough_ns = 1000 / architecture.retiming_mhz - delays.register_ns
        elif order.pooled:
            slack, further_ns = POOL_SLACK, _ways_of_schedule(graph)
        try:
            return retime(graph, delays, bounds, slack, enough_ns, further_ns)
        except ValueError:
            return None
    if any(bound.clocks < 0 for bound in bounds):
        return None
    return apply_lags(graph, dict.fromkeys(graph.nodes, 0))


def _ways_of_schedule(graph: Graph) -> dict[str, float]:
    """The functions that the last addition of a word W waits for, with `POOL_SCHEDULE_NS` each."""
    words = (node for node in graph.nodes.values() if node.role.sequence == "W")
    read = {edge.source for node in words if node.op is Op.SUM for edge in node.operands}
    sigmas = (name for name in read if graph.nodes[name].op is Op.SIGMA)
    return dict.fromkeys(sorted(sigmas), POOL_SCHEDULE_NS)
