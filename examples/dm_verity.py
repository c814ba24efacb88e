"""A dm-verity hash tree, computed again by a SHA-2 core in simulation: finds what was changed.

    veritysetup format image.bin tree.bin          # prints the root hash
    python examples/dm_verity.py image.bin tree.bin ROOT_HASH

dm-verity is how Linux notices changed blocks of a disk that is only read. A digest of each block is
in a hash block, a digest of each hash block in one further up, and so on until one is left, whose
digest is the root hash: who trusts that can check every block. The tree lies in a file or partition
as the documents of the kernel (admin-guide/device-mapper/verity.rst) and of cryptsetup
say: a superblock of 512 bytes, then the levels, the one with a single block first. This reads
version 1 with hash type 1, as veritysetup writes: the salt stands before the block that is hashed,
and a digest takes a power of two of bytes. All blocks are hashed, four of them at a time.
Ends with status 1 when a block was changed, and with 2 when the tree cannot be read.
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.cores import Architecture, Core, core_for

SUPERBLOCK = struct.Struct("<8s I I 16s 32s I I Q H 6x 256s 168x")
SIGNATURE = b"verity\0\0"
DIGEST_BYTES = {"sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64}


@dataclass(frozen=True)
class Verity:
    """What the superblock says; sizes are in bytes."""

    algorithm: str
    data_block: int
    hash_block: int
    data_blocks: int
    salt: bytes

    @property
    def digests_in_block(self) -> int:
        """Digests in a hash block: a power of two, as each has a power of two of bytes."""
        return self.hash_block // self.digest_room

    @property
    def digest_room(self) -> int:
        """Bytes that a digest takes in a hash block."""
        return 1 << (DIGEST_BYTES[self.algorithm] - 1).bit_length()

    @property
    def levels(self) -> tuple[int, ...]:
        """Hash blocks of each level, from the one over the data up to the one with a single block.

        There is none over a single block of data: its digest is the root hash.
        """
        counts = [self.data_blocks]
        while counts[-1] > 1:
            counts.append(-(-counts[-1] // self.digests_in_block))
        return tuple(counts[1:])


@dataclass(frozen=True)
class Changed:
    """A block that is not what was hashed: of the data, or of the tree, counted in its file."""

    where: str
    block: int


def superblock(tree: bytes) -> Verity:
    """Read the superblock at the beginning of a tree; ValueError for what this cannot read."""
    if len(tree) < SUPERBLOCK.size:
        raise ValueError("The tree is shorter than a superblock.")
    signature, version, kind, _, name, data_block, hash_block, blocks, salt_bytes, salt = (
        SUPERBLOCK.unpack_from(tree)
    )
    if (signature, version, kind) != (SIGNATURE, 1, 1):
        raise ValueError("The tree is not of dm-verity's version 1 with hash type 1.")
    algorithm = name.rstrip(b"\0").decode("ascii", "replace")
    if algorithm not in DIGEST_BYTES:
        raise ValueError(f"The tree is of {algorithm}; this reads {', '.join(DIGEST_BYTES)}.")
    return Verity(algorithm, data_block, hash_block, blocks, salt[:salt_bytes])


def core_for_tree(verity: Verity) -> Core:
    """A core of four messages in flight for the hash of a tree."""
    memories = {"constants": "bram", "chaining": "bram", "buffer": "bram"}
    return core_for(verity.algorithm, Architecture(interleave=4, **memories))


def blocks_of(data: bytes, size: int) -> list[bytes]:
    """Blocks of so many bytes."""
    return [data[start : start + size] for start in range(0, len(data), size)]


def digests(core: Core, verity: Verity, blocks: Sequence[bytes]) -> list[bytes]:
    """Digests of blocks behind the salt, computed by the RTL, a block on each context at a time."""
    return core.simulate([verity.salt + block for block in blocks])


def levels_in(verity: Verity, tree: bytes) -> list[list[tuple[int, bytes]]]:
    """The hash blocks of each level with their numbers in the tree, the single one first."""
    at = -(-SUPERBLOCK.size // verity.hash_block)
    numbered = [*enumerate(blocks_of(tree, verity.hash_block))]
    stored = []
    for count in reversed(verity.levels):
        stored.append(numbered[at : at + count])
        at += count
    if len(tree) < at * verity.hash_block:
        raise ValueError("The tree is shorter than its superblock says.")
    return stored


def changed(core: Core, image: bytes, tree: bytes, root: bytes) -> list[Changed]:
    """Blocks that were changed, from the root hash down; nothing is known below such a hash block.

    Raises ValueError when image or tree are shorter than the superblock says.
    """
    verity = superblock(tree)
    data = [*enumerate(blocks_of(image, verity.data_block)[: verity.data_blocks])]
    if len(image) < verity.data_blocks * verity.data_block:
        raise ValueError("The image is shorter than the superblock says.")
    found: list[Changed] = []
    expected: list[bytes | None] = [root]  # None where a hash block further up was changed
    levels = [("tree", level) for level in levels_in(verity, tree)]
    for where, level in (*levels, ("image", data)):
        computed = digests(core, verity, [block for _, block in level])
        below: list[bytes | None] = []
        for (number, block), digest, right in zip(level, computed, expected, strict=False):
            if right is not None and digest != right:
                found.append(Changed(where, number))
            below += entries(verity, block) if digest == right else [None] * verity.digests_in_block
        expected = below
    return found


def entries(verity: Verity, block: bytes) -> list[bytes]:
    """The digests that a hash block has room for."""
    rooms = blocks_of(block, verity.digest_room)[: verity.digests_in_block]
    return [room[: DIGEST_BYTES[verity.algorithm]] for room in rooms]


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute the tree of an image again, and say which blocks were changed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("image", type=Path, help="the data")
    options.add_argument("tree", type=Path, help="what veritysetup has written")
    options.add_argument("root", type=bytes.fromhex, help="the root hash that it has printed")
    given = options.parse_args(arguments)
    image, tree = given.image.read_bytes(), given.tree.read_bytes()
    try:
        verity = superblock(tree)
        core = core_for_tree(verity)
        found = changed(core, image, tree, given.root)
    except ValueError as error:
        options.exit(2, f"{error}\n")
    print(
        f"{core.name}, {core.contexts} messages in flight: {verity.data_blocks} blocks of "
        f"{verity.data_block} bytes, {sum(verity.levels)} hash blocks"
    )
    for each in found:
        print(f"changed: block {each.block} of the {each.where}")
    print("the image is what was hashed" if not found else f"{len(found)} blocks were changed")
    if found:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
