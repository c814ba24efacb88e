"""The messages and keys that a command line gives: as options, as files, or as lines of JSON."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from hashloom.errors import RequestError


@dataclass(frozen=True)
class Kind:
    """What a core's messages have besides their bytes.

    Attributes:
        keyed: each has a key; the core computes an HMAC.
        choosing: each, or its key, has one of several hashes.
    """

    keyed: bool
    choosing: bool

    @property
    def fields(self) -> dict[str, str]:
        """What an object of JSON has, and how it is written; what is wanted comes behind."""
        found = {"msg": "hex"}
        if self.keyed:
            found |= {"key": "hex", "tag_bytes": "number"}
        return found | ({"hash": "name"} if self.choosing else {})

    @property
    def accepted(self) -> str:
        """What is accepted, for people."""
        written = ", ".join(f'"{name}": {how}' for name, how in self.fields.items())
        wanted = ", the last if wanted", ", the last two if wanted"
        optional = [name for name in self.fields if name not in ("msg", "key")]
        return f"one object {{{written}}}{wanted[len(optional) - 1] if optional else ''}"


@dataclass(frozen=True)
class Given:
    """One message, the hash it names, and for an HMAC its key and how many bytes of the tag.

    `where` tells the line of a file that it is from; it is empty for one on the command line.
    """

    message: bytes
    key: bytes | None = None
    tag_bytes: int | None = None
    hash: str | None = None
    where: str = ""

    @contextmanager
    def told(self) -> Iterator[None]:
        """What is refused inside is told with the line that it is from."""
        try:
            yield
        except RequestError as error:
            if not self.where:
                raise
            raise RequestError(f"{self.where}: {error}") from error


@dataclass(frozen=True)
class Source:
    """Bytes on the command line in one of three ways.

    `option` is "" for a message (--hex, --text, --file) and "key-" for a key (--key-hex, ...).
    """

    option: str
    hex: str | None
    text: str | None
    file: Path | None

    @property
    def given(self) -> int:
        """How many of the ways are used."""
        return sum(value is not None for value in (self.hex, self.text, self.file))

    def content(self) -> bytes:
        """The bytes. Raises RequestError when they cannot be read."""
        if self.hex is not None:
            return from_hex(self.hex, f"--{self.option}hex")
        if self.text is not None:
            return from_text(self.text, f"--{self.option}text")
        assert self.file is not None
        return _content(self.file)


def read_messages(
    message: Source,
    key: Source,
    tag_bytes: int | None,
    hash_: str | None,
    jsonl: Path | None,
    kind: Kind,
) -> list[Given]:
    """The messages asked for, of a core of a kind.

    Raises RequestError unless there is exactly one way of giving messages, and a key for each
    message exactly when the core has a use for it; and for a hash when it has one anyway.
    """
    count = message.given + (jsonl is not None)
    if count != 1:
        raise RequestError(
            "A message is given by one of --hex, --text, --file and --jsonl; "
            f"this request has {count or 'none'} of them."
        )
    if not kind.choosing and hash_ is not None:
        several = "hmac-sha224+sha256" if kind.keyed else "sha224+sha256"
        raise RequestError(
            "This core has one hash for all messages; accepted with --hash is a core of several, "
            f"such as {several}."
        )
    if not kind.keyed and (key.given or tag_bytes is not None):
        raise RequestError(
            "A plain hash has no use for a key or a tag length; accepted with --key-hex, "
            "--key-text, --key-file and --tag-bytes is an HMAC, such as hmac-sha256."
        )
    if jsonl is not None:
        if key.given or tag_bytes is not None:
            raise RequestError(
                "With --jsonl each line has its own key and tag length; accepted is "
                f"{kind.accepted}."
            )
        if hash_ is not None:
            raise RequestError(
                f"With --jsonl each line names its own hash; accepted is {kind.accepted}."
            )
        return _requests(jsonl, kind)
    if kind.keyed and key.given != 1:
        raise RequestError(
            "The key of an HMAC is given by one of --key-hex, --key-text and --key-file; "
            f"this request has {key.given or 'none'} of them."
        )
    return [Given(message.content(), key.content() if kind.keyed else None, tag_bytes, hash_)]


def from_text(text: str, where: str) -> bytes:
    """The UTF-8 of a word of the command line. Raises RequestError, naming `where`, without one."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RequestError(
            f"{where} is not text in UTF-8; other bytes are accepted by "
            f"{where.replace('text', 'hex')}, in hexadecimal."
        ) from None


def from_hex(digits: str, where: str) -> bytes:
    """Bytes of hexadecimal digits. Raises RequestError, naming `where`, when they are not."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise RequestError(
            f"{where} is not hexadecimal; two digits a byte are accepted, such as 616263."
        ) from None


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise RequestError(f"{file} cannot be read ({error.strerror}); name a file.") from error


def _requests(file: Path, kind: Kind) -> list[Given]:
    """The messages of a file of requests, in its order."""
    try:
        lines = _content(file).decode().splitlines()
    except UnicodeDecodeError as error:
        raise RequestError(f"{file} is not text in UTF-8, one JSON object a line.") from error
    if not lines:
        raise RequestError(f"{file} has no line; accepted for each message is {kind.accepted}.")
    return [
        _request(text, f"Line {number} of {file}", kind) for number, text in enumerate(lines, 1)
    ]


def _request(line: str, where: str, kind: Kind) -> Given:
    try:
        request: Any = json.loads(line, object_pairs_hook=partial(_once, where=where))
    except RequestError:
        raise
    except (ValueError, RecursionError):  # the latter of a thousand brackets
        request = None
    if not isinstance(request, dict) or not isinstance(request.get("msg"), str):
        raise RequestError(f"{where} is not a request; accepted is {kind.accepted}.")
    others = sorted(set(request) - set(kind.fields))
    if others:
        reason = "" if kind.keyed else ", which a plain hash has no use for"
        raise RequestError(f"{where} has {', '.join(others)}{reason}; accepted is {kind.accepted}.")
    message = from_hex(request["msg"], f"{where}: msg")
    hash_ = request.get("hash")
    if "hash" in request and not isinstance(hash_, str):
        raise RequestError(f"{where} has a hash that is no name; accepted is {kind.accepted}.")
    given = Given(message, hash=hash_, where=where)
    return _with_key(given, request, where, kind) if kind.keyed else given


def _once(pairs: Sequence[tuple[str, Any]], where: str) -> dict[str, Any]:
    """An object of JSON.  Raises RequestError when a name is in it twice."""
    counts = Counter(name for name, _ in pairs)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        raise RequestError(f"{where} has {twice[0]!r} more than once; accepted is one of each.")
    return dict(pairs)


def _with_key(given: Given, request: Mapping[str, Any], where: str, kind: Kind) -> Given:
    key, tag_bytes = request.get("key"), request.get("tag_bytes")
    if not isinstance(key, str):
        raise RequestError(f"{where} has no key in hexadecimal; accepted is {kind.accepted}.")
    if "tag_bytes" in request and type(tag_bytes) is not int:
        raise RequestError(
            f"{where} has a tag_bytes that is no number; accepted is {kind.accepted}."
        )
    return replace(given, key=from_hex(key, f"{where}: key"), tag_bytes=tag_bytes)
