"""A folder is written whole or not at all, and nobody's files are lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashloom.errors import RequestError
from hashloom.files import check_folder, write_file, write_folder

FILES = {
    "manifest.json": '{"hashloom": "0.1.0", "files": {"rtl/a.sv": {}, "b.md": {}}}',
    "rtl/a.sv": "module a;\n",
    "b.md": "b\n",
}


def content(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_file_with_parents(tmp_path: Path) -> None:
    write_file(tmp_path / "x" / "page.html", "ä")
    assert content(tmp_path) == {"x/page.html": "ä"}
    write_file(tmp_path / "x" / "page.html", b"b")
    assert content(tmp_path) == {"x/page.html": "b"}


def test_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "page.html", "old")
    whole = Path.write_bytes

    def fill(path: Path, data: bytes) -> int:
        whole(path, data[:1])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(OSError, match="No space left"):
        write_file(tmp_path / "page.html", "new")
    assert content(tmp_path) == {"page.html": "old"}


def test_nothing_lies_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "x", tmp_path / "file" / "x" / "y.html"):
        with pytest.raises(RequestError, match="is not a folder; name one inside a folder"):
            write_file(path, "")
        with pytest.raises(RequestError, match="is not a folder; name one inside a folder"):
            check_folder(path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system of the kernel")
@pytest.mark.parametrize("folder", ["/proc/core", "/proc/new/core"])
def test_where_nothing_can_be_written(folder: str) -> None:
    with pytest.raises(RequestError, match="Nothing can be written in /proc"):
        check_folder(Path(folder))


def test_new_folder_with_parents(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "x" / "y")
    assert content(tmp_path / "x" / "y") == FILES
    assert [path.name for path in (tmp_path / "x").iterdir()] == ["y"]


def test_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_folder(FILES, tmp_path / "out")
    assert content(tmp_path / "out") == FILES


def test_own_folder_is_replaced(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "out")
    (tmp_path / "out" / "tb" / "sim_build").mkdir(parents=True)
    (tmp_path / "out" / "tb" / "sim_build" / "log").write_text("")
    changed = {name: text for name, text in FILES.items() if name != "b.md"}
    write_folder(changed, tmp_path / "out")
    assert content(tmp_path / "out") == changed
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("manifest", [None, "{}", "[]", "no json", '{"hashloom": 1}'])
def test_foreign_folder_is_refused(manifest: str | None, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    before = content(tmp_path)
    with pytest.raises(RequestError, match="not written by hashloom"):
        write_folder(FILES, tmp_path)
    assert content(tmp_path) == before


def test_foreign_file_in_own_folder_is_refused(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "out")
    (tmp_path / "out" / "rtl" / "mine.sv").write_text("x")
    with pytest.raises(RequestError, match=r"rtl/mine\.sv"):
        write_folder(FILES, tmp_path / "out")


def test_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(RequestError, match="not a folder"):
        check_folder(tmp_path / "out")


def test_current_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RequestError, match="current folder"):
        check_folder(Path())


def test_full_disk_leaves_the_old_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(FILES, tmp_path / "out")
    written = 0
    whole = Path.write_bytes

    def fill(path: Path, content: bytes) -> int:
        nonlocal written
        written += 1
        if written == 3:
            raise OSError(28, "No space left on device", str(path))
        return whole(path, content)

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(OSError, match="No space left"):
        write_folder({**FILES, "b.md": "new"}, tmp_path / "out")
    assert content(tmp_path / "out") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_interrupted_between_the_renames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(FILES, tmp_path / "out")
    whole = Path.rename

    def interrupt(path: Path, to: Path) -> Path:
        if path.name == "new":
            raise KeyboardInterrupt
        return whole(path, to)

    monkeypatch.setattr(Path, "rename", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_folder({**FILES, "b.md": "new"}, tmp_path / "out")
    assert content(tmp_path / "out") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
