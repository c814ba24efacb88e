"""The result document and the report made of it."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from hashloom.cores import Architecture, Core, Interface, core_for, core_of
from hashloom.cores.estimate import estimate
from hashloom.implementation.result import CriticalPath, Implementation, Placement
from hashloom.measurements.results.hmac_result import HmacResult
from hashloom.measurements.results.result import Result
from hashloom.reports.text import report
from hashloom.request.point import Point
from hashloom.targets.model import Resources
from hashloom.verification.checking.suites import Part, Report
from hashloom.verification.hmac_timing import BLOCKS, CASES, CaseTiming, HmacTiming
from hashloom.verification.simulator import Timing

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
    timing, verified, done = measurements(core)
    return Result.of(core, timing, verified, done, "verilator 5")


def keyed_result_of(core: Core) -> HmacResult:
    timing, verified, done = measurements(core)
    # the longer the message and the more has to be done for it, the more clocks; all different
    cases = {
        (case, blocks): CaseTiming(100.0 * blocks + 10 * i, 25.0 * blocks + i, blocks + i, 3.0)
        for i, case in enumerate(CASES)
        for blocks in BLOCKS
    }
    keyed = HmacTiming(timing, 91, {1: 140, 2: 280}, cases)
    return HmacResult.of_keyed(core, keyed, verified, done, "verilator 5")


def measurements(core: Core) -> tuple[Timing, Report, Implementation]:
    timing = Timing(68.0, 17.0, 20.0, 99)
    placed = tuple(placement(s, f) for s, f in ((1, 198.0), (2, 200.0), (3, 205.0)))
    tools = {"yosys": "yosys 1", "nextpnr": "nextpnr 2"}
    done = Implementation(core.target.name, tools, placed, core.target.capacity)
    return timing, Report(core.name, "quick", (Part("CAVP short", 65, 0, 9999),)), done


@pytest.fixture
def several() -> Core:
    return core_for("sha256", Architecture(interleave=4))


def test_document(several: Core) -> None:
    document = result_of(several).as_dict()
    assert set(document) >= KEYS
    assert json.loads(json.dumps(document)) == document
    assert core_of(Point.from_dict(document["request"])) == several
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


def test_report_of_a_folded_core() -> None:
    core = core_for("sha256", Architecture(fold=1), Interface(copies=3))
    text = io.StringIO()
    console = Console(file=text, width=120)
    for table in report(core, result_of(core)):
        console.print(table)
    for part in (
        "rounds folded on 1 adder, 3 messages in flight",
        f"{len(core.program.rows)} rows of a program",
        "the program in block RAM",
        "3 copies of the core",
    ):
        assert part in text.getvalue()
    assert "retiming" not in text.getvalue()
    assert "a clock" not in text.getvalue()


@pytest.fixture
def keyed() -> Core:
    return core_for("hmac-sha256", Architecture(interleave=4), Interface(slots=16))


def test_document_of_an_hmac_core(keyed: Core) -> None:
    document = keyed_result_of(keyed).as_dict()
    assert set(document) >= KEYS
    assert json.loads(json.dumps(document)) == document
    assert (document["core"], document["level"]) == ("hmac_sha256_c4_slots16", "hmac")
    assert document["interface"] == {
        "width": 32,
        "length_bits": 64,
        "slots": 16,
        "resume": False,
        "private_slots": False,
    }
    assert core_of(Point.from_dict(document["request"])) == keyed
    assert document["architecture"]["engines"] == 1
    assert document["key_cycles"] == {"1_block": 140, "2_blocks": 280}
    assert (document["latency_cycles"], document["latency_first_beat_cycles"]) == (99, 91)
    assert document["cycles_by_case"]["cached_key"]["24_blocks"] == {
        "single_message": 2430.0,
        "aggregate": 603.0,
        "block_times": 27,
        "constant": 3.0,
    }


def test_throughputs_of_an_hmac_core(keyed: Core) -> None:
    document = keyed_result_of(keyed).as_dict()
    speed = document["throughput_mbps"]
    assert set(speed) == {"single_message", "aggregate", *CASES}
    for i, case in enumerate(CASES):
        for name, blocks in (("1_block", 1), ("24_blocks", 24)):
            bits = 512 * blocks * 200
            alone, busy = bits / (100 * blocks + 10 * i), bits / (25 * blocks + i)
            assert speed[case][name]["single_message"] == pytest.approx(alone, abs=0.05)
            assert speed[case][name]["aggregate"] == pytest.approx(busy, abs=0.05)
    assert speed["single_message"] == speed["cached_key"]["24_blocks"]["single_message"]
    assert speed["aggregate"] == speed["cached_key"]["1_block"]["aggregate"]
    assert document["mbps_per_lut"] == pytest.approx(speed["aggregate"] / 2000, abs=0.001)


def test_report_of_an_hmac_core(keyed: Core) -> None:
    text = io.StringIO()
    console = Console(file=text, width=120)
    for table in report(keyed, keyed_result_of(keyed)):
        console.print(table)
    for part in (
        "HMAC core",
        "16 slots in lutram, 1 engine",
        "140 clocks from",
        "new key 2 blocks",
    ):
        assert part in text.getvalue()
    speed = keyed_result_of(keyed).as_dict()["throughput_mbps"]["new_key_1_block"]["24_blocks"]
    assert f"{speed['aggregate']:.0f} (601)" in text.getvalue()
