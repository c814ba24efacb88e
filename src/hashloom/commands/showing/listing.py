"""`hashloom list`: the hashes, targets, boards and options there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, get_type_hints

import typer

from hashloom.boards import Board, board_names, get_board
from hashloom.commands.common.console import print_json, print_rich
from hashloom.commands.common.request import NOUNS, meanings
from hashloom.hashes import HASHES, Hash
from hashloom.reports.tables import compact
from hashloom.request.accepted import (
    CHOICES,
    ENGINES,
    FOLDS,
    MAX_CONTEXTS,
    MAX_INTERLEAVE,
    MAX_POOL,
    POOL_LOOP,
)
from hashloom.request.bus import BUSES, DMAS, NONE
from hashloom.request.choice import families, together
from hashloom.request.interface import (
    MAX_ARRAY,
    MAX_COPIES,
    MAX_SLOTS,
    MINIMUM_LENGTH_BITS,
    POOL_WIDTHS,
    WIDTHS,
)
from hashloom.request.level import HMAC, LEVELS
from hashloom.request.point import DEFAULT_TARGET
from hashloom.request.rounds import divisors, stages_of
from hashloom.targets import AreaTarget, Target, get_target, target_names

# What people are shown of hashes, targets and boards, so that it goes into 80 columns.
_OF_HASHES = ("name", "standard", "block_bits", "rounds", "unroll", "stages")
_OF_TARGETS = ("name", "part", "gives", "lut", "ff", "bram", "lutram", "dsp")
_OF_BOARDS = ("name", "title", "device", "oscillator_mhz", "clock_mhz")
_WHOLE = ("name", "standard", "part", "gives", "option")  # columns that are not folded
_SEVERAL = (
    "A message core of several hashes, such as sha224+sha256, lets each message have its own, an "
    f"HMAC core such as hmac-sha224+sha256 each key: {families()}."
)
_RANGES = {
    "unroll": "a divisor of the rounds of a stage",
    "stages": "a divisor of the rounds that leaves each stage 16 rounds or more",
    "interleave": f"1 to {MAX_INTERLEAVE}; with --pool {POOL_LOOP} to {MAX_POOL}, or 1",
    "groups": f"0, or from the stages to {MAX_CONTEXTS} messages in flight",
    "level": " | ".join(LEVELS),
    "width": f"{' | '.join(map(str, WIDTHS))}; with --pool {' | '.join(map(str, POOL_WIDTHS))}",
    "length_bits": f"{MINIMUM_LENGTH_BITS} to twice the word; with --fold one word or two",
    "bus": " | ".join((NONE, *BUSES)),
    "dma": " | ".join((NONE, *DMAS)),
    "engines": " | ".join(map(str, ENGINES)),
    "fold": " | ".join(map(str, FOLDS)),
    "pool": f"0, or 2 to {MAX_POOL} messages in flight; for sixteen rounds a clock or more",
    "retiming_mhz": "0, or with --pool the MHz that its paths reach by the delay model",
    "slots": f"1 to {MAX_SLOTS}",
    "prefix": "a letter, then letters, digits and _, or nothing",
    "copies": f"1 to {MAX_COPIES}, with {MAX_ARRAY} messages in flight at most",
}


def list_everything(
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document and nothing else.")
    ] = False,
) -> None:
    """List hashes, targets, boards and options.

    Each option is shown with the values it accepts.
    """
    hashes = [_hash(hash_) for hash_ in HASHES.values()]
    targets = [_target(get_target(name)) for name in target_names()]
    boards = [_board(get_board(name)) for name in board_names()]
    options = [option for noun in NOUNS for option in _options(noun)]
    if json:
        document = {"hashes": hashes, "targets": targets, "boards": boards, "options": options}
        print_json(document | {"default_target": DEFAULT_TARGET})
    else:
        print_rich(
            _table("Hashes", _shown(hashes, _OF_HASHES)),
            "",
            _table(f"Targets (default {DEFAULT_TARGET})", _shown(targets, _OF_TARGETS)),
            "",
            _table("Boards", _shown(boards, _OF_BOARDS)),
            "",
            _table("Options", options, lines=True),
            "",
            _SEVERAL,
        )


def _hash(hash_: Hash) -> dict[str, Any]:
    return {
        "name": hash_.name,
        HMAC.name: HMAC.of(hash_.name),
        "with": [name for name in together(hash_) if name != hash_.name],
        "levels": list(LEVELS),
        "title": hash_.title,
        "standard": hash_.standard,
        "word_bits": hash_.word_bits,
        "block_bits": hash_.block_bits,
        "digest_bytes": hash_.digest_bytes,
        "rounds": hash_.rounds,
        "unroll": divisors(hash_.rounds),
        "stages": stages_of(hash_),
    }


def _target(target: Target) -> dict[str, Any]:
    only = isinstance(target, AreaTarget)
    return {
        "name": target.name,
        "family": target.family,
        "part": target.part,
        "gives": "area" if only else "area, clock",
        **(dict.fromkeys(target.capacity.as_dict()) if only else target.capacity.as_dict()),
    }


def _board(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "title": board.title,
        "device": get_target(board.target).device,
        "oscillator_mhz": board.oscillator_mhz,
        "clock_mhz": board.clock_mhz,
        "serial": board.serial,
    }


def _shown(rows: list[dict[str, Any]], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Rows for people: what a family without a part holds is left blank."""
    return [{key: "" if row[key] is None else row[key] for key in keys} for row in rows]


def _options(noun: type[Any]) -> list[dict[str, Any]]:
    """One row for each field of a noun."""
    hints, texts = get_type_hints(noun), meanings(noun)
    return [
        {
            "option": f"--{field.name.replace('_', '-')}",
            "default": field.default,
            "accepted": _accepted(field.name, hints[field.name]),
            "meaning": texts[field.name],
        }
        for field in fields(noun)
    ]


def _accepted(name: str, kind: Any) -> str:
    if name in CHOICES:
        return " | ".join(CHOICES[name])
    option = name.replace("_", "-")
    return f"--{option} | --no-{option}" if kind is bool else _RANGES[name]


def _table(title: str, rows: list[dict[str, Any]], *, lines: bool = False) -> Any:
    numbers = {key for key, value in rows[0].items() if type(value) is int}
    table = compact(title, (0, 0, int(lines), 0))
    for key in rows[0]:
        table.add_column(
            key.replace("_", " "),
            justify="right" if key in numbers else "left",
            no_wrap=key in _WHOLE,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    return table


def _cell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "the word" if value is None else str(value)
