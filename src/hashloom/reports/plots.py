"""Still pictures, drawn by matplotlib without a display."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hashloom.errors import RequestError
from hashloom.exploration.unrolling import Point
from hashloom.files import check_above, write_file
from hashloom.reports.pareto.rows import FRONTS, MEASURED, PUBLIC, Row
from hashloom.request.level import LEVELS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png", ".pdf")
_BLUE, _ORANGE = "#1f5fa8", "#c2570c"
_COLOURS = ("#1f66b0", "#c2620f", "#2a8050", "#8a4fb0", "#b83248", "#117f8f")
_MARKS = dict(zip(LEVELS, "so^Dv", strict=True))
_TITLES = {
    "single_message": "one message",
    "aggregate": "all messages",
    "device": "all messages, by share",
}
_AREAS = {"lut": "look-up tables", "device_share": "share of the device"}
_ALIKE = 3  # the largest of an axis over its smallest, below which 1, 2 and 5 are too few ticks
_LINE = 150  # characters of small print across a picture
_PUBLISHED, _INK, _QUIET = "#7a3e9d", "#1b1f24", "#5b6470"


def check_plot(path: Path) -> None:
    """Raises RequestError for a file whose ending is not that of a picture, or that cannot be."""
    check_above(path)
    if path.suffix not in SUFFIXES:
        raise RequestError(
            f"{path} is not the name of a picture; accepted endings are {', '.join(SUFFIXES)}."
        )


def plot_unrolling(points: Sequence[Point], title: str, path: Path) -> None:
    """Throughput and throughput for each LUT against rounds a clock, one panel each.

    The same points give the same file.
    """
    known = [point for point in points if not point.failure]
    unrolls = [str(point.unroll) for point in known]
    with _picture(path, 1, 2, 3.6) as (figure, (panels,)):
        columns = (
            ([point.mbps for point in known], "Mbit/s", _BLUE),
            ([point.mbps_per_lut for point in known], "Mbit/s for each LUT", _ORANGE),
        )
        for panel, (values, name, colour) in zip(panels, columns, strict=True):
            panel.plot(unrolls, values, marker="o", color=colour)
            panel.set_xlabel("rounds a clock")
            panel.set_ylabel(name)
            panel.set_ylim(0, 1.1 * max(values, default=1))
            panel.grid(alpha=0.3)
        figure.suptitle(title, fontsize=11)


@dataclass(frozen=True)
class Steps:
    """A line of a picture that goes up in steps.

    Attributes:
        name: what it is of.
        rates: Mbit/s that are needed, rising.
        shares: the part of a device that each takes at least, 1 for all of it.
    """

    name: str
    rates: Sequence[float]
    shares: Sequence[float]


def plot_steps(lines: Sequence[Steps], title: str, path: Path) -> None:
    """The part of a device against the rate, both axes logarithmic, one line for each of `lines`.

    The same lines give the same file.
    """
    from matplotlib.ticker import LogLocator, NullLocator, PercentFormatter, StrMethodFormatter

    with _picture(path, 1, 1, 3.8) as (figure, ((panel,),)):
        figure.set_figwidth(8)
        for number, each in enumerate(lines):
            colour = (_BLUE, _ORANGE)[number % 2]
            wide = {"linewidth": 5, "alpha": 0.3} if not number else {"linewidth": 1.5}
            panel.plot(each.rates, each.shares, color=colour, label=each.name, **wide)
        panel.set_xscale("log")
        panel.set_yscale("log")
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_minor_locator(NullLocator())
        panel.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        panel.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        panel.tick_params(labelsize=8)
        panel.set_xlabel("Mbit/s of message that are needed", fontsize=9)
        panel.set_ylabel("part of the device", fontsize=9)
        panel.grid(alpha=0.25)
        panel.legend(fontsize=8, frameon=False)
        panel.set_title(title, fontsize=10, loc="left")


def plot_pareto(rows: Sequence[Row], path: Path) -> None:
    """Area against throughput with both axes logarithmic: a row of panels for each device, one for
    each of FRONTS, fronts as steps.

    Beside them references, and below what it was measured with.  The same rows give the same file.
    """
    targets = sorted({row.target for row in rows if row.origin == MEASURED})
    hashes = list(dict.fromkeys(row.hash_name for row in rows if row.origin == MEASURED))
    with _picture(path, len(targets), len(FRONTS), 4.2) as (figure, panels):
        for target, line in zip(targets, panels, strict=True):
            line[0].sharex(line[1])
            for panel in line[1:]:
                panel.sharey(line[0])
            for panel, front in zip(line, FRONTS, strict=True):
                shown = [row for row in rows if row.target == target or row.origin != MEASURED]
                _draw_cores(panel, shown, hashes, front)
                panel.set_title(f"{target}, {_TITLES[front]}", fontsize=10, loc="left")
            for panel in line:
                _few_ticks(panel)
        handles = {label: mark for panel in panels[:, 1] for mark, label in _labelled(panel)}
        figure.legend(
            handles.values(),
            handles.keys(),
            loc="outside lower center",
            ncols=3,
            fontsize=8,
            frameon=False,
        )
        figure.suptitle(_conditions(rows), fontsize=7.5, color=_QUIET)


def _labelled(panel: Axes) -> list[tuple[Any, str]]:
    return list(zip(*panel.get_legend_handles_labels(), strict=True))


def _conditions(rows: Sequence[Row]) -> str:
    own = [row for row in rows if row.origin == MEASURED]
    tools = sorted({tool for row in own for tool in row.tools})
    seeds = " or ".join(str(count) for count in sorted({row.seeds for row in own}))
    older = sum(row.older for row in own)
    with_older = f" {older} of {len(own)} cores were measured with older RTL." if older else ""
    return textwrap.fill(f"Median of {seeds} placements. {', '.join(tools)}.{with_older}", _LINE)


def _draw_cores(panel: Axes, rows: Sequence[Row], hashes: Sequence[str], front: str) -> None:
    """The marks and fronts of one device."""
    area, speed = FRONTS[front]
    known = [row for row in rows if getattr(row, area) and getattr(row, speed) is not None]
    for row in known:
        if row.origin != MEASURED:
            panel.scatter(getattr(row, area), getattr(row, speed), **_look_of_reference(row))
    for number, hash_name in enumerate(hashes):
        own = [row for row in known if (row.origin, row.hash_name) == (MEASURED, hash_name)]
        for level in LEVELS:
            group = [row for row in own if row.level == level]
            _draw_group(panel, group, front, _COLOURS[number % len(_COLOURS)])
    _log_axes(panel, area)


def _draw_group(panel: Axes, group: Sequence[Row], front: str, colour: str) -> None:
    """The marks and the front of one hash and level; hollow marks use block RAM."""

    area, speed = FRONTS[front]

    def places(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
        return [getattr(row, area) for row in rows], [getattr(row, speed) for row in rows]

    best = sorted((row for row in group if front in row.fronts), key=lambda row: places([row])[0])
    panel.step(*places(best), where="post", color=colour, linewidth=0.9, alpha=0.7)
    for hollow in (False, True):
        some = [row for row in group if bool(row.bram) is hollow]
        if some:
            panel.scatter(
                *places(some),
                marker=_MARKS[some[0].level],
                s=26,
                facecolors="none" if hollow else colour,
                edgecolors=colour,
                label=_label(some[0].hash_name, some[0].level, hollow),
            )


def _label(hash_name: str, level: str, hollow: bool) -> str:
    return f"{hash_name} {level}{', with block RAM' if hollow else ''}"


def _look_of_reference(row: Row) -> dict[str, Any]:
    if row.origin == PUBLIC:
        label = f"public core, measured on {row.target}"
        return {"marker": "D", "s": 22, "color": _INK, "label": label}
    marker, what = (
        ("<", "published, at most so many LUT") if row.lut_is_bound else ("D", "published")
    )
    return {
        "marker": marker,
        "s": 18,
        "facecolors": "none",
        "edgecolors": _PUBLISHED,
        "alpha": 0.6,
        "label": f"{what}, other device",
    }


def _log_axes(panel: Axes, area: str) -> None:
    """Ticks at 1, 2 and 5 times powers of ten, in plain numbers, shares in percent."""
    from matplotlib.ticker import LogLocator, NullLocator, PercentFormatter, StrMethodFormatter

    panel.set_xscale("log")
    panel.set_yscale("log")
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axis.set_minor_locator(NullLocator())
    if area == "device_share":
        panel.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    panel.tick_params(labelsize=8)
    panel.set_xlabel(_AREAS[area], fontsize=9)
    panel.set_ylabel("Mbit/s", fontsize=9)
    panel.grid(alpha=0.25)
    panel.spines[["top", "right"]].set_visible(False)


def _few_ticks(panel: Axes) -> None:
    """Four ticks at most across an axis on which all is alike: more labels would overlap."""
    from matplotlib.ticker import MaxNLocator

    left, right = panel.get_xlim()
    if right < _ALIKE * left:
        panel.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))


@contextmanager
def _picture(path: Path, lines: int, columns: int, height: float) -> Iterator[tuple[Any, Any]]:
    """A figure of so many lines of panels, each `height` inches high, written to `path`."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "hashloom"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(
        lines, columns, figsize=(4.5 * columns, height * lines), layout="constrained", squeeze=False
    )
    yield figure, panels
    kind, image = path.suffix.removeprefix("."), io.BytesIO()
    undated = {"Date": None} if kind == "svg" else None
    figure.savefig(image, format=kind, dpi=160, metadata=undated)
    pyplot.close(figure)
    write_file(path, image.getvalue())
