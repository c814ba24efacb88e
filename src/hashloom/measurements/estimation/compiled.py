"""The numbers of an engine, read off its compiled graph."""

from __future__ import annotations

from typing import Any

from hashloom.cores import Core, core_for
from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.dataflow.timing import LOGIC, logic_levels
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.measurements.estimation.engine import Engine
from hashloom.measurements.estimation.features import Outline
from hashloom.measurements.estimation.space import known_engine
from hashloom.request.architecture import Architecture
from hashloom.request.at_level import check_level
from hashloom.request.interface import Interface
from hashloom.rtl.engine.writer import EngineWriter
from hashloom.targets import Target
from hashloom.transforms.registers.ordering import result_clocks


def outline_of(
    hash_: Hash, requested: Architecture, interface: Interface, target: Target
) -> Outline:
    """A core in numbers; its engine is compiled when the table does not hold it.

    Raises RequestError for a value that is not accepted.
    """
    if interface.copies > 1:
        raise RequestError("There are no estimates of arrays; accepted is --copies 1.")
    check_level(requested, interface.level, hash_)
    resolved = requested.resolved(hash_)
    if resolved.adds:
        raise RequestError(
            "There are no estimates of load by addition; accepted for --load are auto, parallel, "
            "head and serial."
        )
    if resolved.pool:
        raise RequestError("There are no estimates of pools; accepted is a core without --pool.")
    supplied = interface.keyed
    engine = known_engine(hash_, resolved, target, supplied=supplied)
    if engine is None:
        engine = engine_of(core_for(hash_.name, requested, interface, target.name))
    return Outline(hash_, resolved, interface, engine)


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
        result_clocks=result_clocks(graph),
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
