"""The entry point: what signals do to a command, from its first moment on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.console import is_sentence

from hashloom.processes import ENDING

# The command is loaded, which raises what its first line does when a signal comes.
_LOADING = """
import os, signal, sys, types
from hashloom import __main__, processes
for number in processes.ENDING:  # in the background, or under nohup, some are ignored
    signal.signal(number, signal.SIG_DFL)
class Loading(types.ModuleType):
    def __getattr__(self, name):
        if name == "run":
            WHAT
        raise AttributeError(name)
sys.modules["hashloom.cli"] = Loading("hashloom.cli")
try:
    __main__.main()
finally:
    print([signal.getsignal(number) is signal.SIG_IGN for number in processes.ENDING])
"""
DEAF = "[True, True, True]\n"


def ended(what: str) -> subprocess.CompletedProcess[str]:
    """A command that does so while it is loaded."""
    script = _LOADING.replace("WHAT", what)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_while_loading_is_one_sentence(number: signal.Signals) -> None:
    done = ended(f"os.kill(os.getpid(), {int(number)})")
    assert done.returncode == 128 + number
    assert done.stdout == DEAF
    assert is_sentence(done.stderr)
    assert ("Interrupted" if number == signal.SIGINT else number.name) in done.stderr
    assert "no file is left half-written" in done.stderr


def test_what_a_signal_raises_may_come_as_another_error() -> None:
    done = ended(
        "\n            try: os.kill(os.getpid(), signal.SIGTERM)"
        "\n            except SystemExit as error: raise RuntimeError from error"
    )
    assert done.returncode == 143
    assert is_sentence(done.stderr)


def test_another_error_is_told_as_it_is() -> None:
    done = ended("raise RuntimeError('broken')")
    assert done.returncode == 1
    assert "RuntimeError: broken" in done.stderr


def test_under_nohup_a_command_goes_on() -> None:
    ignoring = "signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    script = _LOADING.replace("WHAT", "return lambda: os.kill(os.getpid(), signal.SIGHUP) or 7")
    script = script.replace("class Loading", f"{ignoring}\nclass Loading")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (7, DEAF, "")


def test_the_package_is_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hashloom", "--version"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("hashloom ")


@pytest.mark.parametrize(
    ("closed", "arguments", "status", "mentions"),
    [
        (">&-", "list", 2, "Standard output is closed"),
        ("<&-", "simulate sha256 --jsonl -", 2, "- has no line"),
        ("2>&-", "generate sha256 --unroll 3 -o out", 2, ""),
        ("2>/dev/full", "generate sha256 --unroll 3 -o out", 2, ""),
    ],
)
def test_streams_that_are_closed(
    closed: str, arguments: str, status: int, mentions: str, folder: Path
) -> None:
    command = f"{sys.executable} -m hashloom {arguments} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (status, "")
    assert mentions in done.stderr
    assert is_sentence(done.stderr) or not mentions
    assert not list(folder.iterdir())


def test_two_signals_are_as_one() -> None:
    done = ended(
        "\n            try: os.kill(os.getpid(), signal.SIGTERM)"
        "\n            finally: os.kill(os.getpid(), signal.SIGHUP)"
    )
    assert done.returncode == 143
    assert is_sentence(done.stderr)
    assert "Ended by SIGTERM" in done.stderr
