"""The recursive method as document, tables and drawings."""

from __future__ import annotations

from functools import cache

import pytest
from rich.console import Console

from hashloom.cores import core_for
from hashloom.reports.method import Method, method_of, method_tables


@cache
def method(name: str) -> Method:
    """The method on a design or hash, once for all tests."""
    return method_of(core_for(name))


def test_document_of_the_paper() -> None:
    document = method("michail2012").as_dict()
    assert (document["unroll"], document["stages"]) == (2, 4)
    reached = {s["equation"]: s["equation_reached"] for s in document["steps"] if "equation" in s}
    assert reached == dict.fromkeys((3, 4, 5, 6, 7, 11), True)
    comparison = document["comparison"]
    assert comparison["iteration_bound_ns"] <= comparison["exact_retiming_ns"] + 1e-3
    assert comparison["exact_retiming_ns"] <= comparison["by_hand_ns"]
    assert comparison["by_hand_ns"] == document["steps"][-1]["critical_path_ns"]
    assert comparison["exact_retiming_register_bits"] < comparison["by_hand_register_bits"]


def test_words_in_registers() -> None:
    """Eight working variables at first; nine words after the first pre-computation."""
    steps = [s for s in method("michail2012").steps if s.application.changed]
    assert [step.register_words for step in steps[:3]] == [8, 8, 9]


def test_what_is_said_of_the_changes() -> None:
    changes = [s.change for s in method("michail2012").steps]
    assert "Ch(e[t], e[t-1], e[t-2])" in "\n".join(changes)
    assert changes[-1] == "nothing"
    assert all(changes)


@pytest.mark.parametrize("name", ["michail2012", "sha512"])
def test_drawings_show_one_block_and_mark_a_path(name: str) -> None:
    drawings = method(name).drawings()
    changed = [s for s in method(name).steps if s.application.changed]
    assert len(drawings) == len(changed)
    for graph, title, path in drawings.values():
        assert graph.stages == 1
        assert set(path) <= set(graph.nodes)
        assert len(path) > 2
        assert title.startswith(method(name).core.name)
        assert all(edge.source in graph.nodes for edge, _ in graph.edges())


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(width=120, highlight=False)
    for part in method_tables(method("michail2012")):
        console.print(part)
    text = capsys.readouterr().out
    assert "as equation 11" in text
    assert "Ch(e[t], e[t-1], e[t-2])" in text
    assert "iteration bound" in text
