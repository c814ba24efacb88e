"""The vectors are read whole and rightly: hashlib agrees with each."""

from __future__ import annotations

import hashlib

import pytest

from hashloom.errors import RequestError
from hashloom.verification.vectors.cavp import vectors

NARROW = ("sha1", "sha224", "sha256")
WIDE = ("sha384", "sha512", "sha512_224", "sha512_256")


@pytest.mark.parametrize("name", NARROW + WIDE)
def test_messages(name: str) -> None:
    short, long = vectors(name, "short"), vectors(name, "long")
    block_bytes = 64 if name in NARROW else 128
    assert len(short) == block_bytes + 1
    assert len(long) == block_bytes
    assert short[0].message == b""
    assert [len(vector.message) for vector in short] == list(range(block_bytes + 1))
    for vector in short + long:
        assert hashlib.new(name, vector.message).digest() == vector.digest


@pytest.mark.parametrize("name", NARROW + WIDE)
def test_monte_carlo(name: str) -> None:
    counts = vectors(name, "monte")
    assert len(counts) == 100
    for vector in (counts[0], counts[-1]):
        size = len(vector.digest)
        digests = [vector.message[i : i + size] for i in range(0, 3 * size, size)]
        for _ in range(vector.steps):
            digests.append(hashlib.new(name, b"".join(digests[-3:])).digest())
        assert digests[-1] == vector.digest


def test_unknown_hash_is_refused() -> None:
    with pytest.raises(RequestError, match="sha512_256"):
        vectors("md5", "short")
