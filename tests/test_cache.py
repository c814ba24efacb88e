"""The result cache stays sound whatever happens to a run."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from hashloom.cache import Cache, default_cache_folder, key_of
from hashloom.errors import RequestError, ToolError

KEY = key_of(a=1, b=["x"])


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path)


def entry(cache: Cache) -> Path:
    return cache.folder / "results" / KEY[:2] / KEY


def test_what_was_put_is_got(cache: Cache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, b"one\ntwo")
    assert cache.get(KEY) == b"one\ntwo"
    cache.put(KEY, b"three")
    assert Cache(cache.folder).get(KEY) == b"three"


def test_key_depends_on_every_ingredient_but_not_on_order() -> None:
    assert key_of(a=1, b=2) == key_of(b=2, a=1)
    assert len({key_of(a=1, b=2), key_of(a=2, b=2), key_of(a=1), key_of(a="1", b=2)}) == 4


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content[:10] + b"?" + content[11:],
        lambda content: b"\xff" * len(content),
    ],
)
def test_damaged_entry_counts_as_absent_and_can_be_replaced(cache: Cache, damage) -> None:  # type: ignore[no-untyped-def]
    cache.put(KEY, b"result")
    path = entry(cache)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get(KEY) is None
    cache.put(KEY, b"result")
    assert cache.get(KEY) == b"result"


def test_entry_that_is_a_folder_counts_as_absent(cache: Cache) -> None:
    entry(cache).mkdir(parents=True)
    assert cache.get(KEY) is None


def test_write_that_fails_leaves_the_old_entry_and_no_rest(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.put(KEY, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        ToolError, match=r"^The cache folder .* is full; make room .*HASHLOOM_CACHE"
    ):
        cache.put(KEY, b"new")
    assert cache.get(KEY) == b"old"
    assert list((cache.folder / "work").iterdir()) == []


def test_interrupted_write_leaves_the_old_entry(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.put(KEY, b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.put(KEY, b"new")
    assert cache.get(KEY) == b"old"
    assert list((cache.folder / "work").iterdir()) == []


def test_rests_of_a_killed_run_are_ignored_and_removed_when_old(cache: Cache) -> None:
    work = cache.folder / "work"
    (work / "new-killed").write_bytes(b"half an ent")
    (work / "run-killed").mkdir()
    (work / "run-killed" / "netlist").write_text("x")
    assert Cache(cache.folder).get(KEY) is None
    assert len(list(work.iterdir())) == 2
    long_ago = time.time() - 30 * 24 * 3600
    for left in work.iterdir():
        os.utime(left, (long_ago, long_ago))
    Cache(cache.folder)
    assert list(work.iterdir()) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_work_folder_goes_however_the_work_ends(cache: Cache, error: type[BaseException]) -> None:
    folders = []

    def work() -> None:
        with cache.work_folder() as folder:
            (folder / "file").write_text("x")
            folders.append(folder)
            raise error

    with pytest.raises(error):
        work()
    assert not folders[0].exists()


def test_full_disk_in_the_work_folder_is_said_in_a_sentence(cache: Cache) -> None:
    with pytest.raises(ToolError, match="is full"), cache.work_folder():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RequestError, match=r"cannot be written \(.+\); accepted in .*HASHLOOM"):
        Cache(tmp_path / "file")


def test_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHLOOM_CACHE", str(tmp_path / "here"))
    assert default_cache_folder() == tmp_path / "here"
    assert Cache().folder == tmp_path / "here"
    monkeypatch.delenv("HASHLOOM_CACHE")
    assert "hashloom" in str(default_cache_folder())
