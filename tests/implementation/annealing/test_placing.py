"""Annealed placements of small designs, routed by the real nextpnr."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.mixed import MIXED, QUICK, TARGET, read_back

from hashloom.cache import Cache
from hashloom.errors import RequestError, ToolError
from hashloom.implementation import flow
from hashloom.implementation.annealing import placing
from hashloom.implementation.annealing.annealer import Refinement, anneal
from hashloom.implementation.annealing.delays import Delays, read_delays
from hashloom.implementation.annealing.description import describe
from hashloom.implementation.annealing.longest import longest_path
from hashloom.implementation.annealing.packed import (
    LOOKUP,
    REGISTER,
    WRITE_PORT,
    Packed,
    places_at,
)
from hashloom.implementation.annealing.placing import Job, place_annealed, require_annealing
from hashloom.implementation.annealing.router import route
from hashloom.implementation.annealing.wires import wire_delays
from hashloom.implementation.reports import read_report
from hashloom.implementation.tools import find_tool, run_tool
from hashloom.targets import get_target

REFINED = replace(
    QUICK, refinement=Refinement(steps=300, halving=70, weight=1000, heat=40, reach=15)
)


def places_of(packed: Packed) -> list[tuple[int, int, int]]:
    return [(place.x, place.y, place.z) for place in packed.places.values()]


def described(folder: Path, placed: tuple[Packed, Delays]) -> Path:
    file = folder / "design.txt"
    file.write_text(describe(*placed, wire_delays(TARGET.speed)))
    return file


def test_the_design_has_every_kind_of_cell(placed: tuple[Packed, Delays]) -> None:
    packed, _ = placed
    modes = {packed.mode(c) for c in packed.cells if packed.kind(c) == LOOKUP}
    assert modes == {"LOGIC", "CCU2", "DPRAM", "RAMW_BLOCK"}
    assert {REGISTER, WRITE_PORT, "DP16KD"} <= {packed.kind(c) for c in packed.cells}
    assert any(packed.net(c, "F1") is not None for c in packed.cells)


def test_every_cell_is_routed_where_it_was_put(
    tmp_path: Path, placed: tuple[Packed, Delays], cache: Cache
) -> None:
    packed, _ = placed
    places = anneal(described(tmp_path, placed), 1, QUICK, cache)
    cells = read_back(tmp_path, packed, places_at(packed, places), {}).cells
    before = places_of(packed)
    gone = [c for c, old, new in zip(packed.cells, before, places, strict=True) if old != new]
    assert len(gone) > len(before) / 2
    for name, (x, y, _) in zip(packed.cells, places, strict=True):
        if name in cells:  # constants are made anew
            assert cells[name]["attributes"]["NEXTPNR_BEL"].startswith(f"X{x}/Y{y}/")


def test_wires_get_shorter_and_places_are_the_same_each_time(
    tmp_path: Path, placed: tuple[Packed, Delays], cache: Cache
) -> None:
    file = described(tmp_path, placed)
    places = anneal(file, 1, QUICK, cache)
    assert anneal(file, 1, QUICK, cache) == places
    assert anneal(file, 2, QUICK, cache) != places
    packed, _ = placed
    assert length(packed, places) < 0.96 * length(packed, places_of(packed))


def test_refinement_makes_the_longest_path_shorter(
    tmp_path: Path, placed: tuple[Packed, Delays], cache: Cache
) -> None:
    file = described(tmp_path, placed)
    anneal(file, 1, QUICK, cache)
    before = longest(tmp_path)
    places = anneal(file, 1, REFINED, cache)
    assert longest(tmp_path) < before
    assert anneal(file, 1, REFINED, cache) == places
    packed, _ = placed
    assert read_back(tmp_path, packed, places_at(packed, places), {})


def longest(folder: Path) -> float:
    """ns of the longest path, as the annealer's output has it in the end."""
    last = (folder / "design-anneal-1.out").read_text().splitlines()[-1]
    return float(last.removeprefix("longest path ").removesuffix(" ns"))


def length(packed: Packed, places: list[tuple[int, int, int]]) -> int:
    """Half the edges of the boxes around the nets, but those of clock and constants."""
    at = dict(zip(packed.cells, places, strict=True))
    total = 0
    for net, sinks in packed.sinks.items():
        driver = packed.drivers.get(net)
        if driver is None or driver[0].startswith("$") or any(pin == "CLK" for _, pin in sinks):
            continue
        cells = [driver[0], *(cell for cell, _ in sinks)]
        total += sum(max(at[c][k] for c in cells) - min(at[c][k] for c in cells) for k in (0, 1))
    return total


