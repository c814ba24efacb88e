"""The published designs: their clocks, counted in simulation, and NIST vectors."""

from __future__ import annotations

import hashlib
import hmac
import random
from dataclasses import dataclass

import pytest

from hashloom.cores import Core, core_for
from hashloom.dataflow.graph import Op
from hashloom.errors import HashloomError
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.request.level import BLOCK, HMAC_BLOCK
from hashloom.verification.checking.suites import verify
from hashloom.verification.hmac_timing import measure_hmac
from hashloom.verification.properties.texts import with_properties
from hashloom.verification.simulation.blocks import BlockClocks, Sent, block_clocks, send
from hashloom.verification.simulation.engine_clocks import engine_clocks, engine_latency
from hashloom.verification.simulation.verilator import lint

every_design = pytest.mark.parametrize("design", DESIGNS.values(), ids=list(DESIGNS))
KEYED = [design for design in DESIGNS.values() if design.keyed]
IN_BLOCK_RAM = '  (* rom_style = "block", syn_romstyle = "EBR" *)'
WHOLE = [design for design in DESIGNS.values() if design.interface.kind.whole]
whole_design = pytest.mark.parametrize("design", WHOLE, ids=[design.name for design in WHOLE])
keyed_design = pytest.mark.parametrize("design", KEYED, ids=[design.name for design in KEYED])


@every_design
def test_clocks_between_blocks(design: PublishedDesign) -> None:
    if design.interface.kind.whole:
        assert block_clocks(core_for(design.name)).between == design.clocks
        return
    core = core_for(design.name).as_level("engine")
    assert engine_clocks(core) == design.clocks


@keyed_design
def test_clocks_of_hmac_designs(design: PublishedDesign) -> None:
    """The whole core: clocks between blocks of plain hashes, and with two engines of tags."""
    core = core_for(design.name)
    timing = measure_hmac(core, core.architecture.engines)
    assert timing.hash.cycles_per_block_aggregate == design.clocks
    if core.architecture.engines == 2:
        assert timing.cases["cached_key", 1].aggregate == design.clocks
    if design.latency is not None:
        assert timing.hash.latency_cycles == design.latency


def test_latency_of_engines() -> None:
    """32 clocks of rounds, as the paper counts; the rest is said."""
    design = DESIGNS["michail2012"]
    core = core_for(design.name)
    assert design.paper_latency == core.hash.rounds // core.architecture.unroll == 32
    assert engine_latency(core) == design.latency == 40
    assert "32 in all; in 8 more" in design.why


@whole_design
def test_counts_of_whole_blocks(design: PublishedDesign) -> None:
    """michail2012's: 32 clocks from block to digest; 33 from key to message, 65 to the tag."""
    counts = block_clocks(core_for(design.name))
    assert (counts.between, counts.latency, counts.key) == (8, design.latency, design.key)
    assert (design.latency, design.key) == (design.paper_latency, design.paper_key)
    assert counts == (BlockClocks(8, 65, 33) if design.tags else BlockClocks(8, 32))


@whole_design
@pytest.mark.parametrize(("stalls", "held"), [(0.0, 0.0), (0.9, 0.5), (0.0, 0.97)])
def test_answers_of_whole_blocks(design: PublishedDesign, stalls: float, held: float) -> None:
    """Of messages of one block and of several, back to back and with pauses, keys in between."""
    source = random.Random(7)
    sent, wanted = [], []
    for number in range(120):
        if number % 10 == 0:
            key = source.randbytes(source.randrange(130))
        message = source.randbytes(source.choice([0, 3, 55, 56, 64, 119, 120, 200]))
        sent.append(Sent(message, key if design.tags else None))
        tag = hmac.digest(key, message, "sha256")
        wanted.append(tag if design.tags else hashlib.sha256(message).digest())
    seen = send(core_for(design.name), sent, stalls=stalls, held=held)
    assert list(seen.answers) == wanted


@dataclass(frozen=True)
class WithProperties:
    """A block core whose modules assert their properties, and what these assume."""

    core: Core
    fault: tuple[str, str] = ("", "")

    def __getattr__(self, name: str) -> object:
        return getattr(self.core, name)

    def sources(self) -> dict[str, str]:
        texts = with_properties(self.core.sources(), self.core.prefix)
        return {name: text.replace(*self.fault) for name, text in texts.items()}


