"""What a search over sums has taken, beside everything that has a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from hashloom.cores import Core
from hashloom.transforms.rewriting.compilation import Candidate, Search


def sums_of(core: Core) -> list[dict[str, Any]]:
    """Every named choice of sums with its iteration bound, and in the end what was taken.

    Of a core whose sums are searched.  Bounds are those of the target's delay model, in ns, with
    the register's own delay; adders take whole chains, as they do in the search and in retiming.
    """
    delays, compiled = core.target.delays, core.compiled
    search = Search(core.hash, core.architecture, delays, core.supplied or core.keyed)
    before = compiled.steps[:-1]  # the last one is retiming
    taken = Candidate(compiled.chosen, before)
    named = [each for each in search.named() if each.name != taken.name]
    return [
        {
            "sums": each.name,
            "bound_period_ns": round(each.bound_ns(delays) + delays.register_ns, 3),
            "taken": each is taken,
        }
        for each in (*named, taken)
    ]


def sums_table(rows: Sequence[dict[str, Any]]) -> Any:
    """The same for people."""
    table = Table(title="Sums to choose from", title_justify="left", title_style="bold")
    table.add_column("sums")
    table.add_column("bound with whole chains, ns", justify="right")
    for row in rows:
        name = f"[bold]{row['sums']}, taken[/bold]" if row["taken"] else row["sums"]
        table.add_row(name, f"{row['bound_period_ns']:.2f}")
    return table
