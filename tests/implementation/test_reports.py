"""Reading nextpnr's reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.reports import read_report, read_utilisation, readable
from hashloom.implementation.result import CriticalPath, Step


def hop(kind: str, ns: float, start: str, end: str, net: str = "") -> dict[str, Any]:
    """A delay as nextpnr writes it; `start` and `end` as cell.port."""
    places = [dict(zip(("cell", "port"), at.rsplit(".", 1), strict=True)) for at in (start, end)]
    delay = {"type": kind, "delay": ns, "from": places[0], "to": places[1]}
    return {**delay, "net": net} if net else delay


A, S0, S1, S2 = "core.a_TRELLIS_FF_Q_8", "core.s$CCU2_COMB0", "core.s$CCU2_COMB1", "core.t$CCU2"
PATH = [
    hop("clk-to-q", 0.4, f"{A}.Q", f"{A}.Q"),
    hop("routing", 1.0, f"{A}.Q", f"{S0}.A", "core.a[3]"),
    hop("logic", 0.3, f"{S0}.A", f"{S0}.FCO"),
    hop("routing", 0.0, f"{S0}.FCO", f"{S1}.FCI", "carry"),
    hop("logic", 0.1, f"{S1}.FCI", f"{S1}.FCO"),
    hop("routing", 0.0, f"{S1}.FCO", f"{S2}.FCI", "carry2"),
    hop("logic", 0.2, f"{S2}.FCI", f"{S2}.F"),
    hop("routing", 0.5, f"{S2}.F", "core.b_TRELLIS_FF_Q.DI", "core.t_CCU2C_S0_S1"),
    hop("setup", 0.1, "core.b_TRELLIS_FF_Q.DI", "core.b_TRELLIS_FF_Q.DI"),
]
CLOCK = "$glbnet$clk"
REPORT = {
    "fmax": {CLOCK: {"achieved": 201.2345, "constraint": 12}},
    "utilization": {"TRELLIS_COMB": {"used": 12, "available": 100}},
    "critical_paths": [
        {"from": "<async>", "to": f"posedge {CLOCK}", "path": []},
        {"from": f"posedge {CLOCK}", "to": f"posedge {CLOCK}", "path": PATH},
    ],
}


def test_report_gives_clock_cells_and_path() -> None:
    report = read_report(json.dumps(REPORT))
    assert report.fmax_mhz == 201.23
    assert report.used == {"TRELLIS_COMB": 12}
    path = report.critical_path
    assert (path.start, path.end) == ("core.a[3]", "core.b")
    assert (path.logic_ns, path.routing_ns, path.total_ns) == (1.1, 1.5, 2.6)


def test_carry_chain_is_one_step() -> None:
    path = read_report(json.dumps(REPORT)).critical_path
    assert path.steps == (
        Step("register", "core.a", 0.4),
        Step("routing", "core.a[3]", 1.0),
        Step("carry", "core.t", 0.6, cells=3),
        Step("routing", "core.t", 0.5),
        Step("setup", "core.b", 0.1),
    )
    assert sum(step.ns for step in path.steps) == pytest.approx(path.total_ns)


def test_skew_of_the_clock_is_part_of_the_path() -> None:
    skewed = [*PATH, hop("clk-skew", -0.3, f"{A}.CLK", "core.b_TRELLIS_FF_Q.CLK")]
    paths = [{**REPORT["critical_paths"][1], "path": skewed}]
    path = read_report(json.dumps({**REPORT, "critical_paths": paths})).critical_path
    plain = read_report(json.dumps(REPORT)).critical_path
    assert path.total_ns == pytest.approx(plain.total_ns - 0.3)
    assert (path.start, path.end) == (plain.start, plain.end)
    assert path.steps[-1].kind == "setup"


def test_path_survives_json() -> None:
    path = read_report(json.dumps(REPORT)).critical_path
    assert CriticalPath.from_dict(json.loads(json.dumps(path.as_dict()))) == path


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", json.dumps({**REPORT, "fmax": {}}), '{"fmax": 3}']
)
def test_unreadable_report_is_a_tool_error(text: str) -> None:
    with pytest.raises(ToolError, match="report of place and route cannot be read"):
        read_report(text)


def test_slowest_clock_counts() -> None:
    fmax = {CLOCK: {"achieved": 100.0}, "other": {"achieved": 300.0}}
    assert read_report(json.dumps({**REPORT, "fmax": fmax})).fmax_mhz == 100.0


def test_utilisation_from_the_log() -> None:
    log = "Info: Device utilisation:\nInfo: \t     TRELLIS_COMB:   90000/  83640   107%\n"
    assert read_utilisation(log) == {"TRELLIS_COMB": (90000, 83640)}
    assert read_utilisation("ERROR: nothing of the sort") == {}


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("core.g.q1_TRELLIS_FF_Q_2_DI_CCU2C_S0$CCU2_COMB1", "core.g.q1"),
        ("core.x_SB_LUT4_O_7_LC", "core.x"),
        ("core.x_SB_DFFE_Q", "core.x"),
        ("core.a_q[3]", "core.a_q[3]"),
        ("core.add_LUT4_Z", "core.add"),
    ],
)
def test_readable_names(cell: str, name: str) -> None:
    assert readable(cell) == name
