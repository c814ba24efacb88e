"""The messages and keys that a command line gives: as options, as files, or as lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from hashloom.errors import RequestError

Kind = Literal["plain", "choice", "keyed"]  # one hash, a hash for each message, an HMAC
_ACCEPTED: dict[Kind, str] = {
    "plain": 'one object {"msg": hex}',
    "choice": 'one object {"msg": hex, "hash": name}, the last if wanted',
    "keyed": 'one object {"msg": hex, "key": hex, "tag_bytes": number}, the last if wanted',
}


@dataclass(frozen=True)
class Given:
    """One message, the hash it names, and for an HMAC its key and how many bytes of the tag."""

    message: bytes
    key: bytes | None = None
    tag_bytes: int | None = None
    hash: str | None = None


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
            return self.text.encode()
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
    keyed = kind == "keyed"
    if kind != "choice" and hash_ is not None:
        raise RequestError(
            "This core has one hash for all messages; accepted with --hash is a core of several, "
            "such as sha224+sha256."
        )
    if not keyed and (key.given or tag_bytes is not None):
        raise RequestError(
            "A plain hash has no use for a key or a tag length; accepted with --key-hex, "
            "--key-text, --key-file and --tag-bytes is an HMAC, such as hmac-sha256."
        )
    if jsonl is not None:
        if key.given or tag_bytes is not None:
            raise RequestError(
                "With --jsonl each line has its own key and tag length; accepted is "
                f"{_ACCEPTED['keyed']}."
            )
        if hash_ is not None:
            raise RequestError(
                f"With --jsonl each line names its own hash; accepted is {_ACCEPTED['choice']}."
            )
        return _requests(jsonl, kind)
    if keyed and key.given != 1:
        raise RequestError(
            "The key of an HMAC is given by one of --key-hex, --key-text and --key-file; "
            f"this request has {key.given or 'none'} of them."
        )
    return [Given(message.content(), key.content() if keyed else None, tag_bytes, hash_)]


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
    return [
        _request(text, f"Line {number} of {file}", kind) for number, text in enumerate(lines, 1)
    ]


def _request(line: str, where: str, kind: Kind) -> Given:
    try:
        request: Any = json.loads(line)
    except (ValueError, RecursionError):  # the latter of a thousand brackets
        request = None
    if not isinstance(request, dict) or not isinstance(request.get("msg"), str):
        raise RequestError(f"{where} is not a request; accepted is {_ACCEPTED[kind]}.")
    known = {"plain": {"msg"}, "choice": {"msg", "hash"}, "keyed": {"msg", "key", "tag_bytes"}}[
        kind
    ]
    others = sorted(set(request) - known)
    if others:
        reason = "" if kind == "keyed" else ", which a plain hash has no use for"
        raise RequestError(
            f"{where} has {', '.join(others)}{reason}; accepted is {_ACCEPTED[kind]}."
        )
    message = from_hex(request["msg"], f"{where}: msg")
    if kind == "choice":
        return Given(message, hash=_named_hash(request, where))
    return _with_key(request, message, where) if kind == "keyed" else Given(message)


def _named_hash(request: Mapping[str, Any], where: str) -> str | None:
    name = request.get("hash")
    if name is not None and not isinstance(name, str):
        raise RequestError(
            f"{where} has a hash that is no name; accepted is {_ACCEPTED['choice']}."
        )
    return name


def _with_key(request: Mapping[str, Any], message: bytes, where: str) -> Given:
    key, tag_bytes = request.get("key"), request.get("tag_bytes")
    if not isinstance(key, str):
        raise RequestError(f"{where} has no key in hexadecimal; accepted is {_ACCEPTED['keyed']}.")
    if tag_bytes is not None and type(tag_bytes) is not int:
        raise RequestError(
            f"{where} has a tag_bytes that is no number; accepted is {_ACCEPTED['keyed']}."
        )
    return Given(message, from_hex(key, f"{where}: key"), tag_bytes)
