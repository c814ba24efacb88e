"""Messages through cores that take padded blocks whole: padded here, keys made as long as a block.

The counts are those of michail2012: from the clock that takes a block or a key to the clock in
which its digest or tag is on offer, or the first message may begin.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import itertools
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hashloom.errors import CheckError, ToolError
from hashloom.request.interface import Interface
from hashloom.verification.simulation.subject import HashFacts
from hashloom.verification.simulation.verilator import Build, build_model

_FOLDER = "cpp_blocks"
_PATIENCE = 10_000  # clocks in which something has to happen
_SEVERAL = 32  # messages whose distances are counted


class BlockCore(Protocol):
    """What is asked of a core."""

    @property
    def name(self) -> str:
        """For people."""

    @property
    def top(self) -> str:
        """The top module."""

    @property
    def hash(self) -> HashFacts:
        """What it computes."""

    @property
    def interface(self) -> Interface:
        """Its level: with keys or without."""

    def sources(self) -> dict[str, str]:
        """SystemVerilog text by file name."""


@dataclass(frozen=True)
class Sent:
    """A message, and of an HMAC its key."""

    message: bytes
    key: bytes | None = None


@dataclass(frozen=True)
class Seen:
    """What a simulation showed.

    Attributes:
        answers: digests or tags, in their order.
        keys, blocks, given: clocks that took keys and blocks, and gave answers.
    """

    answers: tuple[bytes, ...]
    keys: tuple[int, ...]
    blocks: tuple[int, ...]
    given: tuple[int, ...]

    @property
    def clocks(self) -> int:
        """Clocks from the first block to the last answer."""
        return self.given[-1] - self.blocks[0]


@dataclass(frozen=True)
class BlockClocks:
    """The counts of michail2012, of messages of one block.

    Attributes:
        between: clocks from one message to the next, where there always is one.
        latency: from the clock that takes a message's block to that of its digest or tag.
        key: from the clock that takes a key to that of the first message; None without keys.
    """

    between: int
    latency: int
    key: int | None = None


def padded(core: BlockCore, message: bytes) -> list[bytes]:
    """The blocks of a message (FIPS 180-4 section 5.1).

    With a key its length counts the block of the inner pad, which the core has from the key.
    """
    size = core.hash.block_bits // 8
    field = size // 8  # bytes of the length
    length = 8 * len(message) + (core.hash.block_bits if _keyed(core) else 0)
    text = message + b"\x80"
    text += bytes(-(len(text) + field) % size) + length.to_bytes(field, "big")
    return [text[i : i + size] for i in range(0, len(text), size)]


def key_block(core: BlockCore, key: bytes) -> bytes:
    """The key K0 of FIPS 198-1 section 4, steps 1 to 3."""
    size = core.hash.block_bits // 8
    if len(key) > size:
        key = hashlib.new(core.hash.name.replace("sha512_", "sha512-"), key).digest()
    return key + bytes(size - len(key))


def send(
    core: BlockCore,
    sent: Sequence[Sent],
    *,
    stalls: float = 0.0,
    held: float | None = None,
    seed: int = 1,
) -> Seen:
    """What the core's RTL makes of messages, one behind the other.

    A key goes before its message where it is another than that of the message before.  `stalls` is
    the share of clocks in which the sender pauses before a block, and in which no answer is taken;
    `held` that of these alone.
    Raises CheckError when an answer does not come, or does not stay until it is taken.
    """
    lines = []
    for before, each in itertools.pairwise((None, *sent)):
        if each is None:
            continue
        if each.key is not None and (before is None or before.key != each.key):
            lines.append(f"K {key_block(core, each.key).hex()}")
        *others, last = padded(core, each.message)
        lines += [f"B 0 {block.hex()}" for block in others] + [f"B 1 {last.hex()}"]
    pauses = [str(round(100 * share)) for share in (stalls, stalls if held is None else held)]
    command = [str(executable_of(core)), *pauses, str(seed), str(_PATIENCE)]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    found = [line.split() for line in done.stdout.splitlines()]
    wrong = [" ".join(words[1:]) for words in found if words[0] == "wrong"]
    if wrong:
        raise CheckError(f"{core.name} breaks its protocol in clock {wrong[0]}.")
    if done.returncode:
        raise ToolError(f"The simulation of {core.name} ended with status {done.returncode}.")
    clocks = {
        kind: tuple(int(w[1]) for w in found if w[0] == kind) for kind in ("key", "block", "answer")
    }
    answers = tuple(bytes.fromhex(words[2]) for words in found if words[0] == "answer")
    return Seen(answers, clocks["key"], clocks["block"], clocks["answer"])


def block_clocks(core: BlockCore) -> BlockClocks:
    """The core's counts; raises CheckError where messages do not all take as long."""
    key = b"key" if _keyed(core) else None
    seen = send(core, [Sent(bytes([i]), key) for i in range(_SEVERAL)])
    lone = send(core, [Sent(b"", key)])
    between = {later - earlier for earlier, later in itertools.pairwise(seen.blocks)}
    latency = {out - taken for taken, out in zip(seen.blocks, seen.given, strict=True)}
    if len(between) > 1 or latency != {lone.clocks}:
        raise CheckError(f"{core.name} takes {between} clocks between messages, {latency} for one.")
    first = seen.blocks[0] - seen.keys[0] if key else None
    return BlockClocks(between.pop(), latency.pop(), first)


def _keyed(core: BlockCore) -> bool:
    return bool(core.interface.kind.mark)


def executable_of(core: BlockCore) -> Path:
    """The core's model with the driver, compiled."""
    folder = importlib.resources.files(__package__).joinpath(_FOLDER)
    texts = {file.name: file.read_text() for file in folder.iterdir()}
    defines = (
        ("BLOCK_BYTES", core.hash.block_bits // 8),
        ("DIGEST_BYTES", core.hash.digest_bytes),
        ("KEYED", int(_keyed(core))),
    )
    return build_model(core.sources(), core.top, texts, Build(defines=defines))
