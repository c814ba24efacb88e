"""Tables that go into 80 columns."""

from __future__ import annotations

from rich import box
from rich.table import Table

Padding = tuple[int, int, int, int]  # of a cell: above, right, below, left


def compact(title: str, padding: Padding = (0, 0, 0, 0)) -> Table:
    """A table without edges, its title at the left, a letter between columns besides `padding`."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE,
        show_edge=False,
        pad_edge=False,
        padding=padding,
    )
