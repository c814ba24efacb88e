"""Proves all cores of the README and the published designs, and those behind each bus:
python benchmarks/prove.py [REQUEST ...].

Each is one `hashloom prove ... --json`; benchmarks/proved.json keeps an entry a core, named by its
RTL, with what came of each proof, and what is there for the same RTL and the same provers is not
proved again. With --mutants, faults are planted into the engine of `sha256` instead, and
benchmarks/refuted.json keeps what the proof says of each. Ends with status 1 when a core is not
proved, or a fault is.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from run import REQUESTS

from hashloom import verification
from hashloom.cores import Core, core_for
from hashloom.files import write_file
from hashloom.literature.designs import DESIGNS
from hashloom.request.bus import BUSES, DMAS
from hashloom.request.point import DEFAULT_TARGET, Noun, Point, starting_point
from hashloom.verification.arrays.proof import has_array
from hashloom.verification.equivalence.mutants import varied
from hashloom.verification.equivalence.proof import engine_of, prove
from hashloom.verification.erasing.proof import has_erasing
from hashloom.verification.erasure.proof import has_erasure
from hashloom.verification.pairs.order import has_pair
from hashloom.verification.pools.proof import has_pool
from hashloom.verification.properties.subjects import subjects_of
from hashloom.verification.properties.texts import properties
from hashloom.verification.proving import REFUTED, Section

FOLDER = Path(__file__).resolve().parent
PROVED, REFUTATIONS = FOLDER / "proved.json", FOLDER / "refuted.json"
MUTANTS = 20
SECONDS = 3600  # after which a proof is given up
# Rooms of provers that have something to say of a few cores alone.
FURTHER = {
    "arrays": has_array,
    "erasing": has_erasing,
    "erasure": has_erasure,
    "pairs": has_pair,
    "pools": has_pool,
}
FOLDED = ("sha256 --fold 4", "hmac-sha256 --fold 4 --slots 1")  # behind a bus and a ring
# a command of README that makes or runs a core of the request that follows
COMMAND = re.compile(
    r"hashloom (?:generate|simulate|verify|prove|implement|build|explain|activity)"
    r" ([a-z][^`#\n]*)"
)


def main() -> None:
    """Proves what is not proved yet."""
    parser = argparse.ArgumentParser(description="Prove the cores of README and papers.")
    parser.add_argument(
        "requests", nargs="*", metavar="REQUEST", help="such as 'sha256 --unroll 2'"
    )
    parser.add_argument("--mutants", action="store_true", help="refute faulty engines instead")
    chosen = parser.parse_args()
    if chosen.mutants:
        refute()
        return
    requests = chosen.requests or list(requests_of_documents())
    for request in requests:
        before = record().get(request, {})
        core = core_of(request)
        now = {"rtl_sha256": core.rtl_sha256, "provers": provers(core)}
        if any(before.get(key) != value for key, value in now.items()):
            entry = {request: now | proved(request)}
            known = record() | entry  # another run may have added to it
            ordered = {name: known[name] for name in sorted(known)}
            write_file(PROVED, json.dumps(ordered, indent=2, ensure_ascii=False) + "\n")
    missed = [request for request in requests if not is_proved(record()[request])]
    if missed:
        sys.exit(f"Not proved: {', '.join(missed)}.")


def requests_of_documents() -> Iterator[str]:
    """README's measured cores, the published designs, the other cores that README's commands name,
    and SHA-256 and HMAC-SHA-256 on each bus and with each ring, those of several messages in
    flight among them, and folded ones on one bus and with one ring; one request of each RTL."""
    seen = set()
    systems = [f"--bus {bus}" for bus in BUSES]
    systems += [f"{flight}--dma {dma}" for dma in DMAS for flight in ("", "--interleave 2 ")]
    around = (f"{name} {option}" for name in ("sha256", "hmac-sha256") for option in systems)
    folded = [f"{name} {option}" for name in FOLDED for option in ("--bus apb4", "--dma axi4")]
    for request in (*REQUESTS.values(), *DESIGNS, *in_readme(), *around, *folded):
        if (rtl := core_of(request).rtl_sha256) not in seen:
            seen.add(rtl)
            yield request


def in_readme() -> Iterator[str]:
    """The requests in README's commands, without what says nothing of the core."""
    for command in COMMAND.findall((FOLDER.parent / "README.md").read_text("utf-8")):
        yield " ".join(point_of(command).options)


def record() -> dict[str, Any]:
    """What has been proved so far, by request."""
    found: dict[str, Any] = json.loads(PROVED.read_text()) if PROVED.exists() else {}
    return found


