"""The mixed design, packed and placed by nextpnr."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.mixed import MIXED, TARGET

from hashloom.cache import Cache
from hashloom.implementation import flow
from hashloom.implementation.annealing.delays import Delays, read_delays
from hashloom.implementation.annealing.packed import Packed, read_packed
from hashloom.implementation.harness import put_in_harness
from hashloom.implementation.tools import find_tool, run_tool


@pytest.fixture(scope="package")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="package")
def netlist(cache: Cache, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the mixed design's netlist, in its harness."""
    mapped = flow.mapped_core({"mixed.sv": MIXED}, "mixed", TARGET, cache=cache)
    harness = put_in_harness(mapped, TARGET.cells, TARGET.clock_pin, TARGET.data_pin)
    file = tmp_path_factory.mktemp("netlist") / "n.json"
    file.write_text(json.dumps({"modules": {"harness": harness.module}}))
    return file


@pytest.fixture(scope="package")
def placed(netlist: Path) -> tuple[Packed, Delays]:
    """The design as nextpnr places it, and the delays of its cells."""
    options = TARGET.place_command(netlist.name, "harness", 1, "r.json")
    options += ("--no-route", "--write", "p.json", "--sdf", "p.sdf")
    run_tool(find_tool("nextpnr-ecp5"), options, netlist.parent, "place")
    packed = read_packed((netlist.parent / "p.json").read_text())
    return packed, read_delays((netlist.parent / "p.sdf").read_text().splitlines())
