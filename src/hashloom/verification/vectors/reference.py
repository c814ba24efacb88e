"""Digests and tags as Python computes them: they share no code with hashloom."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from hashloom.errors import ToolError


def reference(hash_name: str) -> Callable[[bytes], bytes]:
    """Return the hash as hashlib computes it.

    Raises ToolError when this Python has no such hash: SHA-512/t comes with OpenSSL only.
    """
    try:
        hashlib.new(hash_name)
    except ValueError as error:
        raise ToolError(
            f"Python's hashlib has no {hash_name} here, so there is nothing to compare with; "
            "a Python built with OpenSSL 1.1.1 or later has it."
        ) from error
    return lambda message: hashlib.new(hash_name, message).digest()


def reference_tag(hash_name: str, key: bytes, message: bytes) -> bytes:
    """Return the whole HMAC tag; raises ToolError as `reference` does."""
    reference(hash_name)
    return hmac.new(key, message, hash_name).digest()
