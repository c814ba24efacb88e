"""A core on its target: placed and routed, or synthesised for its area."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.errors import RequestError
from hashloom.implementation import flow
from hashloom.implementation.annealing.placing import require_annealing
from hashloom.implementation.area import Area, synthesise_area
from hashloom.implementation.result import Implementation
from hashloom.targets import AreaTarget, Target, require_placement

_LARGE = 25_000  # register bits of a datapath whose placement takes long
_CROWDED = 55_000  # and of a pool whose ways the usual router does not find in hours


def implement(
    core: Core,
    seeds: Sequence[int] = (1, 2, 3, 4, 5),
    *,
    progress: Callable[[str], None] | None = None,
    jobs: int = 2,
    stop: Event | None = None,
    annealed: bool = False,
) -> Implementation:
    """Synthesis, place and route on the core's target, one placement a seed.

    With `annealed`, the placements are annealed before they are routed, on targets of ECP5. Pools
    that are annealed are placed for length before; other cores for time, and they are mapped to few
    levels of look-up tables, unless they take blocks whole.

    `progress` is told what goes on; `jobs` placements run at a time; setting `stop` ends what runs.
    Where the target has them, large pools get a router for crowded devices, and cores that take
    blocks whole a placer that leaves more room.  Raises RequestError when the core does not fit the
    device, ToolError when a tool fails or is ended.
    """
    require_placement(core.target, "place and route")
    if annealed:
        require_annealing(core.target)
    large = not core.folded and core.register_bits > _LARGE
    if progress is not None and large:
        progress(f"{core.name} is large: a placement may take half an hour and more.")
    return flow.implement(
        core.sources_for(core.target),
        core.top,
        placed_as(core, annealed),
        seeds,
        cache=Cache(),
        progress=progress,
        jobs=jobs,
        stop=stop,
        annealed=annealed,
    )


def placement_keys(core: Core, seeds: Sequence[int], annealed: bool = False) -> dict[int, str]:
    """By seed, the name under which the cache keeps a placement that `implement` has made."""
    target = placed_as(core, annealed)
    return flow.placement_keys(core.sources_for(core.target), core.top, target, seeds, annealed)


def placed_as(core: Core, annealed: bool) -> Target:
    """The core's target, with the options of synthesis, place and route that suit the core."""
    if core.interface.kind.whole:
        return core.target.loose
    if core.architecture.pool == 0:
        return core.target.shallow.spread if annealed else core.target
    if annealed:
        return core.target.short
    target = core.target.spread
    return target.crowded if core.register_bits > _CROWDED else target


def area(
    core: Core,
    *,
    progress: Callable[[str], None] | None = None,
    stop: Event | None = None,
) -> Area:
    """Area by synthesis, for a target that is synthesis only.

    Setting `stop` ends it.  Raises RequestError for another target, ToolError when synthesis fails
    or is ended.
    """
    if not isinstance(core.target, AreaTarget):
        raise RequestError(
            f"{core.target.name} has place and route, which counts its cells; accepted for an "
            "area by synthesis are targets that are synthesis only, such as virtex-5."
        )
    texts = core.sources_for(core.target)
    return synthesise_area(
        texts, core.top, core.target, cache=Cache(), progress=progress, stop=stop
    )
