"""`hashloom explore`: many cores measured, kept in the store, compared and exported."""

from __future__ import annotations

import inspect
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from hashloom.commands.checking.verify import check_suite
from hashloom.commands.common.console import print_json, print_line, print_rich, stderr_console
from hashloom.commands.common.effort import DEFAULT_JOBS, MAX_SEEDS
from hashloom.commands.common.request import NOUNS, help_of, parameter
from hashloom.commands.measuring.sweep_progress import sweeping
from hashloom.commands.measuring.sweep_tables import Findings, document_of, tables_of
from hashloom.errors import RequestError, ToolError
from hashloom.exploration import campaign as campaigns
from hashloom.exploration.campaign import Campaign, Change, Order, kept
from hashloom.exploration.cluster import check_scheduler, run_on_cluster
from hashloom.exploration.pruning import pruning
from hashloom.exploration.runner import Outcome, Running, run_here
from hashloom.exploration.sweep import Sweep, cheapest_first, sweep_in, sweep_over, values_of
from hashloom.measurements.export import check_export, export
from hashloom.measurements.export import export as write
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Store
from hashloom.request.point import Point

_SEEDS, _SUITE = 3, "quick"
_RANGE = "V,V,..."

Hashes = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="HASH",
        help="What is computed, such as sha256, hmac-sha256 or a published design; several.",
    ),
]
File = Annotated[
    Path | None,
    typer.Option(
        metavar="SWEEP.toml",
        help="Take ranges, seeds and suite from a TOML file; options given go before it.",
    ),
]
SweepSeeds = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MAX_SEEDS,
        help=f"Placements of each point; their seeds are 1 to this number.  [{_SEEDS}]",
    ),
]
SweepSuite = Annotated[
    str | None, typer.Option("--suite", metavar="quick|full", help=f"Vectors.  [{_SUITE}]")
]
SweepJobs = Annotated[int, typer.Option(min=1, help="Points at a time on this machine.")]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="tcp://HOST:PORT", help="Measure on the workers of a Dask scheduler."),
]
StoreFile = Annotated[
    Path | None, typer.Option("--store", metavar="FILE", help="Where results are kept.")
]
Refresh = Annotated[
    bool,
    typer.Option(
        "--refresh",
        help="Measure what is known already, all of it when no hash is named, and show the change.",
    ),
]
Prune = Annotated[
    bool,
    typer.Option(
        "--prune",
        help="Leave out points that another one is predicted to beat by 15 % in area and in both "
        "throughputs; the others are measured best first.",
    ),
]
Export = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write everything in the store to a .csv, .parquet or .json; without a hash, only "
        "that.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


@dataclass(frozen=True)
class Settings:
    """What a sweep is run with, beside its ranges; None where it is not given."""

    file: Path | None
    seeds: int | None
    suite: str | None
    jobs: int
    scheduler: str | None
    refresh: bool
    prune: bool


def _command(
    hashes: Hashes = None,
    file: File = None,
    seeds: SweepSeeds = None,
    suite: SweepSuite = None,
    jobs: SweepJobs = DEFAULT_JOBS,
    scheduler: Scheduler = None,
    store: StoreFile = None,
    refresh: Refresh = False,
    prune: Prune = False,
    export: Export = None,
    json: Json = False,
    **texts: str,
) -> None:
    """Measure many cores.

    Every combination of the values given, separated by commas, is measured as hashloom build does;
    combinations that are no cores are left out. Results go into the store one by one: the same
    command goes on where it was stopped, and measures nothing twice.
    """
    kept = Store(store)
    if export is not None:
        check_export(export)
    settings = Settings(file, seeds, suite, jobs, scheduler, refresh, prune)
    ranges = _ranges(hashes or [], texts)
    if export is not None and not ranges and file is None and not refresh:
        _export_only(kept, export, json)
        return
    _explore(kept, ranges, settings, export, json)


def _ranges(hashes: Sequence[str], texts: Mapping[str, str]) -> dict[str, list[Any]]:
    """The ranges given on the command line."""
    given = {"hash": ",".join(hashes), **texts}
    return {name: values_of(name, text) for name, text in given.items() if text}


def _export_only(store: Store, path: Path, json: bool) -> None:
    if not store.path.exists():
        raise RequestError(
            f"There is no store {store.path}; accepted is one that hashloom explore has written."
        )
    documents = store.documents()
    export(documents, path)
    if json:
        print_json({"store": str(store.path), "file": str(path), "documents": len(documents)})
    else:
        print_line(f"Wrote {len(documents)} results to {path}.")


