"""The papers' laws against what they print, and against clocks counted in simulation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from hashloom.cores import core_for
from hashloom.hashes import get_hash
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.papers import Figure, papers
from hashloom.measurements.results.laws import (
    bits_per_clock,
    efficiency,
    key_reuse_share,
    new_key_share,
    throughput_mbps,
    throughput_of_message_mbps,
)
from hashloom.verification.hmac_timing import HmacTiming, measure_hmac
from hashloom.verification.simulator import measure

HASH_FIGURES = [
    (design, figure)
    for design in DESIGNS.values()
    for figure in design.figures
    if not figure.of and (design.name, figure.device) != ("michail2012", "Virtex")
]


@pytest.mark.parametrize(
    ("design", "figure"), HASH_FIGURES, ids=[f"{d.name}-{f.device}" for d, f in HASH_FIGURES]
)
def test_printed_throughput_follows_from_printed_clock(
    design: PublishedDesign, figure: Figure
) -> None:
    """To the rounding of the papers: 1 % of a design's own clocks and frequency."""
    bits = get_hash(design.hash_name).block_bits
    law = throughput_mbps(bits, design.paper_clocks, figure.mhz)
    assert figure.mbps == pytest.approx(law, rel=0.01)


def test_virtex_figure_of_michail2012_is_rounded() -> None:
    """58.7 MHz give 3757 Mbit/s; the paper prints 3.8 Gbit/s."""
    (figure,) = (f for f in DESIGNS["michail2012"].figures if f.device == "Virtex")
    assert throughput_mbps(512, 8, figure.mhz) == pytest.approx(figure.mbps, abs=50)


@pytest.mark.parametrize("row", papers()["juliato2009"].figures["stratix_iii"])
def test_hmac_shares_are_those_of_table_5(row: dict[str, dict[str, float]]) -> None:
    printed = row["throughput"]
    hashed = printed["hash"]
    assert printed["new_key_1_block"] == pytest.approx(new_key_share(1) * hashed, rel=1e-3)
    assert printed["new_key_2_blocks"] == pytest.approx(new_key_share(1, 2) * hashed, rel=1e-3)
    assert printed["key_reuse"] == pytest.approx(key_reuse_share(1) * hashed, rel=1e-3)


HMAC_LAWS = {  # the paper, and what the figure is of
    ("michail2012", "HMAC, key reused"): 1.0,  # its second engine does the outer hash meanwhile
    ("juliato2009", "HMAC, key reused"): key_reuse_share(1),
    ("juliato2009", "HMAC, new key of one block"): new_key_share(1),
    ("juliato2009", "HMAC, new key of two blocks"): new_key_share(1, 2),
}


def test_printed_throughput_of_hmac_follows_from_printed_clock() -> None:
    """To 1 %, also for table 7 of juliato2009, which does not say that its key is reused."""
    found = [(d, f) for d in DESIGNS.values() for f in d.figures if f.of]
    assert {(design.paper, figure.of) for design, figure in found} == set(HMAC_LAWS)
    for design, figure in found:
        bits = get_hash(design.hash_name).block_bits
        hashed = throughput_mbps(bits, design.clocks, figure.mhz)
        share = HMAC_LAWS[design.paper, figure.of]
        assert figure.mbps == pytest.approx(share * hashed, rel=0.01)


@pytest.mark.parametrize("row", papers()["algredo2011"].figures["sha512_virtex4"])
def test_efficiencies_of_algredo2011(row: dict[str, float]) -> None:
    assert efficiency(row["throughput"], row["slices"]) == pytest.approx(
        row["mbps_per_slice"], abs=2e-3
    )
    clocks = throughput_of_message_mbps(1, 1024, row["cycles"], row["frequency"])
    assert clocks == pytest.approx(row["throughput"], rel=2e-3)
    assert bits_per_clock(clocks, row["frequency"]) == pytest.approx(1024 / row["cycles"])


def test_long_messages_reach_the_throughput_of_a_block() -> None:
    once, often = (throughput_of_message_mbps(m, 512, 65, 100.0, 20.0) for m in (1, 1000))
    assert once < often < throughput_mbps(512, 65, 100.0)
    assert often == pytest.approx(throughput_mbps(512, 65, 100.0), rel=1e-3)


# ---- against simulation ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["khadra2013", "juliato2009-sha512", "algredo2011-4x"])
def test_hash_law_with_counted_clocks(name: str) -> None:
    """Clocks of two messages that differ by blocks are the clocks the law divides by."""
    design = DESIGNS[name]
    core = core_for(name)
    counted = measure(core).cycles_per_block
    mhz, bits = 100.0, core.hash.block_bits
    law = throughput_mbps(bits, design.paper_clocks, mhz)
    assert throughput_mbps(bits, counted, mhz) == law


@cache
def hmac_timing() -> HmacTiming:
    """Clocks of an HMAC core of one engine, counted once for all tests."""
    return measure_hmac(core_for("hmac-sha256"), 1)


@pytest.mark.parametrize(
    ("case", "share", "most"),
    [
        ("cached_key", key_reuse_share, 1),
        ("new_key_1_block", new_key_share, 4),
        ("new_key_2_blocks", lambda blocks: new_key_share(blocks, 2), 5),
    ],
)
def test_hmac_laws_with_counted_clocks(
    case: str, share: Callable[[int], float], most: float
) -> None:
    """The laws count blocks only; packets, keys and tags cost clocks on top of them.

    A message takes the clocks of the law and a number that does not depend on its length: less
    than a block with a cached key, and a few for the key's own packet with a new one.
    """
    timing = hmac_timing()
    block = timing.hash.cycles_per_block
    lost = [
        timing.cases[case, blocks].aggregate - blocks * block / share(blocks) for blocks in (1, 24)
    ]
    assert lost[0] == pytest.approx(lost[1])
    assert 0 < lost[0] <= most * block
