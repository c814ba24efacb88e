"""Searches for the sums of engines, remembered: what was found is not looked for again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from hashloom.cache import Cache, key_of
from hashloom.dataflow.delays import DelayModel
from hashloom.errors import HashloomError
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.transforms.methodology import Compiled
from hashloom.transforms.rewriting.compilation import Search

_ROOMS = ("hashes", "request", "dataflow", "transforms")  # whose programs decide what is found


def compile_searched(
    hash_: Hash, architecture: Architecture, delays: DelayModel, *, supplied: bool = False
) -> Compiled:
    """The engine's graph for a resolved architecture whose sums are searched.

    What was found for the same request by the same programs is made again.  Raises RequestError
    when registers can be placed in nothing that was found.
    """
    search = Search(hash_, architecture, delays, supplied)
    key = key_of(
        kind="sums",
        hash=hash_.name,
        architecture=architecture.as_dict(),
        delays=asdict(delays) | {"fused": sorted(delays.fused)},
        supplied=supplied,
        programs=_programs(),
    )
    memory = _memory()
    known = memory.get(key) if memory else None
    found = search.again(json.loads(known)) if known is not None else None
    if found is not None:
        return found
    best = search.best()
    if memory:
        memory.put(key, json.dumps(best.candidate.as_dict()).encode())
    return best.compiled


def _memory() -> Cache | None:
    """The cache; None where there is none to be had, which makes a search longer and no worse."""
    try:
        return Cache()
    except HashloomError:
        return None


@cache
def _programs() -> str:
    """What tells the programs of today from those of another day."""
    digest = hashlib.sha256()
    for room in _ROOMS:
        for text in _texts(resources.files("hashloom") / room):
            digest.update(text)
    return digest.hexdigest()


def _texts(folder: Traversable) -> list[bytes]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            found += _texts(entry)
        elif entry.name.endswith(".py"):
            found.append(entry.name.encode() + entry.read_bytes())
    return found
