"""Timing diagrams as SVG: levels and buses over clocks, long waits cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.reports.drawings.svg import FAINT, FILL, TINT, line, outline, page, words

Value = bool | str | None  # a level, the content of a bus, nothing of interest

_COLUMN, _ROW, _HIGH, _NAMES, _TOP = 58, 30, 18, 130, 46
_CUT = 4  # clocks alike from which on they are cut out
_SLOPE = 4
_GAP: Value = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Wave:
    """A signal: its value in every clock."""

    name: str
    values: tuple[Value, ...]


def draw_waves(title: str, waves: Sequence[Wave]) -> str:
    """The picture of signals of equally many clocks; clocks alike in a row are drawn as one."""
    columns = _columns(waves)
    width = _NAMES + _COLUMN * len(columns) + 20
    height = _TOP + _ROW * (len(waves) + 2)
    parts = [
        *_ruler(columns, height),
        *_clock_row(columns),
    ]
    for row, wave in enumerate(waves, 1):
        parts += _wave_row(wave, columns, _TOP + _ROW * row)
    return page(width, height, title, parts)


@dataclass(frozen=True)
class _Column:
    """A clock to be drawn, or `clocks` of them cut out from `clock` on."""

    clock: int
    clocks: int = 1

    @property
    def cut(self) -> bool:
        return self.clocks > 1


def _columns(waves: Sequence[Wave]) -> list[_Column]:
    """Which clocks are drawn: of those alike in a row the first, a gap and the last."""
    clocks = list(zip(*(wave.values for wave in waves), strict=True))
    columns: list[_Column] = []
    first = 0
    while first < len(clocks):
        count = 1
        while first + count < len(clocks) and clocks[first + count] == clocks[first]:
            count += 1
        if count > _CUT:
            columns += [_Column(first), _Column(first + 1, count - 2), _Column(first + count - 1)]
        else:
            columns += [_Column(first + i) for i in range(count)]
        first += count
    return columns


def _ruler(columns: Sequence[_Column], height: int) -> list[str]:
    """A line at the beginning of each clock, and the length of what is cut out."""
    lines = []
    for index, column in enumerate(columns):
        x = _NAMES + _COLUMN * index
        if column.cut:
            lines.append(
                f'<rect x="{x}" y="{_TOP - 10}" width="{_COLUMN}" height="{height - _TOP}" '
                f'fill="{TINT}"/>'
            )
            lines.append(words(x + _COLUMN / 2, height - 12, f"{column.clocks} clocks", size=9))
        lines.append(line(x, _TOP - 10, x, height - 24, FAINT, "2 3"))
    return lines


def _clock_row(columns: Sequence[_Column]) -> list[str]:
    path = []
    for index, column in enumerate(columns):
        x, low, high = _NAMES + _COLUMN * index, _TOP + _HIGH, _TOP
        if column.cut:
            path.append(f"M{x} {low}")
        else:
            middle = x + _COLUMN / 2
            path.append(f"M{x} {low}V{high}H{middle}V{low}H{x + _COLUMN}")
    return [words(_NAMES - 8, _TOP + 13, "clk", anchor="end"), outline(" ".join(path))]


def _wave_row(wave: Wave, columns: Sequence[_Column], top: int) -> list[str]:
    values = [_GAP if column.cut else wave.values[column.clock] for column in columns]
    parts = [words(_NAMES - 8, top + 13, wave.name, anchor="end")]
    index = 0
    while index < len(values):
        end = index + 1
        while end < len(values) and values[end] == values[index] and values[index] != _GAP:
            end += 1
        x, width = _NAMES + _COLUMN * index, _COLUMN * (end - index)
        parts += _stretch(values[index], x, width, top)
        if end < len(values) and isinstance(values[index], bool) and isinstance(values[end], bool):
            parts.append(outline(f"M{x + width} {top}V{top + _HIGH}"))
        index = end
    return parts


def _stretch(value: Value, x: int, width: int, top: int) -> list[str]:
    """Clocks in a row in which a signal has one value."""
    low, middle = top + _HIGH, top + _HIGH / 2
    if value is None:
        return [line(x, middle, x + width, middle, FAINT)]
    if value is True or value is False:
        return [outline(f"M{x} {top if value else low}H{x + width}")]
    if value == _GAP:
        return [words(x + width / 2, top + 13, str(value))]
    left, right = x + _SLOPE, x + width - _SLOPE
    shape = f"M{x} {middle}L{left} {top}H{right}L{x + width} {middle}L{right} {low}H{left}Z"
    size = min(11.0, 1.7 * (width - 2 * _SLOPE) / max(1, len(str(value))))
    return [outline(shape, FILL), words(x + width / 2, top + 13, str(value), size=size)]
