"""Plays traffic to a core's RTL in simulation and reads what its streams did."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from hashloom.errors import ToolError
from hashloom.verification.properties.texts import with_properties
from hashloom.verification.properties.watching import MOST_CONTEXTS
from hashloom.verification.random.requests import Epoch, Shape, Traffic, Trigger
from hashloom.verification.simulation.assertions import OPTION, require_unbroken
from hashloom.verification.simulation.verilator import Build, build_model

# How a side pauses, by the numbers of machine.cpp.
PATTERNS = {
    "none": 0,
    "half": 1,
    "nine_in_ten": 2,
    "bursts": 3,
    "one_in_sixteen": 4,
    "after_the_other": 5,
    "long": 6,
    "rare": 7,
}
# Clocks a beat takes with a pattern, about.
SLOWNESS = {
    "none": 1,
    "half": 2,
    "nine_in_ten": 10,
    "bursts": 5,
    "one_in_sixteen": 1,
    "after_the_other": 2,
    "long": 100,
    "rare": 60,
}
_ACTIONS = ("reset", "zeroize")
_AFTER = ("clock", "taken", "left")
_LINGER = 300  # clocks in which nothing more may come
_QUIET_BLOCKS = 12  # nothing moves for so many blocks' time at most, besides what erasing takes
_QUIET_CLOCKS = 3000
_PROGRAM = "machine.cpp"


@dataclass(frozen=True)
class Event:
    """One line of the log: kind as machine.cpp has them, clock, and the rest by kind.

    `keep` and `data` are those of a beat that left, `text` the rule that was broken.
    """

    kind: str
    clock: int
    tid: int = 0
    user: int = 0
    last: bool = False
    keep: int = 0
    data: bytes = b""
    text: str = ""


@dataclass(frozen=True)
class Machine:
    """A compiled core and its shape; a run may take `timeout` seconds."""

    executable: Path
    shape: Shape
    timeout: int = 600

    def play(self, traffic: Traffic) -> list[Event]:
        """What happened, in order. Raises ToolError when the program fails."""
        with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
            run, log = Path(folder) / "run", Path(folder) / "log"
            run.write_bytes(_encoded(traffic, self.shape))
            seed = str(traffic.seed % 2147483646 + 1)
            command = [str(self.executable), str(run), str(log), seed]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout)
            except subprocess.TimeoutExpired as error:
                raise ToolError(f"A simulation did not end within {self.timeout} s.") from error
            if done.returncode != 0:
                require_unbroken(done.stdout + done.stderr)
                raise ToolError(
                    f"The simulation ended with status {done.returncode}: {done.stderr.strip()}."
                )
            return list(_events(log.read_text()))


def machine_of(
    sources: dict[str, str], top: str, shape: Shape, *, properties: bool = True
) -> Machine:
    """Compiles a core's sources, with the properties of its modules, which stop a run they break.

    Those of more than eight contexts would take too long to compile and are left out.
    Raises CheckError or ToolError as `build_model` does.
    """
    defines = [("BYTES", shape.beat_bytes)]
    defines += [("TID_BITS", (shape.contexts - 1).bit_length())]
    defines += [("S_USER_BITS", shape.user_bits)] + [("HAS_ZEROIZE", 1)] * shape.zeroize
    build = Build(defines=tuple(defines), verilator_options=(OPTION,))
    watched = properties and shape.contexts <= MOST_CONTEXTS
    texts = with_properties(sources, prefix=top) if watched else sources
    model = build_model(texts, top, {_PROGRAM: _program()}, build)
    return Machine(model, shape)


@cache
def _program() -> str:
    return (resources.files(__package__) / _PROGRAM).read_text("utf-8")


def quiet_bound(shape: Shape) -> int:
    """Clocks in which nothing moves at most, although both sides want it to."""
    blocks = _QUIET_BLOCKS * (shape.contexts + 2) * shape.slot_clocks
    return blocks + 2 * shape.settle + _QUIET_CLOCKS


def _encoded(traffic: Traffic, shape: Shape) -> bytes:
    source, sink = PATTERNS[traffic.source], PATTERNS[traffic.sink]
    head = (len(traffic.epochs), source, sink, shape.settle, quiet_bound(shape), _LINGER)
    parts = [struct.pack("<6IQ", *head, traffic.seed)]
    for epoch in traffic.epochs:
        parts.append(struct.pack("<3I", len(epoch.beats), len(epoch.triggers), epoch.reset_hold))
        parts += _beats(epoch, shape)
        parts += [_trigger(trigger) for trigger in epoch.triggers]
    return b"".join(parts)


def _beats(epoch: Epoch, shape: Shape) -> Iterator[bytes]:
    keep_bytes = (shape.beat_bytes + 7) // 8
    for beat in epoch.beats:
        answered = beat.last and shape.answers(shape.code_of(beat)) and beat.tid < shape.contexts
        head = struct.pack("<3BI", beat.last, beat.tid, answered, beat.user)
        yield head + beat.keep.to_bytes(keep_bytes, "little") + beat.data


def _trigger(trigger: Trigger) -> bytes:
    action, after = _ACTIONS.index(trigger.action), _AFTER.index(trigger.after)
    return struct.pack("<2B3I", action, after, trigger.count, trigger.delay, trigger.hold)


def _events(log: str) -> Iterator[Event]:
    for line in log.splitlines():
        kind, clock, *rest = line.split(" ", 2)
        if kind == "M":
            tid, user, last, keep, data = rest[0].split()
            mask = int.from_bytes(bytes.fromhex(keep), "little")
            lanes = bytes.fromhex(data)
            yield Event(kind, int(clock), int(tid), int(user), last == "1", mask, lanes)
        elif kind == "O":
            yield Event(kind, int(clock), tid=int(rest[0]))
        else:
            yield Event(kind, int(clock), text=rest[0] if rest else "")
