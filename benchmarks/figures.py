"""Writes measured figures into the chapters of docs/: python benchmarks/figures.py.

They are the documents of benchmarks/results and its folders, which
python benchmarks/run.py measures; what a chapter says of one of earlier RTL has a mark.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from run import MEASURED, command_of, is_current, result
from table import line, with_section

from hashloom.files import write_file
from hashloom.request.bus import BUSES

DOCS = Path(__file__).resolve().parent.parent / "docs"
EARLIER = " †"
_MEANS = f"{EARLIER.strip()} of RTL or an annealer that has changed since."


def document_of(name: str) -> Mapping[str, Any]:
    """The document of a core of benchmarks/run.py.

    Ends the program with a sentence when it is not measured.
    """
    path = result(name)
    if not path.exists():
        sys.exit(f"{name} is not measured; python benchmarks/run.py {name} measures it.")
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def clock(document: Mapping[str, Any]) -> str:
    """The median of the placements with least and most: "195.2 MHz (193.7 to 205.0)"."""
    mhz = document["fmax_mhz"]
    return f"{mhz['median']:.1f} MHz ({mhz['min']:.1f} to {mhz['max']:.1f})"


def registers() -> str:
    """Cores behind registers beside the same with streams; see docs/registers.md."""
    head = ("core", "LUT", "more than without registers", "flip-flops", "clock")
    groups = {
        "sha256": {f"sha256_{bus}": f"`{bus}`" for bus in BUSES},
        "sha256_f4": {"sha256_f4_apb4": "the same, `apb4`"},
        "hmac_sha256_f4": {"hmac_sha256_f4_apb4": "the same, `apb4`"},
    }
    rows, behind = [], []
    for name, peripherals in groups.items():
        alone = document_of(name)
        rows.append(_row(f"`{MEASURED[name]}`, with streams", alone))
        for peripheral, what in peripherals.items():
            document = document_of(peripheral)
            more = document["resources"]["lut"] - alone["resources"]["lut"]
            rows.append(_row(what, document, str(more)))
            behind.append(peripheral)
    table = [line(head), line(["---", *["--:"] * (len(head) - 1)]), *map(line, rows)]
    commands = [f"    {command_of(name)}" for name in behind]
    return "\n".join([*table, *meaning(rows), "", *commands])


def _row(what: str, document: Mapping[str, Any], more: str = "") -> list[str]:
    cells = document["resources"]
    mark = "" if is_current(document) else EARLIER
    return [f"{what}{mark}", str(cells["lut"]), more, str(cells["ff"]), clock(document)]


def meaning(rows: Sequence[Sequence[str]]) -> list[str]:
    """What the mark means, where a row has it."""
    return ["", _MEANS] if any(row[0].endswith(EARLIER) for row in rows) else []


def ring() -> str:
    """The core that reads memory beside those it is built around; see docs/dma.md."""
    head = ("core", "LUT", "flip-flops", "clock")
    names = {
        "sha256_dma_axi4": "`--dma axi4`",
        "sha256": "the message core alone",
        "sha256_axi4-lite": "the core [behind registers](registers.md#time) on AXI4-Lite",
        "hmac_sha256_c2_dma_axi4": "`hmac-sha256 --interleave 2 --keys bram --dma axi4`",
        "hmac_sha256_c2": "the same HMAC core alone",
    }
    rows = [_row(what, document_of(name)) for name, what in names.items()]
    short = [[*row[:2], *row[3:]] for row in rows]
    commands = [f"    {command_of(name)}" for name in names if name.endswith("_dma_axi4")]
    table = [line(head), line(["---", *["--:"] * (len(head) - 1)]), *map(line, short)]
    return "\n".join([*table, *meaning(rows), "", *commands])


def loads() -> str:
    """Clocks and throughput with each load of the chaining value; see docs/theory.md."""
    names = {
        "sha256": "SHA-256, `--load head`",
        "sha256_added": "SHA-256, `--load added`",
        "sha256_cleared": "SHA-256, `--load cleared`",
        "sha256_cleared_annealed": "SHA-256, `--load cleared --placement annealed`",
        "sha512": "SHA-512, `--load head`",
        "sha512_added": "SHA-512, `--load added`",
        "sha512_cleared": "SHA-512, `--load cleared`",
        "sha512_cleared_annealed": "SHA-512, `--load cleared --placement annealed`",
    }
    return _loops(names)


def searched() -> str:
    """Sums that were named and sums that were searched; see docs/theory.md."""
    names = {
        "sha256_u2": "2 rounds, named",
        "sha256_u2_searched": "2 rounds, `--method searched`",
        "sha256_u4": "4 rounds, named",
        "sha256_u4_searched": "4 rounds, `--method searched`",
    }
    return _loops(names)


def _loops(names: Mapping[str, str]) -> str:
    """A table of single-message cores with their clocks."""
    head = ("message core", "clock", "LUT", "clocks a block", "one message, Mbit/s")
    rows = []
    for name, what in names.items():
        document = document_of(name)
        rows.append(
            [
                what + ("" if is_current(document) else EARLIER),
                clock(document),
                str(document["resources"]["lut"]),
                f"{document['cycles_per_block']:g}",
                f"{document['throughput_mbps']['single_message']:.0f}",
            ]
        )
    table = [line(head), line(["---", *["--:"] * (len(head) - 1)]), *map(line, rows)]
    commands = [f"    {command_of(name)}" for name in names]
    return "\n".join([*table, *meaning(rows), "", *commands])


# Chapter, name of the section and what writes it.
SECTIONS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("registers.md", "figures", registers),
    ("dma.md", "figures", ring),
    ("theory.md", "loads", loads),
    ("theory.md", "searched", searched),
)


def main() -> None:
    """Writes every section anew."""
    for chapter, section, content in SECTIONS:
        path = DOCS / chapter
        write_file(path, with_section(path.read_text("utf-8"), section, content()))


if __name__ == "__main__":
    main()
