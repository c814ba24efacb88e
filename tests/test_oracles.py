"""The tests' own SHA-2, against Python's."""

from __future__ import annotations

import hashlib

import pytest
from support.sha2 import compressed, initial


@pytest.mark.parametrize(("name", "bits"), [("sha256", 32), ("sha512", 64)])
def test_compression(name: str, bits: int) -> None:
    step = bits // 8
    message = bytes(range(150))
    padded = message + b"\x80" + bytes(-(len(message) + 1 + 2 * step) % (16 * step))
    padded += (8 * len(message)).to_bytes(2 * step, "big")
    words = [int.from_bytes(padded[i : i + step], "big") for i in range(0, len(padded), step)]
    state = initial(bits)
    for i in range(0, len(words), 16):
        state = compressed(state, tuple(words[i : i + 16]), bits)
    digest = b"".join(word.to_bytes(step, "big") for word in state)
    assert digest == hashlib.new(name, message).digest()
