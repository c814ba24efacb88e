"""Counts what pools take for messages, in simulation: python benchmarks/pools.py [NAME ...].

Those are the pools of benchmarks/run.py. The counts are kept in
benchmarks/pools.json; those that are there for the RTL of today are not made again. What comes of
them with the clocks that run.py has placed is written into docs/theory.md and docs/hmac.md.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from figures import EARLIER, clock, document_of, meaning
from prove import core_of
from run import ANNEALED, MEASURED, is_current, result
from table import with_section

from hashloom.cores import Core
from hashloom.files import write_file
from hashloom.request.point import ANNEALING
from hashloom.verification.simulation.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import PLAIN, Command, Operation

HERE = Path(__file__).resolve().parent
RECORD, DOCS = HERE / "pools.json", HERE.parent / "docs"
REQUESTS = {n: asked for n, asked in MEASURED.items() if "--pool" in asked and n not in ANNEALED}
LONG_BLOCKS = 24  # of a long message, padding included
PACKET, SHORT = 1500, 64  # bytes
_KEY, _SLOT = b"Jefe", 1
_FEW, _MANY = 20, 40  # messages of a context in the shorter run and in the longer one


def main() -> None:
    """Counts what is not counted yet, and writes the tables."""
    names = sys.argv[1:] or REQUESTS
    unknown = sorted(set(names) - set(REQUESTS))
    if unknown:
        sys.exit(f"There is no {unknown[0]}; there are {', '.join(REQUESTS)}.")
    record = record_of_counts()
    for name in names:
        core = core_of(REQUESTS[name])
        if record.get(name, {}).get("rtl_sha256") != core.rtl_sha256:
            print(f"{name}: {core.name}", file=sys.stderr, flush=True)
            record[name] = {"rtl_sha256": core.rtl_sha256, "clocks": counted(core)}
            write_file(RECORD, json.dumps(record, indent=1) + "\n")
    for chapter, section, content in SECTIONS:
        page = DOCS / chapter
        write_file(page, with_section(page.read_text("utf-8"), section, content()))


def record_of_counts() -> dict[str, Any]:
    """What was counted, by the name of the core, of those that are still asked for."""
    found: dict[str, Any] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return {name: counts for name, counts in found.items() if name in REQUESTS}


# ---- counting -----------------------------------------------------------------------------------


def lengths(core: Core) -> dict[str, int]:
    """Bytes of a long message and of a short one; a block's length takes nine bytes, or 17."""
    if core.keyed:
        return {"long": PACKET, "short": SHORT}
    block = core.hash.block_bits // 8
    return {"long": LONG_BLOCKS * block - block // 64 * 8 - 1, "short": SHORT}


def counted(core: Core) -> dict[str, float]:
    """Clocks by name: of a message among many, of one alone, and of packets that change keys."""
    executable = compile_driver(core, core.sources())
    found: dict[str, float] = {}
    for name, length in lengths(core).items():
        found[name] = round(among_many(core, executable, length), 2)
        answer = answers_of(core, executable, [Job(bytes(length), command=_mac(core))])[-1]
        found[f"{name} alone"] = answer.last_out - answer.first_in
    if core.keyed:
        change = [Job(b"", command=Command(Operation.ERASE, _SLOT), start="answered")]
        key, erased = answers_of(core, executable, change)
        found |= {"key": key.last_out - key.last_in, "erase": erased.last_out - erased.last_in}
    return found


def among_many(core: Core, executable: Path, length: int) -> float:
    """Clocks of a message of so many bytes, every context being busy: of two runs the difference,
    in which contexts send a beat in turn."""
    took = []
    for count in (_FEW, _MANY):
        jobs = [
            Job(bytes(length), c, command=_mac(core))
            for _ in range(count)
            for c in range(core.contexts)
        ]
        took.append(answers_of(core, executable, jobs)[-1].last_out)
    return (took[1] - took[0]) / ((_MANY - _FEW) * core.contexts)


def answers_of(core: Core, executable: Path, jobs: Sequence[Job]) -> list[Answer]:
    """Answers in the order in which they end, that of a key before them; digests are compared."""
    before = [Job(_KEY, command=Command(Operation.KEY, _SLOT))] if core.keyed else []
    first = Job(**{**vars(jobs[0]), "start": "answered" if before else "free"})
    asked = [*before, first, *jobs[1:]]
    answers = run(executable, asked, Setting()).whole(core.name)
    for job, answer in zip(asked, answers, strict=True):
        if job.command.operation in (PLAIN.operation, Operation.MAC):
            name = core.hash.name
            wanted = (
                hmac.digest(_KEY, job.message, name)
                if core.keyed
                else hashlib.new(name, job.message).digest()
            )
            if answer.digest != wanted:
                sys.exit(f"{core.name} answers a message of {len(job.message)} bytes wrongly.")
    return sorted(answers, key=lambda answer: answer.last_out)


def _mac(core: Core) -> Command:
    return Command(Operation.MAC, _SLOT, core.hash.digest_bytes) if core.keyed else PLAIN


# ---- pages --------------------------------------------------------------------------------------


def placed() -> str:
    """A line for each pool of messages that has been placed: what it gives and what it takes."""
    heads = ("core", f"clocks for {LONG_BLOCKS} blocks", f"for {SHORT} bytes")
    return _table((*heads, *_heads(f"{LONG_BLOCKS} blocks", "messages")), _placed(keyed=False))


def keyed_placed() -> str:
    """The same for each keyed pool, whose clocks are in the table of all that were counted."""
    rows = [[core, *rest] for core, _, _, *rest in _placed(keyed=True)]
    if not rows:
        return "None of these cores has been placed with three seeds."
    said = "Placed, median of three seeds; rates are those of the messages:"
    return f"{said}\n\n{_table(('core', *_heads(f'{PACKET} bytes', 'packets')), rows)}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|---|{'--:|' * (len(heads) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), *meaning(rows)])


def _heads(long: str, what: str) -> tuple[str, ...]:
    rates = (
        f"{long}, Gbit/s",
        f"{SHORT} bytes, Gbit/s",
        f"million {what} of {SHORT} bytes a second",
    )
    return ("clock", *rates, "LUT", "flip-flops", "block RAM", "share")


def _placed(keyed: bool) -> list[list[str]]:
    """Cells of the pools that are counted and placed."""
    rows = []
    for name, each in record_of_counts().items():
        core = core_of(REQUESTS[name])
        placed = {name: "", f"{name}_annealed": ANNEALING}
        for one, placement in placed.items():
            if core.keyed != keyed or one not in MEASURED or not result(one).exists():
                continue
            document = document_of(one)  # one of earlier RTL or annealer is shown with the mark
            rows.append(_row(f"{REQUESTS[name]}{placement}", document, core, each["clocks"]))
    return rows


def _row(
    request: str, document: Mapping[str, Any], core: Core, clocks: dict[str, float]
) -> list[str]:
    mhz = document["fmax_mhz"]["median"]
    long = 8 * PACKET if core.keyed else LONG_BLOCKS * core.hash.block_bits
    bits = {"long": long, "short": 8 * SHORT}
    used = document["resources"]
    return [
        f"`{request}`{'' if is_current(document) else EARLIER}",
        *(f"{clocks[size]:.2f}" for size in bits),
        clock(document),
        *(f"{bits[size] * mhz / clocks[size] / 1000:.1f}" for size in bits),
        f"{mhz / clocks['short']:.1f}",
        *(f"{used[kind]:,}" for kind in ("lut", "ff", "bram")),
        f"{100 * document['device_share']:.0f} %",
    ]


def keyed() -> str:
    """A line for each keyed pool: clocks of tags and of packets that change keys."""
    heads = (
        *("core", f"{SHORT} bytes among many", f"{PACKET} bytes among many"),
        *(f"{SHORT} bytes alone", f"{PACKET} bytes alone", "KEY", "ERASE"),
    )
    rows = []
    for name, each in record_of_counts().items():
        if core_of(REQUESTS[name]).keyed:
            clocks = each["clocks"]
            among = (f"{clocks[kind]:.2f}" for kind in ("short", "long"))
            kinds = ("short alone", "long alone", "key", "erase")
            rows.append([f"`{REQUESTS[name]}`", *among, *(f"{clocks[kind]:.0f}" for kind in kinds)])
    return _table(heads, rows)


SECTIONS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("theory.md", "pools", placed),
    ("hmac.md", "pools", keyed),
    ("hmac.md", "placed-pools", keyed_placed),
)


if __name__ == "__main__":
    main()
