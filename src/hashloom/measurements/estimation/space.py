"""The space of architectures that choosing looks through, and the numbers of their engines.

The numbers are of compiled graphs.  Those of the space are worked out once for every delay model
(benchmarks/engines.py) and come with hashloom; those of other engines are `compiled`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, Hash, get_hash
from hashloom.measurements.estimation.engine import Engine
from hashloom.measurements.estimation.features import Outline
from hashloom.request.architecture import Architecture
from hashloom.request.at_level import check_level
from hashloom.request.interface import Interface
from hashloom.request.level import level_named
from hashloom.request.rounds import divisors, stages_of
from hashloom.targets import Target, get_target, target_names
from hashloom.transforms.registers.delay_lines import REGISTERS
from hashloom.transforms.registers.storage import Storage, storage_of

_SECTIONS = {"32": "sha256", "64": "sha512"}  # of the tables that are of several hashes
# Whose engines are in the tables, by section; others of the same form have the same.
IN_TABLE = _SECTIONS | {
    name: name
    for name, hash_ in HASHES.items()
    if not any(hash_.form == get_hash(other).form for other in _SECTIONS.values())
}
_MOST_ROUNDS = 16  # rounds in hardware, unroll times stages
_MOST_UNROLL = 8
_INTERLEAVES = (1, 2, 3, 4, 5, 6, 8)
_MOST_SHARED = 32  # rounds in hardware times interleave, of those in which several messages share
_SHARED_ROUNDS = 8  # rounds in hardware that several messages may share
_NEVER_WAITS = 9  # groups of four stages
_STORES = (  # constants, chaining, buffer
    ("lut", "lutram", "lutram"),
    ("bram", "lutram", "lutram"),
    ("lut", "lutram", "bram"),
    ("bram", "lutram", "bram"),
    ("bram", "bram", "bram"),
)
_ENGINE_STORES = (
    ("lut", "lutram", "lutram"),
    ("bram", "lutram", "lutram"),
    ("bram", "bram", "lutram"),
)


def architectures(hash_: Hash, level: str) -> Iterator[Architecture]:
    """Every architecture of the space, as it would be asked for at a level.

    Rounds a clock, stages and messages that share a round are varied with everything else "auto";
    an only context is also loaded serially, several that share a round also add with carry-save
    adders, and each of the memories lies in look-up tables or in block RAM, keys like blocks.  An
    HMAC core of one stage also has two groups, and one of two engines and four stages nine: no slot
    waits for a tag's block then.
    """
    stores = _STORES if level_named(level).streamed else _ENGINE_STORES
    for shape in _shapes(hash_):
        in_registers = storage_of(shape.resolved(hash_)) is Storage.REGISTERS
        for constants, chaining, buffer in stores:
            if chaining == "bram" and in_registers:
                continue
            if constants == "bram" and hash_.rounds // (shape.stages * shape.unroll) == 1:
                continue
            stored = _replaced(shape, constants=constants, chaining=chaining, buffer=buffer)
            if not level_named(level).keyed:
                yield stored
                continue
            both = (constants, buffer) == ("lut", "lutram")
            for keys in ("lutram", "bram") if both else (buffer,):
                yield _replaced(stored, keys=keys)
                yield _replaced(stored, keys=keys, engines=2)
                if shape.stages == 1 and shape.load != "serial":
                    yield _replaced(stored, keys=keys, groups=2)
                    yield _replaced(stored, keys=keys, groups=2, engines=2)
                if shape.stages == 4 and shape.interleave == 1:
                    yield _replaced(stored, keys=keys, groups=_NEVER_WAITS, engines=2)


def _shapes(hash_: Hash) -> Iterator[Architecture]:
    """The architectures of the space without a say on memories."""
    for stages in stages_of(hash_):
        for unroll in divisors(hash_.rounds // stages):
            rounds = unroll * stages
            if unroll > _MOST_UNROLL or rounds > _MOST_ROUNDS:
                continue
            for interleave in _INTERLEAVES:
                if interleave > 1 and rounds > _SHARED_ROUNDS:
                    continue
                if rounds * interleave > _MOST_SHARED:
                    continue
                shape = Architecture(unroll=unroll, stages=stages, interleave=interleave)
                yield shape
                if stages * interleave == 1 and hash_.combined_apart:
                    yield _replaced(shape, load="serial")
                if interleave > 2 and unroll > 1:
                    yield _replaced(shape, adders="carry_save")


def _replaced(architecture: Architecture, **fields: Any) -> Architecture:
    return replace(architecture, **fields)


def engine_key(architecture: Architecture, *, supplied: bool) -> str:
    """What of a resolved architecture its engine depends on, as one readable word."""
    a = architecture
    parts = [f"u{a.unroll}", f"s{a.stages}", f"c{a.interleave}", f"g{a.groups}", a.load]
    parts += [a.association, a.adders, a.constants]
    if a.delays != REGISTERS:
        parts.append(f"delays_{a.delays}")
    if a.fold:
        parts.append(f"f{a.fold}")
    if storage_of(a) is not Storage.REGISTERS:
        parts.append(a.chaining)
    if not a.retiming:
        parts.append("noretiming")
    if a.method != "exact":
        parts += [a.method, a.schedule]
    return "_".join([*parts, "keyed"] if supplied else parts)


def table_name(target: Target) -> str:
    """Name of the table of engines: that of the first target with the same delays."""
    for name in target_names():
        other = get_target(name)
        if other.delays == target.delays:
            return other.name
    return target.name


@cache
def _table(name: str) -> dict[str, dict[str, list[Any]]]:
    file = resources.files("hashloom.data").joinpath("engines", f"{name}.json")
    if not file.is_file():
        return {}
    table: dict[str, dict[str, list[Any]]] = json.loads(file.read_text("utf-8"))
    return table


def known_engine(
    hash_: Hash, architecture: Architecture, target: Target, *, supplied: bool
) -> Engine | None:
    """The numbers of an engine out of the table that comes with hashloom; None if not in it."""
    return _engine(_rows(hash_, target), engine_key(architecture, supplied=supplied))


def _rows(hash_: Hash, target: Target) -> dict[str, list[Any]]:
    """The engines of a hash that come with hashloom, by key."""
    table = _table(table_name(target))
    parts = (part for part, name in IN_TABLE.items() if get_hash(name).form == hash_.form)
    return table.get(next(parts, ""), {})


def with_engines(target: Target) -> tuple[str, ...]:
    """Names of the hashes whose engines are in the table of a target."""
    return tuple(name for name, hash_ in HASHES.items() if _rows(hash_, target))


def _engine(rows: dict[str, list[Any]], key: str) -> Engine | None:
    return Engine.from_list(rows[key]) if key in rows else None


def as_built(architecture: Architecture, engine: Engine | None) -> Architecture:
    """A resolved architecture with the adders that its engine has: where nothing is compressed,
    carry-save adders are a name for the others.  One whose engine is not known stays as it is."""
    if engine is None or engine.compressor_bits:
        return architecture
    return replace(architecture, adders="ripple")


def space(
    hash_: Hash, interface: Interface, target: Target
) -> Iterator[tuple[Architecture, Outline]]:
    """Every core of the space that can be built, once: what to ask for, and its numbers.

    Those whose engine is not in the table are left out: either it cannot be built, or nobody has
    worked out the numbers for this delay model.  On a device without LUT RAM, memories are in block
    RAM where they can be, whatever is asked for.
    """
    supplied, rows = interface.keyed, _rows(hash_, target)
    seen = set()
    for requested in architectures(hash_, interface.level):
        if not target.cells.lutram and "bram" in (requested.chaining, requested.buffer):
            continue
        try:
            check_level(requested, interface.level, hash_)
            resolved = requested.resolved(hash_)
        except RequestError:
            continue
        engine = _engine(rows, engine_key(resolved, supplied=supplied))
        built = as_built(resolved, engine)
        if engine is not None and built not in seen:
            seen.add(built)
            yield requested, Outline(hash_, resolved, interface, engine)
