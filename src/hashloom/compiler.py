"""The C++ compiler of this machine."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hashloom.errors import MissingError, ToolError
from hashloom.processes import run

_SHOWN_CHARACTERS = 2000  # of what it says is wrong


@functools.lru_cache(maxsize=1)
def compiler() -> str:
    """The path of the C++ compiler: what `CXX` names, else the first of three that is there.

    Raises MissingError when there is none, or none of the name in `CXX`.
    """
    chosen = os.environ.get("CXX", "")
    for name in [chosen] if chosen else ["g++", "clang++", "c++"]:
        path = shutil.which(name)
        if path is not None:
            return path
    if chosen:
        raise MissingError(
            f"The variable CXX names {chosen!r}, which is no program here; accepted is the name or "
            "the path of a C++ compiler, without options, or no CXX at all."
        )
    raise MissingError(
        "A C++ compiler is missing: install g++ or clang++, or name another in the variable CXX."
    )


@functools.lru_cache(maxsize=1)
def compiler_text() -> str:
    """The compiler's path and what it says of its version."""
    told = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=False)
    return compiler() + told.stdout


def run_compiler(arguments: Sequence[str | Path], target: Path) -> None:
    """Makes the file `target`; what the compiler needs for a while goes beside it.

    Raises ToolError when it fails.
    """
    own = {**os.environ, "TMPDIR": str(target.parent)}
    done = run([compiler(), *map(str, arguments), "-o", str(target)], environment=own)
    if done.returncode != 0 or not target.exists():
        said = done.stderr.strip()[:_SHOWN_CHARACTERS]
        if not said:
            ended = f"it ended with status {done.returncode}."
            said = ended if done.returncode else "it wrote nothing."
        raise ToolError(f"The C++ compiler {compiler()} failed: {said}")
