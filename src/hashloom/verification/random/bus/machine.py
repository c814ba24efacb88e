"""A core behind registers, run beside a processor, and where it reads memory a memory, that follow
a script.

The Python face of machine.cpp, and of cpp_bus/bus.h and cpp_dma/memory.h in
verification/simulation.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path

from hashloom.cores import Core
from hashloom.cores.buses.registers import registers_of
from hashloom.errors import ToolError
from hashloom.verification.properties.watching import watched
from hashloom.verification.simulation.assertions import OPTION, require_unbroken
from hashloom.verification.simulation.driver import (
    core_definitions,
    driver_texts,
    register_definitions,
)
from hashloom.verification.simulation.verilator import Build, build_model

_FAILURE_STATUS = 3
_TIMEOUT = 900  # seconds
WHOLE = 0xF  # byte enables of a word


@dataclass
class Script:
    """Lines for the machine, and names of registers for addresses."""

    core: Core
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """One more line."""
        self.lines.append(line)

    def put(self, address: int, data: bytes) -> None:
        """Bytes in memory."""
        if data:
            self.add(f"put {address} {data.hex()}")

    def at(self, register: str) -> int:
        """The address of a register."""
        return registers_of(self.core).register(register).offset

    def write(self, register: str, word: int) -> None:
        """A register is written whole."""
        self.add(f"write {self.at(register)} {word} {WHOLE}")

    def read(self, register: str) -> None:
        """A register is read."""
        self.add(f"read {self.at(register)}")

    def get(self, address: int, count: int) -> None:
        """Bytes of memory are told."""
        self.add(f"get {address} {count}")


@dataclass(frozen=True)
class Access:
    """An access that came to its end.

    Attributes:
        write: or a read.
        begin, clock: the first clock in which it was offered, and that of its answer.
        refused: it had the bus's error response.
        word: what was read.
        irq: the interrupt before it was offered.
        address, data, strobe: what was asked for.
    """

    write: bool
    begin: int
    clock: int
    refused: bool
    word: int
    irq: bool
    address: int
    data: int
    strobe: int


@dataclass(frozen=True)
class Moment:
    """An input or the interrupt changes: "reset", "up", "zeroize", "low", "irq"; or it is "late".

    Amid an access to an address a word may be "shown".
    """

    kind: str
    clock: int = 0
    address: int = 0
    word: int = 0


@dataclass(frozen=True)
class Told:
    """What a run told, in its order: accesses and moments, bytes, clocks; accesses to memory."""

    events: tuple[Access | Moment, ...]
    bytes: tuple[bytes, ...]
    clocks: tuple[int, ...]
    read: tuple[tuple[int, int], ...]
    written: frozenset[int]
    failure: str = ""

    @cached_property
    def accesses(self) -> tuple[Access, ...]:
        """Those that came to their end."""
        return tuple(each for each in self.events if isinstance(each, Access))

    @property
    def words(self) -> tuple[int, ...]:
        """Of registers that were read."""
        return tuple(each.word for each in self.accesses if not (each.write or each.refused))

    @property
    def refused(self) -> int:
        """Accesses that were."""
        return sum(each.refused for each in self.accesses)

    @property
    def late(self) -> int:
        """Waits that took too long."""
        return sum(isinstance(each, Moment) and each.kind == "late" for each in self.events)


def compile_machine(
    core: Core, sources: Mapping[str, str] | None = None, *, properties: bool = False
) -> Path:
    """Compile a core, or changed sources of it, with the machine; the properties of its modules too
    where they are asked for."""
    texts = {
        **{n: t for n, t in driver_texts("cpp").items() if n in ("jobs.h", "pauses.h")},
        "bus.h": driver_texts("cpp_bus")["bus.h"],
        "machine.cpp": (resources.files(__package__) / "machine.cpp").read_text("utf-8"),
    }
    if core.interface.ringed:
        texts["memory.h"] = driver_texts("cpp_dma")["memory.h"]
    build = Build(
        defines=(*core_definitions(core), *register_definitions(core)),
        verilator_options=(OPTION,) if properties else (),
    )
    given = dict(sources or core.sources())
    read = watched(core, given) if properties else given
    return build_model(read, core.top, texts, build)


def follow(executable: Path, script: Script, seed: int = 0) -> Told:
    """Run a script.  Raises ToolError when the machine itself fails."""
    return follow_lines(executable, script.lines, seed)


def follow_lines(executable: Path, lines: Iterable[str], seed: int = 0) -> Told:
    """Run a script's lines.

    Raises ToolError when the machine itself fails, CheckError when an assertion in the RTL does.
    """
    text = "\n".join(lines) + "\n"
    try:
        done = subprocess.run(
            [executable, str(seed)], input=text, capture_output=True, text=True, timeout=_TIMEOUT
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"A simulation did not end within {_TIMEOUT} s.") from error
    require_unbroken(done.stdout + done.stderr)
    events: list[Access | Moment] = []
    blocks, clocks, read, written, failure = [], [], [], set(), ""
    for line in done.stdout.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "access":
            events.append(_access(rest))
        elif kind == "bytes":
            blocks.append(bytes.fromhex(rest))
        elif kind == "clock":
            clocks.append(int(rest))
        elif kind == "read":
            address, count = rest.split()
            read.append((int(address), int(count)))
        elif kind == "written":
            written.add(int(rest.split()[0]))
        elif kind == "failure":
            failure = rest
        else:
            events.append(Moment(kind, *map(int, rest.split())))
    if done.returncode not in (0, _FAILURE_STATUS) or (done.returncode and not failure):
        raise ToolError(f"The simulation {executable} ended with status {done.returncode}.")
    return Told(
        *(tuple(events), tuple(blocks), tuple(clocks), tuple(read)),
        *(frozenset(written), failure),
    )


def _access(text: str) -> Access:
    kind, *numbers = text.split()
    begin, clock, refused, word, irq, address, data, strobe = map(int, numbers)
    return Access(
        *(kind == "w", begin, clock, bool(refused), word, bool(irq), address, data, strobe)
    )
