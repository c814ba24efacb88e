"""Works out the numbers of every engine of the space that `hashloom choose` looks through.

    python benchmarks/engines.py [TARGET ...]

One file for each delay model in src/hashloom/data/engines; without targets, for every one with
place and route.  Needed again when the graph, the transformations, the space or a delay model
changes: a test compares samples.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hashloom.cores import Interface, core_for
from hashloom.errors import RequestError
from hashloom.exploration.engine import engine_of
from hashloom.exploration.space import architectures, engine_key, table_name
from hashloom.hashes import get_hash
from hashloom.targets import Target, get_target, target_names

FOLDER = Path(__file__).parents[1] / "src" / "hashloom" / "data" / "engines"
HASHES = ("sha256", "sha512")  # the others have the same rounds with other numbers in them


def rows(hash_name: str, target: str) -> dict[str, list[Any]]:
    """By key, the numbers of every engine of one word width that can be built."""
    hash_ = get_hash(hash_name)
    found: dict[str, list[Any]] = {}
    for level in ("message", "hmac"):
        for requested in architectures(hash_, "message"):
            key = engine_key(requested.resolved(hash_), supplied=level == "hmac")
            if key in found:
                continue
            try:
                core = core_for(hash_name, requested, Interface(level=level), target)
                found[key] = engine_of(core).as_list()
            except RequestError:
                continue
    return found


def write(name: str) -> None:
    """The file of one delay model, a row a line."""
    tables = {str(get_hash(h).word_bits): rows(h, name) for h in HASHES}
    parts = []
    for bits, table in tables.items():
        lines = [f'  "{key}": {json.dumps(row)}' for key, row in sorted(table.items())]
        parts.append(f' "{bits}": {{\n' + ",\n".join(lines) + "\n }")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    print(f"{name}: {sum(map(len, tables.values()))} engines")


def main() -> None:
    """The files of the targets named on the command line, or of all."""
    FOLDER.mkdir(exist_ok=True)
    placeable = [t for n in target_names() if isinstance(t := get_target(n), Target)]
    wanted = [t for t in placeable if t.name in sys.argv[1:]] if sys.argv[1:] else placeable
    for name in dict.fromkeys(table_name(target) for target in wanted):
        write(name)


if __name__ == "__main__":
    main()
