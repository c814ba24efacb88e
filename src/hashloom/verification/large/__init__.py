"""A very long message through a core: where a counter is too narrow, short ones do not show it."""

from __future__ import annotations

import hashlib
import importlib.resources
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import CheckError, ToolError
from hashloom.verification.simulation.driver import core_definitions
from hashloom.verification.simulation.subject import MessageCore, message_core
from hashloom.verification.simulation.verilator import Build, build_model
from hashloom.verification.vectors.reference import require_hashlib

MEBIBYTE = 1 << 20
_SEED = 1
_PROGRAMS = ("large/message.cpp", "simulation/cpp/jobs.h")


@dataclass(frozen=True)
class LargeMessage:
    """One message and what became of it.

    Attributes:
        core: that hashed it.
        bytes: of the message, random ones.
        digest: of the core, in hexadecimal.
        expected: hashlib's.
        clocks: from the first beat to the end of the digest.
        seconds: of the simulation.
    """

    core: str
    bytes: int
    digest: str
    expected: str
    clocks: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether both are the same."""
        return self.digest == self.expected

    def as_dict(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {**asdict(self), "right": self.right}


def hash_large(
    core: MessageCore, mebibytes: int, progress: Callable[[int], None] = lambda done: None
) -> LargeMessage:
    """Hash a random message of so many MiB with the RTL of `core`, one alone.

    `progress` is told how many MiB have been sent. Raises RequestError for a hash that Python's
    hashlib does not have, CheckError when the core breaks the rules of its streams or takes another
    number of bytes, ToolError when the simulation fails.
    """
    require_hashlib(core.hash.name, "A large message")
    subject = message_core(core)
    folder = importlib.resources.files("hashloom.verification")
    cpp = {Path(name).name: folder.joinpath(name).read_text() for name in _PROGRAMS}
    build = Build(defines=core_definitions(subject))
    executable = build_model(subject.sources(), subject.top, cpp, build)
    expected = hashlib.new(subject.hash.name)
    begin = time.monotonic()
    with subprocess.Popen(
        [str(executable)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for number, part in enumerate(_parts(mebibytes), start=1):
                expected.update(part)
                process.stdin.write(part)
                progress(number)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it ended before the message did, and says why
        said = process.stdout.read().decode().strip()
    kind, _, rest = said.partition(" ")
    if kind == "failure":
        raise CheckError(f"{subject.name}: {rest}.")
    if kind != "digest":
        raise ToolError(f"The simulation {executable} ended with status {process.returncode}.")
    digest, clocks, sent = rest.split()
    if int(sent) != mebibytes * MEBIBYTE:
        raise CheckError(f"{subject.name} took {sent} bytes of {mebibytes * MEBIBYTE}.")
    return LargeMessage(
        subject.name,
        int(sent),
        digest,
        expected.hexdigest(),
        int(clocks),
        round(time.monotonic() - begin, 1),
    )


def _parts(mebibytes: int) -> Iterator[bytes]:
    source = random.Random(_SEED)
    for _ in range(mebibytes):
        yield source.randbytes(MEBIBYTE)
