"""The list of long tests names tests that there are."""

from __future__ import annotations

import ast
from pathlib import Path

LIST = Path(__file__).parent / "long_tests.txt"


def test_every_line_names_a_test() -> None:
    lines = [line for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert lines == sorted(set(lines))
    for line in lines:
        path, _, name = line.split(" but ")[0].partition("::")
        tree = ast.parse((LIST.parents[1] / path).read_text("utf-8"))
        there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name.split("[")[0] in there, line
