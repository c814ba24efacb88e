"""Cores behind registers: as a request, in simulation, and held against PeakRDL's registers."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
import re
from pathlib import Path

import pytest
from support.registers import compared

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.cores.buses.registers import wait_bits
from hashloom.errors import RequestError
from hashloom.request.bus import BUSES
from hashloom.request.point import Point
from hashloom.verification.checking.suites import verify
from hashloom.verification.random.bus.machine import Script, compile_machine, follow
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.tags import TagRequest

A = Architecture
DOCS = Path(__file__).parents[3] / "docs"
KEY, MAC = 4, 1 | 16 << 4  # of slot 0, and a tag of 16 bytes


def behind(name: str, bus: str = "apb4") -> Core:
    return core_for(name, A(), Interface(bus=bus))


@pytest.mark.parametrize("bus", BUSES)
def test_digests(bus: str) -> None:
    """Random lengths with and without pauses, in words and in parts of words."""
    core, source = behind("sha256", bus), random.Random(7)
    lengths = (0, 1, 3, 4, 55, 56, 63, 64, 65, 250)
    jobs = [Job(source.randbytes(length)) for length in lengths]
    executable = compile_driver(core, core.sources())
    for stalls in (0.0, 0.4):
        answers = run(executable, jobs, Setting(stalls=stalls, seed=3)).whole(core.name)
        assert [a.digest for a in answers] == [hashlib.sha256(j.message).digest() for j in jobs]


def test_tags() -> None:
    core, source = behind("hmac-sha256"), random.Random(8)
    requests = [TagRequest(source.randbytes(n), source.randbytes(3 * n), 20) for n in (0, 20, 80)]
    tags = [hmac.new(r.key, r.message, "sha256").digest()[:20] for r in requests]
    assert core.simulate_tags(requests, stalls=0.2) == tags


@pytest.mark.parametrize(
    ("bus", "clocks"),
    [("apb4", 1171), ("axi4-lite", 1421), ("wishbone", 1171), ("avalon-mm", 1198)],
)
def test_clocks_of_a_thousand_bytes(bus: str, clocks: int) -> None:
    """From the write of OPERATION to the last word of DIGEST, as docs/registers.md states."""
    core = behind("sha256", bus)
    (answer,) = run(compile_driver(core, core.sources()), [Job(bytes(1000))], Setting()).answers
    assert answer is not None
    assert answer.last_out - answer.first_in == clocks


@pytest.mark.parametrize(("fold", "clocks"), [(1, 14606), (2, 2604), (4, 4813)])
def test_clocks_of_a_thousand_bytes_in_a_folded_core(fold: int, clocks: int) -> None:
    """The same in folded cores; docs/registers.md has each."""
    core = core_for("sha256", A(fold=fold), Interface(bus="apb4"))
    (answer,) = run(compile_driver(core, core.sources()), [Job(bytes(1000))], Setting()).answers
    assert answer is not None
    assert answer.digest == hashlib.sha256(bytes(1000)).digest()
    assert answer.last_out - answer.first_in == clocks
    assert f"| `sha256 --fold {fold}` | {clocks} |" in (DOCS / "registers.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["sha512", "hmac-sha256"])
@pytest.mark.parametrize("fold", [1, 2, 4])
def test_a_write_to_a_folded_core_waits_less_than_a_block_takes(name: str, fold: int) -> None:
    """Of a message, and of a key that is longer than a block, as fast as the bus goes."""
    core = core_for(name, A(fold=fold), Interface(bus="apb4"))
    script = Script(core)
    script.add(f"clocks {core.settle_clocks if core.keyed else 60}")
    for operation in (0, KEY, MAC) if core.keyed else (0,):
        script.write("OPERATION", operation)
        for _ in range(3 * core.hash.block_bits // 32):
            script.write("MESSAGE", 0)
        script.write("FINISH", 4)
        script.add(f"clocks {6 * core.slot_clocks}")
    told = follow(compile_machine(core), script)
    waits = [a.clock - a.begin for a in told.accesses if a.address == script.at("MESSAGE")]
    assert told.refused == 0
    assert core.slot_clocks / 3 < max(waits) < core.slot_clocks < (1 << wait_bits(core)) - 1


def test_a_fault_is_found() -> None:
    """Bytes that are counted wrongly give wrong digests."""
    core = behind("sha256")
    name = f"{core.prefix}_message_window.sv"
    sources = core.sources()
    sources[name] = sources[name].replace(
        "3'd3: final_keep = 4'b0111;", "3'd3: final_keep = 4'b1111;"
    )
    assert sources != core.sources()
    (answer,) = run(compile_driver(core, sources), [Job(b"abc")], Setting()).answers
    assert answer is not None
    assert answer.digest != hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize("bus", BUSES)
def test_a_reset_of_a_clock_forgets_what_was_refused(bus: str) -> None:
    """In whatever clock of an access that is refused it comes, ERROR and the interrupt are zero."""
    core = behind("sha256", bus)
    executable = compile_machine(core)
    refused = ("read MESSAGE", "read DIGEST", "write ID", "write FINISH", "write MESSAGE")
    for access, clocks in itertools.product(refused, range(8)):
        script = Script(core)
        script.add("clocks 20")
        script.add(f"after {clocks} reset 1")
        verb, register = access.split()
        script.read(register) if verb == "read" else script.write(register, 0)
        script.add("clocks 12")
        script.read("ERROR")
        script.read("INTR_STATUS")
        told = follow(executable, script).words
        # A reset that comes behind the answer is no less one.
        assert told[-2:] == (0, 0), (access, clocks)


@pytest.mark.parametrize(("name", "fold"), [("hmac-sha256", 0), ("sha512", 0), ("hmac-sha224", 2)])
def test_the_quick_suite(name: str, fold: int) -> None:
    report = verify(core_for(name, A(fold=fold), Interface(bus="apb4")), "quick")
    report.require()
    assert report.vectors > 300


@pytest.mark.parametrize("name", ["sha256", "hmac-sha224+sha256"])
def test_registers_are_those_of_another_generator(name: str, tmp_path: Path) -> None:
    """The same reads and writes give the same values here and in what PeakRDL writes."""
    assert compared(behind(name), tmp_path, accesses=3000) == ""


def test_a_difference_is_found(tmp_path: Path) -> None:
    def fault(text: str) -> str:
        return text.replace("write_strobe[2]", "write_strobe[1]")

    assert re.match("access", compared(behind("sha256"), tmp_path, accesses=3000, fault=fault))


def test_requests() -> None:
    core = behind("sha256", "axi4-lite")
    assert (core.name, core.contexts) == ("sha256_axi4_lite", 1)
    assert core.request.options == ("sha256", "--bus", "axi4-lite")
    assert Point.from_dict(core.request.as_dict()) == core.request
    assert core.as_level("engine").interface.bus == "none"
    assert behind("sha512").name == "sha512_apb4"


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "sentence"),
    [
        ("sha256", A(), Interface(bus="ahb"), "accepted are apb4, axi4-lite, wishbone and avalon"),
        ("sha256", A(interleave=2), Interface(bus="apb4"), "2 messages in flight does not stand"),
        ("sha256", A(), Interface(bus="apb4", copies=2), "An array does not stand"),
        ("sha256", A(), Interface(bus="apb4", width=64), "A stream of 64 bits does not stand"),
        ("sha256", A(), Interface(bus="apb4", level="engine"), "A core without streams"),
        ("hmac-sha256", A(), Interface(bus="apb4", private_slots=True), "private slots does not"),
    ],
)
def test_refused(
    name: str, architecture: Architecture, interface: Interface, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        core_for(name, architecture, interface)
