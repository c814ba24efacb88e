"""Files through a link: their digests, or their tags with a key."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.hashes import Hash, get_hash
from hashloom.request.choice import BETWEEN
from hashloom.request.interface import Interface, split_name
from hashloom.talk.link import Greeting, Link, LinkError
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.vectors.reference import reference, reference_tag

STANDARD_INPUT = "-"
_PART = 1 << 14  # bytes of a file that are read at a time
_TRIES = 3


@dataclass(frozen=True)
class Hashed:
    """A file that has gone through: its digest or tag, its length, and how long that took."""

    name: str
    digest: bytes
    length: int
    seconds: float


@dataclass(frozen=True)
class Content:
    """What is hashed: a file, or standard input, which is kept to be sent once more."""

    name: str

    @cached_property
    def _given(self) -> bytes:
        return sys.stdin.buffer.read()

    @property
    def length(self) -> int:
        """In bytes.  Raises RequestError for a file that cannot be read."""
        if self.name == STANDARD_INPUT:
            return len(self._given)
        path = Path(self.name)
        try:
            with path.open("rb") as file:
                return file.seek(0, 2)
        except OSError as error:
            raise RequestError(
                f"{self.name} cannot be read ({error.strerror}); name a file."
            ) from error

    def parts(self) -> Iterator[bytes]:
        """Its bytes."""
        if self.name == STANDARD_INPUT:
            yield self._given
            return
        with Path(self.name).open("rb") as file:
            while part := file.read(_PART):
                yield part


class Talker:
    """Hashes what it is given with the core on a board."""

    def __init__(self, link: Link, key: bytes | None, hash_name: str | None) -> None:
        self._link, self._key = link, key
        greeting = link.restart()
        self.core = greeting.core
        self._hash, self._number = chosen(greeting, key, hash_name)
        self._keyed = greeting.slots > 0
        self._loaded = False  # the key is in slot 0

    def hashed(self, content: Content, told: Callable[[int], None]) -> Hashed:
        """The digest, or with a key the tag, of a file.

        `told` is told how many bytes have been hashed, from 0 on again where the link was
        restarted.  Raises ToolError when nothing comes through, or the core says no.
        """
        for rest in range(_TRIES - 1, -1, -1):
            begun = time.monotonic()
            try:
                digest, length = self._once(content, told)
            except LinkError:
                if not rest:
                    raise
                self._link.restart()
                self._loaded = False
                continue
            return Hashed(content.name, digest, length, time.monotonic() - begun)
        raise AssertionError

    def _once(self, content: Content, told: Callable[[int], None]) -> tuple[bytes, int]:
        if self._key is not None and not self._loaded:
            load = Command(Operation.KEY, hash=self._number)
            self._answer(load.word, iter([self._key]), lambda count: None, 0)
            self._loaded = True
        done = 0

        def count(more: int) -> None:
            nonlocal done
            done += more
            told(done)

        told(0)
        digest = self._answer(self._command.word, content.parts(), count, self._hash.digest_bytes)
        return digest, done

    @property
    def _command(self) -> Command:
        """That of a message; of a core without keys it is the number of the hash alone."""
        if not self._keyed:
            return Command(self._number)
        if self._key is None:
            return Command(Operation.HASH, hash=self._number)
        return Command(Operation.MAC, tag_bytes=self._hash.digest_bytes)

    def _answer(
        self, command: int, parts: Iterator[bytes], told: Callable[[int], None], length: int
    ) -> bytes:
        status, answer = self._link.ask(command, parts, told)
        if status == Status.ZEROISED or status > max(Status):
            raise ToolError(f"The core on the board answered with status {status}.")
        if status != Status.OK or len(answer) != length:
            what = Status(status).name.lower().replace("_", " ")
            raise ToolError(
                f"The core on the board answered {what} with {len(answer)} bytes of {length}."
            )
        return answer

    def check(self, hashed: Hashed, content: Content) -> None:
        """Raises CheckError when software has another digest or tag of a file, see `reference`."""
        whole = b"".join(content.parts())
        if self._key is None:
            right = reference(self._hash.name)(whole)
        else:
            right = reference_tag(self._hash.name, self._key, whole)
        if hashed.digest != right:
            raise CheckError(
                f"{content.name}: the board has {hashed.digest.hex()} and Python {right.hex()}."
            )


def chosen(greeting: Greeting, key: bytes | None, hash_name: str | None) -> tuple[Hash, int]:
    """The hash that messages have, and its number.  Raises RequestError for what is not there."""
    plain, _ = split_name(greeting.core, Interface())
    names = plain.split(BETWEEN)
    if key is not None and not greeting.slots:
        raise RequestError(
            f"The core on the board is {greeting.core}, which holds no keys; accepted is the same "
            f"without a key, or a board with hmac-{plain}."
        )
    wanted = names[0] if hash_name is None else get_hash(hash_name).name
    if wanted not in names:
        raise RequestError(
            f"The core on the board does not compute {wanted}; accepted is {' or '.join(names)}."
        )
    return get_hash(wanted), names.index(wanted)
