"""Bitstreams: the first placement that meets the clock is packed, or there is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashloom import cli
from hashloom.cache import Cache
from hashloom.cores import Architecture, Interface
from hashloom.cores.boards.board import board_design
from hashloom.errors import RequestError, ToolError
from hashloom.implementation import bitstream, flow
from hashloom.implementation.bitstream import make_bitstream
from hashloom.implementation.tools import Tool, find_packer

DESIGN = board_design("icebreaker", "sha256", Architecture(fold=1), Interface())
EDGES = {"from": "posedge clk", "to": "posedge clk"}
DELAYS = [
    {"type": kind, "delay": 1.0, "net": "a", "from": end, "to": end}
    for kind in ("clk-to-q", "routing", "setup")
    for end in [{"cell": "a", "port": "Q"}]
]
PLACER = """
import json, sys
given = dict(zip(sys.argv, sys.argv[1:]))
seed, report = int(given["--seed"]), json.loads(%r)
report["fmax"]["clk"]["achieved"] = %r[seed]
open(given["--report"], "w").write(json.dumps(report))
open(given["--asc"], "w").write(f"placed with {seed}, pins " + open(given["--pcf"]).read())
"""
PACKER = "import sys; open(sys.argv[2], 'w').write('packed: ' + open(sys.argv[1]).read())"
FULL = """
print("Info:   ICESTORM_LC:  9000/ 5280   170%")
print("ERROR: no room")
raise SystemExit(1)
"""


def report(mhz: float) -> dict[str, Any]:
    return {
        "fmax": {"clk": {"achieved": mhz}},
        "utilization": {"ICESTORM_LC": {"used": 100, "available": 5280}},
        "critical_paths": [EDGES | {"path": DELAYS}],
    }


Stand = Callable[[dict[int, float]], None]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Stand:
    """Tools whose placements of seeds reach these clocks in MHz."""

    def stand(clocks: dict[int, float], placer: str = "") -> None:
        text = placer or PLACER % (json.dumps(report(0)), clocks)
        placing = Tool("nextpnr", f"placer of {clocks}", (sys.executable, "-c", text), logs=False)
        packing = Tool("icepack", "packer", (sys.executable, "-c", PACKER), logs=False)
        monkeypatch.setattr(bitstream, "find_tool", lambda name: placing)
        monkeypatch.setattr(bitstream, "find_packer", lambda name: packing)
        monkeypatch.setattr(flow, "mapped_core", lambda *given, **more: {"cells": {}})

    return stand


def test_the_first_that_meets_the_clock(tools: Stand, tmp_path: Path) -> None:
    tools({1: 23.99, 2: 24.0, 3: 99.0})
    said: list[str] = []
    made = make_bitstream(DESIGN, [1, 2, 3], cache=Cache(tmp_path), progress=said.append)
    assert (made.placement.seed, made.placement.fmax_mhz, made.ending) == (2, 24.0, "bin")
    assert made.content.startswith(b"packed: placed with 2, pins # Pins of iCEBreaker")
    assert b"set_io clk_osc 35" in made.content
    assert said[-1] == "Placed with seed 2: 24.0 MHz of 24."
    tools({1: 23.99, 2: 24.0, 3: 99.0})
    again = make_bitstream(DESIGN, [1, 2, 3], cache=Cache(tmp_path))
    assert again == made


def test_a_clock_that_is_not_reached(tools: Stand, tmp_path: Path) -> None:
    tools({1: 20.5, 2: 21.25})
    with pytest.raises(RequestError) as refused:
        make_bitstream(DESIGN, [1, 2], cache=Cache(tmp_path))
    assert str(refused.value) == (
        "sha256_f1_w8 does not meet 24 MHz on icebreaker: it reaches 21.25 MHz in 2 placements, "
        "2.75 MHz too few; accepted is --clock 21 or less."
    )


def test_a_core_that_does_not_fit(
    monkeypatch: pytest.MonkeyPatch, tools: Stand, tmp_path: Path
) -> None:
    tools({})
    full = Tool("nextpnr", "full", (sys.executable, "-c", FULL), logs=False)
    monkeypatch.setattr(bitstream, "find_tool", lambda name: full)
    with pytest.raises(RequestError, match="9000 lut of 5280; tang-nano-20k has room for it"):
        make_bitstream(DESIGN, [1], cache=Cache(tmp_path))


def test_a_tool_that_fails(monkeypatch: pytest.MonkeyPatch, tools: Stand, tmp_path: Path) -> None:
    tools({1: 30.0})
    broken = Tool("icepack", "broken", (sys.executable, "-c", "raise SystemExit(1)"), logs=False)
    monkeypatch.setattr(bitstream, "find_packer", lambda name: broken)
    with pytest.raises(ToolError, match="icepack failed"):
        make_bitstream(DESIGN, [1], cache=Cache(tmp_path))


def test_on_the_command_line(
    tools: Stand, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HASHLOOM_CACHE", str(folder / "cache"))
    tools({1: 30.0, 2: 10.0, 3: 10.0})
    command = ["board", "icebreaker", "sha256", "--fold", "1"]
    assert cli.run(command) == 0
    said = capfd.readouterr().out
    assert "24 MHz from 12 MHz; the placement reaches 30 MHz, 6.0 MHz more" in said
    written = folder / DESIGN.name
    manifest = json.loads((written / "manifest.json").read_text())
    assert manifest["fmax_mhz"] == 30.0
    assert manifest["rtl_sha256"] == DESIGN.rtl_sha256
    assert all((written / name).is_file() for name in manifest["files"])
    assert (written / f"{DESIGN.name}.bin").read_bytes().startswith(b"packed: placed with 1")
    assert cli.run([*command, "--json", "-o", "other"]) == 0
    assert json.loads(capfd.readouterr().out)["files"] == sorted(
        [*manifest["files"], "manifest.json"]
    )
    assert cli.run([*command, "--clock", "48"]) == 2
    assert "18.00 MHz too few; accepted is --clock 30 or less." in capfd.readouterr().err


REAL = {"ulx3s-12f": "ecppack", "icebreaker": "icepack", "tang-nano-9k": "gowin_pack"}


@pytest.mark.parametrize("board", REAL)
def test_with_the_real_tools(board: str, tmp_path: Path) -> None:
    made = board_design(board, "sha256", Architecture(fold=1), Interface())
    done = make_bitstream(made, [1], cache=Cache())
    assert done.placement.fmax_mhz >= made.mhz
    assert REAL[board] in done.tools["packer"]
    assert _begins(done.content, board)


def _begins(content: bytes, board: str) -> bool:
    """Whether a bitstream begins as its device wants it."""
    if board == "icebreaker":
        return b"\x7e\xaa\x99\x7e" in content[:200]
    if board == "ulx3s-12f":
        return b"\xbd\xb3" in content[:600]
    words = b"".join(line for line in content.splitlines() if not line.startswith(b"//"))
    return f"{0xA5C3:016b}".encode() in words[:2000]


def test_the_packers_are_there() -> None:
    for name in REAL.values():
        tool = find_packer(name)
        assert any(digit.isdigit() for digit in tool.version)
