"""Still pictures, drawn by matplotlib without a display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hashloom.errors import RequestError
from hashloom.exploration.unrolling import Point

SUFFIXES = (".svg", ".png", ".pdf")
_BLUE, _ORANGE = "#1f5fa8", "#c2570c"


def check_plot(path: Path) -> None:
    """Raises RequestError for a file whose ending is not that of a picture."""
    if path.suffix not in SUFFIXES:
        raise RequestError(
            f"{path} is not the name of a picture; accepted endings are {', '.join(SUFFIXES)}."
        )


def plot_unrolling(points: Sequence[Point], title: str, path: Path) -> None:
    """Throughput and throughput for each LUT against rounds a clock, one panel each.

    The same points give the same file.
    """
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "hashloom"
    from matplotlib import pyplot

    known = [point for point in points if not point.failure]
    unrolls = [str(point.unroll) for point in known]
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
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
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, metadata=metadata)
    pyplot.close(figure)