def _explore(
    store: Store,
    ranges: Mapping[str, Sequence[Any]],
    settings: Settings,
    export: Path | None,
    json: bool,
) -> None:
    """Runs a sweep and shows what came of it.  Raises ToolError when points failed."""
    if settings.scheduler is not None:
        check_scheduler(settings.scheduler)
    known = campaigns.before(store) if settings.refresh else {}
    sweep = _sweep(ranges, settings, known)
    tasks = _tasks(sweep, settings, known)
    campaign = campaigns.prepare(
        tasks, store, refresh=settings.refresh, order=_order(settings.prune)
    )
    if campaign.left:
        store.require_writable()
    _announce(sweep, campaign, store)
    found = _run(campaign, store, settings, known)
    if export is not None:
        write(store.documents(), export)
    if json:
        print_json(document_of(sweep, campaign, store, found))
    else:
        print_rich(*tables_of(campaign, found))
    _require(campaign, found)


def _order(prune: bool) -> Order:
    """The points to measure, in order."""
    return pruning() if prune else cheapest_first


def _require(campaign: Campaign, found: Findings) -> None:
    """Raises ToolError when a tool or a check failed; a core that does not fit is a result."""
    failures = [found.failures.get(task.point) for task in campaign.tasks]
    broken = [failure for failure in failures if failure and failure.kind != "request"]
    if broken:
        raise ToolError(
            f"{len(broken)} of {len(campaign.tasks)} points failed, the first of them "
            f"{broken[0].point.command}: {broken[0].reason}"
        )


def _sweep(
    ranges: Mapping[str, Sequence[Any]], settings: Settings, known: Mapping[Point, Any]
) -> Sweep:

    if settings.file is not None:
        return sweep_in(settings.file, ranges)
    if settings.refresh and not ranges:
        return Sweep(tuple(known))
    return sweep_over(ranges)


def _tasks(sweep: Sweep, settings: Settings, known: Mapping[Point, Any]) -> Iterator[Task]:
    """The tasks of a sweep; a point that is measured again has as many seeds as it had."""
    suite = check_suite(settings.suite or sweep.suite or _SUITE)
    for point in sweep.points:
        seeds = settings.seeds or sweep.seeds
        if seeds is None and point in known:
            seeds = len(known[point]["fmax_mhz"]["seeds"])
        yield Task.here(point, suite, seeds or _SEEDS)


def _announce(sweep: Sweep, campaign: Campaign, store: Store) -> None:
    """Says how much there is to do."""
    console = stderr_console()
    if sweep.left_out:
        number, why = sum(sweep.left_out.values()), next(iter(sweep.left_out))
        what = "combination is no core and is" if number == 1 else "combinations are no cores and"
        console.print(f"{number} {what} left out, for example: {why}", soft_wrap=True, markup=False)
    if campaign.left_out:
        console.print(
            f"{len(campaign.left_out)} of the points are predicted to be beaten and left out, for "
            f"example: {campaign.left_out[0].command}",
            soft_wrap=True,
            markup=False,
        )
    there = len(campaign.documents) + len(campaign.failures)
    points = "1 point" if len(campaign.tasks) == 1 else f"{len(campaign.tasks)} points"
    console.print(
        f"{points}: {there} in {store.path}, {len(campaign.left)} to measure.",
        soft_wrap=True,
        markup=False,
    )


def _run(
    campaign: Campaign, store: Store, settings: Settings, known: Mapping[Point, Any]
) -> Findings:
    """Measures what is left."""
    documents, failures = dict(campaign.documents), dict(campaign.failures)
    changes = []
    with (
        sweeping(campaign.left) as (tally, show),
        closing(_outcomes(campaign.left, settings, tally.running)) as outcomes,
    ):
        for outcome in kept(outcomes, store):
            show(outcome)
            point = outcome.task.point
            if outcome.failure is not None:
                failures[point] = outcome.failure
            if outcome.document is not None:
                documents[point] = outcome.document
                if point in known:
                    changes.append(Change(known[point], outcome.document))
    return Findings(documents, failures, changes)


def _outcomes(
    tasks: Sequence[Task], settings: Settings, running: Running
) -> Generator[Outcome, None, None]:
    if settings.scheduler is not None and tasks:
        return run_on_cluster(tasks, settings.scheduler, running)

    return run_here(tasks, settings.jobs, running)


def _signature() -> inspect.Signature:
    """The command's own options and a range for each field of the nouns and for the target."""
    *own, _ = inspect.signature(_command, eval_str=True).parameters.values()
    target = typer.Option(metavar=_RANGE, help="Devices the cores are compiled for.")
    ranges = [parameter("target", Annotated[str, target], "")]
    for noun in NOUNS:
        for field in fields(noun):
            option = typer.Option(metavar=_RANGE, help=help_of(noun, field))
            ranges.append(parameter(field.name, Annotated[str, option], ""))
    given = [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in own]
    return inspect.Signature([*given, *ranges])


def explore(**values: Any) -> None:
    """The command, with a signature for typer to read."""
    _command(**values)


explore.__doc__ = _command.__doc__
explore.__signature__ = _signature()  # type: ignore[attr-defined]
explore.__annotations__ = {
    name: option.annotation for name, option in _signature().parameters.items()
}
