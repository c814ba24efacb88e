"""Synthesis, place and route of small circuits with the real tools."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.errors import RequestError, ToolError
from hashloom.implementation import flow
from hashloom.implementation.flow import implement, netlist
from hashloom.implementation.tools import Tool, find_tool
from hashloom.targets import get_target

ECP5 = get_target("ecp5-12f-6")
ICE40 = get_target("ice40-hx1k")

CONSTANT = 1  # nextpnr drives each constant it needs, and on iCE40 always 1, from a table

WIRES = """module wires (input logic clk, input logic [7:0] a, output logic [7:0] y);
  logic [7:0] a_q;
  always_ff @(posedge clk) a_q <= a;
  assign y = a_q;
endmodule
"""
ADDER = """module adder (input logic clk, input logic [15:0] a, b, output logic [15:0] sum);
  logic [15:0] sum_q;
  always_ff @(posedge clk) sum_q <= a + b;
  assign sum = sum_q;
endmodule
"""
GATES = """module gates (input logic clk, input logic [3:0] a, output logic [1:0] y);
  assign y = {^a, &a};
endmodule
"""
MEMORY = """module memory (input logic clk, input logic [7:0] at, d, output logic [7:0] y);
  logic [7:0] words [0:255];
  always_ff @(posedge clk) begin
    words[at] <= d;
    y <= words[at];
  end
endmodule
"""
LARGE = """module large (input logic clk, input logic [31:0] a, output logic [31:0] y);
  logic [31:0] sum_q [0:49];
  assign y = sum_q[49];
  always_ff @(posedge clk) begin
    sum_q[0] <= a;
    for (int i = 1; i < 50; i++) sum_q[i] <= sum_q[i-1] + (a ^ i);
  end
endmodule
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("cache"))


def test_harness_costs_no_look_up_table_on_ecp5(cache: Cache) -> None:
    done = implement({"wires.sv": WIRES}, "wires", ECP5, [1], cache=cache)
    assert done.resources.as_dict() == {"lut": CONSTANT, "ff": 8, "bram": 0, "lutram": 0, "dsp": 0}


@pytest.mark.parametrize(
    ("source", "top", "lut", "ff"),
    [
        (WIRES, "wires", CONSTANT + 8, 8),  # a register occupies a logic cell
        (GATES, "gates", CONSTANT + 2, 0),  # two tables, both beside a harness register
    ],
)
def test_harness_costs_no_logic_cell_on_ice40(
    cache: Cache, source: str, top: str, lut: int, ff: int
) -> None:
    used = implement({"core.sv": source}, top, ICE40, [1], cache=cache).resources
    assert (used.lut, used.ff) == (lut, ff)


@pytest.mark.parametrize("name", ["lifcl-40-9", "gw2a-18", "machxo2-1200"])
def test_adder_of_other_families(cache: Cache, name: str) -> None:
    target = get_target(name)
    placement = implement({"adder.sv": ADDER}, "adder", target, [1], cache=cache).placements[0]
    used = placement.resources
    assert used.ff == 16
    assert 16 <= used.lut <= 24  # the adder, its beginning, and constants
    path = placement.critical_path
    assert {"register", "carry", "routing"} <= {step.kind for step in path.steps}
    assert 50 < placement.fmax_mhz < 900
    assert path.total_ns == pytest.approx(1000 / placement.fmax_mhz, rel=0.02)


def test_result_document(tmp_path: Path) -> None:
    """Told from its beginning, so with a cache of its own."""
    said: list[str] = []
    cache = Cache(tmp_path)
    done = implement(
        {"adder.sv": ADDER}, "adder", ECP5, [1, 2, 3], cache=cache, progress=said.append
    )
    document = json.loads(json.dumps(done.as_dict()))
    assert document["target"] == "ecp5-12f-6"
    assert set(document["tools"]) == {"yosys", "nextpnr"}
    assert document["resources"] == {"lut": 22, "ff": 16, "bram": 0, "lutram": 0, "dsp": 0}
    clock = document["fmax_mhz"]
    assert set(clock["seeds"]) == {"1", "2", "3"}
    assert clock["min"] <= clock["median"] <= clock["max"]
    assert 100 < clock["median"] < 1000
    path = document["critical_path"]
    assert path["total_ns"] == pytest.approx(1000 / clock["median"], abs=0.01)
    assert "carry" in {step["kind"] for step in path["steps"]}
    assert said[0] == "Synthesising adder for ecp5-12f-6."
    assert len(said) == 4


def test_second_run_needs_no_tool(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    first = implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2], cache=cache)
    monkeypatch.setattr(flow, "run_tool", _no_tool)
    again = implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2], cache=cache)
    assert again == first
    with pytest.raises(AssertionError):
        implement({"adder.sv": ADDER + "\n"}, "adder", ECP5, [1], cache=cache)


