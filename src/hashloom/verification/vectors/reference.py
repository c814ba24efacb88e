"""Digests and tags as Python computes them: they share no code with hashloom.

Of a hash that Python's hashlib does not have, they are those of its recurrences in software: of all
that makes hardware they share the hash's file alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, get_hash
from hashloom.hashes.model import digest

_INNER, _OUTER = 0x36, 0x5C  # what keys are XORed with (FIPS 198-1 section 3)


def in_hashlib(hash_name: str) -> bool:
    """Whether this Python has the hash: SHA-512/t, SM3 and RIPEMD-160 come with OpenSSL only."""
    try:
        hashlib.new(hash_name)
    except ValueError:
        return False
    return True


JUDGED = {name: each for name, each in HASHES.items() if in_hashlib(name)}


def without_hashlib(hash_names: Iterable[str]) -> tuple[str, ...]:
    """What a comparison with `reference` leaves out, for people: answers from elsewhere."""
    return tuple(
        f"answers from elsewhere: Python's hashlib has no {get_hash(name).title}, compared is with "
        "its recurrences in software"
        for name in hash_names
        if not in_hashlib(name)
    )


def require_hashlib(hash_name: str, what: str) -> None:
    """Raises RequestError where `what`, which begins the sentence, needs a hash of hashlib's."""
    if not in_hashlib(hash_name):
        *known, last = JUDGED
        raise RequestError(
            f"{what} is judged by Python's hashlib, which has no {hash_name}; accepted are cores "
            f"of {', '.join(known)} and {last}."
        )


def reference(hash_name: str) -> Callable[[bytes], bytes]:
    """Return the hash as hashlib computes it, or its recurrences where hashlib has none."""
    if in_hashlib(hash_name):
        return lambda message: hashlib.new(hash_name, message).digest()
    hash_ = get_hash(hash_name)
    return lambda message: digest(hash_, message)


def reference_tag(hash_name: str, key: bytes, message: bytes) -> bytes:
    """Return the whole HMAC tag (FIPS 198-1 section 4)."""
    if in_hashlib(hash_name):
        return hmac.new(key, message, hash_name).digest()
    made, block_bytes = reference(hash_name), get_hash(hash_name).block_bytes
    padded = (made(key) if len(key) > block_bytes else key).ljust(block_bytes, b"\0")
    inner = made(bytes(byte ^ _INNER for byte in padded) + message)
    return made(bytes(byte ^ _OUTER for byte in padded) + inner)
