"""Works out the numbers of every engine of the space that `hashloom choose` looks through.

    python benchmarks/engines.py [TARGET ...]

One file for each delay model in src/hashloom/data/engines; without targets, for every one with
place and route.  Needed again when the graph, the transformations, the space or a delay model
changes: a test compares samples.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.measurements.estimation.compiled import engine_of
from hashloom.measurements.estimation.space import IN_TABLE, architectures, engine_key, table_name
from hashloom.targets import AreaTarget, get_target, target_names
from hashloom.transforms.methodology import CONSTANT_LATENCY, Compiled
from hashloom.transforms.registers.ordering import counted_from_slot

FOLDER = Path(__file__).parents[1] / "src" / "hashloom" / "data" / "engines"
BESIDE = {"constants": "lut", "buffer": "lutram", "keys": "lutram", "engines": 1}


def rows(hash_name: str, target: str) -> dict[str, list[Any]]:
    """By key, the numbers of every engine of one hash that can be built.

    Where K, blocks and keys live moves no register, nor does a second engine beside the first:
    engines that differ in that alone are compiled once.
    """
    hash_ = get_hash(hash_name)
    found: dict[str, list[Any]] = {}
    compiled: dict[Architecture, Compiled | None] = {}
    for level in ("message", "hmac"):
        compiled.clear()
        for requested in architectures(hash_, level):
            key = engine_key(requested.resolved(hash_), supplied=level == "hmac")
            if key in found:
                continue
            try:
                core = core_for(hash_name, requested, Interface(level=level), target)
            except RequestError:
                continue
            alike = replace(core.architecture, **BESIDE)
            if alike not in compiled:
                compiled[alike] = compiled_as(replace(core, architecture=alike))
            numbers = with_constants(core, compiled[alike])
            if numbers is not None:
                found[key] = numbers
    return found


def compiled_as(core: Core) -> Compiled | None:
    """The engine, None when no order of memory accesses permits it."""
    try:
        return core.compiled
    except RequestError:
        return None


def with_constants(core: Core, compiled: Compiled | None) -> list[Any] | None:
    """The numbers of `core`, whose engine is `compiled` but for the place of K."""
    if compiled is None:
        return None
    latency = CONSTANT_LATENCY[core.architecture.constants]
    graph = counted_from_slot(compiled.graph, compiled.order, latency)
    vars(core)["compiled"] = replace(compiled, graph=graph)
    return engine_of(core).as_list()


def write(name: str) -> None:
    """The file of one delay model."""
    tables = {part: rows(hash_name, name) for part, hash_name in IN_TABLE.items()}
    (FOLDER / f"{name}.json").write_text(as_text(tables), encoding="utf-8")
    print(f"{name}: {sum(map(len, tables.values()))} engines")


def as_text(tables: dict[str, dict[str, list[Any]]]) -> str:
    """A file of tables by section, a row a line."""
    parts = []
    for part, table in tables.items():
        lines = [f'  "{key}": {json.dumps(row)}' for key, row in sorted(table.items())]
        parts.append(f' "{part}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """The files of the targets named on the command line, or of all."""
    FOLDER.mkdir(exist_ok=True)
    placeable = [t for t in map(get_target, target_names()) if not isinstance(t, AreaTarget)]
    wanted = [t for t in placeable if t.name in sys.argv[1:]] if sys.argv[1:] else placeable
    for name in dict.fromkeys(table_name(target) for target in wanted):
        write(name)


if __name__ == "__main__":
    main()
