"""`hashloom simulate`: digests and tags of messages from everywhere."""

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


def test_simulate_one(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "message").write_bytes(b"abc")
    digest = hashlib.sha256(b"abc").hexdigest()
    for given in (["--hex", "616263"], ["--text", "abc"], ["--file", "message"]):
        assert cli.run(["simulate", "sha256", *given, "--stalls", "0.3"]) == 0
        assert capfd.readouterr().out == f"{digest}\n"
    assert cli.run(["simulate", "sha256", "--hex", "", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document == {"core": "sha256", "digest": hashlib.sha256().hexdigest()}


def test_simulate_many(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    messages = [bytes(range(n)) for n in (0, 200, 3, 64, 55, 119)]
    lines = "".join(json.dumps({"msg": m.hex()}) + "\n" for m in messages)
    (folder / "requests").write_text(lines)
    expected = [hashlib.sha256(m).hexdigest() for m in messages]
    request = ["simulate", "sha256", "--interleave", "3", "--jsonl"]
    assert cli.run([*request, "requests"]) == 0
    answers = capfd.readouterr().out.splitlines()
    assert [json.loads(line) for line in answers] == [{"digest": d} for d in expected]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert cli.run([*request, "-", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["digests"] == expected


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "[]", '"61"', "{}", '{"msg": 1}', '{"msg": "6"}', '{"msg": "61", "key": "00"}'),
        '{"msg": "61", "msg": "62"}',
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_bad_line(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_text(f'{{"msg": ""}}\n{line}\n{{"msg": ""}}\n')
    assert cli.run(["simulate", "sha256", "--jsonl", "requests"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert "Line 2 of requests" in err


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_file_without_a_line(
    options: list[str], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "requests").write_text("")
    assert cli.run(["simulate", "sha256", "--jsonl", "requests", *options]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert "requests has no line" in err


def test_a_cache_that_nobody_may_write(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("HASHLOOM_CACHE", str(folder / "file"))
    assert cli.run(["simulate", "sha256", "--hex", ""]) == 2
    said = capfd.readouterr().err.splitlines()[-1]
    assert is_sentence(said + "\n")
    assert "HASHLOOM_CACHE" in said


def test_file_that_is_not_text(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_bytes(b"\xff\xfe\n")
    assert cli.run(["simulate", "sha256", "--jsonl", "requests"]) == 2
    assert is_sentence(capfd.readouterr().err)


def test_message_too_long_for_the_counter(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "message").write_bytes(bytes(8192))
    assert cli.run(["simulate", "sha256", "--length-bits", "16", "--file", "message"]) == 2
    assert "--length-bits 17" in capfd.readouterr().err


def test_simulate_tag(folder: Path, hmac_stand_in: None, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_bytes(b"Jefe")
    tag = hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex()
    request = ["simulate", "hmac-sha256", "--text", "what do ya want for nothing?"]
    for key in (["--key-hex", "4a656665"], ["--key-text", "Jefe"], ["--key-file", "key"]):
        assert cli.run([*request, *key]) == 0
        assert capfd.readouterr().out == f"{tag}\n"
    assert cli.run([*request, "--key-text", "Jefe", "--tag-bytes", "16", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document == {"core": "hmac_sha256", "digest": tag[:32], "tag": tag[:32]}
    assert cli.run([*request, "--key-text", "", "--interleave", "2", "--slots", "1"]) == 0
    empty = hmac.digest(b"", b"what do ya want for nothing?", "sha256").hex()
    assert capfd.readouterr().out == f"{empty}\n"


def test_simulate_tags(
    folder: Path, hmac_stand_in: None, capfd: pytest.CaptureFixture[str]
) -> None:
    lines, tags = [], []
    for number in range(20):
        key, message, tag_bytes = bytes(13 * number), bytes(11 * number), 4 + 3 * number
        asked = {"msg": message.hex(), "key": key.hex(), "tag_bytes": tag_bytes}
        if number == 19:
            del asked["tag_bytes"]
            tag_bytes = 64
        lines.append(json.dumps(asked) + "\n")
        tags.append(hmac.digest(key, message, "sha512")[:tag_bytes].hex())
    (folder / "requests").write_text("".join(lines))
    assert cli.run(["simulate", "HMAC-SHA-512", "--engines", "2", "--jsonl", "requests"]) == 0
    answers = capfd.readouterr().out.splitlines()
    assert [json.loads(line) for line in answers] == [{"digest": tag, "tag": tag} for tag in tags]


@pytest.mark.parametrize(
    "line",
    [
        '{"msg": "61"}',
        '{"msg": "61", "key": 1}',
        '{"msg": "61", "key": "0"}',
        '{"key": "00"}',
        '{"msg": "61", "key": "00", "tag_bytes": "4"}',
        '{"msg": "61", "key": "00", "tag_bytes": true}',
        '{"msg": "61", "key": "00", "tag_bytes": null}',
        '{"msg": "61", "key": "00", "tag_bytes": 3}',
        '{"msg": "61", "key": "00", "key": "01"}',
        '{"msg": "61", "key": "00", "slot": 1}',
    ],
)
def test_bad_line_of_an_hmac(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_text(f'{{"msg": "", "key": ""}}\n{line}\n')
    assert cli.run(["simulate", "hmac-sha256", "--jsonl", "requests"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert "Line 2 of requests" in err


def test_key_too_long_for_the_counter(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_bytes(bytes(8192))
    request = ["simulate", "hmac-sha256", "--length-bits", "16", "--text", "", "--key-file", "key"]
    assert cli.run(request) == 2
    assert "--length-bits 17" in capfd.readouterr().err
    (folder / "message").write_bytes(bytes(8192 - 64))
    request = ["simulate", "hmac-sha256", "--length-bits", "16", "--file", "message"]
    assert cli.run([*request, "--key-text", "k"]) == 2


def test_hash_of_each_message(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["simulate", "sha224+sha256"]
    assert cli.run([*request, "--text", "abc", "--hash", "SHA-256"]) == 0
    assert capfd.readouterr().out == hashlib.sha256(b"abc").hexdigest() + "\n"
    lines = [{"msg": "61", "hash": "sha256"}, {"msg": "61"}, {"msg": "61", "hash": "sha224"}]
    (folder / "requests").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert cli.run([*request, "--jsonl", "requests", "--json"]) == 0
    names = ("sha256", "sha224", "sha224")
    expected = [hashlib.new(name, b"a").hexdigest() for name in names]
    assert json.loads(capfd.readouterr().out)["digests"] == expected


KEYED = ["hmac-sha224+sha256", "--key-text", "k"]


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        (["sha224+sha256", "--text", "", "--hash", "sha512"], "sha224 or sha256"),
        (["sha224+sha256", "--text", "", "--hash", "sha1000"], "known are sha224"),
        (["sha224+sha256", "--text", "", "--hash", " "], "known are sha224"),
        (["sha256", "--text", "", "--hash", "sha256"], "such as sha224+sha256"),
        (["hmac-sha256", "--text", "", "--hash", "sha256"], "such as hmac-sha224+sha256"),
        ([*KEYED, "--text", "", "--hash", "sha512"], "sha224 or sha256"),
        ([*KEYED, "--text", "", "--tag-bytes", "32"], "accepted is 4 to 28"),
        (["hmac-sha224+sha256", "--jsonl", "requests"], '"hash": name'),
        (["sha224+sha256", "--jsonl", "requests", "--hash", "sha256"], '"hash": name'),
        (["sha224+sha256", "--jsonl", "requests"], '"hash": name'),
    ],
)
def test_bad_hash(
    words: list[str], accepted: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "requests").write_text('{"msg": "", "hash": 1}\n')
    assert cli.run(["simulate", *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert accepted in err


@pytest.mark.parametrize(
    "hash_", ["null", '""', '"sha512"', '"sha1000"', '"sha256", "hash": "sha224"']
)
def test_bad_hash_in_a_line(hash_: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_text(f'{{"msg": ""}}\n{{"msg": "", "hash": {hash_}}}\n')
    assert cli.run(["simulate", "sha224+sha256", "--jsonl", "requests"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert "Line 2 of requests" in err


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (["sha256", "--text", "a\udcff"], "--hex"),
        (["hmac-sha256", "--text", "a", "--key-text", "a\udcff"], "--key-hex"),
    ],
)
def test_bytes_that_are_no_text_are_refused(
    words: list[str], instead: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Python hands over bytes of the command line that are no UTF-8 as lone surrogates."""
    assert cli.run(["simulate", *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert "is not text in UTF-8" in err
    assert instead in err
