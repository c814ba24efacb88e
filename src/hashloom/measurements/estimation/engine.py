"""An engine in numbers: what the estimator reads off a compiled graph.

Compiling takes a tenth of a second, so the numbers of a whole space of engines are worked out once
and kept (see `space`); everything behind them takes microseconds.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any

from hashloom.cores import Core
from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.dataflow.timing import LOGIC, logic_levels
from hashloom.rtl.engine.writer import EngineWriter


@dataclass(frozen=True)
class Engine:
    """The numbers of one engine; bits are operators' widths added up.

    Attributes:
        slot_clocks: clocks from one slot's start to the next.
        alone_clocks: clocks from a slot of a group to its next one, at least.
        result_clocks: clocks from a slot's start to the last new chaining word of its first
            context.
        apart, chain_words, read_lag: see EngineShape.
        adder_bits: carry-propagate adders.
        adders: how many of them.
        compressor_bits: sum and carry words of carry-save adders, and those of them that absorb
            a gate or a select (`loaded_bits`).
        sigma_bits, choice_bits, select_bits, gate_bits: XORs of rotations and of words; Ch, Maj
            and other Boolean functions outside of adders; selects; gates.
        table_bits: width of the tables of K, all together.
        table_rows: rows of each.
        register_bits, control_bits: delay lines of words and of control values.
        loaded_words: chaining words that enter at a time, in all sources of them.
        path_ns: the critical path by the delay model, registers included.
        path_adders, path_levels: adders and levels of look-up tables on it.
    """

    slot_clocks: int
    alone_clocks: int
    result_clocks: int
    apart: int
    chain_words: int
    read_lag: int
    adder_bits: int
    adders: int
    compressor_bits: int
    loaded_bits: int
    sigma_bits: int
    choice_bits: int
    select_bits: int
    gate_bits: int
    table_bits: int
    table_rows: int
    register_bits: int
    control_bits: int
    loaded_words: int
    path_ns: float
    path_adders: int
    path_levels: int

    def as_list(self) -> list[Any]:
        """The numbers in the order of the fields, as `from_list` takes them."""
        return list(astuple(self))

    @staticmethod
    def from_list(numbers: list[Any]) -> Engine:
        """The reverse of `as_list`.  Raises ValueError for a list of another length."""
        if len(numbers) != len(fields(Engine)):
            raise ValueError(f"An engine is {len(fields(Engine))} numbers, not {len(numbers)}.")
        return Engine(*numbers)


def engine_of(core: Core) -> Engine:
    """The numbers of a core's engine; compiles it when that has not been done."""
    compiled, graph = core.compiled, core.compiled.graph
    plan, shape = core.plan, core.shape
    adders = _adders(graph)
    path = core.path
    steps = [graph.nodes[name] for name in path.nodes]
    tables = [n for n in graph.sources() if n.port.kind is Kind.CONSTANT]
    on_path = sum(adders.get(node.name, 0) for node in steps)
    return Engine(
        slot_clocks=compiled.slot_clocks,
        alone_clocks=compiled.order.between(graph) * graph.interleave,
        result_clocks=_result_clocks(graph, plan.sink_lag),
        apart=shape.apart,
        chain_words=shape.chain_words,
        read_lag=shape.read_lag,
        adder_bits=sum(count * graph.nodes[name].width for name, count in adders.items()),
        adders=sum(adders.values()),
        compressor_bits=_bits(graph, Op.PARITY, Op.CARRY),
        loaded_bits=sum(
            n.width
            for n in graph.nodes.values()
            if n.op in (Op.PARITY, Op.CARRY) and n.absorbed is not None
        ),
        sigma_bits=_bits(graph, Op.SIGMA, Op.XOR),
        choice_bits=_bits(graph, Op.CH, Op.MAJ, Op.BOOLEAN),
        select_bits=_bits(graph, Op.SELECT),
        gate_bits=_bits(graph, Op.GATE),
        table_bits=sum(node.width for node in tables),
        table_rows=graph.iterations,
        register_bits=graph.register_bits(),
        control_bits=sum(
            width * length for width, length in EngineWriter(plan).wires.lines.values()
        ),
        loaded_words=sum(n.port.kind in (Kind.STATE, Kind.CHAIN) for n in graph.sources()),
        path_ns=round(path.period_ns, 3),
        path_adders=on_path,
        path_levels=sum(logic_levels(node) for node in steps if node.op in LOGIC),
    )


def _adders(graph: Graph) -> dict[str, int]:
    """By name of a node, how many carry-propagate adders it is."""
    found = {}
    for name, node in graph.nodes.items():
        if node.op in (Op.SUM, Op.DIFFERENCE):
            several = node.op is Op.SUM and node.absorbed is None
            found[name] = max(len(node.operands) - 1, 1) if several else 1
    return found


def _bits(graph: Graph, *ops: Any) -> int:
    counted = (node for node in graph.nodes.values() if node.op in ops and not node.is_wire)
    return sum(node.width for node in counted)


def _result_clocks(graph: Graph, sink_lag: int) -> int:
    """Clocks from a slot's start to the last new chaining word of its first context."""
    last = max(n.port.iterations[1] - 1 for n in graph.sinks() if n.port.kind is Kind.RESULT)
    before = (graph.stages - 1) * graph.iterations
    return (before + last - graph.first_iteration) * graph.interleave + sink_lag
