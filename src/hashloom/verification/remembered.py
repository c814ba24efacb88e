"""Clocks and suites of a core, kept under the content of all that they follow from."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from hashloom.cache import Cache, key_of
from hashloom.cores import Core
from hashloom.request.level import level_named
from hashloom.verification.checking.checks import Part, Report, Suite
from hashloom.verification.hmac_timing import CaseTiming, HmacTiming, measure_hmac
from hashloom.verification.simulation.subject import message_core
from hashloom.verification.simulation.verilator import find_verilator, lint
from hashloom.verification.simulator import Timing, measure
from hashloom.verification.verifying import verify

_FORMAT = 2  # of the entries; counts up when their meaning changes
Clocks = TypeVar("Clocks", Timing, HmacTiming)


def simulated(core: Core, suite: Suite, cache: Cache) -> tuple[Timing, Report]:
    """Clocks and vectors of `core`, from the cache or simulated now.

    Raises CheckError when the core breaks its protocol; wrong digests are in the report, and such
    a report is not kept.
    """
    return _kept(core, suite, cache, lambda: measure(core), lambda found: Timing(**found))


def simulated_hmac(
    core: Core, engines: int, suite: Suite, cache: Cache
) -> tuple[HmacTiming, Report]:
    """The same of an HMAC core of so many engines, the clocks of its four cases included."""
    return _kept(core, suite, cache, lambda: measure_hmac(core, engines), _hmac_timing)


def _kept(
    core: Core,
    suite: Suite,
    cache: Cache,
    count: Callable[[], Clocks],
    read: Callable[[dict[str, Any]], Clocks],
) -> tuple[Clocks, Report]:
    key = key_of(
        format=_FORMAT,
        kind="simulated",
        sources=(core if level_named(core.level).whole else message_core(core)).sources(),
        suite=suite,
        verilator=find_verilator().version,
    )
    content = cache.get(key)
    if content is not None:
        document = json.loads(content)
        return read(document["timing"]), _report(document["report"])
    lint(core.sources(), core.top)
    timing, report = count(), verify(core, suite)
    if not report.failed:
        document = {"timing": _document(timing), "report": asdict(report)}
        cache.put(key, json.dumps(document).encode())
    return timing, report


def _document(timing: Timing | HmacTiming) -> dict[str, Any]:
    """The clocks as JSON can hold them: its keys are texts."""
    document = asdict(timing)
    if isinstance(timing, HmacTiming):
        document["cases"] = [
            [case, blocks, asdict(clocks)] for (case, blocks), clocks in timing.cases.items()
        ]
        document["key_cycles"] = list(timing.key_cycles.items())
    return document


def _hmac_timing(document: dict[str, Any]) -> HmacTiming:
    """What `_document` wrote."""
    found = document | {
        "hash": Timing(**document["hash"]),
        "key_cycles": {int(blocks): clocks for blocks, clocks in document["key_cycles"]},
        "cases": {
            (case, blocks): CaseTiming(**clocks) for case, blocks, clocks in document["cases"]
        },
    }
    return HmacTiming(**found)


def _report(document: dict[str, Any]) -> Report:
    report = dict(document)
    parts = tuple(
        Part(**{**part, "failures": tuple(part["failures"])}) for part in report.pop("parts")
    )
    left_out = tuple(report.pop("left_out"))
    return Report(**report, parts=parts, left_out=left_out)