def test_nextpnr_refuses_places_that_break_a_rule(
    tmp_path: Path, placed: tuple[Packed, Delays]
) -> None:
    """Registers of another reset in one tile: what the annealer must never do would be seen."""
    packed, _ = placed
    registers = [c for c in packed.cells if packed.kind(c) == REGISTER]
    with_reset = {c for c in registers if packed.net(c, "LSR") is not None}
    free = [c for c in registers if packed.net(c, "DI") is None]
    one = next(c for c in free if c not in with_reset)
    tile = next(p for c, p in packed.places.items() if c in with_reset)
    taken = {p.z for c, p in packed.places.items() if (p.x, p.y) == (tile.x, tile.y)}
    slot = min(set(range(8)) - taken, default=7)
    places = dict(zip(packed.cells, places_of(packed), strict=True))
    places[one] = (tile.x, tile.y, slot)
    with pytest.raises(ToolError):
        read_back(tmp_path, packed, places_at(packed, list(places.values())), {})


def test_the_clock_of_a_design_placed_as_usual_is_that_of_nextpnr(
    tmp_path: Path, netlist: Path
) -> None:
    (tmp_path / "n.json").write_text(netlist.read_text())
    options = TARGET.place_command("n.json", "harness", 2, "r.json")
    run_tool(find_tool("nextpnr-ecp5"), [*options, "--sdf", "w.sdf"], tmp_path, "whole")
    delays = read_delays((tmp_path / "w.sdf").read_text().splitlines())
    path = longest_path(delays, delays, {})
    report = read_report((tmp_path / "r.json").read_text())
    assert sum(step["delay"] for step in path) == pytest.approx(1000 / report.fmax_mhz, abs=0.002)


def test_annealing_gives_a_faster_clock(cache: Cache) -> None:
    done = flow.implement({"mixed.sv": MIXED}, "mixed", TARGET, [1], cache=cache)
    annealed = flow.implement({"mixed.sv": MIXED}, "mixed", TARGET, [1], cache=cache, annealed=True)
    assert "annealer" not in done.tools
    assert annealed.tools["annealer"].startswith("hashloom annealer ")
    assert annealed.fmax_mhz > done.fmax_mhz
    assert annealed.resources == done.resources
    path = annealed.placements[0].critical_path
    assert path.steps[0].kind == "register"
    assert path.total_ns == pytest.approx(1000 / annealed.fmax_mhz, abs=0.001)


def test_placer_and_router_of_the_target_give_way(netlist: Path, cache: Cache) -> None:
    options = (*TARGET.place_options, "--placer", "static", "--router", "router2")
    loose = replace(TARGET, place_options=options)
    job = Job(find_tool("nextpnr-ecp5"), loose, netlist, "harness", 1, cache)
    assert place_annealed(job, "loose").fmax_mhz > 0
    assert "Router1 time" in job.file("try0.log").read_text()


@pytest.mark.parametrize(("small", "tries"), [(0, 1), (10_000, 2)])
def test_small_designs_are_annealed_and_routed_more_than_once(
    small: int, tries: int, netlist: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """nextpnr takes the places and the ways that all have got."""
    monkeypatch.setattr(placing, "_SMALL", small)
    monkeypatch.setattr(placing, "_TRIES", 2)
    crowded = []

    def noted(*arguments: Any) -> list[str]:
        crowded.append(arguments[4])
        return route(*arguments)

    monkeypatch.setattr(placing, "route", noted)
    job = Job(find_tool("nextpnr-ecp5"), TARGET, netlist, "harness", 2 + small, cache)
    assert place_annealed(job, "place").fmax_mhz > 0
    for number in range(3):
        assert job.file(f"try{number}.log").exists() == (number < tries)
    assert crowded == [not small] * tries
    rounds = job.file("try0-pins.out").read_text().splitlines()
    assert sum(" 0 wires shared" in line for line in rounds) == 41
    assert "Routing 0 arcs" in job.file("try0.log").read_text()


def test_other_families_are_refused() -> None:
    with pytest.raises(RequestError, match="accepted with --placement annealed"):
        require_annealing(get_target("ice40-hx8k"))
