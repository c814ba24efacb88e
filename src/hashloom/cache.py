"""A store of results by content: what was computed once is not computed again.

Every entry is one file, named by the SHA-256 of all that went into the result. It is written
under another name, forced to the disk and then renamed, so that a reader sees a whole entry or
none, whatever happens to the writer. An entry holds a checksum of itself; one that does not
match counts as absent.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from hashloom.errors import HashloomError, RequestError, ToolError

ENVIRONMENT = "HASHLOOM_CACHE"
_STALE_SECONDS = 3 * 24 * 3600.0
_FULL = {errno.ENOSPC, errno.EDQUOT}


def default_cache_folder() -> Path:
    """The folder named by HASHLOOM_CACHE, or the platform's own for caches."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else Path(platformdirs.user_cache_dir("hashloom", appauthor=False))


def key_of(**ingredients: object) -> str:
    """The name, 64 hex digits, of the result that follows from `ingredients`, writable as JSON."""
    text = json.dumps(ingredients, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """Results by key in `folder`, and temporary work folders beside them."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or default_cache_folder()).absolute()
        self._results = self.folder / "results"
        self._work = self.folder / "work"
        with self._disk_errors():
            self._results.mkdir(parents=True, exist_ok=True)
            self._work.mkdir(parents=True, exist_ok=True)
        self._remove_stale()

    def get(self, key: str) -> bytes | None:
        """The entry under `key`; None when there is none or it is damaged."""
        try:
            checksum, _, content = self._path(key).read_bytes().partition(b"\n")
        except OSError:
            return None
        intact = checksum == hashlib.sha256(content).hexdigest().encode()
        return content if intact else None

    def put(self, key: str, content: bytes) -> None:
        """Store `content` under `key`.

        Raises ToolError when the disk does not take it, RequestError when nobody may write there.
        """
        path = self._path(key)
        checksum = hashlib.sha256(content).hexdigest().encode()
        with self._disk_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix="new-", dir=self._work)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(checksum + b"\n" + content)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    @contextlib.contextmanager
    def work_folder(self) -> Iterator[Path]:
        """A new empty folder, removed at the end however that comes."""
        with self._disk_errors():
            folder = Path(tempfile.mkdtemp(prefix="run-", dir=self._work))
        try:
            yield folder
        except OSError as error:
            if error.errno in _FULL:
                raise self._disk_error(error) from error
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _path(self, key: str) -> Path:
        return self._results / key[:2] / key

    def _remove_stale(self) -> None:
        """Remove what killed runs left behind; a run in progress is younger than the limit."""
        oldest = time.time() - _STALE_SECONDS
        for left in self._work.iterdir():
            with contextlib.suppress(OSError):
                if left.stat().st_mtime < oldest:
                    if left.is_dir():
                        shutil.rmtree(left, ignore_errors=True)
                    else:
                        left.unlink()

    @contextlib.contextmanager
    def _disk_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._disk_error(error) from error

    def _disk_error(self, error: OSError) -> HashloomError:
        """A ToolError of a disk that is full or fails, otherwise a RequestError: the folder is one
        that nobody writes to.
        """
        if error.errno in _FULL:
            return ToolError(
                f"The cache folder {self.folder} is full; make room there or name another folder "
                f"in the environment variable {ENVIRONMENT}."
            )
        said = (
            f"The cache folder {self.folder} cannot be written ({error.strerror}); accepted in the "
            f"environment variable {ENVIRONMENT} is a folder that can."
        )
        return ToolError(said) if error.errno == errno.EIO else RequestError(said)
