"""The order of memory accesses, seen from outside: what the bounds leave possible."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.graphs import DELAYS

from hashloom.cores import Architecture
from hashloom.hashes import get_hash
from hashloom.transforms.methodology import Compiled, compile_engine
from hashloom.transforms.registers.ordering import new_words, supply_in_order

SHA256 = get_hash("sha256")
IN_REGISTERS = [
    Architecture(),
    Architecture(load="parallel"),
    Architecture(load="added"),
    Architecture(load="cleared"),
    Architecture(unroll=2),
    Architecture(unroll=4),
    Architecture(association="textbook", adders="ripple", retiming=False),
]


def supplied(architecture: Architecture) -> Compiled:
    """The SHA-256 engine of an architecture whose messages may start from supplied states."""
    return compile_engine(SHA256, architecture.resolved(SHA256), DELAYS, supplied=True)


@pytest.mark.parametrize("architecture", IN_REGISTERS)
@pytest.mark.parametrize("half", ["a", "e"])
@pytest.mark.parametrize("clocks", [-40, 40])
def test_states_that_come_at_the_wrong_time_are_found(
    architecture: Architecture, half: str, clocks: int
) -> None:
    engine = supplied(architecture)
    assert supply_in_order(engine.graph, engine.order)
    moved = {
        node.name: engine.graph.lag(node.name) + clocks for node in new_words(engine.graph, half)
    }
    late = replace(engine.graph, lags={**engine.graph.lags, **moved})
    assert not supply_in_order(late, engine.order)
    assert supply_in_order(late, replace(engine.order, supplied=False))


@pytest.mark.parametrize("architecture", [*IN_REGISTERS, Architecture(interleave=2)])
def test_states_are_asked_for_after_the_start_of_their_slot(architecture: Architecture) -> None:
    engine = supplied(architecture)
    assert engine.latest_request >= 0
    if architecture.interleave == 1:
        assert min(engine.supply_delay(half) for half in "ae") >= 3
