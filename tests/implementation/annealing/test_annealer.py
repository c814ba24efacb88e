"""The annealer's program: what is said when it cannot be compiled or run."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.implementation.annealing import annealer
from hashloom.implementation.annealing.annealer import Schedule, anneal

SCHEDULE = Schedule(1, 1, 8, 0, 0, 26, 2, 1, 0.5)


@pytest.mark.parametrize(
    ("compiler", "said"),
    [
        ("/bin/true", "The C++ compiler /bin/true failed: it wrote no program."),
        ("/bin/false", "The C++ compiler /bin/false failed: it wrote no program."),
    ],
)
def test_a_compiler_that_does_not_compile_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str, said: str
) -> None:
    monkeypatch.setattr(annealer, "compiler", lambda: compiler)
    with pytest.raises(ToolError) as caught:
        anneal(tmp_path / "design.txt", 1, SCHEDULE, Cache(tmp_path / "cache"))
    assert str(caught.value) == said


def test_what_is_no_description_is_refused(tmp_path: Path) -> None:
    design = tmp_path / "design.txt"
    design.write_text("9 45 400")
    with pytest.raises(ToolError, match="the description of the design ends too early"):
        anneal(design, 1, SCHEDULE, Cache(tmp_path / "cache"))
