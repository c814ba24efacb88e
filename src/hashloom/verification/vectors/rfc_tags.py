"""The HMAC vectors of RFC 2202 and RFC 2286 (sections 2 and 3) and RFC 4231 (4.2 to 4.8).

There are seven cases a hash.

They come from the package cryptography_vectors; case 5 of RFC 4231, whose tag is truncated, is not
in it and stands here as printed in section 4.6.
"""

from __future__ import annotations

import functools
import importlib.resources
from dataclasses import dataclass

from hashloom.errors import ToolError

SOURCES = {
    "md5": "RFC 2202",
    "sha1": "RFC 2202",
    "ripemd160": "RFC 2286",
    **dict.fromkeys(("sha224", "sha256", "sha384", "sha512"), "RFC 4231"),
}

_TRUNCATED_KEY = bytes([0x0C]) * 20
_TRUNCATED_MESSAGE = b"Test With Truncation"
_TRUNCATED_TAGS = {
    "sha224": "0e2aea68a90c8d37c988bcdb9fca6fa8",
    "sha256": "a3b6167473100ee06e0c796c2955552b",
    "sha384": "3abf34c3503b2a23a46efc619baef897",
    "sha512": "415fad6271580a531d4179bc891d87a6",
}
_TRUNCATED_CASE = 5


@dataclass(frozen=True)
class TagVector:
    """A key, a message and the tag, or its first bytes."""

    name: str
    key: bytes
    message: bytes
    tag: bytes


@functools.cache
def vectors(hash_name: str) -> tuple[TagVector, ...]:
    """Return the test cases of HMAC over a hash in their order; none for SHA-512/t and SM3.

    Raises ToolError when the package cryptography_vectors is missing.
    """
    if hash_name not in SOURCES:
        return ()
    source = SOURCES[hash_name]
    found = _packaged(f"{source.lower().replace(' ', '-')}-{hash_name}.txt")
    if hash_name in _TRUNCATED_TAGS:
        truncated = bytes.fromhex(_TRUNCATED_TAGS[hash_name])
        found.insert(_TRUNCATED_CASE - 1, (_TRUNCATED_KEY, _TRUNCATED_MESSAGE, truncated))
    return tuple(
        TagVector(f"{source} case {number}, {hash_name}", *case)
        for number, case in enumerate(found, 1)
    )


def _packaged(file: str) -> list[tuple[bytes, bytes, bytes]]:
    try:
        root = importlib.resources.files("cryptography_vectors")
    except ModuleNotFoundError as error:
        raise ToolError(
            "The RFC vectors are missing: install them with `pip install cryptography_vectors`."
        ) from error
    text = root.joinpath("HMAC", file).read_text(encoding="ascii")
    cases, fields = [], {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            fields[name.strip()] = value.strip()
        if name.strip() == "MD":
            key, message, tag = (bytes.fromhex(fields[n]) for n in ("Key", "Msg", "MD"))
            cases.append((key, message, tag))
    return cases
