"""`hashloom generate`: the bundle of a core."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hashloom.commands.console import print_json, print_line, working
from hashloom.commands.request import Request, on_request

Folder = Annotated[
    Path, typer.Option("-o", "--output", help="Folder to write; replaced if hashloom wrote it.")
]


@on_request
def generate(request: Request, output: Folder) -> None:
    """Write the bundle of a core.

    That is rtl/, tb/, doc/, a description for FuseSoC and a manifest.
    """
    from hashloom.cores.bundle import bundle_files
    from hashloom.cores.folder import check_folder, write_folder

    core = request.core()
    check_folder(output)
    with working(f"Compiling {core.name}."):
        files = bundle_files(core)
    write_folder(files, output)
    if request.json:
        print_json({"core": core.name, "folder": str(output), "files": sorted(files)})
    else:
        print_line(f"Wrote {core.name}, {len(files)} files, to {output}.")
