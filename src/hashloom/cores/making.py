"""From a request to its core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hashloom.cores.core import Core
from hashloom.cores.folding import require_foldable
from hashloom.errors import RequestError
from hashloom.request.architecture import Architecture
from hashloom.request.at_level import check_level
from hashloom.request.bus import BUS_BITS
from hashloom.request.choice import hashes_of
from hashloom.request.designs import starting_points
from hashloom.request.interface import Interface, split_name
from hashloom.request.point import DEFAULT_TARGET, Point, point_of
from hashloom.targets import get_target


def core_for(
    hash_name: str,
    architecture: Architecture | None = None,
    interface: Interface | None = None,
    target: str = DEFAULT_TARGET,
) -> Core:
    """The core for a request.

    `hash_name` may be the name of a published design, and "hmac-" before either asks for an HMAC
    core; of several hashes with "+" between them each message has one.  A design brings its
    architecture and interface, where none is given; one whose engine goes into an HMAC core that is
    not the paper's brings its architecture alone.  Raises RequestError, one sentence saying what
    would be accepted, for an unknown hash, design or target and for a value that the hash does not
    permit.
    """
    design, own_architecture, own_interface = starting_points(hash_name)
    name, streams = split_name(hash_name, interface or own_interface)
    requested = architecture or own_architecture
    hash_, *others = hashes_of(design.hash_name if design else name, streams.level)
    design = design and design.at_level(streams.level)
    require_foldable(requested, hash_, streams, bool(others))
    streams.check(hash_)
    check_level(requested, streams.level, hash_)
    resolved = requested.resolved(hash_)
    streams.check_pool((hash_, *others), pooled=resolved.pool > 0)
    streams.check_array(resolved.contexts, folded=resolved.fold > 0, several=bool(others))
    streams.check_registers(resolved.contexts)
    width_asked, streams = streams.width, streams.behind_registers()
    if streams.registered and streams.width == BUS_BITS:
        width_asked = None
    core = Core(
        hash_,
        requested,
        resolved,
        streams,
        get_target(target),
        supplied=bool(others),
        design=design,
        width_asked=width_asked,
        others=tuple(others),
    )
    if streams.width is None:
        core = replace(core, interface=replace(streams, width=core.row_bits))
    _require_free(core)
    return core


def _require_free(core: Core) -> None:
    """Raises RequestError when the prefix, which the top module has as its name, is a port's."""
    prefix = core.interface.prefix
    if prefix and prefix in {port.name for port in core.ports}:
        raise RequestError(
            f"{prefix!r} is a port of {core.usually_named.name}; accepted for --prefix is a name "
            "that is none."
        )


def core_of(point: Point) -> Core:
    """The core that a point asks for.  Raises RequestError for a value that is not accepted."""
    return core_for(point.hash_name, point.architecture, point.interface, point.target)


def is_of_today(document: Mapping[str, Any]) -> bool:
    """Whether a document is about the RTL that its request gives now: its `rtl_sha256` says so.

    It is not where the request is no longer accepted.
    """
    try:
        return bool(core_of(point_of(document)).rtl_sha256 == document.get("rtl_sha256"))
    except RequestError:
        return False
