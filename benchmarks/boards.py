"""Builds bitstreams for every board: python benchmarks/boards.py [NAME...].

What each command printed, and of those that are refused the sentence, is written to
benchmarks/boards.json, and the table of it into docs/boards.md.  Names are of boards; without one
all are built.  What a run has not built stays as it was.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashloom.files import write_file

HERE = Path(__file__).resolve().parent
RECORD, PAGE = HERE / "boards.json", HERE.parent / "docs" / "boards.md"
BEGIN, END = "<!-- boards: begin -->\n", "<!-- boards: end -->"
COMMANDS = (
    "ulx3s-12f hmac-sha256 --fold 1",
    "ulx3s-25f sha512 --fold 1",
    "ulx3s-45f sha256 --fold 1",
    "ulx3s-85f hmac-sha256",
    "orangecrab-25f hmac-sha256 --fold 1",
    "orangecrab-25f hmac-sha256",
    "orangecrab-85f sha256 --fold 1",
    "icebreaker sha256 --fold 1",
    "icebreaker hmac-sha256 --fold 1 --slots 1",
    "tang-nano-9k hmac-sha256 --fold 1",
    "tang-nano-20k hmac-sha256",
)
REFUSED = (
    "ulx3s-12f hmac-sha256 --fold 1 --clock 250 --seeds 1",
    "icebreaker hmac-sha512",
)


def main(names: list[str]) -> None:
    """Builds, and keeps what came of it."""
    known = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    for command in (*COMMANDS, *REFUSED):
        if not names or command.split()[0] in names:
            known[command] = built(command)
            print(f"{command}: {known[command]['status']}", file=sys.stderr, flush=True)
            kept = {each: known[each] for each in (*COMMANDS, *REFUSED) if each in known}
            write_file(RECORD, json.dumps(kept, indent=1) + "\n")
    page = PAGE.read_text("utf-8")
    before, behind = page.split(BEGIN)[0], page.split(END)[1]
    write_file(PAGE, f"{before}{BEGIN}{table(known)}{END}{behind}")


def built(command: str) -> dict[str, Any]:
    """What a command came to: its exit status, and its document or its sentence."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*command.split(), "--json", "-o", f"{folder}/board"]
        done = subprocess.run(
            [sys.executable, "-m", "hashloom", "board", *words], capture_output=True, text=True
        )
    found: dict[str, Any] = {"status": done.returncode}
    if done.returncode:
        return found | {"sentence": done.stderr.strip().splitlines()[-1]}
    document = json.loads(done.stdout)
    path = document.pop("critical_path")
    del document["folder"], document["files"]
    slowest = {"ns": path["total_ns"], "from": path["from"], "to": path["to"]}
    return found | document | {"slowest_path": slowest}


def table(found: Mapping[str, Mapping[str, Any]]) -> str:
    """The bitstreams as Markdown, and below them what was refused."""
    lines = [
        "| `hashloom board` | clock | reached | LUT | FF | block RAM | bitstream |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    for command in COMMANDS:
        row = found.get(command, {})
        if row.get("status") == 0:
            used = row["resources"]
            registers = used["ff"] or ""
            lines.append(
                f"| {command} | {row['clock_mhz']:g} MHz | {row['fmax_mhz']:.1f} MHz | "
                f"{used['lut']} | {registers} | {used['bram']} | {row['bitstream_bytes']} bytes |"
            )
    lines += ["", "and these end with exit status 2:", ""]
    for command in REFUSED:
        if row := found.get(command):
            lines.append(f"- {command}: {row['sentence'].removeprefix('hashloom: ')}")
    return "\n" + "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main(sys.argv[1:])
