"""Cores: hash, architecture and interface put together for a target.

A core is its text and its numbers; what runs it, places it or packs it stands above. The nouns that
it is asked for with are `hashloom.request`'s.
"""

from __future__ import annotations

from hashloom.cores.core import Core
from hashloom.cores.making import core_for, core_of, is_of_today
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface

__all__ = ["Architecture", "Core", "Interface", "core_for", "core_of", "is_of_today"]
