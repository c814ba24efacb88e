"""`hashloom verify`: suites of vectors through a core's RTL, and through its netlist."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, cast

import typer
from rich.table import Table

from hashloom.commands.common.console import counting, print_json, print_rich
from hashloom.commands.common.effort import is_annealed
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.errors import RequestError
from hashloom.implementation.annealing.placing import require_annealing
from hashloom.implementation.implementing import placed_as
from hashloom.verification import verifying
from hashloom.verification.checking.netlist import check_netlist, verify_netlist
from hashloom.verification.checking.suites import Report, Suite
from hashloom.verification.random.requests import require_traffic
from hashloom.verification.random.suite import verify_random
from hashloom.verification.simulation.subject import require_streams

_YEAR = 525_600  # minutes

SuiteName = Annotated[
    str, typer.Option("--suite", metavar="quick|full", help="How much is tested.")
]
AnySuiteName = Annotated[
    str,
    typer.Option(
        "--suite",
        metavar="quick|full|random",
        help="How much is tested, or random traffic against an oracle made from the documents.",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(help=f"How long random traffic goes on, 0 to {_YEAR}; at least 6 runs."),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Of random traffic.")]
Netlist = Annotated[
    bool, typer.Option("--netlist", help="Also simulate the netlist after synthesis.")
]
Placement = Annotated[
    str | None,
    typer.Option(
        "--placement",
        metavar="NAME",
        help="With --netlist: usual, or annealed for the netlist that is annealed (ECP5).",
    ),
]
_SUITES = ("quick", "full")
_RANDOM = "random"


@on_request
def verify(
    request: Request,
    suite: AnySuiteName = "quick",
    netlist: Netlist = False,
    placement: Placement = None,
    minutes: Minutes = None,
    seed: Seed = None,
) -> None:
    """Test the RTL of a core.

    Its digests are compared with the NIST vectors and with Python's hashlib.
    An engine is tested with the message core around it.
    """
    if suite not in (*_SUITES, _RANDOM):
        raise RequestError(f"There is no suite {suite!r}; accepted are quick, full and random.")
    if suite != _RANDOM and (minutes, seed) != (None, None):
        raise RequestError(
            f"The suite {suite} is always the same; accepted with --minutes and --seed is "
            "--suite random."
        )
    if minutes is not None and not 0 <= minutes <= _YEAR:
        raise RequestError(
            f"--minutes {minutes} is no time; accepted is a number from 0 to {_YEAR}, a year."
        )
    if placement is not None and not netlist:
        raise RequestError(
            "--placement says which netlist is simulated; accepted with it is --netlist."
        )
    annealed = placement is not None and is_annealed(placement)
    core = core_of(request)
    if netlist:
        check_netlist(core.target)
        require_streams(core, "The netlist")
    if annealed:
        require_annealing(core.target)
    if suite == _RANDOM:
        require_traffic(core)
    coverage: dict[str, Any] = {}
    if suite == _RANDOM:
        with counting() as progress:
            found = verify_random(core, 1 if seed is None else seed, minutes or 0.0, progress)
        reports, coverage = [found.report], {"coverage": found.coverage()}
    else:
        reports = [run_suite(core, suite)]
    if netlist:
        with counting() as progress:
            report = verify_netlist(core, placed_as(core, annealed), progress)
        reports.append(replace(report, suite=f"{report.suite}, annealed") if annealed else report)
    if request.json:
        head = {"rtl_sha256": core.rtl_sha256}
        print_json(head | document_of(reports) | coverage)
    else:
        print_rich(*(_table(report) for report in reports))
        if coverage:
            print_rich(*_covered(coverage["coverage"]))
    for report in reports:
        report.require()


def _covered(coverage: dict[str, Any]) -> list[Any]:
    """What random traffic did: bins by what they are about, and why some cannot be hit."""
    table = Table(title="What the traffic did, in bins", title_justify="left", title_style="bold")
    table.add_column("about")
    kinds = ("hit", "missed", "excused")
    for kind in kinds:
        table.add_column(kind, justify="right")
    table.add_column("missed, such as")
    counts = {kind: Counter(_about(bin_) for bin_ in coverage[kind]) for kind in kinds}
    for about in sorted(set().union(*counts.values())):
        missed = next((bin_ for bin_ in coverage["missed"] if _about(bin_) == about), "")
        numbers = (str(counts[kind][about]) for kind in kinds)
        table.add_row(about, *numbers, missed.partition(f"{about}: ")[2])
    reasons = Counter(coverage["excused"].values())
    return [table, *(f"{count} excused: {why}." for why, count in sorted(reasons.items()))]


def _about(bin_: str) -> str:
    """What a bin is about: "answer" of "HMAC core, answer: MAC, status 0"."""
    return bin_.partition(", ")[2].partition(":")[0]


def check_suite(name: str) -> Suite:
    """The suite called `name`. Raises RequestError for another."""
    if name not in _SUITES:
        raise RequestError(f"There is no suite {name!r}; accepted are {' and '.join(_SUITES)}.")
    return cast("Suite", name)


def run_suite(core: Core, suite: str) -> Report:
    """Runs a suite and shows how it goes on."""
    checked = check_suite(suite)

    with counting() as progress:
        return verifying.verify(core, checked, progress)


def document_of(reports: list[Report]) -> dict[str, Any]:
    """Reports of one core as JSON shows them."""
    return {
        "core": reports[0].core,
        "vectors": sum(report.vectors for report in reports),
        "failed": sum(report.failed for report in reports),
        "suites": [
            {
                "suite": report.suite,
                "parts": [
                    {
                        "name": part.name,
                        "vectors": part.vectors,
                        "failed": part.failed,
                        "clocks": part.clocks,
                        "failures": list(part.failures),
                    }
                    for part in report.parts
                ],
                "left_out": list(report.left_out),
            }
            for report in reports
        ],
    }


def _table(report: Report) -> Any:
    left_out = f"Left out: {'; '.join(report.left_out)}." if report.left_out else None
    table = Table(
        title=f"{report.core}, suite {report.suite}",
        title_justify="left",
        title_style="bold",
        caption=left_out,
        caption_justify="left",
    )
    table.add_column("part")
    for name in ("vectors", "failed", "clocks"):
        table.add_column(name, justify="right")
    for part in report.parts:
        table.add_row(part.name, str(part.vectors), str(part.failed), str(part.clocks))
    table.add_section()
    clocks = sum(part.clocks for part in report.parts)
    table.add_row("together", str(report.vectors), str(report.failed), str(clocks))
    return table
