"""A core of the campaign, as a line of its record."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface
from hashloom.request.point import Point
from hashloom.verification.random.campaign import one_core

POINT = Point("sha224", Architecture(), Interface())


def test_a_core_with_a_warning_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `hashloom build` would refuse is no core that passes."""
    sources = Core.sources

    def with_a_signal_more(core: Core) -> dict[str, str]:
        texts = sources(core)
        top = f"{core.top}.sv"
        return texts | {top: texts[top].replace("\nendmodule", "\nlogic more = rst;\nendmodule")}

    monkeypatch.setattr(Core, "sources", with_a_signal_more)
    record = one_core(1, 0, draws="asked", point=POINT)
    (failure,) = record["failures"]
    assert "UNUSEDSIGNAL" in failure["text"]
    assert record["packets"] == 0
