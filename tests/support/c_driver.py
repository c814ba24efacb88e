"""A bundle's driver, compiled as C99, on the Verilated core that it was written for."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import hmac
import importlib.util
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from hashloom.bundles.driver import driver_files
from hashloom.bundles.registers import header
from hashloom.cores import Core
from hashloom.cores.buses.registers import registers_of
from hashloom.verification.simulation.driver import (
    core_definitions,
    driver_texts,
    register_definitions,
)
from hashloom.verification.simulation.verilator import Build, build_model

STRICT = ("-std=c99", "-ffreestanding", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror")
_READ, _WRITE, _WAIT, _ZEROIZE, _RESET, _PUT, _GET, _FAULT = range(8)
_BYTES = 512  # no type of a driver is larger
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
# And of a core that reads memory by itself three more: the core has a memory of its own, to which
# and from which bytes are carried when the driver says so.
_MEMORY = """
static void (*publishing)(const volatile void *, size_t);
static void (*refreshing)(volatile void *, size_t);
void share(void (*p)(const volatile void *, size_t), void (*r)(volatile void *, size_t));
void share(void (*p)(const volatile void *, size_t), void (*r)(volatile void *, size_t))
{{ publishing = p; refreshing = r; }}
uint32_t {p}_address(const volatile void *memory) {{ return (uint32_t)(uintptr_t)memory; }}
void {p}_publish(const volatile void *memory, size_t bytes) {{ publishing(memory, bytes); }}
void {p}_refresh(volatile void *memory, size_t bytes) {{ refreshing(memory, bytes); }}
const size_t memory_bytes = sizeof({p}_memory);
"""
_LOW = 0xFFFFFFFF  # of an address: what the core has of it


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
    texts = {
        **{n: t for n, t in driver_texts("cpp").items() if n in ("jobs.h", "pauses.h")},
        "bus.h": driver_texts("cpp_bus")["bus.h"],
        "peripheral.cpp": (Path(__file__).parent / "peripheral.cpp").read_text(),
    }
    if core.interface.ringed:
        texts["memory.h"] = driver_texts("cpp_dma")["memory.h"]
    defines = (*core_definitions(core), *register_definitions(core))
    return build_model(core.sources(), core.top, texts, Build(defines=defines))


class Rig:
    """The driver's functions by their names without prefix, and the peripheral's pins.

    Attributes:
        memory: what a ring's driver shares with its core.
        errors: accesses that the bus refused.
        irq: the interrupt after the last access.
        accesses: reads and writes until now.
        hook: called before each access, for what happens amid a call.
        reading: what the driver reads with.
    """

    def __init__(
        self, core: Core, folder: Path, seed: int, pauses: int = 3, user: str = ""
    ) -> None:
        self.core, self.prefix = core, core.prefix
        self.random, self.pauses = random.Random(seed), pauses
        self._pauses = random.Random(seed)  # of its own: how many there are depends on addresses
        self.errors = self.accesses = self.clock = 0
        self.irq = False
        self.hook: Callable[[], None] = lambda: None
        self.reading: Callable[[int], int] = self.read
        self._library = _compiled(core, folder, user)
        # C holds these: they must live as long as the library is called
        self._read = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)(
            lambda address: self.reading(address)
        )
        self._write = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)(self.write)
        self._library.connect(self._read, self._write)
        self._carried: list[object] = []
        self._process = subprocess.Popen(
            [peripheral(core)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.device = ctypes.create_string_buffer(_BYTES)
        self.outcomes = _outcomes(driver_files(core)[f"driver/{self.prefix}_driver.h"])
        if core.interface.ringed:
            self._share()
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

    def hash_arguments(self, choice: int) -> list[int]:
        """What a function is given that takes a hash, where there are several."""
        return [choice] if len(self.core.hashes) > 1 else []

    def choose(self) -> int:
        """The number of a hash."""
        return self.random.randrange(len(self.core.hashes))

    def digest(self, choice: int, message: bytes) -> bytes:
        """As Python has it."""
        return hashlib.new(self.core.hashes[choice].name, message).digest()

    def length(self) -> int:
        """Of a message: short, around a block, or any."""
        block = self.core.hash.block_bits // 8
        near = self.random.choice((1, 2)) * block + self.random.randint(-12, 4)
        return self.random.choice((self.random.randrange(9), near, self.random.randrange(400)))

    def call(self, name: str, *arguments: object) -> str:
        """The outcome of a function, by its name; whole numbers are unsigned words."""
        function = getattr(self._library, f"{self.prefix}_{name}")
        given = [ctypes.c_size_t(a) if isinstance(a, int) else a for a in arguments]
        return self.outcomes[function(*given)]

    def own(self, name: str, *arguments: object) -> str:
        """The outcome of a function of the user's program, which was given as text."""
        return self.outcomes[getattr(self._library, name)(*arguments)]

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

    def begin(self) -> None:
        """A reset and `init`, with everything of a test before forgotten."""
        self.hook, self.reading = lambda: None, self.read
        self.reset()
        self.errors, self.random = 0, random.Random(5)
        assert self.call("init", self.device, 0) == "OK"

    def buffer(self, content: bytes) -> ctypes.Array[ctypes.c_char]:
        """Bytes at an address that is a multiple of 64 for the caller, and not yet the core's."""
        room = ctypes.create_string_buffer(len(content) + 64)
        shift = -ctypes.addressof(room) % 64
        found = (ctypes.c_char * len(content)).from_buffer(room, shift)
        found.raw = content
        return found

    def put(self, address: int, content: bytes) -> None:
        """Puts bytes into the core's memory."""
        for i in range(0, len(content), 4):
            piece = content[i : i + 4]
            self._ask(_PUT, address + i & _LOW, int.from_bytes(piece, "little"), len(piece))

    def get(self, address: int, length: int) -> bytes:
        """Bytes of the core's memory."""
        content = b""
        for i in range(0, length, 4):
            size = min(4, length - i)
            word = self._ask(_GET, address + i & _LOW, 0, size)
            content += word.to_bytes(4, "little")[:size]
        return content

    def fault(self, address: int, *, write: bool) -> None:
        """A byte of the core's memory that cannot be read, or not written, until `mend`."""
        self._ask(_FAULT, address & _LOW, int(write), 1)

    def mend(self) -> None:
        """Takes all faults away."""
        self._ask(_FAULT, 0, 0, 0)

    def _share(self) -> None:
        """Lends the core a memory of its own."""

        def publish(address: int, length: int) -> None:
            self.put(address, ctypes.string_at(address, length))

        def refresh(address: int, length: int) -> None:
            self.wait(self._pauses.randrange(40))
            ctypes.memmove(address, self.get(address, length), length)

        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)
        self._carried = [kind(publish), kind(refresh)]
        self._library.share(*self._carried)
        length = ctypes.c_size_t.in_dll(self._library, "memory_bytes").value
        self.memory = self.buffer(bytes(length))
        self.put(ctypes.addressof(self.memory), bytes(length))

    def _access(self, what: int, address: int, word: int = 0) -> int:
        self.hook()
        self.accesses += 1
        return self._ask(what, address, word, self._pauses.randrange(self.pauses + 1))

    def _ask(self, *words: int) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(struct.pack("=4I", *words))
        self._process.stdin.flush()
        word, error, irq, self.clock = struct.unpack("=4I", self._process.stdout.read(16))
        self.errors += error
        self.irq = bool(irq)
        return int(word)


