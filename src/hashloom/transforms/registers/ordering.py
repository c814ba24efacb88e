"""Where chaining values live, and the order in time in which memories must be used.

No edge of the graph expresses this order: that a chaining word is written before it is read
again, that the words of a row arrive together.  Retiming gets it as bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashloom.dataflow.graph import Graph, Kind, Node
from hashloom.transforms.registers.retiming import Bound, together
from hashloom.transforms.registers.storage import STATE_LATENCY, WORD_LATENCY, Storage

# Clocks from one block of a context to its next, at least, however short the slot: the padder works
# on it, it counts as full, it starts.
_NEXT_BLOCK = 3


@dataclass(frozen=True)
class Order:
    """What the order of memory accesses depends on.

    Attributes:
        storage: where chaining values live.
        extra: iterations between a block's last round and the next block's first load.
        latency: clocks from the address of a chaining word to the word.
        supplied: whether a message may start from a state that comes from outside.
        apart: slots from one of a group to its next, at least; with an engine of one stage, a
            group may also follow itself after a rest.
        joined: whether a block that follows another one of its message at once needs no load.
        pooled: whether a context's next block may start when its last new chaining words have
            left, in any clock; old ones are read once a block.
    """

    storage: Storage
    extra: int
    latency: int
    supplied: bool = False
    apart: int = 1
    joined: bool = False
    pooled: bool = False

    def skipped(self, graph: Graph) -> int:
        """Iterations that a block takes less when it joins the one before."""
        return -graph.first_iteration if self.joined else 0

    def slot(self, graph: Graph) -> int:
        """Iterations from one slot's start to the next, the load of chaining values included."""
        return graph.iterations - graph.first_iteration + self.extra

    @property
    def beyond(self) -> bool:
        """Whether the chaining addition comes when the next slot is under way.

        It then reads the old chaining words an iteration later than that slot its own.
        """
        return self.storage is Storage.WIDE and self.extra == 0 and not self.pooled

    def rest(self, graph: Graph) -> int:
        """Iterations an engine of one stage rests before a group can follow itself."""
        if graph.stages > 1 or self.apart == 1:
            return 0
        (new, old) = _memory_ends(graph)
        late = graph.lag(new) - graph.lag(old) + self.latency + 1
        needed = -(-late // graph.interleave) - self.slot(graph) + graph.iterations
        return max(needed, 2 if self.beyond else 1)

    def busy(self, graph: Graph) -> int:
        """Clocks from a block's start to that of its context's next one in a pool, at least.

        It may start in the clock in which the last new chaining words leave: they are written
        then, and read behind that, because the words to load come so long after the start as the
        memory takes.  The lags of `graph` count from the slot.
        """
        new, _ = _memory_ends(graph)
        return graph.iterations * graph.interleave + graph.lag(new) + 1

    def between(self, graph: Graph) -> int:
        """Iterations from a slot of a group to its next one, at least."""
        slot = self.slot(graph)
        rest = self.rest(graph)
        return slot + rest if rest else self.apart * slot


def _first_number(graph: Graph) -> int:
    """Number of the first chain step, so that the last one is all ones."""
    steps = graph.iterations - _first_step(graph)
    return (1 << (steps - 1).bit_length()) - steps


def memory_bounds(graph: Graph, order: Order) -> list[Bound]:
    """The order in which message and chaining memories must be used.

    Words of one row arrive together, chaining words leave together, and a chaining word is
    written before the next block of its context reads it.  When states are supplied, the
    chaining registers of a sequence take their new words one after the other.
    """
    results = [node.name for node in graph.sinks() if node.port.kind is Kind.RESULT]
    bounds = together(results) + together([n.name for n in sources_of(graph, Kind.MESSAGE)])
    if order.storage is Storage.REGISTERS:
        return bounds + _register_bounds(graph, order)
    bounds += _read_bounds(graph, order)
    if order.pooled:
        return bounds
    new, old = _memory_ends(graph)
    between = order.apart * order.slot(graph) - graph.stages * graph.iterations
    return [*bounds, Bound(new, old, graph.interleave * between - order.latency - 1)]


def _memory_ends(graph: Graph) -> tuple[str, str]:
    """A new chaining word that goes into a memory, and an old one to load that comes out."""
    new = next(node.name for node in graph.sinks() if node.port.kind is Kind.RESULT)
    return new, next(n.name for n in _old_words(graph) if not _to_add(n))


def _old_words(graph: Graph) -> list[Node]:
    return sources_of(graph, Kind.CHAIN, Kind.STATE)


def _to_add(node: Node) -> bool:
    """Whether an old chaining word is but added, and not loaded."""
    return node.port.stage > 0 or node.port.iterations[0] > 0


def _read_bounds(graph: Graph, order: Order) -> list[Bound]:
    """Old chaining words come out of memories together."""
    if not order.beyond:
        return together([node.name for node in _old_words(graph)])
    loaded = [node.name for node in _old_words(graph) if not _to_add(node)]
    added = [node.name for node in _old_words(graph) if _to_add(node)]
    bounds = together(loaded) + together(added)
    later = graph.interleave
    return [*bounds, Bound(added[0], loaded[0], later), Bound(loaded[0], added[0], -later)]


def reads_collide(graph: Graph, order: Order) -> bool:
    """Whether the only read port of a wide memory would be wanted twice at the same time.

    The first stage reads in the first iteration of a slot what it loads, the last one in the
    iteration after its rounds what it adds, or one further.
    """
    added = graph.stages * graph.iterations + order.beyond
    return order.storage is Storage.WIDE and added % order.slot(graph) == 0


def sources_of(graph: Graph, *kinds: Kind) -> list[Node]:
    """Sources of some kinds, in order."""
    return [node for node in graph.sources() if node.port.kind in kinds]


def loaded_words(graph: Graph) -> list[Node]:
    """Chaining words in registers as they are loaded, not as they are read again to be added."""
    return [node for node in sources_of(graph, Kind.STATE) if node.port.iterations[0] <= 0]


def sequences_of(graph: Graph) -> list[str]:
    """Sequences of the chaining value, in its order."""
    return list(dict.fromkeys(n.port.sequence for n in graph.sinks() if n.port.sequence))


def new_words(graph: Graph, sequence: str) -> list[Node]:
    """Sinks that bring the chaining registers of a sequence their new words."""
    return [
        node
        for node in graph.sinks()
        if node.port.kind in (Kind.CHAIN, Kind.STATE) and node.port.sequence == sequence
    ]


def _of_sequence(graph: Graph, kind: Kind, sequence: str) -> list[Node]:
    """Sources of one kind that bring chaining words of a sequence."""
    return [node for node in sources_of(graph, kind) if node.port.sequence == sequence]


def _first_step(graph: Graph) -> int:
    """Iteration in which the first new chaining words leave."""
    return min(n.port.iterations[0] for n in graph.sinks() if n.port.kind is Kind.RESULT)


# ---- chaining registers ------------------------------------------------------------------------


def _register_bounds(graph: Graph, order: Order) -> list[Bound]:
    """The order of reads and writes of chaining registers."""
    if not kept_in_place(graph):
        names = sequences_of(graph)
        return [bound for name in names for bound in _shift_bounds(graph, name, order.extra)]
    bounds = _word_bounds(graph, order)
    if order.supplied:
        for name in sequences_of(graph):
            bounds += together([node.name for node in new_words(graph, name)])
    return bounds


def kept_in_place(graph: Graph) -> bool:
    """Whether each chaining register takes its own new word, instead of shifting."""
    return any(node.port.kind is Kind.STATE for node in graph.sinks())


def leave_at_once(graph: Graph) -> bool:
    """Whether all new chaining words leave in one round, none of them one after another."""
    return not any(node.port.words for node in graph.sinks() if node.port.kind is Kind.RESULT)


def _word_bounds(graph: Graph, order: Order) -> list[Bound]:
    """Each chaining register is written before the next block loads it."""
    old = {node.port.index: node for node in loaded_words(graph)}
    bounds = []
    for node in sources_of(graph, Kind.STATE):
        word = old[node.port.index]
        if node != word:  # is there when it is read again, to be added
            again = node.port.iterations[0] - word.port.iterations[0]
            bounds.append(Bound(word.name, node.name, again))
    for node in graph.sinks():
        if node.port.kind is Kind.STATE:
            word = old[node.port.index]
            between = order.slot(graph) + word.port.iterations[0] - node.port.iterations[0] - 1
            bounds.append(Bound(node.name, word.name, between))
            if leave_at_once(graph):  # and not before it is read, for whichever new word
                bounds.append(Bound(word.name, node.name, 0))
    return bounds


def _shift_bounds(graph: Graph, sequence: str, extra: int) -> list[Bound]:
    """Order in which the chaining registers of a sequence are read, shifted and written.

    New words are there before the next block loads them, and old ones are loaded before the
    chaining addition shifts them out.
    """
    new = [node.name for node in new_words(graph, sequence)]
    old = [node.name for node in _of_sequence(graph, Kind.CHAIN, sequence)]
    state = {n.name: n.port.iterations[0] for n in _of_sequence(graph, Kind.STATE, sequence)}
    shifted_from = _first_step(graph)
    loaded = [
        Bound(new[0], name, extra + when - graph.first_iteration) for name, when in state.items()
    ]
    kept = [Bound(name, old[0], shifted_from - when) for name, when in state.items()]
    return together(new) + together(old) + loaded + kept


def supply_delay(graph: Graph, sequence: str, extra: int) -> int:
    """When the chaining registers of a sequence take a supplied state.

    It is when a block right before would bring them its new words: the words of the chain step
    with number f are taken so many clocks after the slot counter says iteration f.
    """
    new = new_words(graph, sequence)
    slot = graph.iterations - graph.first_iteration + extra
    return _first_step(graph) + graph.lag(new[0].name) - slot - _first_number(graph)


def supply_in_order(graph: Graph, order: Order) -> bool:
    """Whether chaining registers, where there are any, can take a state when `supply_delay` says.

    Each word must be there before its block loads it, and must not come before the block in
    front has added the old one, however closely their slots follow each other.
    """
    if not order.supplied or order.storage is not Storage.REGISTERS:
        return True
    return all(
        _supplied_before_load(graph, name, order.extra) and _supplied_after_addition(graph, name)
        for name in sequences_of(graph)
    )


def _supplied_before_load(graph: Graph, sequence: str, extra: int) -> bool:
    new, delay = new_words(graph, sequence), supply_delay(graph, sequence, extra)
    if len({graph.lag(node.name) for node in new}) > 1:
        return False
    for node in loaded_words(graph):
        if node.port.sequence != sequence:
            continue
        # A register that shifts holds its word only when all have been shifted in.
        step = graph.iterations - 1 - _first_step(graph)
        if kept_in_place(graph):
            own = next(each for each in new if each.port.index == node.port.index)
            step = own.port.iterations[0] - _first_step(graph)
        loaded = node.port.iterations[0] + graph.lag(node.name)
        if delay + _first_number(graph) + step >= loaded:
            return False
    return True


def _supplied_after_addition(graph: Graph, sequence: str) -> bool:
    """New words, and so supplied ones, come no sooner than the old ones are read to be added."""
    kind = Kind.STATE if kept_in_place(graph) else Kind.CHAIN
    old = _of_sequence(graph, kind, sequence)
    written = graph.lag(new_words(graph, sequence)[0].name)
    return all(graph.lag(node.name) <= written for node in old)


# ---- counting from the slot --------------------------------------------------------------------


def state_latency(graph: Graph, storage: Storage) -> int:
    """Clocks from the request of words of a supplied state to the chaining words they become.

    Behind memories: words that share the choice with rows of the initial value take a clock
    more than words that do not.
    """
    alone = storage is Storage.WIDE or _first_step(graph) == graph.iterations - 1
    return STATE_LATENCY + (1 if alone else 2)


def latest_request(graph: Graph, order: Order) -> int:
    """Most clocks from the slot counter to the request of a supplied state.

    The last request of a block must not come after the clock in which the next block of its
    context starts.  From memories, a chaining value is read to be loaded and to be added; in a pool
    it is read once.
    """
    if order.pooled:
        return order.busy(graph) - 1
    last = {
        Storage.REGISTERS: _requests(graph) if order.storage is Storage.REGISTERS else 0,
        Storage.NARROW: graph.iterations - graph.first_iteration,
        Storage.WIDE: graph.stages * graph.iterations + 1 + order.beyond,
    }
    return graph.interleave * (order.between(graph) - last[order.storage])


def _requests(graph: Graph) -> int:
    """Iterations in which words of registers may be asked for, one of each sequence in each."""
    if leave_at_once(graph):
        return 1
    words = [node.port.sequence for node in loaded_words(graph)]
    most = max(words.count(name) for name in sequences_of(graph))
    return 1 << (most - 1).bit_length()


def counted_from_slot(graph: Graph, order: Order, constant_latency: int) -> Graph:
    """Lags shifted so that they count clocks from the slot counter, every source in reach.

    A source needs so many clocks after the counter: a control bit is registered once, a message
    word and a chaining word come out of memories, a supplied state comes from outside.
    """
    in_registers = order.storage is Storage.REGISTERS
    memory = order.latency
    if order.supplied:
        memory = max(memory, state_latency(graph, order.storage))
    latency = {
        Kind.CONTROL: 1,
        Kind.MESSAGE: WORD_LATENCY,
        Kind.CONSTANT: constant_latency,
        Kind.STATE: 1 if in_registers else memory,
        Kind.CHAIN: 1 if in_registers else memory,
    }
    shift = max(latency[node.port.kind] - graph.lag(node.name) for node in graph.sources())
    if in_registers and order.supplied:
        delays = (supply_delay(graph, name, order.extra) for name in sequences_of(graph))
        shift = max(shift, *(STATE_LATENCY - delay for delay in delays))
    return replace(graph, lags={name: graph.lag(name) + shift for name in graph.nodes})


def result_clocks(graph: Graph) -> int:
    """Clocks from a slot's start to the last new chaining word of its first context, of a graph
    whose lags count from the slot."""
    results = [node for node in graph.sinks() if node.port.kind is Kind.RESULT]
    last = max(node.port.iterations[1] - 1 for node in results)
    before = (graph.stages - 1) * graph.iterations + last - graph.first_iteration
    return before * graph.interleave + min(graph.lag(node.name) for node in results)


def two_under_way(graph: Graph, order: Order) -> bool:
    """Whether a context never has more than two blocks that have started and are not finished, of
    a graph whose lags count from the slot.  `digest_ledger` keeps account of two.
    """
    last = result_clocks(graph) + graph.interleave - 1
    between = order.between(graph) - order.skipped(graph)
    return last < 2 * max(between * graph.interleave, _NEXT_BLOCK)
