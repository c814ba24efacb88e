"""Cores: hash, architecture and interface together, and the catalogue of named ones.

`Core` and `core_for` are loaded when they are first used: the linear programming they need takes
longer to load than a command line may take to answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hashloom.cores.architecture import Architecture
from hashloom.cores.interface import Interface

if TYPE_CHECKING:
    from hashloom.cores.core import Core, core_for

__all__ = ["Architecture", "Core", "Interface", "core_for"]


def __getattr__(name: str) -> Any:
    if name in ("Core", "core_for"):
        from hashloom.cores import core

        return getattr(core, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
