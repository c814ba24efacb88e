"""Pools: a block of any free context in every clock in which the loop has a place."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Op
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.engine_clocks import engine_clocks, engine_latency
from hashloom.verification.simulation.verilator import lint

QUARTER = Architecture(unroll=16, interleave=33, pool=150, chaining="bram", delays="bram")
WHOLE = Architecture(unroll=64, pool=150, chaining="bram")
COMPRESSED = replace(WHOLE, adders="carry_save")
FASTEST = replace(WHOLE, retiming_mhz=300)
SLOW = replace(WHOLE, retiming_mhz=120)


@pytest.fixture(scope="module")
def quarter() -> Core:
    """A quarter of the rounds in hardware: a block every four clocks."""
    return core_for("sha256", QUARTER)


def clocks_a_message(core: Core, length: int) -> float:
    """Of messages of so many bytes, five for every context, in the middle of the run."""
    rng = random.Random(length)
    jobs = [Job(rng.randbytes(length), c) for _ in range(5) for c in range(core.contexts)]
    outcome = run(compile_driver(core, core.sources()), jobs, Setting())
    answers = outcome.whole(core.name)
    wanted = [hashlib.new(core.hash.name, job.message).digest() for job in jobs]
    assert [answer.digest for answer in answers] == wanted
    ends = sorted(answer.last_out for answer in answers)
    first, last = core.contexts, 4 * core.contexts
    return (ends[last] - ends[first]) / (last - first)


def test_every_message_of_two_blocks_and_less(quarter: Core) -> None:
    """Padding that has room, that spills, and that begins a block."""
    rng = random.Random(1)
    messages = [rng.randbytes(length) for length in range(130)] + [rng.randbytes(700)] * 20
    wanted = [hashlib.sha256(message).digest() for message in messages]
    assert quarter.simulate(messages) == wanted
    assert quarter.simulate(messages, stalls=0.4, seed=3) == wanted


def test_a_block_every_four_clocks(quarter: Core) -> None:
    assert clocks_a_message(quarter, 64 * 4 - 9) == pytest.approx(4 * 4, abs=1)
    # A message that fills a block takes one more for its padding.
    assert clocks_a_message(quarter, 64) == pytest.approx(2 * 4, abs=0.5)


def test_one_context_waits_for_itself(quarter: Core) -> None:
    """Blocks of one context follow each other when the chaining value is there, and others too."""
    messages = [bytes([n]) * 200 for n in range(12)]
    jobs = [Job(message, 7 if n % 3 else 9) for n, message in enumerate(messages)]
    answers = run(compile_driver(quarter, quarter.sources()), jobs, Setting()).whole("pool")
    assert [a.digest for a in answers] == [hashlib.sha256(m).digest() for m in messages]


def test_a_length_that_cannot_be_counted() -> None:
    core = core_for("sha256", QUARTER, Interface(length_bits=16))
    jobs = [
        Job(bytes(2**13 - 1), 0),
        Job(bytes(2**13), 1),
        Job(b"abc", 1),
        Job(bytes(2**13 + 64), 2),
    ]
    answers = run(compile_driver(core, core.sources()), jobs, Setting()).whole("pool")
    assert [answer.malformed for answer in answers] == [False, True, False, True]
    assert answers[2].digest == hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize(
    ("architecture", "clocks", "latency"),
    [
        (WHOLE, 1.0, 138),
        (FASTEST, 1.0, 138),
        (SLOW, 1.0, 49),
        (COMPRESSED, 1.0, 104),
        (QUARTER, 4.0, 142),
    ],
)
def test_the_engine_alone(architecture: Architecture, clocks: float, latency: int) -> None:
    core = core_for("sha256", architecture, Interface(level="engine"))
    lint(core.sources(), core.top)
    assert engine_clocks(core) == pytest.approx(clocks, abs=0.03)
    assert engine_latency(core) == latency == core.slot_clocks


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512_256"])
def test_every_warning(name: str, keyed: bool) -> None:
    """Digests as long as a chaining value, and shorter ones; words of contexts full, and not."""
    for contexts in (3, 16, 40):
        architecture = Architecture(unroll=16, interleave=33, pool=contexts, chaining="bram")
        if keyed:
            architecture = replace(architecture, keys="bram")
        core = core_for(f"hmac-{name}" if keyed else name, architecture)
        lint(core.sources(), core.top)


@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512"])
def test_the_graph_computes_digests(name: str) -> None:
    hash_ = get_hash(name)
    core = core_for(name, Architecture(unroll=hash_.rounds, pool=200, chaining="bram"))
    messages = [b"", b"abc", bytes(range(200))]
    wanted = [hashlib.new(name, message).digest() for message in messages]
    assert digests(core.graph, hash_, messages) == wanted
    assert core.interface.width == hash_.block_bits


def test_a_round_takes_two_clocks() -> None:
    """Sequences lag each other: one adder between two registers, and no clock more than that.

    A function before an adder saves registers and no clock.
    """
    fastest, usual = (
        core_for("sha256", each, Interface(level="engine")) for each in (FASTEST, WHOLE)
    )
    assert (fastest.path.terms, usual.path.terms) == ("add", "add + nlf")
    assert fastest.slot_clocks == usual.slot_clocks < 2 * 64 + 12
    assert usual.register_bits < 0.98 * fastest.register_bits


def test_sigma_before_the_last_addition_of_a_word_has_a_register_behind_it() -> None:
    """And other functions before an adder have none, where that saves one."""
    graph = core_for("sha256", WHOLE, Interface(level="engine")).graph
    at_once = {
        edge.source
        for edge, node in graph.edges()
        if graph.nodes[edge.source].op is Op.SIGMA and node.op is Op.SUM and not edge.delay
    }
    assert at_once
    assert not any("small_sigma1" in name for name in at_once)


@given(clock=st.integers(1, 357))
@settings(max_examples=8, deadline=None)
def test_the_fewest_registers_at_a_clock(clock: int) -> None:
    """No path is longer than what the clock leaves, and a faster clock takes no fewer registers."""
    engine = Interface(level="engine")
    core, fastest = (
        core_for("sha256", replace(WHOLE, retiming_mhz=c), engine) for c in (clock, 357)
    )
    assert core.path.clock_mhz >= clock
    assert core.register_bits <= fastest.register_bits
    assert digests(core.graph, core.hash, [b"abc"]) == [hashlib.sha256(b"abc").digest()]


def test_two_rounds_take_three_clocks() -> None:
    """A compressor goes along with an adder, and registers are saved."""
    core, ripple = (
        core_for("sha256", each, Interface(level="engine")) for each in (COMPRESSED, WHOLE)
    )
    assert core.path.terms == "csa + add"
    assert core.slot_clocks < 1.5 * 64 + 12
    assert core.register_bits < 0.82 * ripple.register_bits


def test_a_clock_that_no_registers_reach() -> None:
    core = core_for("sha256", replace(WHOLE, retiming_mhz=400))
    with pytest.raises(RequestError, match="accepted for --retiming-mhz is up to 357"):
        core.sources()


@pytest.mark.parametrize(
    ("name", "change", "interface", "says"),
    [
        ("sha256", {"pool": 257}, {}, "2 to 256"),
        ("sha256", {"retiming_mhz": -1}, {}, "accepted for --retiming-mhz is 0"),
        (
            "sha256",
            {"pool": 0, "unroll": 1, "chaining": "lutram", "retiming_mhz": 90},
            {},
            "with --pool",
        ),
        ("sha256", {"unroll": 8}, {}, "--unroll 16 or 32 with --interleave 8 to 256"),
        ("sha256", {"interleave": 2}, {}, "with --pool and --unroll 64: --interleave 1"),
        ("sha256", {"unroll": 32, "interleave": 4}, {}, "8 to 256"),
        ("sha256", {"unroll": 32, "interleave": 40, "delays": "lutram"}, {}, ""),
        ("sha256", {"chaining": "lutram"}, {}, "bram"),
        ("sha256", {"load": "serial"}, {}, "--load auto or parallel"),
        ("sha256", {"retiming": False}, {}, "--retiming"),
        ("sha256", {}, {"width": 256}, "512 bits"),
        ("sha256", {}, {"copies": 2}, "without --copies, --bus"),
        ("sha256", {}, {"bus": "apb4"}, "without --copies, --bus"),
        ("hmac-sha256", {}, {}, "--keys with it is bram"),
        ("hmac-sha256", {"keys": "bram", "engines": 2}, {}, "--engines with it is 1"),
        ("hmac-sha256", {"keys": "bram"}, {"resume": True}, "--resume and --private-slots"),
        ("hmac-sha256", {"keys": "bram"}, {"private_slots": True}, "--resume and --private-slots"),
        ("hmac-sha256", {"keys": "bram"}, {"dma": "axi4"}, "--dma"),
        ("hmac-sha224+sha256", {"keys": "bram"}, {}, "of one hash"),
        ("sha224+sha256", {}, {}, "of one hash"),
        ("sha1", {"unroll": 80}, {}, "--pool with SHA-1 is 0"),
        ("sha256", {"pool": 0, "chaining": "lutram"}, {"width": 1024}, "without --pool"),
    ],
)
def test_refusals(
    name: str, change: dict[str, object], interface: dict[str, object], says: str
) -> None:
    values = {"unroll": 64, "pool": 150, "chaining": "bram", **change}
    asked, streams = Architecture(**values), Interface(**interface)  # type: ignore[arg-type]
    if not says:  # few clocks for a round: a slower clock, but right
        core = core_for(name, asked, streams)
        assert digests(core.graph, core.hash, [b"abc"]) == [hashlib.sha256(b"abc").digest()]
        return
    with pytest.raises(RequestError) as refusal:
        core_for(name, asked, streams)
    assert says in str(refusal.value)
