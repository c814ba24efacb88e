"""A hash that is described and nothing else has its cores: what the commands make and say of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.console import is_sentence
from support.new_hashes import register

from hashloom import cli


@pytest.fixture(autouse=True)
def new_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def document_of(command: list[str], capfd: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command that succeeds says as JSON."""
    assert cli.run([*command, "--json"]) == 0
    document: dict[str, Any] = json.loads(capfd.readouterr().out)
    return document


@pytest.mark.parametrize(
    "request_",
    [
        "sha0 --unroll 4 --copies 2",
        "ripemd128 --stages 4 --level engine",
        "hmac-sha0 --interleave 2",
        "hmac-sha0 --dma axi4",
    ],
)
def test_generate(request_: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", *request_.split(), "-o", "core"]) == 0
    listed = json.loads((folder / "core" / "manifest.json").read_text())["files"]
    assert any(name.startswith("rtl/") for name in listed)
    # The cocotb benches judge by hashlib.
    assert [name for name in listed if name.startswith("tb/") and not name.endswith(".sv")] == []
    assert "cocotb" not in (folder / "core" / "doc" / "core.md").read_text()


def test_a_bundle_behind_registers(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What software reads in HASHES is the hash's own number."""
    assert cli.run(["generate", "ripemd128", "--bus", "apb4", "-o", "core"]) == 0
    header = (folder / "core" / "registers" / "ripemd128_apb4.h").read_text()
    assert "#define RIPEMD128_APB4_HASHES_HASH0_VALUE 0xcu\n" in header
    assert "10 ripemd160, 11 sha0, 12 ripemd128, 15 another." in header


# FIPS 180 of 1993, appendix A; RFC 2286, test case 2.
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("sha0 --unroll 2 --interleave 2 --text abc", "0164b8a914cd2a5e74c4f7ff082c4d97f1edf880"),
        (
            "hmac-ripemd128 --bus axi4-lite --key-text Jefe --hex "
            + b"what do ya want for nothing?".hex(),
            "875f828862b6b334b427c55f9f7ff09b",
        ),
    ],
)
def test_simulate(request_: str, expected: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert document_of(["simulate", *request_.split()], capfd)["digest"] == expected


def test_verify_says_what_it_compares_with(capfd: pytest.CaptureFixture[str]) -> None:
    document = document_of(["verify", "ripemd128"], capfd)
    assert document["failed"] == 0
    assert document["vectors"] > 300
    (told,) = [text for text in document["suites"][0]["left_out"] if "hashlib" in text]
    assert told == (
        "answers from elsewhere: Python's hashlib has no RIPEMD-128, compared is with its "
        "recurrences in software"
    )


def test_explain(capfd: pytest.CaptureFixture[str]) -> None:
    document = document_of(["explain", "ripemd128", "--stages", "4"], capfd)
    assert document["core"] == "ripemd128_s4"
    assert "method" not in document


@pytest.mark.parametrize(
    ("command", "accepted"),
    [
        ("prove sha0", "sha1"),
        ("verify sha0 --suite random", "sha1"),
        ("choose --hash sha0", "sha1"),
        ("generate sha0 --method recursive -o core", "exact"),
        ("generate sha0+sha1 -o core", "sha224, sha256"),
        ("generate ripemd128 --load serial -o core", "parallel"),
        ("generate ripemd128 --fold 1 -o core", "0"),
        ("generate sha0 --level block -o core", "message"),
        ("generate sha0 --pool 40 --unroll 16 -o core", "0"),
    ],
)
def test_what_is_refused(
    command: str, accepted: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """In a sentence that says what would be accepted, at once."""
    assert cli.run(command.split()) == 2
    said = capfd.readouterr().err
    assert is_sentence(said.lstrip("\n"))
    assert "accepted" in said
    assert accepted in said.partition("accepted")[2]
    assert not list(folder.iterdir())
