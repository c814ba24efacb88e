"""The annealer's program: what is said when it cannot be compiled or run."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.implementation.annealing import annealer
from hashloom.implementation.annealing.annealer import Refinement, Schedule, anneal

# A row of 71 tiles. A look-up table (cell 0) is fed by a late register at tile 10 and by three
# early ones at 60, and feeds one at 10. Between two others is a path that nothing makes shorter.
LATE = """1 50 400
10 6 4
0 30 10 0 -1 0 0 0 0 0
9 10 10 0 -1 0 0 0 0 0
9 60 10 0 -1 0 0 0 0 0
9 60 10 0 -1 0 0 0 0 0
9 60 10 0 -1 0 0 0 0 0
9 10 10 0 -1 0 0 0 0 0
9 0 10 0 -1 0 0 0 0 0
9 0 10 0 -1 0 0 0 0 0
1 0 10 0 -1 0 0 0 0 0
1 70 10 0 -1 0 0 0 0 0
1 3000 1 0 1 0 -1
2 100 1 0 1 0 -1
3 100 1 0 1 0 -1
4 100 1 0 1 0 -1
0 -1 1 5 1 0 0
6 90000 1 7 1 0 0
0 4 200
1 4 200
2 4 200
3 4 200
"""
NEVER = "6 90000 1 7 1 0 0\n"
SCHEDULE = Schedule(1, 1, 0, 0, 26, 2, 1, 0.5)


def late(others: int) -> str:
    """The same, and so many paths of 5 ns that nothing changes."""
    sizes = f"10 {6 + others} 4"
    return LATE.replace("10 6 4", sizes).replace(NEVER, NEVER + "6 5000 1 7 1 0 0\n" * others)


def test_the_version_covers_the_program_and_the_table_of_wires(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    covered: dict[str, dict[str, str]] = {}

    def key_of(**ingredients: dict[str, str]) -> str:
        covered.update(ingredients)
        return "0" * 64

    monkeypatch.setattr(annealer, "key_of", key_of)
    assert annealer.version.__wrapped__() == "hashloom annealer 000000000000"
    assert {"placing.py", "wires.py", "wires.json"} <= set(covered["own"])
    assert {"anneal.cpp", "timing.h"} <= set(covered["sources"])


def test_what_is_no_description_is_refused(tmp_path: Path) -> None:
    design = tmp_path / "design.txt"
    design.write_text("9 45 400")
    with pytest.raises(ToolError, match="the description of the design ends too early"):
        anneal(design, 1, SCHEDULE, Cache(tmp_path / "cache"))


def test_one_path_that_is_far_too_long_hides_no_other(tmp_path: Path) -> None:
    """A look-up table goes where its late signal wants it, or else where most of its wires do."""
    design = tmp_path / "design.txt"
    design.write_text(late(others=400))
    cache = Cache(tmp_path / "cache")
    schedule = Schedule(2000, 10, 0, 0, 26, 60, 3, 0.9)
    (x, *_) = anneal(design, 1, schedule, cache)[0]
    assert x > 40
    (x, *_) = anneal(design, 1, replace(schedule, outliers=2), cache)[0]
    assert x < 20
    (x, *_) = anneal(design, 1, replace(schedule, outliers=8), cache)[0]
    assert x > 40  # in the end none of four hundred may be longer


def test_wires_that_are_too_dense_go_apart(tmp_path: Path) -> None:
    """Look-up tables between two ends of a row leave it when all wires of it are too many."""
    design = tmp_path / "design.txt"
    design.write_text(side_by_side(24))
    cache = Cache(tmp_path / "cache")
    schedule = Schedule(400, 1, 0, 0, 26, 40, 3, 0.9)

    def rows(dense: float) -> list[int]:
        places = anneal(design, 1, replace(schedule, dense=dense, dearer=0.1), cache)
        return [y for _, y, _ in places[:24]]

    assert set(rows(dense=0)) == set(rows(dense=60)) == {10}
    apart = rows(dense=4)
    assert max(apart.count(row) for row in apart) < 18


def test_tension_leaves_no_wire_much_longer_than_its_neighbours(tmp_path: Path) -> None:
    """Four look-up tables, one behind the other, between the ends of a row of 60 tiles."""
    design = tmp_path / "design.txt"
    design.write_text(one_behind_the_other(4, 60))
    cache = Cache(tmp_path / "cache")
    schedule = Schedule(2000, 0, 0, 0, 26, 60, 3, 0.9)

    def longest_wire(tension: float) -> int:
        places = anneal(design, 1, replace(schedule, tension=tension), cache)
        columns = [0, *(x for x, *_ in places[:4]), 60]
        return max(abs(b - a) for a, b in pairwise(columns))

    assert longest_wire(tension=1) < 15 < 25 < longest_wire(tension=0)


def one_behind_the_other(count: int, tiles: int) -> str:
    """Look-up tables that begin at one end of a row; the other is where the last one leads."""
    cells = [f"0 {i} 10 0 -1 0 0 0 0 0" for i in range(count)]
    ends = ["9 0 10 0 -1 0 0 0 0 0", f"9 {tiles} 10 0 -1 0 0 0 0 0", f"0 {tiles} 10 0 -1 0 0 0 0 0"]
    nets = [f"{count} 100 1 0 1 0 -1", *(f"{i} -1 1 {i + 1} 1 0 -1" for i in range(count))]
    nets[-1] = f"{count - 1} -1 1 {count + 1} 1 0 0"
    arcs = [f"{i} {i + 1} 200" for i in range(count)]
    sizes = f"{count + 3} {count + 1} {count}"
    return "\n".join(["1 50 400", sizes, *cells, *ends, *nets, *arcs]) + "\n"


@pytest.mark.parametrize("between", ["registers", "chains"])
def test_what_is_late_moves_with_what_cannot_stay_behind(tmp_path: Path, between: str) -> None:
    """A look-up table and two registers with resets of their own are far from what feeds them.

    The first tile of a wire costs most, so that none goes alone.
    """
    design = tmp_path / "design.txt"
    design.write_text(far_away(between))
    refinement = Refinement(steps=200, halving=70, weight=1000, heat=20, reach=8)
    schedule = Schedule(0.001, 1, 0, 0, 26, 1, 0.01, 0.9, refinement=refinement)
    (x, y, _), *registers = anneal(design, 1, schedule, Cache(tmp_path / "cache"))[:3]
    assert x < 26
    assert all(abs(column - x) + abs(row - y) <= 2 for column, row, _ in registers)


def far_away(between: str) -> str:
    """From tile 0 a wire leads to tile 40; rows 9 to 11 are full from 20 to 39, and end at 50."""
    own = ["0 40 10 0 -1 0 0 0 0 0", "1 41 10 0 -1 0 1 0 0 1", "1 40 11 0 -1 0 1 0 0 2"]
    feed, last = ["9 0 10 0 -1 0 0 0 0 0"], ["0 50 10 0 -1 0 0 0 0 0"]
    tiles = [(x, y) for y in (9, 10, 11) for x in range(20, 40)]
    full = [f"1 {x} {y} {z} -1 0 1 0 0 3" for x, y in tiles for z in (0, 4)]
    if between == "chains":
        full = [f"0 {x} {y} {z} {20 * y + x // 4} 1 0 0 0 0" for x, y in tiles for z in range(8)]
    cells = own + feed + full + last
    nets = ["3 100 1 0 1 0 -1", "0 -1 2 1 1 0 0 2 1 0 0"]
    table = "3 50 100 300 500 300 400 550 500 550 600"
    return "\n".join([table, f"{len(cells)} 2 1", *cells, *nets, "0 1 200"]) + "\n"


def side_by_side(count: int) -> str:
    """Look-up tables in rows 4 to 15, each fed from one end of row 10 and feeding the other."""
    cells = [f"0 {10 + i} {4 + i % 12} 0 -1 0 0 0 0 0" for i in range(count)]
    ends = ["9 0 10 0 -1 0 0 0 0 0", "9 50 10 0 -1 0 0 0 0 0"]
    into = [f"{count} 100 1 {i} 1 0 -1" for i in range(count)]
    out_of = [f"{i} -1 1 {count + 1} 1 0 0" for i in range(count)]
    arcs = [f"{i} {count + i} 200" for i in range(count)]
    sizes = f"{count + 2} {2 * count} {count}"
    return "\n".join(["1 50 400", sizes, *cells, *ends, *into, *out_of, *arcs]) + "\n"
