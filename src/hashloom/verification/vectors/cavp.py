"""The NIST CAVP vectors of SHA-1 and the SHA-2 family, out of the package cryptography_vectors.

Source: Cryptographic Algorithm Validation Program, "The Secure Hash Algorithm Validation System
(SHAVS)", byte-oriented short, long and Monte Carlo tests (sections 6.2 to 6.4).
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hashloom.errors import MissingError, RequestError

Kind = Literal["short", "long", "monte"]

_FILES: dict[Kind, str] = {"short": "ShortMsg", "long": "LongMsg", "monte": "Monte"}
HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
MONTE_STEPS = 1000  # messages per COUNT


@dataclass(frozen=True)
class Vector:
    """A message and its digest, or with `steps` a Monte Carlo COUNT.

    A COUNT is a chain of `steps` messages, each the three digests before it joined; `message` is
    the first of them (the seed three times) and `digest` the last digest.
    """

    name: str
    message: bytes
    digest: bytes
    steps: int = 0


@functools.cache
def vectors(hash_name: str, kind: Kind) -> tuple[Vector, ...]:
    """Return the vectors of one file, in its order.

    Raises RequestError for a hash without vectors, ToolError when the package is missing.
    """
    if hash_name not in HASHES:
        known = ", ".join(HASHES)
        raise RequestError(f"There are no CAVP vectors of {hash_name!r}; there are of {known}.")
    name = hash_name.upper() + _FILES[kind]
    pairs = _pairs(_text(f"{name}.rsp"))
    return tuple(_monte(name, pairs) if kind == "monte" else _messages(name, pairs))


def _text(file: str) -> str:
    try:
        root = importlib.resources.files("cryptography_vectors")
    except ModuleNotFoundError as error:
        package = "The package cryptography_vectors with NIST's vectors"
        raise MissingError.of(package, "simulate") from error
    folder = "SHA1" if file.startswith("SHA1") else "SHA2"
    return root.joinpath("hashes", folder, file).read_text(encoding="ascii")


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines "key = value"; comments and sections in brackets are passed over."""
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith(("#", "[")):
            yield key.strip(), value.strip()


def _messages(name: str, pairs: Iterator[tuple[str, str]]) -> Iterator[Vector]:
    bits, message = 0, b""
    for key, value in pairs:
        if key == "Len":
            bits = int(value)
        elif key == "Msg":
            message = bytes.fromhex(value)[: bits // 8]  # Len = 0 comes with Msg = 00
        elif key == "MD":
            yield Vector(f"{name} Len = {bits}", message, bytes.fromhex(value))


def _monte(name: str, pairs: Iterator[tuple[str, str]]) -> Iterator[Vector]:
    """Yield each COUNT with its own seed, the digest of the COUNT before."""
    seed, count = b"", ""
    for key, value in pairs:
        if key == "Seed":
            seed = bytes.fromhex(value)
        elif key == "COUNT":
            count = value
        elif key == "MD":
            digest = bytes.fromhex(value)
            yield Vector(f"{name} COUNT = {count}", 3 * seed, digest, MONTE_STEPS)
            seed = digest
