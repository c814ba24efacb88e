"""Fits the estimator on the measured data set: python benchmarks/estimator.py

Writes its coefficients with their errors to src/hashloom/data, the plot of predicted against
measured to docs/pictures/estimator.svg, and the tables of docs/estimator.md.  Every prediction in
the plot and the tables is of a model that was fitted without the core and all that shares its
architecture, level and family.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from table import with_section

from hashloom.measurements import dataset
from hashloom.measurements.estimation import around, estimator
from hashloom.measurements.estimation.fitting import (
    Miss,
    Sample,
    fit,
    misses,
    samples_of,
)
from hashloom.measurements.estimation.fitting_around import (
    AroundMiss,
    fit_around,
    misses_around,
    pairs_of,
)

ROOT = Path(__file__).resolve().parents[1]
COEFFICIENTS = ROOT / "src" / "hashloom" / "data" / estimator.FILE
PICTURE = ROOT / "docs" / "pictures" / "estimator.svg"
PAGE = ROOT / "docs" / "estimator.md"
FIGURES = {"lut": "LUT", "ff": "flip-flops", "clock": "clock in MHz"}


def main() -> None:
    """Coefficients, plot and tables."""
    documents = dataset.shipped()
    samples, pairs = samples_of(documents), pairs_of(documents)
    models, found = fit(samples), misses(samples)
    families = {family: model.as_dict() for family, model in sorted(models.items())}
    surrounded = {family: asdict(model) for family, model in sorted(fit_around(pairs).items())}
    written = {"families": families, around.SECTION: surrounded}
    text = json.dumps(written, indent=1, ensure_ascii=False)
    COEFFICIENTS.write_text(text + "\n", encoding="utf-8")
    draw(found, PICTURE)
    page = with_section(PAGE.read_text("utf-8"), "errors", errors_table(samples, found))
    page = with_section(page, "others", others_table(found))
    page = with_section(page, "around", around_table(misses_around(pairs)))
    PAGE.write_text(page, encoding="utf-8")
    print(page)


def errors_table(samples: Sequence[Sample], found: Sequence[Miss]) -> str:
    """Errors by family and level, in percent."""
    groups: dict[tuple[str, str], list[Miss]] = defaultdict(list)
    for miss in found:
        family, level = miss.sample.target.family, miss.sample.outline.interface.level
        groups[family, level].append(miss)
        groups[family, "all"].append(miss)
    lines = [
        "| family | level | cores | LUT | flip-flops | clock | block RAM as measured |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    for (family, level), rows in sorted(groups.items()):
        cells = [_spread([m.error for m in rows if m.figure == figure]) for figure in FIGURES]
        cores = [m.sample for m in rows if m.figure == "lut"]
        exact = sum(s.bram == s.estimated_bram for s in cores)
        share = f"{exact} of {len(cores)}"
        lines.append(f"| {family} | {level} | {len(cores)} | {' | '.join(cells)} | {share} |")
    left_out = len(samples) - sum(m.figure == "lut" for m in found)
    note = "Median (nine tenths within, worst) of the error without sign, in percent."
    if left_out:
        note += f" {left_out} cores are the only ones of their family and not in the table."
    return "\n".join([*lines, "", note])


def others_table(found: Sequence[Miss]) -> str:
    """Errors, in percent, for cores of hashes of which few were measured."""
    lines = [
        "| core | target | LUT | flip-flops | clock |",
        "| --- | --- | --: | --: | --: |",
    ]
    by_core: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for miss in found:
        if not estimator.is_widely_measured(miss.sample.outline.hash):
            request = miss.sample.point.command.removeprefix("hashloom build ")
            by_core[request, miss.sample.target.name][miss.figure] = miss.error
    for (request, target), errors in sorted(by_core.items()):
        cells = " | ".join(f"{100 * errors[figure]:+.1f} %" for figure in FIGURES)
        lines.append(f"| `{request}` | {target} | {cells} |")
    return "\n".join(lines)


def around_table(found: Sequence[AroundMiss]) -> str:
    """Errors, in percent, for each core behind registers or with a ring."""
    lines = ["| core | LUT | flip-flops | clock |", "| --- | --: | --: | --: |"]
    by_core: dict[str, dict[str, float]] = defaultdict(dict)
    for miss in found:
        request = miss.pair.point.command.removeprefix("hashloom build ")
        by_core[request][miss.figure] = miss.error
    for request, errors in sorted(by_core.items()):
        cells = " | ".join(f"{100 * errors[figure]:+.1f} %" for figure in FIGURES)
        lines.append(f"| `{request}` | {cells} |")
    return "\n".join(lines)


def _spread(errors: Sequence[float]) -> str:
    sizes = sorted(100 * abs(error) for error in errors)
    if not sizes:
        return ""
    most = float(np.quantile(sizes, 0.9))
    return f"{median(sizes):.1f} ({most:.1f}, {sizes[-1]:.1f})"


def draw(found: Sequence[Miss], file: Path) -> None:
    """Predicted against measured, on logarithmic scales, a colour for each level."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "hashloom"
    import matplotlib.pyplot as plt

    colours = {"engine": "#1f77b4", "message": "#2ca02c", "hmac": "#d62728"}
    families = sorted({m.sample.target.family for m in found})
    marks = dict(zip(families, "osD^vP*X", strict=False))
    picture, plots = plt.subplots(1, 3, figsize=(12, 4.4), layout="constrained")
    for plot, (figure, title) in zip(plots, FIGURES.items(), strict=True):
        rows = [m for m in found if m.figure == figure]
        _frame(plot, rows, title)
        for m in rows:
            family, level = m.sample.target.family, m.sample.outline.interface.level
            style: dict[str, Any] = {"color": colours[level], "marker": marks[family]}
            plot.scatter(m.measured, m.estimated, s=22, alpha=0.8, linewidths=0, **style)
    for level, colour in colours.items():
        plots[0].scatter([], [], color=colour, s=22, label=f"{level} core")
    for family, mark in marks.items():
        plots[0].scatter([], [], color="#555555", marker=mark, s=22, label=family)
    plots[0].legend(frameon=False, fontsize=8)
    picture.savefig(file, metadata={"Date": None})


def _frame(plot: Any, rows: Sequence[Miss], title: str) -> None:
    """Axes, the line of no error and a band of a tenth around it."""
    values = [v for m in rows for v in (m.measured, m.estimated)]
    low, high = min(values) / 1.15, max(values) * 1.15
    plot.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    plot.set(title=title, xlabel="measured", ylabel="predicted without it")
    line = np.array([low, high])
    plot.plot(line, line, color="#555555", linewidth=0.8)
    plot.fill_between(line, line * 0.9, line * 1.1, color="#999999", alpha=0.25, linewidth=0)
    plot.set_aspect("equal")
    ticks = [t for t in _TICKS if low <= t <= high]
    for axis in (plot.xaxis, plot.yaxis):
        axis.set_ticks(ticks, labels=[f"{t:g}" for t in ticks])
        axis.set_ticks([], minor=True)


_TICKS = (20, 50, 100, 200, 400, 1000, 2000, 5000, 10000, 20000)


if __name__ == "__main__":
    main()
