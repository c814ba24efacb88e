"""Measures cores that take hours seed by seed: python benchmarks/seeds.py NAME [SEED ...].

NAME is one of run.py's cores. Each placement is kept in benchmarks/results/seeds.json as soon as it
is there, in place of one that has changed since, and is not made again on another machine. Without
seeds the core's document is made of what is kept, as `run.py NAME` makes it; seeds that are missing
are measured first.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from prove import core_of
from run import ANNEALED, MEASURED, RESULTS, measured, seeds_of

from hashloom.cache import Cache
from hashloom.files import write_file
from hashloom.implementation.implementing import implement, placement_keys

KEPT = RESULTS / "seeds.json"


def main() -> None:
    """Measures seeds, or makes the document; ends with status 1 when that fails."""
    parser = argparse.ArgumentParser(description="Measure cores that take hours, seed by seed.")
    parser.add_argument("name", metavar="NAME", choices=sorted(MEASURED), help="as in run.py")
    parser.add_argument("seeds", nargs="*", type=int, metavar="SEED", help="of nextpnr, from 1")
    chosen = parser.parse_args()
    recall()
    for seed in chosen.seeds or range(1, seeds_of(chosen.name) + 1):
        keep(chosen.name, seed)
    if not chosen.seeds and not measured(chosen.name):
        raise SystemExit(1)


def keep(name: str, seed: int) -> None:
    """Places a core with one seed, unless it is kept, and keeps what came of it."""
    core, annealed = core_of(MEASURED[name]), name in ANNEALED
    key = placement_keys(core, [seed], annealed)[seed]
    if key in kept():
        return
    (placement,) = implement(core, [seed], annealed=annealed, progress=print).placements
    entry = {"core": name, "placement": placement.as_dict()}
    others = {k: e for k, e in kept().items() if not is_of(e, name, seed)}
    write(others | {key: entry})


def is_of(entry: Mapping[str, Any], name: str, seed: int) -> bool:
    """Whether an entry is of a core and a seed: then of RTL or tools that have changed since."""
    return (entry["core"], entry["placement"]["seed"]) == (name, seed)


def recall() -> None:
    """What is kept goes into the cache, where place and route looks for it."""
    cache = Cache()
    for key, entry in kept().items():
        cache.put(key, json.dumps(entry["placement"]).encode())


def kept() -> dict[str, Any]:
    """The core's name and the placement, by the name that the cache has for it."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def write(entries: Mapping[str, Any]) -> None:
    """Writes the file, in order of cores and seeds."""
    order = sorted(entries, key=lambda k: (entries[k]["core"], entries[k]["placement"]["seed"], k))
    write_file(KEPT, (json.dumps({k: entries[k] for k in order}, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
