"""Cores: the retimed graph's digests, the generated files, and that they never vary."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from hashlib import new, sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cores import IDS, REQUESTS
from support.graphs import FUSING, MESSAGES, registers_kept

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Kind, Op
from hashloom.errors import RequestError
from hashloom.request.rounds import divisors
from hashloom.targets import get_target
from hashloom.transforms.registers.ordering import memory_bounds
from hashloom.verification.simulation.verilator import lint

every_request = pytest.mark.parametrize("request_", REQUESTS, ids=IDS)
Request = tuple[str, Architecture, str]


@cache
def made(request_: Request) -> Core:
    """The message core for a request."""
    name, architecture, target = request_
    return core_for(name, architecture, target=target)


def messages_for(core: Core) -> list[bytes]:
    """One message more than the core has contexts, of different lengths."""
    size = core.hash.block_bytes
    return [bytes((i * j) % 256 for i in range(j * size // 3)) for j in range(core.contexts + 1)]


@every_request
def test_digest_of_the_retimed_graph(request_: Request) -> None:
    core = made(request_)
    messages = messages_for(core)
    assert core.digests(messages) == [new(core.hash.name, m).digest() for m in messages]


@every_request
def test_delays_of_fusing_carry_cells(request_: Request) -> None:
    """The same when carry cells absorb functions, whatever the target says of itself."""
    core = made(request_)
    core = replace(core, target=replace(core.target, delays=FUSING))
    message = bytes(range(70))
    assert core.digest(message) == new(core.hash.name, message).digest()


@given(data=st.data())
@settings(max_examples=15)
def test_any_architecture(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["sha256", "sha384"]))
    stages = data.draw(st.sampled_from([1, 1, 2, 4]))
    unrolls = [u for u in divisors((64 if name == "sha256" else 80) // stages) if u * stages <= 8]
    architecture = Architecture(
        unroll=data.draw(st.sampled_from(unrolls)),
        stages=stages,
        interleave=data.draw(st.integers(1, 5)),
        load="auto" if stages > 1 else data.draw(st.sampled_from(["parallel", "serial"])),
        association=data.draw(st.sampled_from(["textbook", "prefetch", "reordered"])),
        adders=data.draw(st.sampled_from(["ripple", "carry_save"])),
        retiming=data.draw(st.booleans()),
        constants=data.draw(st.sampled_from(["lut", "bram"])),
    )
    core = core_for(name, architecture)
    if data.draw(st.booleans()):
        core = replace(core, target=replace(core.target, delays=FUSING))
    messages = data.draw(st.lists(MESSAGES, min_size=1, max_size=3))
    assert core.digests(messages) == [new(name, message).digest() for message in messages]


@every_request
def test_words_kept_for_the_next_block_are_those_that_leave(request_: Request) -> None:
    """Where registers hold the chaining value they have sinks of their own."""
    core = made(request_)
    graph = core.compiled.graph
    kept = [node for node in graph.sinks() if node.port.kind is not Kind.RESULT]
    if not kept:
        return
    others = [node for node in graph.nodes.values() if node.op is not Op.SINK]
    as_results = [replace(n, signal=replace(n.port, kind=Kind.RESULT)) for n in kept]
    message = bytes(range(200))
    (digest,) = digests(graph.with_nodes([*others, *as_results]), core.hash, [message])
    assert digest == new(core.hash.name, message).digest()


@every_request
def test_compiled_graph_is_legal(request_: Request) -> None:
    core = made(request_)
    compiled, graph = core.compiled, core.compiled.graph
    assert all(edge.delay >= 0 for edge, _ in graph.edges())
    for bound in memory_bounds(graph, compiled.order):
        assert graph.lag(bound.earlier) <= graph.lag(bound.later) + bound.clocks, bound
    for node in graph.sources():
        if node.port.kind in (Kind.CONTROL, Kind.MESSAGE, Kind.STATE, Kind.CHAIN):
            assert graph.lag(node.name) >= 1, "read before the counter can have asked for it"
    if core.architecture.retiming:
        for edge, reader in graph.edges():
            assert edge.delay >= registers_kept(edge, reader, graph)
    rounds = core.hash.rounds // core.architecture.stages
    if core.architecture.schedule == "first":
        rounds += core.hash.rounds - core.hash.block_words  # words made before round 0
    least = rounds // core.architecture.unroll * core.architecture.interleave
    assert least <= compiled.slot_clocks <= least + 8 * core.architecture.interleave


def test_steps_are_named_and_end_with_the_graph_that_is_written() -> None:
    architecture = Architecture(unroll=2, stages=2, interleave=2)
    core = core_for("sha256", architecture)
    names = [step.name for step in core.compiled.steps]
    assert names[0] == "round of the standard"
    assert names[-1] == "retiming"
    for part in ("pipelining into 2 stages", "unfolding by 2", "interleaving of 2 messages"):
        assert part in names
    assert core.compiled.steps[-1].graph == core.compiled.graph
    plain = core_for("sha256", replace(architecture, retiming=False)).compiled
    assert "retiming" not in [step.name for step in plain.steps]


@every_request
def test_no_path_is_shorter_than_the_bound(request_: Request) -> None:
    core = made(request_)
    assert core.path.period_ns >= core.bound_ns + core.target.delays.register_ns - 0.003
    assert core.path.terms != "wire"


@every_request
def test_lint(request_: Request) -> None:
    core = made(request_)
    lint(core.sources(), core.top)


@every_request
def test_lint_of_the_engine_alone(request_: Request) -> None:
    core = made(request_).as_level("engine")
    sources = core.sources()
    assert set(sources) < set(made(request_).sources())
    lint(sources, core.top)


# Prints the SHA-256 of every file of some cores.
_PRINT = """
import json, sys
from hashlib import sha256
from hashloom.cores import Architecture, core_for
found = {}
for name, fields, target in json.loads(sys.argv[1]):
    core = core_for(name, Architecture(**fields), target=target)
    for file, text in core.sources_for(core.target).items():
        found[f"{core.name} {file}"] = sha256(text.encode()).hexdigest()
