"""The result document and the report made of it."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.implementation.result import CriticalPath, Implementation, Placement
from hashloom.reports.result import Result, estimate
from hashloom.reports.text import report
from hashloom.targets.model import Resources
from hashloom.verification.simulator import Timing
from hashloom.verification.suites import Part, Report

# Section 6 of the design names these; nobody may lose one.
KEYS = {
    *("core", "level", "algorithms", "architecture", "messages_in_flight"),
    *("cycles_per_block", "latency_cycles", "target", "tools", "fmax_mhz", "resources"),
    *("throughput_mbps", "mbps_per_lut", "verified"),
}


def placement(seed: int, mhz: float) -> Placement:
    path = CriticalPath("a_q", "e_q", 2.5, 3.5, ())
    return Placement(seed, mhz, Resources(2000, 1500, 1, 30, 0), path)


def result_of(core: Core) -> Result:
    timing = Timing(68.0, 17.0, 20.0, 99)
    placed = tuple(placement(s, f) for s, f in ((1, 198.0), (2, 200.0), (3, 205.0)))
    tools = {"yosys": "yosys 1", "nextpnr": "nextpnr 2"}
    done = Implementation(core.target.name, tools, placed, core.target.capacity)
    verified = Report(core.name, "quick", (Part("CAVP short", 65, 0, 9999),))
    return Result.of(core, timing, verified, done, "verilator 5")


@pytest.fixture
def several() -> Core:
    return core_for("sha256", Architecture(interleave=4))


def test_document(several: Core) -> None:
    document = result_of(several).as_dict()
    assert set(document) >= KEYS
    assert json.loads(json.dumps(document)) == document
    assert document["core"] == "sha256_c4"
    assert document["algorithms"] == ["sha256"]
    assert document["architecture"] == several.architecture.as_dict()
    assert document["messages_in_flight"] == 4
    assert set(document["fmax_mhz"]) == {"median", "min", "max", "seeds"}
    assert set(document["resources"]) == {"lut", "ff", "bram", "lutram", "dsp"}
    assert document["tools"]["verilator"] == "verilator 5"
    assert document["verified"] == {"suite": "quick", "vectors": 65, "failed": 0}


def test_throughputs(several: Core) -> None:
    document = result_of(several).as_dict()
    single, aggregate = 512 * 200 / 68, 512 * 200 / 17
    assert document["throughput_mbps"]["single_message"] == pytest.approx(single, abs=0.05)
    assert document["throughput_mbps"]["aggregate"] == pytest.approx(aggregate, abs=0.05)
    assert document["mbps_per_lut"] == pytest.approx(aggregate / 2000, abs=0.0005)


def test_cycles_of_an_engine_say_where_they_come_from() -> None:
    engine = core_for("sha256", interface=Interface(level="engine"))
    assert "around" in result_of(engine).as_dict()["cycles_counted_in"]
    message = core_for("sha256")
    assert "around" not in result_of(message).as_dict()["cycles_counted_in"]


def test_estimate(several: Core) -> None:
    found = estimate(several)
    assert found["clock_mhz"] == pytest.approx(1000 / found["critical_path_ns"], rel=0.01)
    assert found["clock_mhz"] <= found["bound_mhz"] + 0.1
    assert found["slot_clocks"] == several.compiled.slot_clocks


def test_report(several: Core) -> None:
    text = io.StringIO()
    console = Console(file=text, width=120)
    for table in report(several, result_of(several)):
        console.print(table)
    for part in ("SHA-256", "200.0 MHz", "68 for a message alone", "1506 Mbit/s", "0 failed"):
        assert part in text.getvalue()
