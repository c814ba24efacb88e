"""`hashloom generate`: the bundle of a core."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hashloom.bundles.bundle import bundle_files
from hashloom.bundles.project import ProjectRequest
from hashloom.commands.common.console import print_json, print_line, working
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import core_of
from hashloom.errors import RequestError
from hashloom.files import check_folder, write_folder
from hashloom.verification.evidence import known_about

Folder = Annotated[
    Path, typer.Option("-o", "--output", help="Folder to write; replaced if hashloom wrote it.")
]


Project = Annotated[
    str | None,
    typer.Option(
        help="A project for a vendor's tool besides: vivado, quartus, diamond or radiant."
    ),
]
Part = Annotated[
    str | None,
    typer.Option(
        help="Ordering code of the project's part; the target's, or else one of the vendor's."
    ),
]
Clock = Annotated[
    float | None,
    typer.Option(help="Clock of the project in MHz, 0.001 to 10000; the estimated one otherwise."),
]


@on_request
def generate(
    request: Request,
    output: Folder,
    project: Project = None,
    part: Part = None,
    clock: Clock = None,
) -> None:
    """Write the bundle of a core.

    That is rtl/, tb/, doc/, a description for FuseSoC and a manifest, and with --project a project
    for a vendor's tool.
    """
    core = core_of(request)
    asked = _project(project, part, clock)
    check_folder(output)
    with working(f"Compiling {core.name}."):
        files = bundle_files(core, project=asked)
    write_folder(files, output)
    if request.json:
        head = {"core": core.name, "rtl_sha256": core.rtl_sha256}
        print_json(head | {"folder": str(output), "files": sorted(files)})
    else:
        print_line(f"Wrote {core.name}, {len(files)} files, to {output}.")
        if "doc/datapath.svg" not in files:
            print_line("The picture of the datapath is left out; doc/core.md says why.")
        print_line(known_about(core).sentence)


def _project(tool: str | None, part: str | None, clock: float | None) -> ProjectRequest | None:
    """The project that was asked for, if one was."""
    if tool is None:
        if part is not None or clock is not None:
            raise RequestError(
                "A part and a clock are those of a project; accepted is one of them with "
                "--project, such as --project vivado."
            )
        return None

    asked = ProjectRequest(tool, part, clock)
    asked.check()
    return asked
