"""Measures how long wires of an ECP5 take, for the annealer: python benchmarks/wires.py.

Some cores are placed and routed by nextpnr on the fastest grade, and the median of what its wires
took is written into hashloom's `annealing/wires.json`, by how many tiles they go across and along.
Where less than ENOUGH wires go as far, those are counted that go nearly as far.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from prove import core_of

from hashloom.cache import Cache, key_of
from hashloom.cores import Core
from hashloom.files import write_file
from hashloom.implementation.annealing import wires
from hashloom.implementation.annealing.delays import read_delays
from hashloom.implementation.annealing.packed import LOOKUP, REGISTER, is_wired, read_packed
from hashloom.implementation.flow import mapped_core
from hashloom.implementation.harness import put_in_harness
from hashloom.implementation.tools import find_tool, run_tool

CORES = (
    "sha256 --load cleared",
    "sha512 --load added",
    "hmac-sha256 --interleave 2 --keys bram",
    "sha256 --unroll 16 --interleave 33 --pool 64 --chaining bram --delays bram",
)
SEED = 1
SIDE = 16
ENOUGH = 30
FAR = 6  # tiles beyond the table


@dataclass(frozen=True)
class Wire:
    """A routed wire: tiles across and along, the pin that it leads to, ps."""

    across: int
    along: int
    pin: str
    lookup: bool  # leads to an input of a look-up table's function
    ps: int


def main() -> None:
    """Measures and writes the table."""
    found: list[Wire] = []
    for request in CORES:
        some = wires_of(core_of(request))
        print(f"{request}: {len(some)} wires")
        found += some
    document = {
        "cores": list(CORES),
        "tools": [find_tool(name).version for name in ("yosys", "nextpnr-ecp5")],
        **summed_up(found),
    }
    write_file(Path(wires.__file__).with_suffix(".json"), (text_of(document) + "\n").encode())


def wires_of(core: Core) -> list[Wire]:
    """The wires of a core that nextpnr has placed and routed, from the cache or now."""
    cache, target = Cache(), core.target
    placer = find_tool(target.place_tool)
    command = target.place_command("n.json", "harness", SEED, "report.json")
    tools = (find_tool("yosys").version, placer.version)
    sources = core.sources_for(target)
    key = key_of(kind="wires", sources=dict(sources), tools=tools, command=command)
    content = cache.get(key)
    if content is None:
        mapped = mapped_core(sources, core.top, target, cache=cache)
        harness = put_in_harness(mapped, target.cells, target.clock_pin, target.data_pin)
        with cache.work_folder() as folder:
            (folder / "n.json").write_text(json.dumps({"modules": {"harness": harness.module}}))
            options = [*command, "--write", "routed.json", "--sdf", "routed.sdf"]
            run_tool(placer, options, folder, "route")
            content = json.dumps([astuple(wire) for wire in routed_wires(folder)]).encode()
        cache.put(key, content)
    return [Wire(*fields) for fields in json.loads(content)]


def routed_wires(folder: Path) -> Iterator[Wire]:
    """The wires of the routed design in a folder."""
    packed = read_packed((folder / "routed.json").read_text())
    delays = read_delays((folder / "routed.sdf").read_text().splitlines())
    for (cell, out), sinks in delays.wires.items():
        if cell not in packed.cells or packed.kind(cell) not in (LOOKUP, REGISTER):
            continue
        start = packed.places[cell]
        for (other, pin), ps in sinks:
            if other in packed.cells and is_wired(out, pin):
                end = packed.places[other]
                lookup = packed.kind(other) == LOOKUP and pin in "ABCD"
                yield Wire(abs(end.x - start.x), abs(end.y - start.y), pin, lookup, ps)


def summed_up(found: Sequence[Wire]) -> dict[str, Any]:
    """The table, what each tile beyond it takes, and what pins take more."""
    by_way: dict[tuple[int, int], list[int]] = defaultdict(list)
    for wire in found:
        if wire.lookup:
            by_way[wire.across, wire.along].append(wire.ps)
    table = [[near(by_way, a, b) for b in range(SIDE)] for a in range(SIDE)]

    def at_most(wire: Wire) -> tuple[int, int]:
        """What the table has for it, and tiles beyond."""
        a, b = min(wire.across, SIDE - 1), min(wire.along, SIDE - 1)
        return table[a][b], wire.across - a + wire.along - b

    far = [(wire.ps, *at_most(wire)) for wire in found if wire.lookup]
    beyond = round(median((ps - edge) / tiles for ps, edge, tiles in far if tiles >= FAR))
    more: dict[str, list[float]] = defaultdict(list)
    for wire in found:
        edge, tiles = at_most(wire)
        more[wire.pin].append(wire.ps - edge - beyond * tiles)
    offsets = {pin: round(median(more[pin])) for pin in sorted(more) if len(more[pin]) >= ENOUGH}
    return {"beyond": beyond, "offsets": offsets, "table": table}


def near(by_way: Mapping[tuple[int, int], Sequence[int]], across: int, along: int) -> int:
    """The median of the wires that go so far, or nearly so where they are few."""
    reach, some = 0, []
    while len(some) < ENOUGH:
        some = [
            ps
            for a in range(across - reach, across + reach + 1)
            for b in range(along - reach, along + reach + 1)
            for ps in by_way.get((a, b), [])
        ]
        reach += 1
    return round(median(some))


def text_of(document: dict[str, Any]) -> str:
    """The document, with a line for each row of the table."""
    rows = ",\n  ".join(json.dumps(row) for row in document["table"])
    head = json.dumps(document | {"table": []}, indent=1)
    return head.replace('"table": []', f'"table": [\n  {rows}\n ]')


if __name__ == "__main__":
    main()
