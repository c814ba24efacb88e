"""dm-verity's hash tree by hashlib, from the documents of its format alone.

Kernel: Documentation/admin-guide/device-mapper/verity.rst, "On-disk format" and "Hash Tree";
cryptsetup: DMVerity, "Verity superblock format" and "Hash algorithm": version 1, hash type 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def tree_of(
    image: bytes, salt: bytes, size: int, uuid: bytes = bytes(16), name: str = "sha256"
) -> tuple[bytes, bytes]:
    """The tree over an image, superblock included, and its root hash; all blocks have one size."""

    def digest(block: bytes) -> bytes:
        return hashlib.new(name, salt + block).digest()

    def cut(data: bytes, into: int) -> list[bytes]:
        return [data[at : at + into] for at in range(0, len(data), into)]

    def padded(digests: Sequence[bytes]) -> bytes:
        room = 1
        while room < len(digests[0]):
            room *= 2
        per_block = size // room
        blocks = []
        for at in range(0, len(digests), per_block):
            entries = [entry + bytes(room - len(entry)) for entry in digests[at : at + per_block]]
            block = b"".join(entries)
            blocks.append(block + bytes(size - len(block)))
        return b"".join(blocks)

    blocks = cut(image, size)
    digests = [digest(block) for block in blocks]
    levels: list[bytes] = []
    while len(digests) > 1:
        levels.append(padded(digests))
        digests = [digest(block) for block in cut(levels[-1], size)]
    head = b"verity\0\0" + (1).to_bytes(4, "little") + (1).to_bytes(4, "little") + uuid
    head += name.encode().ljust(32, b"\0") + 2 * size.to_bytes(4, "little")
    head += len(blocks).to_bytes(8, "little") + len(salt).to_bytes(2, "little") + bytes(6)
    head += salt.ljust(256, b"\0") + bytes(168)
    front = head + bytes(-len(head) % size)
    return front + b"".join(reversed(levels)), digests[0]
