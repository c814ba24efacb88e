"""The core computes trees again, of veritysetup and by hashlib, and finds what was changed."""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.examples import example
from support.verity_tree import tree_of

from hashloom.cores import Core
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run

HERE = Path(__file__).parent / "dm_verity"
README = (HERE / "README.md").read_text("utf-8")
ROOT = bytes.fromhex(re.findall(r"^    ([0-9a-f]{64})$", README, re.M)[0])
SALT = bytes.fromhex(re.findall(r"--salt=([0-9a-f]+)", README)[0])

verity = example("dm_verity")


@pytest.fixture(scope="module")
def tree() -> bytes:
    return (HERE / "tree.bin").read_bytes()


@pytest.fixture(scope="module")
def image() -> bytes:
    return b"".join(hashlib.shake_256(b"block %d" % i).digest(4096) for i in range(160))


@pytest.fixture(scope="module")
def core(tree: bytes) -> Core:
    made: Core = verity.core_for_tree(verity.superblock(tree))
    return made


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]


def test_hashlib_and_veritysetup_make_the_same_tree(image: bytes, tree: bytes) -> None:
    uuid = bytes.fromhex("00000000000040008000000000000001")
    assert tree_of(image, SALT, 4096, uuid) == (tree, ROOT)


def test_the_changed_block_of_an_image_is_found(
    image: bytes, tree: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = flipped(image, 137 * 4096 + 4095)
    (tmp_path / "image").write_bytes(broken)
    with pytest.raises(SystemExit) as ended:
        verity.main([str(tmp_path / "image"), str(HERE / "tree.bin"), ROOT.hex()])
    assert ended.value.code == 1
    said = capsys.readouterr().out
    assert "4 messages in flight: 160 blocks of 4096 bytes, 3 hash blocks" in said
    assert re.findall("changed: (.*)", said) == ["block 137 of the image"]


def test_every_context_is_busy(core: Core) -> None:
    """Blocks of 4096 bytes as the example sends them take as many clocks as the engine needs."""
    jobs = [Job(bytes(len(SALT) + 4096), number % core.contexts) for number in range(20)]
    outcome = run(compile_driver(core, core.sources()), jobs, Setting())
    assert core.contexts == 4
    assert 68 < outcome.clocks / (20 * 65) < 68 * 1.01


def test_trees_of_several_levels_and_what_was_changed_in_them(core: Core) -> None:
    source = random.Random(1)
    image = source.randbytes(512 * 300)  # 16 digests in a hash block: levels of 19, 2 and 1
    tree, root = tree_of(image, b"pepper", 512)
    assert verity.superblock(tree).levels == (19, 2, 1)
    assert verity.changed(core, image, tree, root) == []
    # Of the tree: 0 is the superblock, 1 the top, 2 and 3 below it, then 19 over the image
    broken_image = flipped(flipped(flipped(image, 0), 512 * 40), 512 * 299)
    broken_tree = flipped(tree, 512 * 6 + 40)  # over blocks 32 to 47
    found = [(each.where, each.block) for each in verity.changed(core, broken_image, tree, root)]
    assert found == [("image", 0), ("image", 40), ("image", 299)]
    found = verity.changed(core, broken_image, broken_tree, root)
    assert [(each.where, each.block) for each in found] == [
        ("tree", 6),
        ("image", 0),
        ("image", 299),
    ]
    found = verity.changed(core, image, tree, flipped(root, 3))
    assert [(each.where, each.block) for each in found] == [("tree", 1)]


def test_a_single_block_has_the_root_hash(core: Core) -> None:
    tree, root = tree_of(bytes(1024), b"", 1024)
    assert verity.changed(core, bytes(1024), tree, root) == []
    assert verity.changed(core, b"x" + bytes(1023), tree, root) == [verity.Changed("image", 0)]


@pytest.mark.parametrize(("blocks", "size", "salt"), [(1, 1024, "-"), (40, 512, "00ff17")])
def test_trees_that_veritysetup_makes_now(
    core: Core, tmp_path: Path, blocks: int, size: int, salt: str
) -> None:
    program = shutil.which("veritysetup", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if program is None:
        pytest.skip(
            "veritysetup is not here (Debian's cryptsetup-bin); a tree of it is in dm_verity/"
        )
    image = random.Random(blocks).randbytes(blocks * size)
    (tmp_path / "image").write_bytes(image)
    options = [f"--data-block-size={size}", f"--hash-block-size={size}", f"--salt={salt}"]
    command = [program, "format", *options, str(tmp_path / "image"), str(tmp_path / "tree")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    root = bytes.fromhex(re.findall(r"Root hash:\s*([0-9a-f]+)", said)[0])
    tree = (tmp_path / "tree").read_bytes()
    plain = b"" if salt == "-" else bytes.fromhex(salt)
    assert tree_of(image, plain, size, tree[16:32]) == (tree, root)
    assert verity.changed(core, image, tree, root) == []
    changed = verity.changed(core, flipped(image, len(image) - 1), tree, root)
    assert changed == [verity.Changed("image", blocks - 1)]


def test_what_cannot_be_read_is_said(
    core: Core, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree, root = tree_of(bytes(2048), b"", 512)
    (tmp_path / "image").write_bytes(bytes(2048))
    for broken, why in (
        (tree[:500], "shorter than a superblock"),
        (b"x" + tree[1:], "version 1"),
        (tree.replace(b"sha256", b"crc32c", 1), "crc32c"),
        (tree[:-1], "tree is shorter"),
    ):
        (tmp_path / "tree").write_bytes(broken)
        with pytest.raises(SystemExit) as ended:
            verity.main([str(tmp_path / "image"), str(tmp_path / "tree"), root.hex()])
        assert ended.value.code == 2
        assert why in capsys.readouterr().err
    with pytest.raises(ValueError, match="image is shorter"):
        verity.changed(core, bytes(2047), tree, root)
