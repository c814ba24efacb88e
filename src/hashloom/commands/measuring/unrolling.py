"""`hashloom unrolling`: throughput and area against rounds a clock."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hashloom.commands.common.console import print_json, print_rich, working
from hashloom.commands.common.effort import DEFAULT_JOBS, Jobs, Seeds
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.errors import RequestError
from hashloom.exploration import unrolling as sweeping
from hashloom.exploration.unrolling import Point, as_good, best, fitted_model
from hashloom.reports.plots import check_plot, plot_unrolling
from hashloom.request.choice import require_one
from hashloom.request.level import HMAC
from hashloom.targets import require_placement

Factors = Annotated[
    str, typer.Option(metavar="U,U,...", help="Rounds a clock to try; divisors up to 8 if empty.")
]
Estimate = Annotated[
    bool, typer.Option("--estimate", help="By delay model and operator count, nothing placed.")
]
Plot = Annotated[Path | None, typer.Option(help="Also draw it: .svg, .png or .pdf.")]
_SEEDS = 3


@on_request
def unrolling(
    request: Request,
    factors: Factors = "",
    estimate: Estimate = False,
    plot: Plot = None,
    seeds: Seeds = _SEEDS,
    jobs: Jobs = DEFAULT_JOBS,
) -> None:
    """Show how many rounds a clock pay.

    Throughput and look-up tables for each number of rounds a clock, all else as asked for. Figures
    are measured: clocks in simulation, frequency and area by place and route.
    """
    core = core_of(request)
    require_one(request.hash_name, "hashloom unrolling", keyed=False)
    require_placement(core.target, "hashloom unrolling")
    _check_level(core)
    if estimate:
        _check_estimated(core)
    if plot is not None:
        check_plot(plot)
    chosen = sweeping.factors_for(core, _numbers(factors))
    if estimate:
        points = sweeping.sweep(core, chosen, sweeping.estimated_point)
    else:
        with working(
            f"Measuring {core.hash.title} with {factors or chosen} rounds a clock."
        ) as tell:
            measure = partial(
                sweeping.measured_point, seeds=range(1, seeds + 1), jobs=jobs, tell=tell
            )
            points = sweeping.sweep(core, chosen, measure)
    how = _how(core, estimate, seeds)
    if plot is not None:
        plot_unrolling(points, f"{core.hash.title}, {how}", plot)
    if request.json:
        print_json(_document(core, points, how))
    else:
        print_rich(_table(core, points, how), _verdict(points, _error(core) if estimate else 0.0))


def _check_level(core: Core) -> None:
    if core.interface.copies > 1:
        raise RequestError("Unrolling is compared for single cores; accepted is --copies 1.")
    if core.folded:
        raise RequestError("A folded core unrolls no rounds; accepted is --fold 0.")
    if core.keyed:
        raise RequestError(
            f"Unrolling is compared for plain hashes; accepted in place of "
            f"{HMAC.of(core.hash.name)} is {core.hash.name}."
        )


def _check_estimated(core: Core) -> None:
    """Raises RequestError for a core with something around it that the estimator does not know."""
    if core.interface.registered:
        raise RequestError(
            f"{core.name} stands behind registers, which are measured and not estimated; accepted "
            "with --estimate is the same core without --bus and --dma."
        )


def _numbers(text: str) -> list[int]:
    """Numbers separated by commas."""
    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise RequestError(
            f"--factors {text} is not a list of numbers; accepted is one such as 1,2,4."
        ) from None


def _how(core: Core, estimate: bool, seeds: int) -> str:
    """Where the figures come from."""
    if estimate:
        basis = "delay model and operator count of the datapath"
        if fitted_model(core) is not None:
            basis = f"{core.level}, by what was fitted on measured cores"
        return f"estimated for {core.target.name}: {basis}"
    median = f"median of {seeds} placements" if seeds > 1 else "one placement"
    return f"measured on {core.target.name}: {core.level}, {median}"


def _document(core: Core, points: list[Point], how: str) -> dict[str, Any]:

    chosen = best(points)
    return {
        "hash": core.hash.name,
        "design": core.design and core.design.name,
        "level": core.level,
        "target": core.target.name,
        "figures": how,
        "points": [point.as_dict() for point in points],
        "highest_throughput": chosen and chosen[0].unroll,
        "highest_throughput_per_lut": chosen and chosen[1].unroll,
    }


def _table(core: Core, points: list[Point], how: str) -> Any:
    table = Table(
        title=f"{core.hash.title} by rounds a clock, {how}",
        title_justify="left",
        title_style="bold",
    )
    names = (
        *("rounds a clock", "in flight", "clocks a block"),
        *("MHz", "Mbit/s", "LUT", "Mbit/s per LUT", "% of device", "Gbit/s per device"),
    )
    for name in names:
        table.add_column(name, justify="right")
    failures = any(point.failure for point in points)
    if failures:
        table.add_column("why not")
    for point in points:
        cells = [""] * (len(names) - 1) if point.failure else _cells(point)
        table.add_row(str(point.unroll), *cells, *([point.failure] if failures else []))
    return table


def _cells(point: Point) -> list[str]:
    return [
        str(point.flight),
        f"{point.clocks:g}",
        f"{point.mhz:.1f}",
        f"{point.mbps:.0f}",
        str(point.lut),
        f"{point.mbps_per_lut:.3f}",
        f"{100 * point.share:.2f}" if point.share else "",
        f"{point.gbps_per_device:.1f}" if point.gbps_per_device else "",
    ]


def _error(core: Core) -> float:
    """How far an estimated clock is off in the median, as a share; 0 where nobody knows."""
    model = fitted_model(core)
    return model.errors.get("clock", 0.0) if model else 0.0


def _verdict(points: list[Point], error: float) -> str:
    """What is best; of estimates, which are off by the share `error`, also what may be."""

    chosen = best(points)
    if chosen is None:
        return "No number of rounds a clock gives a figure."
    fastest, densest = chosen
    others = ", ".join(str(point.unroll) for point in as_good(points, error))
    apart = (
        f" Estimated clocks are off by {100 * error:.1f} % in the median, so {others} may be as "
        "fast: without --estimate they are measured."
    )
    return (
        f"Highest throughput: {_rounds(fastest)} a clock, {fastest.mbps:.0f} Mbit/s. Highest "
        f"throughput for each LUT: {_rounds(densest)} a clock, "
        f"{densest.mbps_per_lut:.3f} Mbit/s.{apart if error and others else ''}"
    )


def _rounds(point: Point) -> str:
    return f"{point.unroll} round{'s' if point.unroll > 1 else ''}"
