"""The suites that `hashloom verify` and `build` run: vectors, and what "full" has besides.

"full" has the properties of the modules compiled in, which stop a run that breaks one, and random
traffic beside the vectors, which is judged by Python's hashlib.  "quick" has neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hashloom.cores import Core
from hashloom.verification.checking import suites
from hashloom.verification.checking.checks import Part, Report, Suite
from hashloom.verification.properties.watching import ASSUMING, MOST_CONTEXTS, is_watched, watched
from hashloom.verification.random.campaign import PACKETS
from hashloom.verification.random.suite import traffic_part
from hashloom.verification.simulation.subject import message_core
from hashloom.verification.vectors.reference import in_hashlib

RUNS, SEED = 20, 1  # of the random traffic of "full"
_ONLY_IN_FULL = f"properties of the modules, and random traffic: {RUNS} runs of {PACKETS} packets"
Progress = Callable[[str, int, int], None]


def verify(core: Core, suite: Suite, progress: Progress = lambda part, done, total: None) -> Report:
    """Runs a suite through the RTL of `core`, an engine's through the message core around it.

    Wrong answers are counted, never raised; a property that breaks is the failure of its part.
    Raises RequestError when there is no such suite, ToolError when a tool is missing or fails.
    """
    if suite != "full":
        report = suites.verify(core, suite, progress)
        return replace(report, left_out=(*report.left_out, _ONLY_IN_FULL))
    whole = core if core.interface.kind.whole else message_core(core)
    report = suites.verify(core, suite, progress, watched(whole, whole.sources()))
    left_out = (*report.left_out, *_unwatched(whole))
    if not all(in_hashlib(each.name) for each in core.hashes):
        return replace(report, left_out=(*left_out, "random traffic, which hashlib judges"))
    parts = (*report.parts, random_traffic(whole, progress))
    return replace(report, parts=parts, left_out=left_out)


def random_traffic(core: Core, progress: Progress) -> Part:
    """What the random traffic of "full" finds; a vector is a packet."""
    return traffic_part(core, SEED, RUNS, progress)


def _unwatched(core: Core) -> tuple[str, ...]:
    """Whose properties are not compiled in."""
    if core.interface.kind.whole:
        return ("properties of the modules: it takes blocks whole",)
    if not is_watched(core.interface, core.contexts):
        return (f"properties of the modules: it has more than {MOST_CONTEXTS} contexts",)
    if core.interface.registered or core.interface.ringed:
        return (f"properties that assume other modules: those of {', '.join(ASSUMING)}",)
    return ()