def test_a_compiler_that_is_missing_is_told_before_synthesis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise ToolError("There is none.")

    monkeypatch.setattr(flow, "compiler", missing)
    monkeypatch.setattr(flow, "run_yosys", _no_tool)
    with pytest.raises(ToolError, match="There is none"):
        implement({"adder.sv": ADDER}, "adder", ECP5, [1], cache=Cache(tmp_path), annealed=True)


def _no_tool(*_: object) -> None:
    raise AssertionError


def test_only_missing_seeds_are_placed(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2], cache=cache)
    runs: list[str] = []
    original = flow.run_tool

    def counted(*arguments: object) -> None:
        runs.append(str(arguments[3]))
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(flow, "run_tool", counted)
    implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2, 4], cache=cache)
    assert runs == ["run-place-4"]


def test_killed_run_leaves_a_cache_that_the_next_run_goes_on_with(tmp_path: Path) -> None:
    run = (
        "from pathlib import Path; from hashloom.cache import Cache;"
        "from hashloom.implementation.flow import implement;"
        "from hashloom.targets import get_target;"
        f"implement({{'adder.sv': {ADDER!r}}}, 'adder', get_target('{ECP5.name}'), [1, 2, 3],"
        f" cache=Cache(Path({str(tmp_path)!r})), progress=lambda s: print(s, flush=True), jobs=1)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", run], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Placed with seed 1"):
                process.kill()
                break
    assert list((tmp_path / "work").iterdir()) != []
    said: list[str] = []
    cache = Cache(tmp_path)
    done = implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2], cache=cache, progress=said.append)
    assert len(done.placements) == 2
    assert [line.partition(":")[0] for line in said] == ["Placed with seed 2"]


def test_block_ram_is_counted(cache: Cache) -> None:
    used = implement({"memory.sv": MEMORY}, "memory", ECP5, [1], cache=cache).resources
    assert (used.bram, used.ff) == (1, 0)
    assert used.lut <= 2 * CONSTANT


def test_core_that_does_not_fit_says_what_would_do(cache: Cache) -> None:
    with pytest.raises(
        RequestError,
        match=r"^The core does not fit ice40-hx1k: with its harness it needs \d+ lut of 1280; "
        r"ice40-up5k has room for it\.$",
    ):
        implement({"large.sv": LARGE}, "large", ICE40, [1], cache=cache)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("module m(input a, output b;\nendmodule\n", r"yosys failed: m\.sv:1: syntax error.*\.$"),
        ("module other(input a, output b); endmodule\n", r"yosys failed: Module `m' not found\.$"),
    ],
)
def test_faulty_source_is_a_tool_error(cache: Cache, source: str, sentence: str) -> None:
    with pytest.raises(ToolError, match=sentence):
        implement({"m.sv": source}, "m", ECP5, [1], cache=cache)
    assert list((cache.folder / "work").iterdir()) == []


def test_seeds_and_plain_names_are_needed(cache: Cache) -> None:
    with pytest.raises(RequestError, match="at least one seed"):
        implement({"adder.sv": ADDER}, "adder", ECP5, [], cache=cache)
    with pytest.raises(RequestError, match=r"'rtl/a\.sv' must be named by a plain file name"):
        implement({"rtl/a.sv": ADDER}, "adder", ECP5, [1], cache=cache)


def test_failed_placement_stops_the_others_and_leaves_nothing(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = "import sys, time; '2' in sys.argv and sys.exit(1); time.sleep(60)"
    broken = Tool("nextpnr-ecp5", "broken", (sys.executable, "-c", fails))
    tools = {"yosys": find_tool("yosys"), "nextpnr-ecp5": broken}
    monkeypatch.setattr(flow, "find_tool", lambda name: tools[name])
    with pytest.raises(ToolError, match="nextpnr-ecp5 failed"):
        implement({"adder.sv": ADDER}, "adder", ECP5, [1, 2], cache=cache)
    assert list((cache.folder / "work").iterdir()) == []


@pytest.mark.parametrize("target", [ECP5, ICE40], ids=lambda t: t.name)
def test_netlist_holds_the_core_and_its_cells(cache: Cache, target) -> None:  # type: ignore[no-untyped-def]
    text = netlist({"adder.sv": ADDER}, "adder", target, cache=cache)
    assert "module adder(" in text
    assert "harness" not in text
    assert len(re.findall(r"^module ", text, re.MULTILINE)) > 1


def test_data_file_is_found_by_readmemh(cache: Cache) -> None:
    table = """module table_ (input logic clk, input logic [3:0] at, output logic [7:0] y);
  logic [7:0] words [0:15];
  initial $readmemh("words.hex", words);
  always_ff @(posedge clk) y <= words[at];
endmodule
"""
    words = "\n".join(f"{7 * i % 251:02x}" for i in range(16))
    sources = {"table.sv": table, "words.hex": words}
    assert implement(sources, "table_", ECP5, [1], cache=cache).resources.lut > 0


def test_cache_folder_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = implement({"gates.sv": GATES}, "gates", ECP5, [1], cache=Cache(Path("lib")))
    assert done.resources.lut == 2
