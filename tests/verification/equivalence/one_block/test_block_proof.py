"""The proof of engines that take blocks whole: of engines as they are, and of ones with faults."""

from __future__ import annotations

import pytest

from hashloom.cache import Cache
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.equivalence.contexts.blocks import Words
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.one_block.block_proof import prove_block
from hashloom.verification.equivalence.one_block.block_search import BlockSearch
from hashloom.verification.equivalence.proof import engine_of, prove_engine
from hashloom.verification.equivalence.words.textbook import textbook_of
from hashloom.verification.proving import OPEN, PROVED, REFUTED, Section


def quietly(part: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


def wide() -> Core:
    """Of words of 64 bits, and of five stages."""
    return core_for(
        "sha512",
        Architecture(method="recursive", stages=5, unroll=2),
        Interface(level="block"),
    )


def faulty(there: str, instead: str) -> Section:
    """What the proof says of the paper's engine with a fault in its text."""
    engine = engine_of(core_for("michail2012-block"))
    name = f"{engine.top}.sv"
    assert engine.sources[name].count(there) >= 1
    changed = engine.sources | {name: engine.sources[name].replace(there, instead, 1)}
    return prove_block(changed, engine.top, engine.hash_name, engine.shape, 2, quietly)


@pytest.mark.parametrize("core", [core_for("michail2012-block"), wide()], ids=lambda c: c.name)
def test_a_block_is_followed(core: Core) -> None:
    """Its words are found, and nothing else leaves; that they are it is left to the solvers."""
    engine = engine_of(core)
    cache = Cache()
    book = textbook_of(engine.hash_name, engine.shape.word_bits, cache)
    netlist = read_netlist(engine.sources, engine.top, cache)
    search = BlockSearch(netlist, engine.shape, book, Words(book))
    search.run()
    assert search.apart * core.graph.stages == search.latency == core.hash.rounds // 2
    assert {"N", "T", "a", "e"} <= {label.letter[0] for _, _, label in search.seen.claims}


@pytest.mark.long
@pytest.mark.parametrize("core", [core_for("hmac-michail2012-block"), wide()], ids=lambda c: c.name)
def test_an_engine_is_proved(core: Core) -> None:
    section = prove_engine(core, 2, quietly)
    assert section is not None
    assert section.status == PROVED
    assert sum(each.cases for each in section.obligations) > 600


# What stands in the text, and what stands there instead.
OF_CONTROL = {
    "begins too often": ("!begins && start_q[6:1]", "!begins && start_q[5:1]"),
    "begins at once": ("!begins && start_q", "start_q"),
    "leaves early": ("chain_valid = start_q[32]", "chain_valid = start_q[31]"),
    "leaves after a reset": ("start_q <= '0;", "start_q <= 32'h10;"),
    "leaves by itself": ("chain_valid = start_q[32]", "chain_valid = 1'b1"),
    "another one's mark": ("chain_mark = mark_q[32]", "chain_mark = mark_q[31]"),
    "constants out of step": ("row_s0 != 3'd2", "row_s0 != 3'd3"),
    "a stage that begins late": ("row_s2 <= start_q[12]", "row_s2 <= start_q[13]"),
    "another one's hash value": ("if (start_q[16]) state_q[2]", "if (start_q[17]) state_q[2]"),
}


@pytest.mark.parametrize("fault", OF_CONTROL)
def test_a_fault_of_control_is_seen(fault: str) -> None:
    section = faulty(*OF_CONTROL[fault])
    assert section.status in (REFUTED, OPEN)
    assert section.obligations[0].status != PROVED


@pytest.mark.parametrize(
    ("there", "instead"),
    [("32'hc671_78f2", "32'hc671_78f3"), ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}")],
)
def test_a_wrong_word_is_shown_in_the_letters_of_the_standard(there: str, instead: str) -> None:
    section = faulty(there, instead)
    assert section.status == REFUTED
    assert section.counterexample[0].startswith("A block that begins from a hash value")
    assert any("The first word" in line for line in section.counterexample)
