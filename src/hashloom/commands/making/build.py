"""`hashloom build`: a core generated, verified, implemented and reported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hashloom.bundles.bundle import bundle_files
from hashloom.commands.checking.verify import SuiteName, check_suite
from hashloom.commands.common.console import counting, print_json, print_rich, working
from hashloom.commands.common.effort import (
    DEFAULT_JOBS,
    DEFAULT_PLACEMENT,
    DEFAULT_SEEDS,
    Jobs,
    PlacementName,
    Seeds,
    is_annealed,
)
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.files import check_folder, write_folder
from hashloom.measurements.results.measuring import Display, measured
from hashloom.measurements.results.result import Result
from hashloom.reports.text import report
from hashloom.targets import require_placement

Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Folder for the bundle, with the result in its doc/."),
]


@on_request
def build(
    request: Request,
    output: Output = None,
    suite: SuiteName = "quick",
    seeds: Seeds = DEFAULT_SEEDS,
    jobs: Jobs = DEFAULT_JOBS,
    placement: PlacementName = DEFAULT_PLACEMENT,
) -> None:
    """Generate, verify, implement, report.

    The cycles of an engine are counted with the message core around it; what is implemented is
    the engine alone.
    """
    checked, annealed = check_suite(suite), is_annealed(placement)
    core = core_of(request)
    require_placement(core.target, "hashloom build")
    if output is not None:
        check_folder(output)
    display = Display(working, counting)
    result = measured(core, checked, range(1, seeds + 1), jobs, display, annealed)
    if output is not None:
        write_with_result(core, result, output)
    if request.json:
        print_json(result.as_dict())
    else:
        print_rich(*report(core, result))


def write_with_result(core: Core, result: Result, output: Path) -> None:
    """The bundle with the result in it."""
    write_folder(bundle_files(core, result.as_dict()), output)
