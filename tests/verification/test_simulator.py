"""Digests from simulation, and clock counts that are known beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from hashloom.cores import Interface, core_for
from hashloom.errors import CheckError, RequestError
from hashloom.measurements.results.laws import throughput_mbps
from hashloom.verification.simulator import Timing, measure, simulate

CoreMaker = Callable[..., Any]


@pytest.mark.parametrize(
    ("name", "width", "contexts"),
    [
        ("sha224", 8, 2),
        ("sha256", 128, 1),
        ("sha384", 16, 3),
        ("sha512", 512, 1),
        ("sha512_224", 64, 1),
        ("sha512_256", 256, 5),
    ],
)
def test_digests_at_every_width(make_core: CoreMaker, name: str, width: int, contexts: int) -> None:
    core = make_core(name, width=width, contexts=contexts)
    lengths = [*range(0, 300, 7), core.hash.block_bytes, 2 * core.hash.block_bytes]
    messages = [bytes(i & 255 for i in range(length)) for length in lengths]
    expected = [hashlib.new(name, message).digest() for message in messages]
    assert simulate(core, messages) == expected
    assert simulate(core, messages, stalls=0.4, seed=2) == expected


def test_clocks_are_counted(make_core: CoreMaker) -> None:
    # 16 beats bring a block and 20 clocks compress it; a digest leaves in 8 beats
    core = make_core(contexts=2, clocks_per_block=20)
    timing = measure(core)
    assert timing.cycles_per_block == 36
    assert timing.cycles_per_block_aggregate == 18
    assert timing.latency_cycles == 28
    assert 18 < timing.cycles_per_message_aggregate < 36


def test_stream_limits_the_aggregate(make_core: CoreMaker) -> None:
    core = make_core(contexts=2, clocks_per_block=5)
    assert measure(core).cycles_per_block_aggregate == 16


def test_wrong_core_raises(make_core: CoreMaker) -> None:
    core = make_core(contexts=2, fault="user")
    with pytest.raises(CheckError, match="malformed"):
        simulate(core, [b"abc"])
    core = make_core(contexts=2, fault="id")
    with pytest.raises(CheckError, match="a digest came for context 1"):
        simulate(core, [b"abc"])
    with pytest.raises(CheckError, match="a digest came for context 1"):
        measure(core)


def test_stalls_are_checked(make_core: CoreMaker) -> None:
    with pytest.raises(RequestError, match="less than 1"):
        simulate(make_core(), [b""], stalls=1.0)


@dataclass(frozen=True)
class Engine:
    """Stands for an engine: only the core around it has streams."""

    message: Any
    name: str = "engine"
    level: str = "engine"

    def as_level(self, level: str) -> Any:
        return replace(self.message, level=level)


def test_engine_goes_through_its_message_core(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    assert simulate(Engine(core), [b"abc"]) == [hashlib.sha256(b"abc").digest()]
    with pytest.raises(RequestError, match="level 'bus'"):
        simulate(replace(core, level="bus"), [b"abc"])


def test_throughput_is_bits_over_time() -> None:
    timing = Timing(64.0, 16.0, 16.0, 70)
    assert throughput_mbps(512, timing.cycles_per_block, 200.0) == 1600.0
    assert throughput_mbps(512, timing.cycles_per_block_aggregate, 200.0) == 6400.0


def test_a_message_too_long_for_the_counter_is_refused() -> None:
    core = core_for("md5", interface=Interface(length_bits=16))
    with pytest.raises(RequestError, match="--length-bits 17 or more"):
        simulate(core, [bytes(8192)])
