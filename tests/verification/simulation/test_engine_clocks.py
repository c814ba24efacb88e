"""Clocks of engines by themselves."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.simulation.engine_clocks import engine_clocks, engine_latency

ENGINE = Interface(level="engine")


@pytest.mark.parametrize(
    "architecture",
    [
        Architecture(),
        Architecture(interleave=3),
        Architecture(unroll=4, interleave=2),
        Architecture(stages=2, unroll=8),
    ],
)
def test_slot_over_its_contexts(architecture: Architecture) -> None:
    core = core_for("sha256", architecture, ENGINE)
    assert engine_clocks(core) == core.compiled.slot_clocks / architecture.interleave
    rounds = 64 * architecture.interleave / architecture.unroll
    assert rounds < engine_latency(core) < rounds + 16 * architecture.interleave


def test_only_engines() -> None:
    with pytest.raises(RequestError, match="engine"):
        engine_clocks(core_for("sha256"))
