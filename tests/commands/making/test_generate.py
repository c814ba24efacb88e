"""`hashloom generate`: a folder, whole or not at all."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.console import is_sentence

from hashloom import cli


def test_a_folder_in_a_file(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("")
    for output in ("file/core", "file/deep/core"):
        assert cli.run(["generate", "sha256", "-o", output]) == 2
        assert is_sentence(capfd.readouterr().err)
    assert [path.name for path in folder.iterdir()] == ["file"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("after", [0.5, 1.0, 1.5])
def test_killed_generate_leaves_no_half_folder(
    number: signal.Signals, after: float, folder: Path
) -> None:
    command = [sys.executable, "-m", "hashloom", "generate", "sha256", "-o", "core"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    time.sleep(after)
    process.send_signal(number)
    process.communicate(timeout=60)
    core = folder / "core"
    if core.exists():
        listed = json.loads((core / "manifest.json").read_text())["files"]
        present = {p.relative_to(core).as_posix() for p in core.rglob("*") if p.is_file()}
        assert present == {*listed, "manifest.json"}
    if number != signal.SIGKILL:
        assert [path.name for path in folder.iterdir()] in ([], ["core"])


@pytest.mark.parametrize("level", ["message", "engine"])
@pytest.mark.parametrize("command", ["generate", "choose"])
def test_an_hmac_is_of_no_other_level(
    command: str, level: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    name = ["hmac-sha256", "-o", "core"] if command == "generate" else ["--hash", "hmac-sha256"]
    assert cli.run([command, *name, "--level", level]) == 2
    err = capfd.readouterr().err
    assert is_sentence(err)
    assert "accepted" in err
    assert not list(folder.iterdir())


def test_many_rounds_a_clock_have_no_picture(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["generate", "sha256", "--unroll", "16", "-o", "core"]) == 0
    assert "doc/core.md says why" in capfd.readouterr().out
    assert not (folder / "core" / "doc" / "datapath.svg").exists()
    text = (folder / "core" / "doc" / "core.md").read_text("utf-8")
    assert "is left out" in text
    assert "datapath.svg" not in text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_drawing_can_be_ended(number: signal.Signals, folder: Path) -> None:
    drawing = (  # in the background a shell lets its children ignore SIGINT
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from hashloom.dataflow import draw; draw._DRAWING = 'import time; time.sleep(600)'; "
        "from hashloom.__main__ import main; main()"
    )
    command = [sys.executable, "-c", drawing, "generate", "sha256", "-o", "core"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode in (130, 143)
    assert not (folder / "core").exists()
