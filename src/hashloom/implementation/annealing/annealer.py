"""The annealer: a program in C++, compiled on first use."""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from hashloom.cache import Cache, key_of
from hashloom.compiler import compiler_text, run_compiler
from hashloom.implementation.tools import Tool, run_tool

# No contraction of products and sums: the same places on every machine
_OPTIONS = ("-O2", "-std=c++17", "-ffp-contract=off")


@dataclass(frozen=True)
class Refinement:
    """How what is late is moved when the annealing is done.

    Attributes:
        steps: how often the longest paths are looked for; 0 leaves all as it is.
        halving: ps of slack that halve what the lateness of a wire costs.
        weight: what that of a wire on the longest path costs; a wire of one tile costs 1.
        heat: the first temperature; it falls to 0.
        reach: tiles that a move goes.
    """

    steps: int
    halving: float
    weight: float
    heat: float
    reach: int


NOT_REFINED = Refinement(0, 1, 0, 0, 1)


@dataclass(frozen=True)
class Schedule:
    """How much is tried, and what counts.

    Attributes:
        effort: moves of each cell in a step.
        timing: how much lateness counts beside the length of wires, which is 1.
        outliers: of how many paths one may be longer than what makes pins critical, at first; in
            the end of 128 times as many. 0: none.
        crowding: the cost of a wire that ends in a tile that is full.
        roomy: wires that may end in a tile before it is.
        steps: of temperature.
        hot: the first temperature; a wire of one tile costs 1.
        cooling: by what each step multiplies it.
        dense: wires that may cross a tile before they cost more; 0: any number.
        dearer: what a tile of wire costs more, each time that it is looked at, where twice as many
            do.
        tension: what a tile of wire costs more for each tile that the wire is long.
        refinement: what follows.
    """

    effort: float
    timing: float
    outliers: int
    crowding: float
    roomy: int
    steps: int
    hot: float
    cooling: float
    dense: float = 0
    dearer: float = 0
    tension: float = 0
    refinement: Refinement = NOT_REFINED

    def words(self) -> list[str]:
        """Arguments of the program."""
        own = {k: v for k, v in vars(self).items() if k != "refinement"}
        return [str(value) for value in (*own.values(), *vars(self.refinement).values())]


@functools.cache
def sources() -> dict[str, str]:
    """The program's text by file name."""
    return _texts(resources.files(__package__) / "cpp", ".h", ".cpp")


@functools.cache
def version() -> str:
    """The annealer's version: its name, and the beginning of a hash of this package's texts."""
    own = _texts(resources.files(__package__), ".py", ".json")
    return f"hashloom annealer {key_of(sources=sources(), own=own)[:12]}"


def _texts(folder: Traversable, *endings: str) -> dict[str, str]:
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text("utf-8") for file in files if file.name.endswith(endings)}


def anneal(
    design: Path,
    seed: int,
    schedule: Schedule,
    cache: Cache,
    stop: threading.Event | None = None,
) -> list[tuple[int, int, int]]:
    """Places of the cells of the design described in the file `design`: x, y and slot.

    Raises ToolError when there is no compiler or the annealer fails or is ended.
    """
    folder, name = design.parent, f"{design.stem}-anneal-{seed}"
    program = folder / f"{name}.exe"
    program.write_bytes(compiled("anneal.cpp", cache))
    program.chmod(0o700)
    tool = Tool("The annealer", version(), (str(program),), logs=False)
    places = folder / f"{name}.txt"
    run_tool(tool, [design.name, places.name, str(seed), *schedule.words()], folder, name, stop)
    lines = places.read_text().splitlines()
    return [(int(x), int(y), int(z)) for x, y, z in (line.split() for line in lines)]


def compiled(main: str, cache: Cache) -> bytes:
    """A program of this package, from the cache or made now; its main file is called `main`.

    Raises ToolError when there is no compiler.
    """
    key = key_of(
        kind="annealer", main=main, sources=sources(), options=_OPTIONS, compiler=compiler_text()
    )
    content = cache.get(key)
    if content is None:
        with cache.work_folder() as folder:
            for name, text in sources().items():
                (folder / name).write_text(text, encoding="utf-8")
            run_compiler([*_OPTIONS, folder / main], folder / "program")
            content = (folder / "program").read_bytes()
        cache.put(key, content)
    return content
