"""The C++ compiler of this machine."""

from __future__ import annotations

import functools
import os
import shutil

from hashloom.errors import MissingError


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
