"""How fast cores that read memory by themselves are, with a memory that gives a word a clock."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.random.bus.machine import Script, compile_machine, follow
from hashloom.verification.random.ring.model import DATA, RESULTS, Packet, Part, Ring
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run

A = Architecture


def clocks_of(of: Core, length: int, count: int) -> float:
    """Clocks for each of many messages, in the middle of them."""

    def total(number: int) -> int:
        script = Script(of)
        script.add("memory 1 1 0")
        ring = Ring(script, size=(number - 1).bit_length())
        ring.start()
        for index in range(number):
            part = Part(DATA + index * length, bytes(length))
            each = Packet((part,), result=RESULTS + 64 * index)
            ring.put(each)
            for descriptor in each.descriptors():
                address = ring.fill(descriptor)
        script.add("clock")
        ring.knock()
        ring.wait(address, 2000 * number)
        script.add("clock")
        told = follow(compile_machine(of), script)
        assert (told.failure, told.late) == ("", 0)
        return told.clocks[1] - told.clocks[0]

    return (total(count) - total(count // 2)) / (count - count // 2)


def own_clocks(of: Core, length: int, count: int) -> float:
    """The same of a core with streams, whose contexts take turns by blocks."""
    executable = compile_driver(of, of.sources())
    setting = Setting(turn=of.hash.block_bits // (of.interface.width or 32))

    def total(number: int) -> int:
        jobs = [Job(bytes(length), index % of.contexts) for index in range(number)]
        return run(executable, jobs, setting).clocks

    return (total(count) - total(count // 2)) / (count - count // 2)


@pytest.mark.parametrize(
    ("width", "interleave", "length", "clocks"),
    [
        (32, 1, 1024, 1122.0),
        (32, 1, 64, 132.0),
        (128, 3, 1024, 1156.0),
        (128, 3, 64, 136.0),
    ],
)
def test_the_rate(width: int, interleave: int, length: int, clocks: float) -> None:
    """Clocks of a message with a memory that gives a word a clock, as docs/dma.md states: no more
    than the core takes when its stream never waits."""
    of = core_for("sha256", A(interleave=interleave), Interface(dma="axi4", width=width))
    assert clocks_of(of, length, 48) == clocks
    alone = core_for("sha256", A(interleave=interleave), Interface(width=width))
    assert own_clocks(alone, length, 48) == clocks


@pytest.mark.parametrize(
    ("dma", "width", "unroll", "length", "clocks", "own"),
    [
        ("axi4", 32, 8, 1024, 265.0, 265.0),
        ("axi4", 128, 16, 1024, 93.0, 93.0),
        ("axi4", 32, 64, 64, 20.0, 16.0),
        ("wishbone", 32, 8, 1024, 275.0, 265.0),
        ("wishbone", 32, 8, 64, 33.0, 25.0),
        pytest.param("wishbone", 128, 64, 1024, 74.25, 71.0, marks=pytest.mark.long),
    ],
)
def test_the_rate_of_fast_cores(
    dma: str, width: int, unroll: int, length: int, clocks: float, own: float
) -> None:
    """The same of cores that take a block in a few clocks more than it has words."""
    of = core_for("sha256", A(unroll=unroll), Interface(dma=dma, width=width))
    assert clocks_of(of, length, 48) == clocks
    alone = core_for("sha256", A(unroll=unroll), Interface(width=width))
    assert own_clocks(alone, length, 48) == own


@pytest.mark.parametrize(
    ("name", "architecture", "width", "length", "clocks", "own"),
    [
        pytest.param(
            "sha256",
            A(unroll=4, stages=4, interleave=5),
            64,
            64,
            12.6,
            11.8,
            marks=pytest.mark.long,
        ),
        pytest.param(
            "sha256",
            A(unroll=4, stages=4, interleave=5),
            64,
            1024,
            133.2,
            132.5,
            marks=pytest.mark.long,
        ),
        pytest.param(
            "sha256",
            A(unroll=4, stages=4, interleave=5),
            128,
            64,
            10.0,
            10.0,
            marks=pytest.mark.long,
        ),
        ("sha256", A(unroll=4, stages=4, interleave=5), 128, 1024, 85.0, 85.0),
        ("sha512", A(unroll=16), 64, 64, 13.0, 9.5),
        pytest.param(
            "sha512", A(unroll=8, stages=2, interleave=3), 64, 64, 13.0, 8.0, marks=pytest.mark.long
        ),
        pytest.param(
            "sha512",
            A(unroll=8, stages=2, interleave=3),
            64,
            1024,
            130.2,
            129.6,
            marks=pytest.mark.long,
        ),
    ],
)
def test_the_rate_of_other_cores(
    name: str, architecture: Architecture, width: int, length: int, clocks: float, own: float
) -> None:
    """The same of SHA-512, and with several messages in flight."""
    of = core_for(name, architecture, Interface(dma="axi4", width=width))
    alone = core_for(name, architecture, Interface(width=width))
    count = 16 * alone.contexts
    assert round(clocks_of(of, length, count), 1) == clocks
    assert round(own_clocks(alone, length, count), 1) == own