@whole_design
def test_neighbours_keep_to_what_properties_assume(design: PublishedDesign) -> None:
    core = WithProperties(core_for(design.name))
    sent = [Sent(bytes(n), bytes([n // 8]) if design.tags else None) for n in range(0, 160, 2)]
    for stalls, held in ((0.0, 0.0), (0.9, 0.5), (0.0, 0.97)):
        assert send(core, sent, stalls=stalls, held=held).answers  # type: ignore[arg-type]
    broken = WithProperties(core.core, ("assign room = !owed_q", "assign room = 1'b1 || owed_q"))
    many = [Sent(b"", b"key" if design.tags else None)] * 60
    with pytest.raises(HashloomError):
        send(broken, many, held=0.97)  # type: ignore[arg-type]


def test_messages_of_whole_blocks_in_flight() -> None:
    """Nine are under way in the HMAC core, as the paper counts (section 8, figure 16)."""
    core = core_for("hmac-michail2012-block")
    seen = send(core, [Sent(bytes([i]), b"key") for i in range(40)])
    flights = [
        sum(taken <= clock <= given for taken, given in zip(seen.blocks, seen.given, strict=True))
        for clock in range(seen.blocks[20], seen.blocks[21])
    ]
    assert max(flights) == core.contexts == 9


@pytest.mark.parametrize(
    ("name", "unroll", "stages"),
    [("sha256", 1, 4), ("sha224", 4, 4), ("sha512", 2, 5), ("hmac-sha384", 4, 5)],
)
def test_other_cores_of_whole_blocks(name: str, unroll: int, stages: int) -> None:
    """Any hash whose first stage does the rounds that read the block."""
    keyed = name.startswith("hmac-")
    architecture = Architecture(
        unroll=unroll, stages=stages, method="recursive", engines=2 if keyed else 1
    )
    level = HMAC_BLOCK if keyed else BLOCK
    core = core_for(name, architecture, Interface(level=level.name))
    lint(core.sources(), core.top)
    rounds = core.hash.rounds // unroll
    counts = block_clocks(core)
    assert counts.latency == (2 * rounds + 1 if keyed else rounds)
    assert counts.between == rounds // stages
    report = verify(core, "quick")
    assert (report.failed, report.vectors > 200) == (0, True)


def engine_text(core: Core) -> str:
    """SystemVerilog of a core's engine."""
    (text,) = (text for name, text in core.sources().items() if name.endswith("_engine.sv"))
    return text


@pytest.mark.parametrize("prefix", ["", "hmac-"])
@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512"])
def test_architecture_of_juliato2009(prefix: str, name: str) -> None:
    """Words in and out one by one, K in block RAM, two adders for the chaining addition."""
    core = core_for(f"{prefix}juliato2009-{name}")
    word = core.hash.word_bits
    assert core.interface.width == word
    sinks = core.compiled.graph.sinks()
    assert {sink.operands[0].source for sink in sinks} == {"H_a_sum", "H_e_sum"}
    assert (core.shape.chain_words, core.shape.chain_steps) == (1, 4)
    assert core.chaining_storage == "registers"
    table = f"{IN_BLOCK_RAM}\n  logic [{word - 1}:0] K_fetched;"
    assert engine_text(core).count(IN_BLOCK_RAM) == 1
    assert table in engine_text(core)


@pytest.mark.parametrize("unroll", [1, 2, 4, 5, 8])
def test_architecture_of_algredo2011(unroll: int) -> None:
    """As many constants a clock as rounds, out of block RAM, and no other technique."""
    core = core_for(f"algredo2011-{unroll}x")
    assert engine_text(core).count(f"{IN_BLOCK_RAM}\n  logic [63:0] K_") == unroll
    assert not core.architecture.retiming
    assert [node.name for node in core.compiled.graph.nodes.values() if node.op is Op.CARRY] == []


def test_messages_in_flight_of_two_engines() -> None:
    """As many as michail2012 has, of which each engine's stages hold four."""
    assert core_for("hmac-michail2012").contexts == 9


@every_design
def test_clocks_are_the_papers(design: PublishedDesign) -> None:
    """Where the paper counts whole clocks; otherwise the reason is said."""
    if design.paper_clocks == int(design.paper_clocks):
        assert design.clocks == design.paper_clocks
    else:
        assert abs(design.clocks - design.paper_clocks) <= 2
        assert "waveform" in design.why


@every_design
def test_vectors(design: PublishedDesign) -> None:
    core = core_for(design.name)
    lint(core.sources(), core.top)
    report = verify(core, "quick")
    assert report.vectors > 200
    assert report.failed == 0
