"""Counts the throughput of arrays of SHA-256 cores in simulation: python benchmarks/arrays.py.

Messages of 64 bytes to 64 KiB, on one id alone and on all ids at a time, for 1, 2 and 4 copies.
The counts are written to benchmarks/arrays.json, and their table into docs/arrays.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.files import write_file
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.subject import beat_bytes, block_bytes
from hashloom.verification.simulation.verilator import find_verilator

HERE = Path(__file__).resolve().parent
RECORD, PAGE = HERE / "arrays.json", HERE.parent / "docs" / "arrays.md"
BEGIN, END = "<!-- array: begin -->\n", "<!-- array: end -->"
LENGTHS = (64, 256, 1024, 4096, 16384, 65536)  # bytes
COPIES = (1, 2, 4)
_BYTES = 1 << 15  # of the messages of an id in the shorter run, about
_MOST = 48  # messages of an id in it


def main() -> None:
    """Counts, and keeps what came of it."""
    rows = [row for copies in COPIES for row in counted(copies)]
    record = {"hash": "sha256", "verilator": find_verilator().version, "counted": rows}
    write_file(RECORD, json.dumps(record, indent=1) + "\n")
    page = PAGE.read_text("utf-8")
    before, behind = page.split(BEGIN)[0], page.split(END)[1]
    write_file(PAGE, f"{before}{BEGIN}{table(rows)}{END}{behind}")


def counted(copies: int) -> list[dict[str, Any]]:
    """Bits of message a clock of an array, by length, on one id and on all."""
    core = core_for("sha256", Architecture(), Interface(copies=copies))
    executable = compile_driver(core, core.sources())
    rows = []
    for length in LENGTHS:
        ways = {"one_id": [0], "all_ids": list(range(core.contexts))}
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

    Ids send a block in turn, one message of each at a time.
    """
    turn = block_bytes(core) // beat_bytes(core)
    few = max(2, min(_MOST, _BYTES // length))

    def clocks(count: int) -> int:
        jobs = [Job(bytes(length), tid) for _ in range(count) for tid in ids]
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


if __name__ == "__main__":
    main()
