"""A bundle's driver, compiled as C99, on the Verilated core that it was written for."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Self

from hashloom.bundles.driver import driver_files
from hashloom.bundles.registers import header
from hashloom.cores import Core
from hashloom.cores.bus import registers_of
from hashloom.verification.simulation.verilator import Build, build_model

STRICT = ("-std=c99", "-ffreestanding", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror")
_READ, _WRITE, _WAIT, _ZEROIZE, _RESET = range(5)
_BYTES = 64  # no type of the driver is larger
# The two functions that a user may give, which call those of the test.
_ACCESS = """#include "{p}_driver.h"
static uint32_t (*reading)(uint32_t);
static void (*writing)(uint32_t, uint32_t);
void connect(uint32_t (*r)(uint32_t), void (*w)(uint32_t, uint32_t));
void connect(uint32_t (*r)(uint32_t), void (*w)(uint32_t, uint32_t)) {{ reading = r; writing = w; }}
uint32_t {p}_read(uintptr_t base, uint32_t offset) {{ return reading((uint32_t)base + offset); }}
void {p}_write(uintptr_t base, uint32_t offset, uint32_t word)
{{ writing((uint32_t)base + offset, word); }}
const size_t sizes[] = {{ sizeof({p}_device), sizeof({p}_open), sizeof({p}_flight) }};
"""


def compilers() -> list[list[str]]:
    """C compilers that are here, as words of a command."""
    found = [[path] for name in ("gcc", "clang") if (path := shutil.which(name))]
    return found + ([zig()] if zig() else [])


def zig() -> list[str]:
    """The C compiler of the wheel ziglang, a clang, as words of a command; or none."""
    found = importlib.util.find_spec("ziglang") is not None
    return [sys.executable, "-m", "ziglang", "cc"] if found else []


def driver_folder(core: Core, folder: Path) -> Path:
    """Writes the driver and the register map to one folder."""
    texts = driver_files(core) | {f"{core.prefix}.h": header(registers_of(core), core.prefix)}
    for name, text in texts.items():
        (folder / Path(name).name).write_text(text, "utf-8")
    return folder


@functools.cache
def peripheral(core: Core) -> Path:
    """The core's model that answers accesses."""
    room = resources.files("hashloom.verification.simulation")
    named = ("cpp_bus/bus.h", "cpp/jobs.h", "cpp/pauses.h")
    texts = {name.partition("/")[2]: (room / name).read_text() for name in named}
    texts["peripheral.cpp"] = (Path(__file__).parent / "peripheral.cpp").read_text()
    bus = f"BUS_{core.interface.bus.upper().replace('-', '_')}"
    defines = ((bus, 1), ("CORE_COMMANDS", int(core.keyed)))
    return build_model(core.sources(), core.top, texts, Build(defines=defines))


class Rig:
    """The driver's functions by their names without prefix, and the peripheral's pins.

    Attributes:
        errors: accesses that the bus refused.
        irq: the interrupt after the last access.
        accesses: reads and writes until now.
        hook: called before each access, for what happens amid a call.
        reading: what the driver reads with.
    """

    def __init__(self, core: Core, folder: Path, seed: int, pauses: int = 3) -> None:
        self.core, self.prefix = core, core.prefix
        self.random, self.pauses = random.Random(seed), pauses
        self.errors = self.accesses = self.clock = 0
        self.irq = False
        self.hook: Callable[[], None] = lambda: None
        self.reading: Callable[[int], int] = self.read
        self._library = _compiled(core, folder)
        # C holds these: they must live as long as the library is called
        self._read = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)(
            lambda address: self.reading(address)
        )
        self._write = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)(self.write)
        self._library.connect(self._read, self._write)
        self._process = subprocess.Popen(
            [peripheral(core)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.device = ctypes.create_string_buffer(_BYTES)
        self.outcomes = _outcomes(driver_files(core)[f"driver/{self.prefix}_driver.h"])
        self.reset()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def call(self, name: str, *arguments: object) -> str:
        """The outcome of a function, by its name; whole numbers are unsigned words."""
        function = getattr(self._library, f"{self.prefix}_{name}")
        given = [ctypes.c_size_t(a) if isinstance(a, int) else a for a in arguments]
        return self.outcomes[function(*given)]

    def plain(self, name: str, *arguments: object) -> int:
        """What a function without an outcome returns."""
        return getattr(self._library, f"{self.prefix}_{name}")(*arguments)

    def token(self) -> ctypes.Array[ctypes.c_char]:
        """Room for an open packet, or one in flight."""
        return ctypes.create_string_buffer(b"\xa5" * _BYTES, _BYTES)

    def read(self, address: int) -> int:
        """A read on the bus."""
        return self._access(_READ, address)

    def write(self, address: int, word: int) -> None:
        """A write on the bus."""
        self._access(_WRITE, address, word)

    def wait(self, clocks: int) -> None:
        """Lets clocks pass."""
        self._ask(_WAIT, 0, 0, clocks)

    def zeroize(self) -> None:
        """A pulse at the input."""
        self._ask(_ZEROIZE, 0, 0, 0)

    def reset(self) -> None:
        """A reset of the core."""
        self._ask(_RESET, 0, 0, 0)

    def _access(self, what: int, address: int, word: int = 0) -> int:
        self.hook()
        self.accesses += 1
        return self._ask(what, address, word, self.random.randrange(self.pauses + 1))

    def _ask(self, *words: int) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(struct.pack("=4I", *words))
        self._process.stdin.flush()
        word, error, irq, self.clock = struct.unpack("=4I", self._process.stdout.read(16))
        self.errors += error
        self.irq = bool(irq)
        return int(word)


def _compiled(core: Core, folder: Path) -> ctypes.CDLL:
    prefix = core.prefix
    driver_folder(core, folder)
    (folder / "access.c").write_text(_ACCESS.format(p=prefix))
    own = (f"-D{prefix.upper()}_OWN_ACCESS", f"-D{prefix.upper()}_POLLS=2000u")
    sources = [f"{prefix}_driver.c", "access.c"]
    command = [*compilers()[0], *STRICT, *own, "-O1", "-fPIC", "-shared", *sources]
    subprocess.run([*command, "-o", "driver.so"], cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "driver.so"))
    sizes: Sequence[int] = (ctypes.c_size_t * 3).in_dll(library, "sizes")
    assert max(sizes) <= _BYTES
    return library


def _outcomes(text: str) -> list[str]:
    """The names of the outcomes, as the header has them."""
    lines = text.partition("typedef enum {")[2].partition("}")[0].split("\n")
    found = [line.split()[0] for line in lines if "=" in line]
    start = len(found[0]) - len("OK")
    return [name[start:] for name in found]
