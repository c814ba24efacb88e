"""Reports for people, as rich tables."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from rich.table import Table

from hashloom.cores import Core
from hashloom.literature.designs import DESIGNS
from hashloom.measurements.results.result import Result
from hashloom.measurements.share import PER_DEVICE, SHARE
from hashloom.request.level import level_named
from hashloom.request.point import placements_of

_CELLS = {
    "lut": "look-up tables",
    "ff": "flip-flops",
    "bram": "block RAMs",
    "lutram": "LUT RAM cells",
    "dsp": "multipliers",
}


def facts(title: str, rows: Mapping[str, str]) -> Table:
    """A table of names and what is to be said of them."""
    table = Table(title=title, title_justify="left", title_style="bold", show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for name, text in rows.items():
        table.add_row(name, text)
    return table


def report(core: Core, result: Result) -> list[Table]:
    """The report of `hashloom build`."""
    document = result.as_dict()
    return [
        facts(f"{result.core}: what it is", _what(core)),
        facts(f"Measured on {core.target.name} ({core.target.part})", _measured(document)),
        *([_cases(document)] if core.keyed else []),
        facts("How it was measured", _how(document)),
    ]


def _cases(document: dict[str, Any]) -> Table:
    """Throughput of an HMAC core in Mbit/s and its clocks a message, by case."""
    table = Table(
        title="Mbit/s of message, and clocks a message",
        title_justify="left",
        title_style="bold",
        caption="Alone: the next message is sent when the answer has come. A new key is sent right "
        "before each message.",
        caption_justify="left",
    )
    table.add_column("case", no_wrap=True)
    lengths = list(next(iter(document["cycles_by_case"].values())))
    for length, way in itertools.product(lengths, ("alone", "all busy")):
        table.add_column(f"{length.replace('_', ' ')}, {way}", justify="right")
    for case, by_length in document["cycles_by_case"].items():
        cells = [
            f"{document['throughput_mbps'][case][length][way]:.0f} ({by_length[length][way]:g})"
            for length, way in itertools.product(lengths, ("single_message", "aggregate"))
        ]
        table.add_row(case.replace("_", " "), *cells)
    return table


def _what(core: Core) -> dict[str, str]:
    a = core.architecture
    level = level_named(core.level)
    several = f"{core.contexts} messages" if core.contexts > 1 else "one message"
    rows = {
        "hash": " or ".join(f"{each.title} ({each.standard})" for each in core.hashes),
        "level": f"{level.title}: {level.what}",
        "architecture": (
            f"{_count(a.unroll, 'round')} a clock, {_count(a.stages, 'stage')}, {several} in flight"
        ),
        "datapath": (
            f"association {a.association}, adders {a.adders}, load {a.load}, "
            f"retiming {'off' if not a.retiming else 'on' if a.method == 'exact' else a.method}"
        ),
        "memories": (
            f"K in {a.constants}, chaining values in {core.chaining_storage}, "
            f"block buffer in {a.buffer}"
        ),
        "streams": f"{core.interface.width} bits a beat, length counted in "
        f"{core.interface.length_bits} bits",
    }
    if core.folded:
        rows["architecture"] = (
            f"rounds folded on {_count(core.program.adders, 'adder')}, {several} in flight"
        )
        rows["datapath"] = f"{_count(len(core.program.rows), 'row')} of a program"
        rows["memories"] = "the program in block RAM, all words in another"
    if core.interface.copies > 1:
        rows["array"] = f"{core.interface.copies} copies of the core behind one stream"
    if core.design is not None:
        rows["design"] = f"{core.design.name}: {core.design.title}; {DESIGNS[core.design.name].why}"
    if core.keyed:
        slots, engines = _count(core.interface.slots, "slot"), _count(a.engines, "engine")
        rows["keys"] = f"{slots} in {a.keys}, {engines}"
    return rows


def _measured(document: dict[str, Any]) -> dict[str, str]:
    clock, speed = document["fmax_mhz"], document["throughput_mbps"]
    flight, alone = document["messages_in_flight"], document["cycles_per_block"]
    keyed = level_named(document["level"]).keyed
    answer, single = "digest", ""
    if keyed:
        answer, single = "tag, its key in a slot", " for messages of 24 blocks with a cached key"
    rows = {
        "clock": f"{clock['median']:.1f} MHz, median of {placements_of(document)}"
        f" ({clock['min']:.1f} to {clock['max']:.1f})",
        "clocks a block": f"{alone:g} for a message alone",
        "latency": f"{document['latency_cycles']} clocks from the last beat of a one-block "
        f"message to the last beat of its {answer}",
        "one message": f"{speed['single_message']:.0f} Mbit/s{single}",
        "all messages": f"{speed['aggregate']:.0f} Mbit/s with {_count(flight, 'message')} "
        f"in flight{', of one block with cached keys' if keyed else ''}",
        "each LUT": f"{document['mbps_per_lut']:.3f} Mbit/s",
        "share of the device": f"{100 * document[SHARE]:.2f} %; a device full of such cores would "
        f"hash {document[PER_DEVICE]:.1f} Gbit/s",
    }
    if keyed:
        rows["clocks a block"] += ", without a key"
        rows["a new key"] = (
            f"{document['key_cycles']['1_block']} clocks from the last beat of a "
            f"key of one block to its answer, {document['key_cycles']['2_blocks']} of two blocks"
        )
    if flight > 1:
        busy = document["cycles_per_block_aggregate"]
        rows["clocks a block"] += f", {busy:g} with {flight} messages in flight"
    for kind, name in _CELLS.items():
        share = document["utilisation"].get(kind)
        if share is not None:
            rows[name] = f"{document['resources'][kind]} ({share} % of the device)"
    return rows


def _how(document: dict[str, Any]) -> dict[str, str]:
    verified, path = document["verified"], document["critical_path"]
    estimated = document["estimated"]
    return {
        "verified": f"suite {verified['suite']}: {verified['vectors']} vectors, "
        f"{verified['failed']} failed",
        "clocks counted in": document["cycles_counted_in"],
        "slowest path": f"{path['total_ns']:.2f} ns, {path['logic_ns']:.2f} in logic and "
        f"{path['routing_ns']:.2f} in routing, from {path['from']} to {path['to']}",
        "estimated": f"{estimated['clock_mhz']} MHz by the delay model for the datapath "
        f"({estimated['critical_path']}); the model's bound is {estimated['bound_mhz']} MHz",
        "tools": ", ".join(document["tools"].values()),
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
