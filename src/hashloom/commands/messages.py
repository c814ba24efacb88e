"""The messages and keys that a command line gives: as options, as files, or as lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import RequestError

_ACCEPTED = {
    False: 'one object {"msg": hex}',
    True: 'one object {"msg": hex, "key": hex, "tag_bytes": number}, the last if wanted',
}


@dataclass(frozen=True)
class Given:
    """One message, and for an HMAC its key and how many bytes of the tag are wanted."""

    message: bytes
    key: bytes | None = None
    tag_bytes: int | None = None


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
    message: Source, key: Source, tag_bytes: int | None, jsonl: Path | None, keyed: bool
) -> list[Given]:
    """The messages asked for; `keyed` tells whether the core computes an HMAC.

    Raises RequestError unless there is exactly one way of giving messages, and a key for each
    message exactly when the core has a use for it.
    """
    count = message.given + (jsonl is not None)
    if count != 1:
        raise RequestError(
            "A message is given by one of --hex, --text, --file and --jsonl; "
            f"this request has {count or 'none'} of them."
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
                f"{_ACCEPTED[True]}."
            )
        return _requests(jsonl, keyed)
    if keyed and key.given != 1:
        raise RequestError(
            "The key of an HMAC is given by one of --key-hex, --key-text and --key-file; "
            f"this request has {key.given or 'none'} of them."
        )
    return [Given(message.content(), key.content() if keyed else None, tag_bytes)]


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


def _requests(file: Path, keyed: bool) -> list[Given]:
    """The messages of a file of requests, in its order."""
    try:
        lines = _content(file).decode().splitlines()
    except UnicodeDecodeError as error:
        raise RequestError(f"{file} is not text in UTF-8, one JSON object a line.") from error
    return [
        _request(text, f"Line {number} of {file}", keyed) for number, text in enumerate(lines, 1)
    ]


def _request(line: str, where: str, keyed: bool) -> Given:
    try:
        request: Any = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict) or not isinstance(request.get("msg"), str):
        raise RequestError(f"{where} is not a request; accepted is {_ACCEPTED[keyed]}.")
    known = {"msg", "key", "tag_bytes"} if keyed else {"msg"}
    others = sorted(set(request) - known)
    if others:
        reason = "" if keyed else ", which a plain hash has no use for"
        raise RequestError(
            f"{where} has {', '.join(others)}{reason}; accepted is {_ACCEPTED[keyed]}."
        )
    message = from_hex(request["msg"], f"{where}: msg")
    return _with_key(request, message, where) if keyed else Given(message)


def _with_key(request: Mapping[str, Any], message: bytes, where: str) -> Given:
    key, tag_bytes = request.get("key"), request.get("tag_bytes")
    if not isinstance(key, str):
        raise RequestError(f"{where} has no key in hexadecimal; accepted is {_ACCEPTED[True]}.")
    if tag_bytes is not None and type(tag_bytes) is not int:
        raise RequestError(
            f"{where} has a tag_bytes that is no number; accepted is {_ACCEPTED[True]}."
        )
    return Given(message, from_hex(key, f"{where}: key"), tag_bytes)
