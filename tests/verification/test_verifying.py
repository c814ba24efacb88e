"""The suite "full" has properties compiled in and random traffic beside the vectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from support.new_hashes import register

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.request.bus import BUSES
from hashloom.verification.checking import suites
from hashloom.verification.checking.checks import Report
from hashloom.verification.properties.watching import is_watched
from hashloom.verification.simulation.assertions import broken
from hashloom.verification.verifying import RUNS, verify

QUICK = Architecture(unroll=2)


class Changed:
    """A core with a fault in its text."""

    def __init__(self, core: Core, module: str, text: str, fault: str) -> None:
        self._core, self._name = core, f"{core.prefix}_{module}.sv"
        self._text, self._fault = text, fault

    def sources(self) -> dict[str, str]:
        sources = self._core.sources()
        assert sources[self._name].count(self._text) == 1
        return {**sources, self._name: sources[self._name].replace(self._text, self._fault)}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)


def test_full_ends_with_random_traffic() -> None:
    told: list[tuple[str, int, int]] = []
    report = verify(
        core_for("md5", QUICK), "full", lambda part, done, total: told.append((part, done, total))
    )
    *_, traffic = report.parts
    assert (traffic.name, report.failed, report.left_out) == ("random traffic", 0, ())
    assert traffic.vectors >= RUNS * 100
    assert (traffic.name, RUNS, RUNS) in told


def test_no_random_traffic_of_a_hash_that_hashlib_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    told = Report("sha0_u2", "full", (), ("this",))
    monkeypatch.setattr(suites, "verify", lambda *given: told)
    left_out = ("this", "random traffic, which hashlib judges")
    assert verify(core_for("sha0", QUICK), "full") == replace(told, left_out=left_out)


def test_full_stops_at_a_property_that_breaks() -> None:
    """Of what no answer shows, too: a digest's bits are on the stream while nothing is valid."""
    fault = ("digest_stream", "WIDTH'(data_q & {USED * WORD{valid_q}})", "WIDTH'(data_q)")
    core = cast(Core, Changed(core_for("md5", QUICK, Interface(width=64)), *fault))
    full = verify(core, "full")
    assert all("An assertion beside the RTL failed" in part.failures[0] for part in full.parts)
    assert "properties of the modules" in verify(core, "quick").left_out[-1]


def test_an_engine_is_run_in_its_message_core() -> None:
    report = verify(core_for("md5", QUICK, Interface(level="engine")), "full")
    assert report.failed == 0
    assert report.parts[-1].name == "random traffic"


@pytest.mark.parametrize(
    ("interface", "contexts", "watched"),
    [
        (Interface(), 8, True),
        (Interface(), 9, False),
        (Interface(level="block"), 4, False),
        (Interface(level="hmac-block"), 4, False),
        (Interface(bus=BUSES[0]), 1, True),
        (Interface(dma="axi4"), 9, False),
    ],
)
def test_which_cores_are_watched(interface: Interface, contexts: int, watched: bool) -> None:
    assert is_watched(interface, contexts) == watched


def test_what_a_simulator_says_of_a_property() -> None:
    said = "[35] %Error: x_guard.sv:91: Assertion failed in TOP.core.u_guard.p_account: 'assert'"
    assert broken(said) == "An assertion beside the RTL failed: TOP.core.u_guard.p_account"
    assert broken("%Error: something else") == ""
