"""SMT solvers: Yices first, Bitwuzla for what Yices does not answer in time.

Both are started as programs of their own and given one query each; answers are remembered by the
text of the query.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from threading import Event

from hashloom.cache import Cache, key_of
from hashloom.errors import MissingError, ToolError
from hashloom.verification.equivalence.solving.queries import Query
from hashloom.verification.proving import run_limited

_SECONDS = {"yices": 60, "bitwuzla": 600}  # of a processor
_VALUE = re.compile(r"\((w\d+)\s+#([bx])([0-9a-f]+)\)")
_BITWUZLA = """
import sys, bitwuzla
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
parser.parse(sys.stdin.read(), False, False)
"""


@dataclass(frozen=True)
class Answer:
    """Of a solver.

    Attributes:
        status: "unsat", "sat" or "unknown".
        solver: which one, with its version.
        seconds: it took.
        values: of a case that satisfies the query, by name.
    """

    status: str
    solver: str
    seconds: float
    values: Mapping[str, int]


@dataclass(frozen=True)
class Solver:
    """A program that reads SMT-LIB on its standard input."""

    name: str
    version: str
    command: tuple[str, ...]

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"


@functools.cache
def solvers() -> tuple[Solver, ...]:
    """Solvers that are there.  Raises ToolError when there is none."""
    found = []
    program = which("yices-smt2") or which("yices-smt2", path=str(Path(sys.executable).parent))
    if program is not None:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        number = re.search(r"\d+(\.\d+)+", said.stdout)
        found.append(Solver("yices", number[0] if number else "", (program,)))
    if importlib.util.find_spec("bitwuzla") is not None:
        version = importlib.metadata.version("bitwuzla")
        found.append(Solver("bitwuzla", version, (sys.executable, "-c", _BITWUZLA)))
    if not found:
        raise MissingError.of("An SMT solver, yices-smt2 or bitwuzla,", "prove")
    return tuple(found)


def answer(query: Query, cache: Cache, stop: Event | None = None) -> Answer:
    """The first answer of a solver; that of the last one when none knows.

    Setting `stop` ends it.  Raises ToolError when a solver does not answer or is stopped.
    """
    given = Answer("unknown", "", 0.0, {})
    for solver in solvers():
        given = _remembered(query, solver, cache, stop)
        if given.status != "unknown":
            break
    return given


def _remembered(query: Query, solver: Solver, cache: Cache, stop: Event | None) -> Answer:
    limit = _SECONDS[solver.name]
    key = key_of(what="smt", solver=solver.title, text=query.text, limit=limit)
    known = cache.get(key)
    if known is not None:
        return Answer(**json.loads(known))
    given = _asked(query, solver, limit, stop)
    if given.status != "unknown":
        fields = [given.status, given.solver, given.seconds, dict(given.values)]
        names = ("status", "solver", "seconds", "values")
        cache.put(key, json.dumps(dict(zip(names, fields, strict=True))).encode())
    return given


def _asked(query: Query, solver: Solver, limit: int, stop: Event | None = None) -> Answer:
    names = " ".join(query.names)
    text = query.text.replace("(set-logic", "(set-option :produce-models true)\n(set-logic", 1)
    began = time.monotonic()
    text += f"(get-value ({names}))\n"
    done = run_limited(solver.command, limit, given=text, stop=stop)
    seconds = time.monotonic() - began
    if done is None:
        return Answer("unknown", solver.title, limit, {})
    status = done.out.split("\n", 1)[0].strip()
    if status not in ("sat", "unsat", "unknown"):
        said = " ".join((done.out + done.errors).split())[:200]
        raise ToolError(f"{solver.title} did not answer a query of a proof: {said}.")
    bases = {"b": 2, "x": 16}
    values = {n: int(digits, bases[base]) for n, base, digits in _VALUE.findall(done.out)}
    return Answer(status, solver.title, seconds, values)
