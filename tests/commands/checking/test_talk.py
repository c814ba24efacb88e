"""`hashloom talk`: through a simulated board, and what it refuses."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
import sys
from pathlib import Path

import pytest
from support.console import is_sentence

from hashloom import cli

SMALL = ("--simulate", "--board", "icebreaker", "--core")


def test_digests(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = {"a": b"", "b": bytes(range(256)) * 5}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    assert cli.run(["talk", *SMALL, "sha256 --fold 1", "--check", "a", "b"]) == 0
    said = capfd.readouterr()
    assert said.out.splitlines() == [
        f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in files.items()
    ]
    assert "2 files, 1280 bytes in " in said.err
    assert " kB/s" in said.err


def test_tags(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "key").write_bytes(b"Jefe")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abc")))
    words = [*SMALL, "hmac-sha256 --fold 1 --slots 1", "--key-file", "key", "--json", "--check"]
    assert cli.run(["talk", *words, "-"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["checked"]) == ("hmac-sha256", True)
    (row,) = document["files"]
    assert row["digest"] == hmac.new(b"Jefe", b"abc", "sha256").hexdigest()
    assert (row["file"], row["bytes"]) == ("-", 3)
    assert row["bytes_per_second"] == pytest.approx(3 / row["seconds"], rel=0.01)


def test_a_hash_of_several(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a").write_bytes(b"abc")
    words = ["--simulate", "--core", "sha224+sha256", "--hash", "sha256"]
    assert cli.run(["talk", *words, "a"]) == 0
    assert capfd.readouterr().out == f"{hashlib.sha256(b'abc').hexdigest()}  a\n"


def test_a_wrong_digest_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "a").write_bytes(b"abc")
    monkeypatch.setattr("hashloom.talk.files.reference", lambda name: lambda message: b"\x00" * 32)
    assert cli.run(["talk", *SMALL, "sha256 --fold 1", "--check", "a"]) == 1
    said = capfd.readouterr().err.splitlines(keepends=True)[-1]
    assert is_sentence(said)
    assert f"the board has {hashlib.sha256(b'abc').hexdigest()} and Python 0000" in said


@pytest.mark.parametrize(
    ("words", "mentions"),
    [
        (["a"], "--port DEV"),
        (["--simulate", "--port", "x", "a"], "both"),
        (["--port", "/dev/not-there", "a"], "such as /dev/ttyUSB0"),
        (["--port", "/dev/not-there", "--board", "icebreaker", "a"], "--simulate"),
        (["--simulate", "nowhere"], "nowhere cannot be read"),
        (["--simulate", "--board", "icebraker", "a"], "did you mean icebreaker"),
        (["--simulate", "--core", "sha3", "a"], "sha256"),
        (["--simulate", "--core", "sha256 --interleave 2", "a"], "UART"),
        (["--simulate", "--core", "sha256 '", "a"], "no command line"),
        (["--simulate", "--core", " ", "a"], "HASH"),
        (["--simulate", "--core", "sha256 --frob", "a"], "--frob"),
        (["--simulate", "--baud", "1", "a"], "accepted with --baud is 300 to"),
        (["--simulate", "--core", "sha256", "--key-text", "k", "a"], "hmac-sha256"),
        (["--simulate", "--key-hex", "0", "a"], "two digits a byte"),
        (["--simulate", "--key-hex", "00", "--key-text", "k", "a"], "2 of them"),
        (["--simulate", "--hash", "sha224", "a"], "accepted is sha256"),
        (["--simulate"], "FILE"),
    ],
)
def test_refused(
    folder: Path, capfd: pytest.CaptureFixture[str], words: list[str], mentions: str
) -> None:
    (folder / "a").write_bytes(b"abc")
    assert cli.run(["talk", *words]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert is_sentence(said.err), said.err
    assert mentions in said.err
