"""Writing files and folders whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashloom.errors import RequestError

MANIFEST = "manifest.json"
WRITER = "hashloom"  # key of the manifest that tells whose folder it is
_LEFT_BY_TESTS = ("tb/sim_build", "tb/__pycache__", "tb/results.xml")


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a file, in UTF-8 where it is text, and the folders it lies in.

    A file that is there is replaced when the new one is whole.  Raises RequestError as
    `check_above` does, OSError when the disk does not take it.
    """
    check_above(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def check_above(path: Path) -> None:
    """Raises RequestError, one sentence, when there is a file where `path` wants a folder."""
    above = next(each for each in path.absolute().parents if each.exists())
    if not above.is_dir():
        raise RequestError(
            f"{path} cannot be made, for {above} is not a folder; name one inside a folder."
        )


def check_folder(folder: Path) -> None:
    """Raises RequestError, one sentence, when `folder` must not be written or replaced."""
    if not folder.exists() and not folder.is_symlink():
        check_above(folder)
        _check_writable(folder)
        return
    if not folder.is_dir():
        raise RequestError(f"{folder} is not a folder; name a new or an empty one.")
    if folder.resolve() == Path.cwd():
        raise RequestError(f"{folder} is the current folder; name one inside or beside it.")
    present = sorted(_files(folder))
    if not present:
        return
    listed = _manifest(folder)
    if listed is None:
        raise RequestError(
            f"{folder} is not empty and was not written by hashloom; "
            "name a new or an empty folder, or one that hashloom wrote."
        )
    foreign = [name for name in present if name not in listed and not _left_by_tests(name)]
    if foreign:
        raise RequestError(
            f"{folder} holds {foreign[0]}, which hashloom did not write and would remove; "
            "move it away or name another folder."
        )


def _check_writable(folder: Path) -> None:
    """Raises RequestError when the operating system lets nothing be made where `folder` will be."""
    above = next(each for each in folder.absolute().parents if each.exists())
    try:
        tempfile.TemporaryDirectory(prefix=".", dir=above).cleanup()
    except OSError as error:
        raise RequestError(
            f"Nothing can be written in {above} ({error.strerror}); name a folder elsewhere."
        ) from error


def write_folder(files: Mapping[str, str | bytes], folder: Path) -> None:
    """Writes texts, in UTF-8, and bytes by relative path as the whole content of `folder`.

    They are written beside it and the folder is then renamed, so that it is complete or as it was
    before.  Raises RequestError as `check_folder` does, OSError when the disk does not take it.
    """
    check_folder(folder)
    target = folder.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        if target.exists():
            target.rename(old)
        try:
            new.rename(target)
        except BaseException:
            if old.exists() and not target.exists():
                old.rename(target)
            raise
        shutil.rmtree(old, ignore_errors=True)


def _files(folder: Path) -> list[str]:
    """Paths of all files below `folder`, relative to it."""
    return [
        (Path(root) / name).relative_to(folder).as_posix()
        for root, _, names in os.walk(folder)
        for name in names
    ]


def _manifest(folder: Path) -> set[str] | None:
    """The files a manifest of hashloom lists, itself among them; None without one."""
    try:
        document: Any = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if WRITER in document:
            return {MANIFEST, *document["files"]}
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return None


def _left_by_tests(name: str) -> bool:
    return name.startswith(_LEFT_BY_TESTS)
