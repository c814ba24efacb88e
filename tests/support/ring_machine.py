"""A core with a ring of descriptors, run beside a memory and a processor that follow a script.

The Python face of cpp/ring_machine.cpp, and of cpp_dma/memory.h in verification/simulation.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hashloom.cores import Core
from hashloom.cores.bus import registers_of
from hashloom.errors import ToolError
from hashloom.verification.simulation.driver import (
    core_definitions,
    driver_texts,
    register_definitions,
)
from hashloom.verification.simulation.verilator import Build, build_model

_FAILURE_STATUS = 3
_FOLDER = Path(__file__).parent / "cpp"
DESCRIPTOR_BYTES = 32
STATUS_AT = 16  # byte of a descriptor
DONE = 1 << 31


@dataclass(frozen=True)
class Descriptor:
    """A descriptor as a processor fills it; see docs/dma.md."""

    address: int
    length: int
    result: int
    command: int = 0
    last: bool = True
    interrupt: bool = False

    @property
    def bytes(self) -> bytes:
        """Its words, the status and what the core does not read all ones."""
        marks = int(self.last) << 24 | int(self.interrupt) << 25
        words = (self.address, self.length, self.command | marks, self.result)
        return b"".join(word.to_bytes(4, "little") for word in words) + b"\xff" * STATUS_AT


@dataclass(frozen=True)
class Written:
    """The status of a descriptor."""

    word: int

    @property
    def done(self) -> bool:
        """Whether it was written."""
        return bool(self.word & DONE) and self.word != 0xFFFFFFFF

    @property
    def result(self) -> int:
        """What the core says of the packet."""
        return self.word & 7

    @property
    def unread(self) -> bool:
        """Data could not be read."""
        return bool(self.word >> 8 & 1)

    @property
    def unwritten(self) -> bool:
        """The answer could not be written."""
        return bool(self.word >> 9 & 1)

    @property
    def broken(self) -> bool:
        """It breaks the rules."""
        return bool(self.word >> 10 & 1)

    @property
    def bytes(self) -> int:
        """Of the answer, that were written."""
        return self.word >> 16 & 0xFF


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

    def write(self, register: str, word: int) -> None:
        """A register is written."""
        self.add(f"write {registers_of(self.core).register(register).offset} {word}")

    def read(self, register: str) -> None:
        """A register is read."""
        self.add(f"read {registers_of(self.core).register(register).offset}")

    def get(self, address: int, count: int) -> None:
        """Bytes of memory are told."""
        self.add(f"get {address} {count}")


@dataclass(frozen=True)
class Told:
    """What a run told, in its order: words of registers, bytes, clocks; accesses to memory."""

    words: tuple[int, ...]
    bytes: tuple[bytes, ...]
    clocks: tuple[int, ...]
    refused: int
    late: int
    read: tuple[tuple[int, int], ...]
    written: frozenset[int]
    failure: str = ""


def compile_machine(core: Core, sources: Mapping[str, str] | None = None) -> Path:
    """Compile a core, or changed sources of it, with the machine."""
    texts = {
        **{n: t for n, t in driver_texts("cpp").items() if n in ("jobs.h", "pauses.h")},
        "bus.h": driver_texts("cpp_bus")["bus.h"],
        "memory.h": driver_texts("cpp_dma")["memory.h"],
        "ring_machine.cpp": (_FOLDER / "ring_machine.cpp").read_text(),
    }
    defines = (*core_definitions(core), *register_definitions(core))
    return build_model(sources or core.sources(), core.top, texts, Build(defines=defines))


def follow(executable: Path, script: Script, seed: int = 0) -> Told:
    """Run a script.  Raises ToolError when the machine itself fails."""
    text = "\n".join(script.lines) + "\n"
    done = subprocess.run([executable, str(seed)], input=text, capture_output=True, text=True)
    words, blocks, clocks, read = [], [], [], []
    refused, late, failure, written = 0, 0, "", set()
    for line in done.stdout.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "word":
            words.append(int(rest))
        elif kind == "bytes":
            blocks.append(bytes.fromhex(rest))
        elif kind == "clock":
            clocks.append(int(rest))
        elif kind == "read":
            address, count = rest.split()
            read.append((int(address), int(count)))
        elif kind == "written":
            written.add(int(rest.split()[0]))
        elif kind == "refused":
            refused += 1
        elif kind == "late":
            late += 1
        elif kind == "failure":
            failure = rest
    if done.returncode not in (0, _FAILURE_STATUS) or (done.returncode and not failure):
        raise ToolError(f"The simulation {executable} ended with status {done.returncode}.")
    return Told(
        *(tuple(words), tuple(blocks), tuple(clocks), refused, late),
        *(tuple(read), frozenset(written), failure),
    )