def _compiled(core: Core, folder: Path, user: str) -> ctypes.CDLL:
    prefix = core.prefix
    driver_folder(core, folder)
    ringed = core.interface.ringed
    text = _ACCESS + (_MEMORY if ringed else "")
    (folder / "access.c").write_text(text.format(p=prefix) + user)
    defined = ["OWN_ACCESS", "POLLS=2000u", *(["OWN_MEMORY", "RING_BITS=3u"] if ringed else [])]
    own = [f"-D{prefix.upper()}_{each}" for each in defined]
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


def tags_at_random(rig: Rig) -> None:
    """Keys, tags and verifications as Python's hmac has them, and arguments that are refused."""
    keys: dict[int, tuple[int, bytes]] = {}
    answer = ctypes.create_string_buffer(80)
    seen = set()
    for _ in range(60):
        slot, message = rig.random.randrange(4), rig.random.randbytes(rig.length())
        act = rig.random.choice(("key", "key", "mac", "mac", "verify", "verify", "erase"))
        longest = max(each.digest_bytes for each in rig.core.hashes)
        size = rig.random.choice((4, 13, 32, longest))
        if act == "key":
            choice = rig.choose()
            arguments = [slot, *rig.hash_arguments(choice), message, len(message)]
            outcome = rig.call("key", rig.device, *arguments)
            keys[slot] = (choice, message)
            expected = "OK"
        elif act == "erase":
            all_ = rig.random.random() < 0.3
            one = ("erase", rig.device, slot)
            outcome = rig.call(*(("erase_all", rig.device) if all_ else one))
            for gone in list(keys) if all_ else [slot]:
                keys.pop(gone, None)
            expected = "OK"
        else:
            choice, key = keys.get(slot, (0, b""))
            tag = hmac.digest(key, message, rig.core.hashes[choice].name)
            expected = "OK" if size <= len(tag) else "TAG_BYTES"
            given = (tag + bytes(80))[:size]
            if act == "mac":
                outcome = rig.call("mac", rig.device, slot, message, len(message), answer, size)
                assert outcome != "OK" or answer.raw[:size] == given
            else:
                if rig.random.random() < 0.4 and expected == "OK":
                    place, expected = rig.random.randrange(size), "REJECTED"
                    wrong = given[place] ^ 1 << rig.random.randrange(8)
                    given = given[:place] + bytes([wrong]) + given[place + 1 :]
                arguments = [slot, message, len(message), given, size]
                outcome = rig.call("verify", rig.device, *arguments)
            expected = expected if slot in keys else "NO_KEY"
        assert outcome == expected, (act, slot, size)
        seen.add(outcome)
    assert {"OK", "REJECTED", "NO_KEY"} <= seen
    for slot, size in ((4, 16), (0, 3), (0, 65), (0, 0)):
        assert rig.call("mac", rig.device, slot, b"", 0, answer, size) == "ARGUMENT"
        assert rig.call("verify", rig.device, slot, b"", 0, answer, size) == "ARGUMENT"
    assert rig.call("erase", rig.device, 4) == "ARGUMENT"
    assert rig.errors == 0
