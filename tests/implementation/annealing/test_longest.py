"""The slowest path: of small nets by hand, and of a routed design as nextpnr itself finds it."""

from __future__ import annotations

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.annealing.delays import Delays
from hashloom.implementation.annealing.longest import longest_path
from hashloom.implementation.reports import critical_path

CELLS = Delays(
    through={
        "a": [("CLK", "Q", 400)],
        "b": [("CLK", "Q", 400)],
        "f": [("A", "F", 200), ("B", "F", 100)],
        "g": [("A", "F", 150)],
    },
    setup={("a", "DI"): 30, ("b", "DI"): 50},
    clocks=frozenset({("a", "CLK"), ("b", "CLK")}),
)
WIRES = Delays(
    wires={
        ("a", "Q"): [(("f", "A"), 500), (("g", "A"), 900)],
        ("b", "Q"): [(("f", "B"), 700)],
        ("g", "F"): [(("f", "B"), 300)],
        ("f", "F"): [(("b", "DI"), 0), (("a", "DI"), 40)],
    }
)


def test_the_path_that_takes_longest_is_found() -> None:
    path = longest_path(CELLS, WIRES, {("a", "Q"): "a_q", ("g", "F"): "g_out", ("f", "F"): "sum"})
    assert [(step["type"], step["delay"]) for step in path] == [
        ("clk-to-q", 0.4),
        ("routing", 0.9),
        ("logic", 0.15),
        ("routing", 0.3),
        ("logic", 0.1),
        ("routing", 0.04),
        ("setup", 0.03),
    ]
    found = critical_path(path)
    assert (found.start, found.end, found.total_ns) == ("a_q", "a", 1.92)


def test_what_no_register_feeds_does_not_hold_up_what_one_does() -> None:
    wires = {**WIRES.wires, ("pin", "O"): [(("f", "A"), 9000)]}
    assert longest_path(CELLS, Delays(wires=wires), {}) == longest_path(CELLS, WIRES, {})


def test_a_design_without_a_path_is_refused() -> None:
    with pytest.raises(ToolError, match="no path from register to register"):
        longest_path(CELLS, Delays(), {})
