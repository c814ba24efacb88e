"""Engines compiled once in a process, by whichever method their architecture names."""

from __future__ import annotations

from functools import lru_cache

from hashloom.cores.engines.searching import compile_searched
from hashloom.dataflow.delays import DelayModel
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.transforms.by_hand.compilation import compile_by_hand
from hashloom.transforms.methodology import Compiled, compile_engine


@lru_cache(maxsize=48)
def compiled_engine(
    hash_: Hash, architecture: Architecture, delays: DelayModel, *, supplied: bool
) -> Compiled:
    """The engine, by exact retiming of sums that are chosen or searched, or by a hand method."""
    if architecture.method == "searched":
        return compile_searched(hash_, architecture, delays, supplied=supplied)
    if architecture.method != "exact":
        return compile_by_hand(hash_, architecture, supplied=supplied)
    return compile_engine(hash_, architecture, delays, supplied=supplied)
