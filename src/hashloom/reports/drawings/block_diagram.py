"""A small block diagram of a core's architecture as SVG, drawn from its result document.

Stages of rounds, contexts and memories; classes instead of colours, so that the page it is in
decides how they look.  Documents of one architecture give the same text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from html import escape
from typing import Any

from hashloom.hashes import HASHES, Hash
from hashloom.request.architecture import Architecture
from hashloom.request.level import level_named
from hashloom.transforms.registers.storage import Storage, storage_of

_WIDTH = 420
_LEFT, _RIGHT = 8, 412
_ROUND = 22  # height of a round's box
_MOST_ROUNDS = 4  # drawn in a stage; more are told by number
_WORDS = {"lut": "look-up tables", "lutram": "LUT RAM", "bram": "block RAM", "logic": "registers"}


@dataclass(frozen=True)
class _Shape:
    """What the drawing shows."""

    hash_: Hash
    level: str
    architecture: Architecture
    slots: int
    lutram: bool  # whether the placed core has any; a family without makes other memories of it

    def words(self, kind: str) -> str:
        """What a memory or table is made of."""
        return "memory" if kind == "lutram" and not self.lutram else _WORDS[kind]

    @property
    def engine_height(self) -> int:
        a = self.architecture
        rows = min(a.unroll, _MOST_ROUNDS) + (a.unroll > _MOST_ROUNDS)
        return 34 + rows * (_ROUND + 6) + 24


def block_diagram(document: Mapping[str, Any]) -> str:
    """The drawing of the core that a result document is about."""
    known = {field.name for field in fields(Architecture)}
    given = {name: value for name, value in document["architecture"].items() if name in known}
    shape = _Shape(
        HASHES[document["algorithms"][0]],
        document["level"],
        Architecture(**given),
        document["interface"].get("slots", 0),
        document["resources"]["lutram"] > 0,
    )
    streams = level_named(shape.level).streamed
    top = 96 if streams else 34
    engines = _engines(shape)
    stores = top + len(engines) * (shape.engine_height + 8) + 18
    height = stores + 46 + (70 if streams else 34)
    parts = [
        *(_front(shape) if streams else _words_in()),
        *(line for n, name in enumerate(engines) for line in _engine(shape, name, top, n)),
        *_stores(shape, stores),
        *_exit(shape, stores + 46, streams),
    ]
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(_label(shape))}">'
        f"{''.join(parts)}</svg>"
    )


def _label(shape: _Shape) -> str:
    a = shape.architecture
    return (
        f"{shape.level} core of {shape.hash_.title}: {a.engines} engine, {a.stages} stages of "
        f"{a.unroll} rounds, {a.contexts} contexts"
    )


def _engines(shape: _Shape) -> list[str]:
    return ["inner hash", "outer hash"] if shape.architecture.engines == 2 else [""]


def _front(shape: _Shape) -> Iterator[str]:
    """Padder, block buffer and key store above the engine."""
    a, bits = shape.architecture, shape.hash_.block_bits
    keyed = level_named(shape.level).keyed
    yield _text(_LEFT, 12, "keys and messages in" if keyed else "messages in", "quiet")
    yield _arrow(40, 16, 40, 24)
    middle, end = (132, 268) if keyed else (150, _RIGHT)
    count = a.contexts
    if shape.hash_.schedule is None:  # see turn_buffer and stage_buffers
        count *= 2 * a.unroll * len(shape.hash_.orders) * a.stages
    buffer = f"{count} × {bits} bit, {shape.words(a.buffer)}"
    yield _box(_LEFT, 24, middle - 24 - _LEFT, 44, "padder", "a word a clock", "logic")
    yield _arrow(middle - 24, 46, middle, 46)
    if keyed:
        buffer = f"{count} × {bits} bit"
    yield _box(middle, 24, end - middle, 44, "block buffer", buffer, a.buffer)
    yield _arrow((middle + end) // 2, 68, (middle + end) // 2, 94)
    if keyed:
        words = f"{shape.slots} slots, {shape.words(a.keys)}"
        yield _box(284, 24, _RIGHT - 284, 44, "key store", words, a.keys)
        yield _arrow((284 + _RIGHT) // 2, 68, (284 + _RIGHT) // 2, 94)


def _words_in() -> Iterator[str]:
    yield _text(_LEFT, 14, "rows of message words in", "quiet")
    yield _arrow(40, 18, 40, 32)


def _engine(shape: _Shape, name: str, top: int, number: int) -> Iterator[str]:
    """The engine: its stages side by side, the rounds of a clock one below the other."""
    a, y = shape.architecture, top + number * (shape.engine_height + 8)
    yield _frame(_LEFT, y, _RIGHT - _LEFT, shape.engine_height, "engine")
    title = f"engine: {name}" if name else "engine"
    yield _text(_LEFT + 10, y + 18, title, "name")
    yield _text(_RIGHT - 10, y + 18, _counts(a), "quiet end")
    gap, room = 14, _RIGHT - _LEFT - 20
    width = (room - gap * (a.stages - 1)) / a.stages
    for stage in range(a.stages):
        x = _LEFT + 10 + stage * (width + gap)
        yield from _stage(a, x, y + 28, width)
        if stage:
            yield _arrow(x - gap, y + 28 + _ROUND / 2, x, y + 28 + _ROUND / 2)


def _counts(a: Architecture) -> str:
    rounds = "1 round a clock" if a.unroll == 1 else f"{a.unroll} rounds a clock"
    stages = "" if a.stages == 1 else f"{a.stages} stages of "
    return f"{stages}{rounds}"


def _stage(a: Architecture, x: float, y: float, width: float) -> Iterator[str]:
    """A stage: a box for each round of a clock and a dot for each message that shares it."""
    shown = min(a.unroll, _MOST_ROUNDS)
    for number in range(shown):
        top = y + number * (_ROUND + 6)
        yield _frame(x, top, width, _ROUND, "round")
        yield _text(x + width / 2, top + 15, "round", "middle")
        if number:
            yield _arrow(x + width / 2, top - 6, x + width / 2, top)
    bottom = y + shown * (_ROUND + 6)
    if a.unroll > shown:
        yield _text(x + width / 2, bottom + 13, f"and {a.unroll - shown} more", "quiet middle")
        bottom += _ROUND + 6
    step = min(11.0, width / a.interleave)
    start = x + width / 2 - step * (a.interleave - 1) / 2
    for message in range(a.interleave):
        yield f'<circle class="context" cx="{start + message * step:g}" cy="{bottom + 6:g}" '
        yield f'r="{min(3.5, step / 2.6):g}"/>'


def _stores(shape: _Shape, y: int) -> Iterator[str]:
    """Constants and chaining values below the engine."""
    a, hash_ = shape.architecture, shape.hash_
    table = f"{hash_.rounds} × {hash_.word_bits} bit, {shape.words(a.constants)}"
    yield _arrow(100, y, 100, y - 24)
    yield _box(_LEFT, y, 192, 44, "constants K", table, a.constants)
    kind = "logic" if storage_of(a) is Storage.REGISTERS else a.chaining
    values = f"{a.contexts} × {8 * hash_.word_bits} bit, {shape.words(kind)}"
    yield _arrow(300, y - 24, 300, y)
    yield _arrow(324, y, 324, y - 24)
    yield _box(216, y, _RIGHT - 216, 44, "chaining values", values, kind)


def _exit(shape: _Shape, y: int, streams: bool) -> Iterator[str]:
    answers = "tags and digests out" if level_named(shape.level).keyed else "digests out"
    if not streams:
        answers = "chaining values out"
    yield _arrow(380, y - 2, 380, y + 16)
    if streams:
        yield _frame(270, y + 16, _RIGHT - 270, 26, "logic")
        yield _text((270 + _RIGHT) / 2, y + 33, "digest store", "middle")
        yield _arrow(380, y + 42, 380, y + 52)
        y += 36
    yield _text(_RIGHT, y + 30, answers, "quiet end")


def _box(x: float, y: float, width: float, height: float, name: str, what: str, kind: str) -> str:
    middle = x + width / 2
    return (
        _frame(x, y, width, height, kind)
        + _text(middle, y + 18, name, "middle")
        + _text(middle, y + 34, what, "quiet middle")
    )


def _frame(x: float, y: float, width: float, height: float, kind: str) -> str:
    size = f'width="{width:g}" height="{height:g}" rx="4"'
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" {size}/>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """A line with a head at its end; straight across or straight down or up."""
    head = (
        f"M{x2 - 4:g} {y2 - (5 if y2 > y1 else -5):g}L{x2:g} {y2:g}l4 {-5 if y2 > y1 else 5}"
        if x1 == x2
        else f"M{x2 - 5:g} {y2 - 4:g}L{x2:g} {y2:g}l-5 4"
    )
    return f'<path class="wire" d="M{x1:g} {y1:g}L{x2:g} {y2:g}{head}"/>'
