"""Counts the throughput of arrays of SHA-256 cores in simulation: python benchmarks/arrays.py.

Messages of 64 bytes to 64 KiB, on one id alone and on all ids at a time, for 1, 2 and 4 copies; and
their tags by HMAC cores, on all ids.  The counts are written to benchmarks/arrays.json, and their
tables into docs/arrays.md.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.files import write_file
from hashloom.request.level import HMAC
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import PLAIN, Command, Operation
from hashloom.verification.simulation.subject import beat_bytes, block_bytes
from hashloom.verification.simulation.verilator import find_verilator

HERE = Path(__file__).resolve().parent
RECORD, PAGE = HERE / "arrays.json", HERE.parent / "docs" / "arrays.md"
MARK, KEYED_MARK = "array", "keyed array"  # of the tables' places in the page
LENGTHS = (64, 256, 1024, 4096, 16384, 65536)  # bytes
COPIES = (1, 2, 4)
_BYTES = 1 << 15  # of the messages of an id in the shorter run, about
_MOST = 48  # messages of an id in it


def main() -> None:
    """Counts, and keeps what came of it."""
    rows = [row for copies in COPIES for row in counted("sha256", copies)]
    keyed = [row for copies in COPIES for row in counted(HMAC.of("sha256"), copies)]
    record = {"hash": "sha256", "verilator": find_verilator().version, "counted": rows + keyed}
    write_file(RECORD, json.dumps(record, indent=1) + "\n")
    page = put(PAGE.read_text("utf-8"), MARK, table(rows))
    write_file(PAGE, put(page, KEYED_MARK, keyed_table(keyed)))


def put(page: str, mark: str, text: str) -> str:
    """A page with a text in the place of a mark."""
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->"
    return f"{page.split(begin)[0]}{begin}{text}{end}{page.split(end)[1]}"


def counted(name: str, copies: int) -> list[dict[str, Any]]:
    """Bits of message a clock of an array, by length, on all ids, of message cores on one, too."""
    core = core_for(name, Architecture(), Interface(copies=copies))
    executable = compile_driver(core, core.sources())
    rows = []
    for length in LENGTHS:
        ways = {"one_id": [0], "all_ids": list(range(core.contexts))}
        if core.keyed:
            del ways["one_id"]
        found = {way: bits_a_clock(core, executable, length, ids) for way, ids in ways.items()}
        print(f"{core.name}, {length} bytes: {found}", file=sys.stderr, flush=True)
        rows.append(
            {
                "core": core.name,
                "rtl_sha256": core.rtl_sha256,
                "copies": copies,
                "width": core.interface.width,
                "message_bytes": length,
                "bits_per_clock": found,
            }
        )
    return rows


def bits_a_clock(core: Core, executable: Path, length: int, ids: list[int]) -> float:
    """Bits of message a clock: the difference of two runs, in which every id has its messages.

    Ids send a block in turn, one message of each at a time.  Of an HMAC core each is a MAC, with
    the key in slot 0.
    """
    turn = block_bytes(core) // beat_bytes(core)
    few = max(2, min(_MOST, _BYTES // length))

    def clocks(count: int) -> int:
        mac = Command(Operation.MAC, tag_bytes=core.hash.digest_bytes) if core.keyed else PLAIN
        jobs = [Job(bytes(length), tid, command=mac) for _ in range(count) for tid in ids]
        if core.keyed:
            jobs[0] = replace(jobs[0], start="answered")
            jobs.insert(0, Job(bytes(32), command=Command(Operation.KEY)))
        done = run(executable, jobs, Setting(turn=turn))
        done.whole(core.name)
        return done.clocks

    return round(8 * length * few * len(ids) / (clocks(2 * few) - clocks(few)), 3)


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as Markdown: a line for each length."""
    heads = " | ".join(
        f"{copies} {'copy' if copies == 1 else 'copies'}, {way}"
        for copies in COPIES
        for way in ("one id", "all ids")
    )
    lines = [
        "Bits of message a clock, SHA-256 with a 32-bit stream, counted in simulation by "
        "`benchmarks/arrays.py`:",
        "",
        f"| bytes of a message | {heads} |",
        f"|--:|{'--:|' * 2 * len(COPIES)}",
    ]
    for length in LENGTHS:
        found = [row["bits_per_clock"] for row in rows if row["message_bytes"] == length]
        cells = " | ".join(f"{each[way]:.2f}" for each in found for way in ("one_id", "all_ids"))
        lines.append(f"| {length} | {cells} |")
    return "\n".join(lines) + "\n"


def keyed_table(rows: list[dict[str, Any]]) -> str:
    """Rows of HMAC cores as Markdown: a line for each length."""
    heads = " | ".join(f"{copies} {'copy' if copies == 1 else 'copies'}" for copies in COPIES)
    lines = [
        "Bits of message a clock, a tag for each message, its key in a slot, HMAC-SHA-256 with a "
        "32-bit stream, on all `tid`s, counted in simulation by `benchmarks/arrays.py`:",
        "",
        f"| bytes of a message | {heads} |",
        f"|--:|{'--:|' * len(COPIES)}",
    ]
    for length in LENGTHS:
        found = [row["bits_per_clock"] for row in rows if row["message_bytes"] == length]
        cells = " | ".join(f"{each['all_ids']:.2f}" for each in found)
        lines.append(f"| {length} | {cells} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
