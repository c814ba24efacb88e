"""Which group has the next slot: none too soon, none forgotten, no slot wasted."""

from __future__ import annotations

import subprocess
from importlib import resources
from pathlib import Path

import pytest
from support.engines import CLOCK

from hashloom.rtl.verilog import instance
from hashloom.verification.simulation.verilator import Build, build_model

BENCH = "group_picker_bench"
CLOCKS = 20_000


@pytest.mark.parametrize("often", [1, 4, 30])
@pytest.mark.parametrize(
    ("groups", "apart", "rests", "length"),
    [
        *((2, 1, 0, 5), (2, 2, 1, 5), (5, 2, 1, 4), (3, 3, 1, 4), (5, 4, 1, 3), (6, 4, 1, 2)),
        *((3, 2, 0, 8), (4, 2, 0, 4), (5, 5, 0, 8), (8, 5, 0, 3), (8, 6, 0, 2)),
    ],
)
def test_turns(groups: int, apart: int, rests: int, length: int, often: int) -> None:
    parameters = {
        "GROUPS": groups,
        "APART": apart,
        "RESTS": f"1'b{rests}",
        "LENGTH": length,
        "OFTEN": often,
    }
    wired = {"clk": "clk", "rst": "rst"}
    named = {name: str(value) for name, value in parameters.items()}
    top = ["module bench (input logic clk, input logic rst);"]
    top += [*instance(BENCH, "u_bench", wired, named), "endmodule", ""]
    library = resources.files("hashloom.rtl") / "lib"
    sources = {
        "group_picker.sv": (library / "group_picker.sv").read_text("utf-8"),
        f"{BENCH}.sv": Path(__file__).with_name(f"{BENCH}.sv").read_text(),
        "bench.sv": "\n".join(top),
    }
    program = build_model(sources, "bench", {"clock.cpp": CLOCK}, Build())
    done = subprocess.run([program, str(CLOCKS), "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    total, *given = (int(line.split()[1]) for line in done.stdout.splitlines())
    assert sum(given) == total
    assert min(given) > (0.9 if often == 1 else 0.5) * total / groups
    if often == 1 and groups > apart:
        assert total > 0.9 * CLOCKS / length
