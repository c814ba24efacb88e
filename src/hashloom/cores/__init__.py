"""Cores: hash, architecture and interface together, and the catalogue of named ones."""

from __future__ import annotations

from hashloom.cores.architecture import Architecture
from hashloom.cores.core import Core, core_for
from hashloom.cores.interface import Interface

__all__ = ["Architecture", "Core", "Interface", "core_for"]
