"""Writes measured figures into README.md: python benchmarks/table.py [--check].

The rows of the table are the documents of benchmarks/results, in the order of benchmarks/run.py,
and beside them the public cores that went through the same flow.  The report is what the command
of `make demo` prints, and the choice what the command above it does; all they need is in the cache
when `make demo` has run before.  --check only
tells whether the table is up to date.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from run import ANNEALED, MEASURED, REQUESTS, SEEDS, command_of, is_current, result

from hashloom.literature import public_cores
from hashloom.measurements.share import PER_DEVICE, SHARE, with_share

README = Path(__file__).resolve().parent.parent / "README.md"
_REPORT = ("build", "sha256", "--target", "ecp5-85f-8", "--seeds", str(SEEDS))
_CHOICE = (
    *("choose", "--hash", "hmac-sha256", "--throughput", "1G"),
    *("--messages", "8", "--blocks", "1", "--best", "3"),
)
_COLUMNS = "100"
_EARLIER = " †"
_HEAD = (
    "core",
    "target",
    "MHz",
    "LUT",
    "FF",
    "block RAM",
    "clocks a block",
    "one message, Mbit/s",
    "all messages, Mbit/s",
    "Mbit/s per LUT",
    "% of device",
    "Gbit/s per device",
)


def table() -> str:
    """The marked section: the measured cores, the public ones, and how to repeat the figures."""
    results = {
        name: with_share(json.loads(result(name).read_text(encoding="utf-8")))
        for name in (*REQUESTS, *sorted(n for n in ANNEALED if "--pool" not in MEASURED[n]))
        if result(name).exists()
    }
    public = public_cores()
    rows = [_measured(name, document) for name, document in results.items()]
    rows += [_public(core) for core in public["cores"] if "cycles" in core]
    commands = [f"    {command_of(name)}" for name in results]
    return "\n".join(
        [
            line(_HEAD),
            line(["---", "---", *["--:"] * (len(_HEAD) - 2)]),
            *map(line, rows),
            "",
            *_earlier(results),
            "% of device is the largest part a core takes of the look-up tables, flip-flops, block",
            "RAMs or memories of look-up tables; all messages over it is what a full device would",
            "hash.",
            "",
            *_hmac_cases(results),
            f"Cores without a command below are public ones. {public['_note']}",
            "None of them interleaves messages, so both throughputs are the same.",
            "",
            "Each of the others is the document that one command prints:",
            "",
            *commands,
            "",
            *_tools(results),
        ]
    )


def _earlier(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What the mark means, where a row has it."""
    if all(is_current(document) for document in results.values()):
        return []
    return [
        f"{_EARLIER.strip()} Measured with RTL or an annealer that has changed since; the command "
        "prints other figures now.",
        "",
    ]


def line(cells: list[str] | tuple[str, ...]) -> str:
    """One row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def _measured(name: str, document: Mapping[str, Any]) -> list[str]:
    cells, speed = document["resources"], document["throughput_mbps"]
    flight = document["messages_in_flight"]
    busy = f" ({document['cycles_per_block_aggregate']:g} each of {flight})" if flight > 1 else ""
    return [
        f"{name}, {document['level']}{'' if is_current(document) else _EARLIER}",
        document["target"],
        f"{document['fmax_mhz']['median']:.1f}",
        str(cells["lut"]),
        str(cells["ff"]),
        str(cells["bram"]),
        f"{document['cycles_per_block']:g}{busy}",
        f"{speed['single_message']:.0f}",
        f"{speed['aggregate']:.0f}",
        f"{document['mbps_per_lut']:.3f}",
        f"{100 * document[SHARE]:.2f}",
        f"{document[PER_DEVICE]:.1f}",
    ]


_CASES = {
    "plain_hash": "plain hash",
    "new_key_1_block": "new key of one block",
    "new_key_2_blocks": "new key of two blocks",
    "cached_key": "key in its slot",
}


def _hmac_cases(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The four cases of each HMAC core, in Mbit/s."""
    keyed = {name: d for name, d in results.items() if d["level"] == "hmac"}
    if not keyed:
        return []
    head = [
        f"{meaning}, {blocks.replace('_', ' ')}"
        for meaning in _CASES.values()
        for blocks in ("1_block", "24_blocks")
    ]
    rows = [
        [name, *(_case(d, case, blocks) for case in _CASES for blocks in ("1_block", "24_blocks"))]
        for name, d in keyed.items()
    ]
    return [
        "For an HMAC core one message is of 24 blocks, its key in a slot, and all messages are of",
        "one block likewise. Every case, in Mbit/s of message, alone / with all contexts",
        "busy:",
        "",
        line(["core", *head]),
        line(["---", *["--:"] * len(head)]),
        *map(line, rows),
        "",
    ]


def _case(document: Mapping[str, Any], case: str, blocks: str) -> str:
    speed = document["throughput_mbps"][case][blocks]
    return f"{speed['single_message']:.0f} / {speed['aggregate']:.0f}"


def _public(core: Mapping[str, Any]) -> list[str]:
    padding = "with padding" if core["padding_in_hardware"] else "no padding"
    throughput = str(core["single_message"])
    return [
        f"{core['core']} ({padding})",
        "ecp5-85f-8",
        str(core["frequency"]),
        str(core["luts"]),
        str(core["ffs"]),
        "",
        str(core["cycles"]),
        throughput,
        throughput,
        f"{core['mbps_per_lut']:.3f}",
        "",
        "",
    ]


def _tools(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A sentence on the tools, when there are results."""
    if not results:
        return []
    versions = dict.fromkeys(v for d in results.values() for v in d["tools"].values())
    clocks = (
        "Clocks are medians of five placements, of pools of three; each annealed one of those here "
        "is the fastest of six."
    )
    return [f"Tools: {', '.join(versions)}. {clocks}"]


def printed(arguments: Sequence[str]) -> str:
    """What a command prints, in a store of nobody."""
    command = [sys.executable, "-m", "hashloom", *arguments]
    with tempfile.TemporaryDirectory() as folder:
        store = {"HASHLOOM_STORE": str(Path(folder) / "store.sqlite")}
        done = subprocess.run(
            command,
            env={**os.environ, "COLUMNS": _COLUMNS, **store},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    lines = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    return f"```text\n{lines}\n```"


def choice() -> str:
    """The command that chooses a core, and what it prints."""
    return f"    hashloom {shlex.join(_CHOICE)}\n\n{printed(_CHOICE)}"


def with_section(text: str, name: str, content: str) -> str:
    """A text with the section `name` between its markers replaced."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        sys.exit(f"The text has no section between {begin} and {end}.")
    return f"{before}{begin}\n\n{content}\n\n{end}{after}"


def main() -> None:
    """Updates README.md, or with --check tells by the exit status whether it is up to date."""
    parser = argparse.ArgumentParser(description="Write the measured figures into README.md.")
    parser.add_argument("--check", action="store_true", help="change nothing")
    check = parser.parse_args().check
    text = README.read_text(encoding="utf-8")
    new = with_section(text, "figures", table())
    if check and new != text:
        sys.exit("The table in README.md is out of date; run python benchmarks/table.py.")
    if not check:
        new = with_section(new, "choice", choice())
        README.write_text(with_section(new, "report", printed(_REPORT)), encoding="utf-8")


if __name__ == "__main__":
    main()
