"""The RTL of real cores: NIST vectors and the netlist.

A part of what `hashloom verify --suite full` and benchmarks/verify.py run: every short CAVP
vector, four long ones, three Monte Carlo counts and 200 random messages with random pauses.
Left out here are the other long and Monte Carlo vectors and every length up to three blocks.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Literal

import pytest

from hashloom.cache import Cache
from hashloom.cores import Architecture, core_for
from hashloom.hashes import HASHES
from hashloom.implementation.flow import netlist
from hashloom.targets import get_target
from hashloom.verification.checking.netlist import verify_netlist, verify_text
from hashloom.verification.checking.suites import verify
from hashloom.verification.simulator import measure, simulate

DENSE = Architecture(interleave=4, constants="bram", chaining="bram", buffer="bram")
SAMPLE = [
    *((name, Architecture()) for name in HASHES),
    ("sha1", Architecture(unroll=2, interleave=3)),
    ("sha1", Architecture(stages=4, unroll=5)),
    ("sm3", Architecture(unroll=4)),
    ("sm3", Architecture(stages=2, interleave=2, groups=3)),
    ("md5", Architecture(unroll=4, load="serial", buffer="bram")),
    ("md5", Architecture(unroll=8, interleave=3, groups=2)),
    ("md5", Architecture(unroll=16)),
    ("sha256", Architecture(unroll=2)),
    ("sha512", Architecture(unroll=4)),
    ("sha224", DENSE),
    ("sha384", Architecture(interleave=4)),
    ("sha256", Architecture(load="serial")),
    ("sha256", Architecture(load="added")),
    ("sha256", Architecture(stages=4)),
    ("sha512_256", Architecture(stages=5, unroll=2)),
    ("sha512_224", Architecture(unroll=5)),
    ("sha256", Architecture(unroll=8, interleave=2)),
    ("sha256", Architecture(stages=4, unroll=2, groups=8)),
    ("sha224", Architecture(groups=3)),
    ("sha384", Architecture(interleave=2, groups=2, load="parallel")),
    ("sha256", Architecture(association="textbook", adders="ripple", retiming=False)),
    ("md5", Architecture(stages=4)),
    ("md5", Architecture(stages=2, unroll=4, interleave=2, buffer="bram")),
    ("md5", Architecture(stages=4, unroll=2, groups=6)),
    ("ripemd160", Architecture(unroll=4)),
    ("ripemd160", Architecture(interleave=3, unroll=2, buffer="bram", chaining="bram")),
    ("ripemd160", Architecture(stages=5, groups=6)),
    ("ripemd160", Architecture(association="textbook", adders="ripple", retiming=False)),
]


@pytest.mark.parametrize(("name", "architecture"), SAMPLE)
def test_vectors(name: str, architecture: Architecture) -> None:
    report = verify(core_for(name, architecture), "quick")
    assert report.vectors > 200
    assert report.failed == 0


# A group follows itself as soon as it may: two slots on, and after a rest among three groups.
LONE = [
    ("sha256", Architecture(stages=2, groups=3, retiming=False)),
    ("sha256", Architecture(unroll=8, stages=2, groups=3, method="recursive")),
    (
        "sha256",
        Architecture(unroll=16, groups=3, load="parallel", chaining="bram", buffer="bram"),
    ),
]


@pytest.mark.parametrize(("name", "architecture"), LONE)
def test_a_lone_message_among_groups(name: str, architecture: Architecture) -> None:
    core = core_for(name, architecture)
    messages = [bytes(range(length % 251)) for length in (200, 0, 130, 64)]
    expected = [hashlib.new(name, message).digest() for message in messages]
    assert simulate(core, messages, parallel=False) == expected
    assert simulate(core, messages[:1]) == expected[:1]


@pytest.mark.parametrize(
    ("name", "byte_order", "unroll"),
    [("sha512", "little", 1), ("sha256", "little", 8), ("md5", "big", 1)],
)
def test_a_hash_says_its_byte_order(
    name: str, byte_order: Literal["big", "little"], unroll: int
) -> None:
    """With a schedule or without one, words of 64 bits as of 32."""
    core = core_for(name, Architecture(unroll=unroll))
    core = replace(core, hash=replace(core.hash, byte_order=byte_order))
    messages = [bytes(range(length)) for length in (0, 3, 111, 112, 130, 250)]
    found = simulate(core, messages)
    assert found == core.digests(messages)
    assert found[1] != hashlib.new(name, messages[1]).digest()


@pytest.mark.parametrize(
    ("name", "unroll", "most"),
    [
        *(("sha256", unroll, 64 / unroll + 2) for unroll in (1, 2, 4)),
        *(("sha512", unroll, 80 / unroll + 2) for unroll in (1, 2, 4)),
        *(("md5", unroll, 64 / unroll + 2) for unroll in (1, 8)),
    ],
)
def test_clocks_per_block_of_one_message(name: str, unroll: int, most: float) -> None:
    assert measure(core_for(name, Architecture(unroll=unroll))).cycles_per_block <= most


@pytest.mark.parametrize(("name", "rounds"), [("sha256", 64), ("sha512", 80)])
def test_no_clock_passes_between_blocks_where_chaining_words_are_added(
    name: str, rounds: int
) -> None:
    assert measure(core_for(name, Architecture(load="added"))).cycles_per_block == rounds


def test_netlist() -> None:
    core = core_for("sha256", Architecture(load="serial"), target="ice40-up5k")
    report = verify_netlist(core, get_target("ice40-up5k"))
    assert (report.vectors, report.failed) == (100, 0)


def test_netlist_with_its_block_ram() -> None:
    """The netlist that is placed: every memory in block RAM, with the output registers in it."""
    core = core_for("sha256", DENSE)
    text = netlist(core.sources_for(core.target), core.top, core.target, cache=Cache())
    cells = text.split("module DP16KD")[0].split("DP16KD #(")[1:]
    registered = ['.REGMODE_B("OUTREG")' in cell for cell in cells]
    assert len(cells) == 4
    assert all(registered)
    assert verify_text(core, text).failed == 0
