"""The block diagram of a core."""

from __future__ import annotations

import copy
from typing import Any
from xml.etree import ElementTree

import pytest

from hashloom.measurements.dataset import shipped
from hashloom.reports.drawings.block_diagram import block_diagram


def document(level: str, **architecture: Any) -> dict[str, Any]:
    """A shipped document of a level with another architecture."""
    found = copy.deepcopy(next(d for d in shipped() if d["level"] == level))
    found["architecture"] |= architecture
    return found


def classes(text: str) -> list[str]:
    """The classes of what is drawn."""
    return [element.get("class", "") for element in ElementTree.fromstring(text).iter()]


def texts(text: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(text).iter("text")]


@pytest.mark.parametrize(
    ("unroll", "stages", "interleave", "rounds", "more"),
    [(1, 1, 1, 1, None), (2, 4, 4, 8, None), (4, 1, 16, 4, None), (8, 2, 2, 8, "and 4 more")],
)
def test_rounds_and_contexts(
    unroll: int, stages: int, interleave: int, rounds: int, more: str | None
) -> None:
    drawn = block_diagram(
        document("message", unroll=unroll, stages=stages, interleave=interleave, groups=stages)
    )
    assert classes(drawn).count("round") == rounds
    assert classes(drawn).count("context") == stages * interleave
    assert texts(drawn).count(more or "") == (stages if more else 0)


def test_memories() -> None:
    drawn = block_diagram(
        document("message", constants="bram", buffer="lutram", chaining="bram", load="serial")
    )
    assert classes(drawn).count("bram") == 2
    alone = document("message", interleave=1, groups=1, load="parallel", constants="lut")
    assert any("registers" in text for text in texts(block_diagram(alone)))


def test_a_family_without_lut_ram() -> None:
    found = document("message", buffer="lutram", load="serial", chaining="lutram")
    found["resources"]["lutram"] = 0
    assert not any("LUT RAM" in text for text in texts(block_diagram(found)))


def test_levels() -> None:
    engine, keyed = (block_diagram(document(level)) for level in ("engine", "hmac"))
    assert "padder" not in texts(engine)
    assert {"padder", "key store", "digest store"} <= set(texts(keyed))
    two = texts(block_diagram(document("hmac", engines=2)))
    assert {"engine: inner hash", "engine: outer hash"} <= set(two)


def test_same_architecture_same_drawing() -> None:
    one, other = document("engine"), document("engine")
    other["fmax_mhz"]["median"] += 1
    assert block_diagram(one) == block_diagram(other)
