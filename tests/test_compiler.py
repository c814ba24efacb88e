"""Which C++ compiler is taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hashloom.compiler import compiler, run_compiler
from hashloom.errors import MissingError, ToolError


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """A compiler is looked for once in a process; here, in each test."""
    compiler.cache_clear()
    yield
    compiler.cache_clear()


def program(folder: Path, name: str) -> str:
    file = folder / name
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize(
    ("named", "taken"),
    [("own", "own"), ("", "clang++")],
)
def test_the_one_that_cxx_names_comes_first_else_the_first_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, taken: str
) -> None:
    paths = {name: program(tmp_path, name) for name in ("own", "c++", "clang++")}
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CXX", named)
    assert compiler() == paths[taken]


@pytest.mark.parametrize("named", ["nothing", "g++ -m64"])
def test_a_name_in_cxx_that_is_no_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    program(tmp_path, "g++")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CXX", named)
    said = f"The variable CXX names '{named.replace('+', '.')}', wh"
    with pytest.raises(MissingError, match=said) as caught:
        compiler()
    assert caught.value.exit_status == 2


def test_what_the_compiler_needs_for_a_while_goes_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "own"
    told.write_text('#!/bin/sh\necho "$TMPDIR" "$1" > "$3"\n')
    told.chmod(0o755)
    monkeypatch.setenv("CXX", str(told))
    run_compiler([tmp_path / "source"], tmp_path / "target")
    assert (tmp_path / "target").read_text() == f"{tmp_path} {tmp_path / 'source'}\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no type >&2; exit 1", "no type"),
        ("exit 3", "it ended with status 3."),
        ("exit 0", "it wrote nothing."),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    own = tmp_path / "own"
    own.write_text(f"#!/bin/sh\n{script}\n")
    own.chmod(0o755)
    monkeypatch.setenv("CXX", str(own))
    with pytest.raises(ToolError, match=f"C.. compiler .*/own failed: .*{said}"):
        run_compiler([], tmp_path / "target")
