"""The C++ compiler of this machine."""

from __future__ import annotations

import functools
import os
import shutil

from hashloom.errors import ToolError


@functools.lru_cache(maxsize=1)
def compiler() -> str:
    """Return the path of the C++ compiler; raises ToolError when there is none."""
    for name in (os.environ.get("CXX", ""), "g++", "clang++", "c++"):
        path = shutil.which(name) if name else None
        if path is not None:
            return path
    raise ToolError(
        "A C++ compiler is missing: install g++ or clang++, or name another in the variable CXX."
    )
