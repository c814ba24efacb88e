"""C-slow interleaving: every register becomes C, and C messages share the round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import (
    ALL_HASHES,
    LOADS,
    MESSAGES,
    assert_digests,
    rounds_of,
)

from hashloom.errors import RequestError
from hashloom.transforms.copies.interleaving import interleave


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("load", LOADS)
def test_digests_are_unchanged(name: str, load: dict[str, bool]) -> None:
    assert_digests(interleave(rounds_of(name, **load), 3), name)


@given(st.lists(MESSAGES, min_size=1, max_size=5), st.integers(1, 5))
@settings(max_examples=10)
def test_digests_of_any_messages(messages: list[bytes], contexts: int) -> None:
    assert_digests(interleave(rounds_of("sha256", serial_load=True), contexts), "sha256", messages)


@pytest.mark.parametrize("contexts", [1, 2, 7])
def test_every_register_becomes_as_many(contexts: int) -> None:
    graph = rounds_of("sha256")
    slowed = interleave(graph, contexts)
    assert slowed.interleave == contexts
    assert slowed.registers == {n: r * contexts for n, r in graph.registers.items()}
    assert slowed.iterations == graph.iterations
    assert list(slowed.nodes) == list(graph.nodes)


def test_interleaving_twice_multiplies() -> None:
    graph = rounds_of("sha256")
    assert interleave(interleave(graph, 2), 3) == interleave(graph, 6)


@pytest.mark.parametrize("contexts", [0, -1])
def test_refusal(contexts: int) -> None:
    message = rf"^An interleave of {contexts} is not possible; accepted is 1 or more\.$"
    with pytest.raises(RequestError, match=message):
        interleave(rounds_of("sha256"), contexts)
