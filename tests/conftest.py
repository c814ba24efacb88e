"""Lets every test import what several of them share, `tests/support`, and sets hypothesis up."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

LONG = Path(__file__).parent / "long_tests.txt"
_BUT = " but "  # not all cases of a test

# A deadline would measure the machine, not the code.
settings.register_profile("hashloom", deadline=None, print_blob=True)
settings.load_profile("hashloom")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that `make test` leaves out."""
    lines = [line for line in LONG.read_text("utf-8").splitlines() if not line.startswith("#")]
    some = [line.split(_BUT) for line in lines if _BUT in line]
    steps = {
        test: int(rest.split()[-1]) if "one case in" in rest else len(items) for test, rest in some
    }
    named = [line for line in lines if _BUT not in line]
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.split("[")[0]
        if any(_is_named(item.nodeid, line) for line in named):
            item.add_marker("long")
        elif test in steps and item.get_closest_marker("long") is None:
            if seen[test] % steps[test]:
                item.add_marker("long")
            seen[test] += 1


def _is_named(name: str, line: str) -> bool:
    """Whether a line of the file means the test: all its cases, or those that begin so."""
    return name.startswith(line) if "[" in line else name.split("[")[0] == line


@pytest.fixture
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the traces of stand-in measurements, which other processes find."""
    from support.measuring import FOLDER

    folder = tmp_path / "traces"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    before = os.environ.get("PYTHONPATH")
    path = [str(Path(__file__).parent), *([before] if before else [])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def no_store_of_mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or changes the store of whoever runs it."""
    monkeypatch.setenv("HASHLOOM_STORE", str(tmp_path / "store.sqlite"))
