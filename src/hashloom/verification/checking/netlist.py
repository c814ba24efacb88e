"""Simulation of a core's netlist after synthesis, with the driver that tests its RTL."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, cast

from hashloom.cache import Cache
from hashloom.implementation.flow import netlist
from hashloom.request.level import level_named
from hashloom.targets import Target, require_placement
from hashloom.verification.checking.checks import (
    Progress,
    Report,
    Selection,
    message_checks,
    run_part,
)
from hashloom.verification.checking.hmac_cases import random_pairs, rfc_vectors, truncations
from hashloom.verification.checking.suites import mixed_messages, random_messages
from hashloom.verification.simulation.driver import Setting, compile_driver
from hashloom.verification.simulation.subject import (
    HmacCore,
    MessageCore,
    hashes_of,
    message_core,
)
from hashloom.verification.simulation.verilator import Build, Effort
from hashloom.verification.vectors import cavp, rfc_tags
from hashloom.verification.vectors.reference import without_hashlib

_SETTING = Setting(stalls=0.1, seed=1)
_BUILD = Build(verilator_options=("-Wno-lint", "-Wno-style"), effort=Effort.HUGE)
_RANDOM = 35  # messages
_LEFT_OUT: tuple[str, ...] = ("CAVP long and monte", "every length")
_HMAC_LEFT_OUT = ("CAVP long", "errors", "keys changed and erased")


class TargetedCore(MessageCore, Protocol):
    """A core that can be written for one target."""

    def sources_for(self, target: Target) -> dict[str, str]:
        """SystemVerilog text by file name, with the target's arithmetic primitives."""


def verify_netlist(
    core: TargetedCore, target: Target, progress: Progress = lambda part, done, total: None
) -> Report:
    """Synthesise `core` for `target` and run short vectors and random messages through the netlist.

    On ECP5 it is the netlist that is placed, block RAM and its output registers included.
    Raises RequestError for a target that is synthesis only, of whose cells there are no models
    here, and ToolError when synthesis fails; wrong digests are counted in the report, never raised.
    """
    check_netlist(target)
    subject = message_core(core)
    text = netlist(subject.sources_for(target), subject.top, target, cache=Cache())
    return verify_text(subject, text, progress)


def check_netlist(target: Target) -> None:
    """Raises RequestError for a target that is synthesis only: of its cells there are no models."""
    require_placement(target, "simulation of its netlist")


def verify_text(
    core: MessageCore, text: str, progress: Progress = lambda part, done, total: None
) -> Report:
    """Run the short CAVP vectors, if any, and random messages through a netlist of `core`.

    An HMAC core also makes and verifies tags: those of RFC 2202, 2286 or 4231, tags of every
    length, and tags of random messages with random keys.

    `text` is Verilog that simulates by itself: a module `core.top` with the core's ports, and
    models of the cells it is made of. Those come from elsewhere and need not be free of lint.
    Raises CheckError when Verilator does not accept it.
    """
    executable = compile_driver(core, {"netlist.v": text}, _BUILD)
    messages = random_messages(core, _RANDOM, _RANDOM)
    if len(hashes_of(core)) > 1:
        messages = mixed_messages(core, _RANDOM)
    selections = [replace(messages, name=f"{messages.name}, netlist")]
    if core.hash.name in cavp.HASHES:
        checks = message_checks(core, cavp.vectors(core.hash.name, "short"))
        selections.insert(0, Selection("CAVP short, netlist", checks, _SETTING))
    left_out = _LEFT_OUT
    if level_named(core.level).keyed:
        keyed = cast(HmacCore, core)
        tags = (*rfc_vectors(keyed), *truncations(keyed))
        pairs = random_pairs(keyed, _RANDOM, seed=4)
        source = rfc_tags.SOURCES.get(core.hash.name)
        name = f"{source} and tags of every length" if source else "tags of every length"
        selections.append(Selection(f"{name}, netlist", tags, _SETTING))
        selections.append(Selection("random keys and messages, netlist", pairs, _SETTING))
        left_out = _HMAC_LEFT_OUT
    parts = tuple(run_part(executable, each, progress) for each in selections)
    return Report(
        core.name,
        "netlist",
        parts,
        left_out + without_hashlib(each.name for each in hashes_of(core)),
    )
