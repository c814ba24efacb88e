"""`hashloom build`: a core generated, verified, implemented and reported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hashloom.commands.console import print_json, print_rich, working
from hashloom.commands.implement import (
    DEFAULT_JOBS,
    DEFAULT_SEEDS,
    Jobs,
    Seeds,
    run_implementation,
)
from hashloom.commands.request import Request, on_request
from hashloom.commands.verify import SuiteName, check_suite, run_suite

if TYPE_CHECKING:
    from hashloom.cores import Core
    from hashloom.reports.result import Result

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
) -> None:
    """Generate, verify, implement, report.

    The cycles of an engine are counted with the message core around it; what is implemented is
    the engine alone.
    """
    from hashloom.cores.folder import check_folder
    from hashloom.targets import require_placement

    check_suite(suite)
    core = request.core()
    require_placement(core.target, "hashloom build")
    if output is not None:
        check_folder(output)
    result = measured(core, suite, seeds, jobs)
    if output is not None:
        _write(core, result, output)
    if request.json:
        print_json(result.as_dict())
    else:
        from hashloom.reports.text import report

        print_rich(*report(core, result))


def measured(core: Core, suite: str, seeds: int, jobs: int) -> Result:
    """Verifies, times and implements a core. Raises CheckError when a vector fails."""
    from hashloom.reports.hmac_result import HmacResult
    from hashloom.reports.result import Result
    from hashloom.verification.hmac_timing import HmacTiming, measure_hmac
    from hashloom.verification.simulator import measure
    from hashloom.verification.verilator import find_verilator, lint

    keyed = core.level == "hmac"
    with working(f"Compiling {core.name} and its simulation."):
        lint(core.sources(), core.top)
        clocks = measure_hmac(core, core.architecture.engines) if keyed else measure(core)
    verified = run_suite(core, suite)
    verified.require()
    done = run_implementation(core, seeds, jobs)
    version = find_verilator().version
    if isinstance(clocks, HmacTiming):
        return HmacResult.of_keyed(core, clocks, verified, done, version)
    return Result.of(core, clocks, verified, done, version)


def _write(core: Core, result: Result, output: Path) -> None:
    """The bundle with the result in it."""
    from hashloom.cores.bundle import bundle_files
    from hashloom.cores.folder import write_folder

    write_folder(bundle_files(core, result.as_dict()), output)