def core_of(request: str) -> Core:
    """The core of a command line."""
    point = point_of(request)
    return core_for(point.hash_name, point.architecture, point.interface, target=point.target)


def point_of(request: str) -> Point:
    """What a command line asks for; options that are not about the core are left out."""
    name, *options = shlex.split(request)
    given = dict(_settings(options))
    target = str(given.pop("target", DEFAULT_TARGET))
    architecture, interface = (_changed(noun, given) for noun in starting_point(name))
    return Point(name, architecture, interface, target)


def _settings(options: list[str]) -> Iterator[tuple[str, Any]]:
    """Fields of the nouns and their values: "--unroll 2", "--resume" and "--no-retiming"."""
    for option, value in zip(options, [*options, "--"][1:], strict=True):
        if not option.startswith("--"):
            continue
        field = option.removeprefix("--").replace("-", "_")
        if not value.startswith("--"):
            yield field, int(value) if value.isdigit() else value
        else:
            yield field.removeprefix("no_"), not field.startswith("no_")


def _changed(noun: Noun, given: Mapping[str, Any]) -> Noun:
    return replace(noun, **{f.name: given[f.name] for f in fields(noun) if f.name in given})


def provers(core: Core) -> str:
    """A hash of the provers' own texts, and of the properties of the modules in a core: what an
    earlier one proved, a later one shows again."""
    modules = sorted({subject.module for subject in subjects_of(core)})
    further = tuple(room for room, speaks in FURTHER.items() if speaks(core))
    texts = [*code(further), *(properties()[module].encode() for module in modules)]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


@cache
def code(further: tuple[str, ...]) -> tuple[bytes, ...]:
    """The provers' own texts, the textbook models and those in `further` rooms among them, each
    without its imports and in an order of their own: where a text stands says nothing of what it
    shows."""
    root = Path(verification.__file__).parent
    rooms = ("answers", "equivalence", "inductive", "order", "packets", "properties")
    rooms += ("flow.py", "influence.py")
    files = (p for room in (*rooms, *further) for p in [root / room, *(root / room).rglob("*")])
    texts = (_without_imports(p) for p in files if p.suffix in (".py", ".sv"))
    return tuple(sorted(texts))


def _without_imports(path: Path) -> bytes:
    """A file's lines, but for imports of Python and empty ones."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                    lines[line] = ""
    return "\n".join(line for line in lines if line.strip()).encode()


def is_proved(entry: Mapping[str, Any]) -> bool:
    """Whether every proof of a core holds."""
    return set(entry.get("proofs", {}).values()) == {"proved"}


def proved(request: str) -> dict[str, Any]:
    """What the proof of one core says."""
    command = [sys.executable, "-m", "hashloom", "prove", *request.split(), "--json"]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, timeout=SECONDS)
        document = json.loads(done.stdout)
        titles = {s["title"]: s["status"] for s in document["proofs"]}
        (section,) = (s for s in document["proofs"] if s["title"].startswith("equivalence"))
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        print(f"{request}: no answer", file=sys.stderr)
        return {"status": "no answer"}
    print(f"{request}: {titles}, {section['seconds']} s", file=sys.stderr)
    return {
        "status": section["status"],
        "proofs": titles,
        "seconds": section["seconds"],
        "obligations": len(section["obligations"]),
        "cases": sum(each["cases"] for each in section["obligations"]),
        "slowest_query_seconds": max(
            (e["seconds"] for e in section["obligations"] if e["solver"] != "search"), default=0
        ),
        "counterexample": section["counterexample"],
        "tools": section["tools"],
    }


def refute() -> None:
    """Faults in the engine of the demo, each with what the proof says of it."""
    core = core_for("sha256")
    engine = engine_of(core)
    (name, text), *_ = engine.sources.items()
    faults: list[dict[str, Any]] = []
    for mutant in varied(text, MUTANTS):
        faulty = replace(engine, sources=engine.sources | {name: mutant.text})
        section: Section = prove(faulty, 2, lambda part, done, total: None)
        print(f"{mutant.name}: {section.status}", file=sys.stderr)
        faults.append(
            {
                "fault": mutant.name,
                "status": section.status,
                "seconds": round(section.seconds, 1),
                "counterexample": list(section.counterexample),
            }
        )
    of = {"core": core.name, "rtl_sha256": core.rtl_sha256}
    write_file(
        REFUTATIONS, json.dumps(of | {"faults": faults}, indent=2, ensure_ascii=False) + "\n"
    )
    missed = [each["fault"] for each in faults if each["status"] != REFUTED]
    if missed:
        sys.exit(f"Not refuted: {', '.join(map(str, missed))}.")


if __name__ == "__main__":
    main()
