"""Programs that are started, and signals that end what started them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hashloom import processes

# Starts another program, says its number, and waits for it
_PARENT = (
    "import subprocess, sys;"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    "print(child.pid, flush=True);"
    "child.wait()"
)
PARENT = [sys.executable, "-c", _PARENT]


@pytest.fixture(autouse=True)
def unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals that a test hears end no other one."""
    monkeypatch.setattr(processes, "_heard", [])


def is_ended(number: int) -> bool:
    """Whether a process runs no more, be it that nobody has asked for its status yet."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def is_gone(number: int) -> bool:
    """Whether a process runs no more, soon."""
    for _ in range(100):
        if is_ended(number):
            return True
        time.sleep(0.05)
    return False


def child_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def test_what_a_program_said_and_its_status(tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd(), os.environ['X']); sys.exit(3)"
    done = processes.run([sys.executable, "-c", script], folder=tmp_path, environment={"X": "1"})
    assert (done.returncode, done.stdout, done.stderr) == (3, f"{tmp_path.resolve()} 1\n", "")


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        processes.run(["/nothing"])


def left(seen: list[int]) -> None:
    """A block around a program that another has started, and that an error leaves."""
    with processes.started(PARENT) as process:
        seen += [process.pid, child_of(process)]
        assert not any(is_ended(number) for number in seen)
        raise ZeroDivisionError


def test_what_a_program_started_is_gone_when_the_block_is_left() -> None:
    seen: list[int] = []
    with pytest.raises(ZeroDivisionError):
        left(seen)
    assert len(seen) == 2
    assert all(is_gone(number) for number in seen)


def test_grace_is_given_before_a_program_is_killed(tmp_path: Path) -> None:
    script = (
        "import pathlib, signal, sys, time;"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(pathlib.Path('tidy').touch()));"
        "print(0, flush=True);"
        "time.sleep(600)"
    )
    begun = processes.started([sys.executable, "-c", script], folder=tmp_path, grace_seconds=30)
    with begun as process:
        child_of(process)
    assert (tmp_path / "tidy").exists()


def test_another_signal_soon_behind_one_changes_nothing() -> None:
    with pytest.raises(SystemExit):
        processes.end(signal.SIGTERM)
    processes.end(signal.SIGINT)
    assert processes.ended_by() == signal.SIGTERM


def test_another_signal_much_later_ends_what_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SystemExit):
        processes.end(signal.SIGTERM)
    monkeypatch.setattr(processes, "_PATIENCE_SECONDS", 0)
    with pytest.raises(KeyboardInterrupt):
        processes.end(signal.SIGINT)
    assert processes.ended_by() == signal.SIGTERM


@pytest.mark.parametrize("number", processes.ENDING)
def test_a_signal_ends_what_other_threads_wait_for(number: signal.Signals) -> None:
    children: list[int] = []

    def work() -> None:
        with processes.started(PARENT) as process:
            children.append(child_of(process))
            process.wait()

    thread = threading.Thread(target=work)
    thread.start()
    while not children:
        time.sleep(0.01)
    ending = KeyboardInterrupt if number == signal.SIGINT else SystemExit
    with pytest.raises(ending) as ended:
        processes.end(number)
    thread.join(20)
    assert not thread.is_alive()
    assert is_gone(children[0])
    assert processes.ended_by() == number
    if isinstance(ended.value, SystemExit):
        assert ended.value.code == 128 + number


def test_a_signal_while_a_program_is_started_ends_that_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []

    class Interrupted(subprocess.Popen[str]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)  # type: ignore[call-overload]
            begun.append(self.pid)
            processes.end(signal.SIGTERM)  # before anyone knows of it

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(SystemExit) as ended, processes.started(PARENT):
        pytest.fail("the block is entered")
    assert ended.value.code == 143
    assert is_gone(begun[0])


def test_a_signal_while_a_program_does_not_start_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        processes.end(signal.SIGTERM)
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(SystemExit), processes.started(PARENT):
        pytest.fail("the block is entered")
