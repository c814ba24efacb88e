"""Clocks and suites of a core, kept under the content of all that they follow from."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from hashloom.implementation.cache import Cache, key_of
from hashloom.verification.checks import Part, Report, Suite
from hashloom.verification.simulator import Timing, measure
from hashloom.verification.subject import MessageCore, message_core
from hashloom.verification.suites import verify
from hashloom.verification.verilator import find_verilator, lint

_FORMAT = 1  # of the entries; counts up when their meaning changes


def simulated(core: MessageCore, suite: Suite, cache: Cache) -> tuple[Timing, Report]:
    """Clocks and vectors of `core`, from the cache or simulated now.

    Raises CheckError when the core breaks its protocol; wrong digests are in the report, and such
    a report is not kept.
    """
    key = key_of(
        format=_FORMAT,
        kind="simulated",
        sources=message_core(core).sources(),
        suite=suite,
        verilator=find_verilator().version,
    )
    content = cache.get(key)
    if content is not None:
        return _read(json.loads(content))
    lint(core.sources(), core.top)
    timing, report = measure(core), verify(core, suite)
    if not report.failed:
        document = {"timing": asdict(timing), "report": asdict(report)}
        cache.put(key, json.dumps(document).encode())
    return timing, report


def _read(document: dict[str, Any]) -> tuple[Timing, Report]:
    report = dict(document["report"])
    parts = tuple(
        Part(**{**part, "failures": tuple(part["failures"])}) for part in report.pop("parts")
    )
    left_out = tuple(report.pop("left_out"))
    return Timing(**document["timing"]), Report(**report, parts=parts, left_out=left_out)
