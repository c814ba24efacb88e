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


def test_no_permission(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("")
    assert cli.run(["generate", "sha256", "-o", "file/core"]) == 1
    err = capfd.readouterr().err.splitlines(keepends=True)
    assert is_sentence(err[-1])
    assert [path.name for path in folder.iterdir()] == ["file"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("after", [0.5, 1.0, 1.5])
def test_killed_generate_leaves_no_half_folder(
    number: signal.Signals, after: float, folder: Path
) -> None:
    command = [sys.executable, "-m", "hashloom.cli", "generate", "sha256", "-o", "core"]
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