print(json.dumps(found))
"""


def test_sources_are_the_same_in_every_process() -> None:
    """Neither the order of sets nor the process has a part in them."""
    chosen = [REQUESTS[i] for i in (0, 3, 9, 12, 14, 16, 21)]
    asked = json.dumps([(name, a.as_dict(), target) for name, a, target in chosen])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _PRINT, asked],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    first, second = (json.loads(process.communicate()[0]) for process in running)
    assert first == second
    here = made(chosen[0])
    for file, text in here.sources_for(here.target).items():
        assert first[f"{here.name} {file}"] == sha256(text.encode()).hexdigest()


@every_request
def test_target_sources_differ_in_adders_only(request_: Request) -> None:
    core = made(request_)
    portable, own = core.sources(), core.sources_for(get_target("ecp5-85f-8"))
    assert set(own) - set(portable) <= {f"{core.prefix}_carry_add.sv"}
    changed = {name for name in portable if portable[name] != own[name]}
    assert all(name.startswith(f"{core.prefix}_add_") for name in changed)


def test_names() -> None:
    core = core_for("SHA-256", Architecture(unroll=2, interleave=4))
    assert (core.name, core.top, core.level) == ("sha256_u2_c4", "sha256_u2_c4", "message")
    assert core.contexts == 4
    engine = core.as_level("engine")
    assert (engine.name, engine.top) == ("sha256_u2_c4", "sha256_u2_c4_engine")
    assert f"{core.top}.sv" in core.sources()
    assert f"{engine.top}.sv" in engine.sources()


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "target", "part"),
    [
        ("sha3", None, None, "ecp5-85f-8", "There is no hash called 'sha3'; known are sha224"),
        ("sha256", Architecture(unroll=5), None, "ecp5-85f-8", "accepted are 1, 2, 4"),
        ("sha256", None, Interface(level="bus"), "ecp5-85f-8", "There is no level 'bus'"),
        ("sha256", None, Interface(width=24), "ecp5-85f-8", "A stream of 24 bits"),
        ("sha256", None, Interface(length_bits=65), "ecp5-85f-8", "65 bits cannot be built"),
        ("sha256", None, None, "ecp5", "'ecp5' is not a target"),
    ],
)
def test_refusals(
    name: str,
    architecture: Architecture | None,
    interface: Interface | None,
    target: str,
    part: str,
) -> None:
    with pytest.raises(RequestError) as refused:
        core_for(name, architecture, interface, target)
    assert part in str(refused.value)
