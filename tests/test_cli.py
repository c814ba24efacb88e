"""The command line: what it accepts, what it refuses, and that it says so in one sentence."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom import cli
from hashloom.cores.architecture import Architecture
from hashloom.cores.core import Core
from hashloom.cores.interface import Interface
from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.verification.activity import Activity
from hashloom.verification.hmac_timing import CASES

SENTENCE = re.compile(r"hashloom: [^\n]+[.?]\n")
COMMANDS = (
    "generate",
    "simulate",
    "verify",
    "implement",
    "build",
    "explain",
    "explore",
    "unrolling",
    "activity",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hashloom(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own."""
    command = [sys.executable, "-m", "hashloom.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    ("arguments", "mentions"),
    [
        (("generate", "sha256", "--unroll", "3", "-o", "out"), "1, 2, 4, 8, 16, 32, 64"),
        (("generate", "sha512", "--unroll", "3", "-o", "out"), "1, 2, 4, 5, 8, 10"),
        (("generate", "sha256", "--stages", "3", "-o", "out"), "1, 2, 4"),
        (("generate", "sha256", "--stages", "8", "-o", "out"), "1, 2, 4"),
        (("generate", "sha256", "--interleave", "99", "-o", "out"), "1 to 16"),
        (("generate", "sha256", "--interleave", "0", "-o", "out"), "1 to 16"),
        (("generate", "sha3", "-o", "out"), "sha256"),
        (("generate", "khadra2014", "-o", "out"), "sha256"),
        (("generate", "algredo2011-3x", "-o", "out"), "algredo2011-2x"),
        (("generate", "michail2012", "--interleave", "2", "-o", "out"), "--interleave 1"),
        (("generate", "sha256", "--schedule", "first", "-o", "out"), "--method conventional"),
        (("generate", "sha256", "--target", "ecp6", "-o", "out"), "ecp5-85f-8"),
        (("generate", "sha256", "--width", "24", "-o", "out"), "8, 16, 32, 64, 128, 256, 512"),
        (("generate", "sha256", "--width", "1024", "-o", "out"), "512"),
        (("generate", "sha256", "--length-bits", "8", "-o", "out"), "16 to 64"),
        (("generate", "sha256", "--length-bits", "65", "-o", "out"), "16 to 64"),
        (("generate", "sha256", "--level", "bus", "-o", "out"), "engine, message and hmac"),
        (("generate", "sha256", "--adders", "fast", "-o", "out"), "ripple"),
        (("generate", "sha256", "--load", "serial", "--stages", "2", "-o", "out"), "parallel"),
        (("generate", "sha256"), "--output"),
        (("generate", "sha256", "-o", "out", "--frob"), "--frob"),
        (("generate", "sha256", "-o", "out", "--unroll", "two"), "--unroll"),
        (("generate",), "HASH"),
        (("frobnicate",), "frobnicate"),
        (("simulate", "sha256"), "--hex"),
        (("simulate", "sha256", "--hex", "61", "--text", "a"), "--hex"),
        (("simulate", "sha256", "--hex", "6"), "hexadecimal"),
        (("simulate", "sha256", "--hex", "xy"), "hexadecimal"),
        (("simulate", "sha256", "--file", "nowhere"), "nowhere"),
        (("simulate", "sha256", "--hex", "61", "--stalls", "1"), "less than 1"),
        (("simulate", "sha256", "--hex", "61", "--key-hex", "00"), "hmac-sha256"),
        (("simulate", "sha256", "--hex", "61", "--tag-bytes", "4"), "hmac-sha256"),
        (("simulate", "hmac-sha256", "--hex", "61"), "--key-hex"),
        (("simulate", "hmac-sha256", "--hex", "61", "--key-hex", "0", "--key-text", "0"), "2 of"),
        (("simulate", "hmac-sha256", "--hex", "61", "--key-hex", "0"), "--key-hex"),
        (("simulate", "hmac-sha256", "--hex", "61", "--key-file", "nowhere"), "nowhere"),
        (
            ("simulate", "hmac-sha256", "--text", "", "--key-text", "k", "--tag-bytes", "33"),
            "4 to 32",
        ),
        (
            ("simulate", "hmac-sha512", "--text", "", "--key-text", "k", "--tag-bytes", "3"),
            "4 to 64",
        ),
        (("simulate", "hmac-sha256", "--jsonl", "x", "--key-text", "k"), "own key"),
        (("simulate", "hmac-sha3", "--text", ""), "sha256"),
        (("simulate", "hmac-sha256", "--level", "engine", "--text", ""), "--level engine"),
        (("simulate", "hmac-sha256", "--slots", "257", "--text", ""), "1 to 256"),
        (("simulate", "hmac-sha256", "--engines", "3", "--text", ""), "1 and 2"),
        (("simulate", "sha256", "--engines", "2", "--text", ""), "HMAC"),
        (("simulate", "sha256", "--keys", "bram", "--text", ""), "HMAC"),
        (("simulate", "sha256", "--slots", "8", "--text", ""), "hmac-sha256"),
        (("verify", "sha256", "--suite", "slow"), "quick and full"),
        (("build", "sha256", "--suite", "slow"), "quick and full"),
        (("implement", "sha256", "--seeds", "0"), "--seeds"),
        (("build", "sha256", "--target", "virtex-5"), "synthesis only"),
        (("explain", "sha256", "--target", "cyclone-v"), "synthesis only"),
        (("unrolling", "sha256", "--factors", "3", "--estimate"), "1, 2, 4, 8"),
        (("unrolling", "sha256", "--factors", "two", "--estimate"), "1,2,4"),
        (("unrolling", "sha256", "--estimate", "--plot", "u.gif"), ".svg"),
        (("unrolling", "hmac-sha256", "--estimate"), "sha256"),
        (("activity", "sha256", "--target", "virtex-4"), "synthesis only"),
        (("papers", "--only", "sha256"), "michail2012-base"),
        (("unrolling", "sha256", "--target", "virtex-4", "--estimate"), "synthesis only"),
        (("implement", "sha256", "--jobs", "0"), "--jobs"),
        (("report",), "-o report.html"),
        (("report", "-o", "r.html", "--hash", "sha3"), "sha256"),
        (("report", "-o", "r.html", "--target", "virtex-5"), "ecp5-85f-8"),
        (("report", "-o", "r.html", "--level", "bus"), "engine, message and hmac"),
        (("report", "--plot", "r.gif"), ".svg"),
        (("report", "--json", "--markdown", "-"), "--markdown"),
        (("choose", "--hash", "md5"), "sha256"),
        (("choose", "--throughput", "fast"), "2G"),
        (("choose", "--throughput", "2GB/s"), "1.5Gbit/s"),
        (("choose", "--throughput", "0"), "500M"),
        (("choose", "--max-latency", "5"), "500ns"),
        (("choose", "--objective", "beauty"), "density"),
        (("choose", "--level", "bus"), "engine, message and hmac"),
        (("choose", "--messages", "0"), "--messages"),
        (("choose", "--hash", "hmac-sha256", "--slots", "300"), "1 to 256"),
        (("choose", "--target", "virtex-5"), "synthesis only"),
        (("choose", "--target", "ecp6"), "ecp5-85f-8"),
        (("choose", "--throughput", "900G"), "accepted would be --throughput "),
        (("choose", "--throughput", "1G", "--max-lut", "500"), "accepted would be --max-lut "),
        (("choose", "--max-latency", "20ns"), "accepted would be --max-latency "),
        (("choose", "--throughput", "900G", "--max-lut", "9"), "no one bound alone"),
    ],
)
def test_bad_request(
    arguments: tuple[str, ...],
    mentions: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.fullmatch(err)
    assert mentions in err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_field_is_an_option(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    text = capfd.readouterr().out
    for field in (*fields(Architecture), *fields(Interface)):
        assert f"--{field.name.replace('_', '-')} " in text
    assert "--target " in text
    assert "--json " in text


def test_no_arguments_is_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 0
    out, err = capfd.readouterr()
    assert all(command in out for command in COMMANDS)
    assert err == ""


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert re.fullmatch(r"hashloom \d+\.\d+\.\d+\n", capfd.readouterr().out)


def test_help_loads_nothing_heavy() -> None:
    probe = (
        "import sys; from hashloom import cli; cli.run(['--help']);"
        "print([m for m in ('numpy', 'scipy', 'z3', 'pygraphviz', 'cocotb') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (RequestError("It cannot be."), 2),
        (ToolError("It broke."), 1),
        (CheckError("It differs."), 1),
        (OSError(28, "No space left on device", "out"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_exit_status(
    error: BaseException,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("hashloom.cores.core.core_for", fail)
    assert cli.run(["explain", "sha256"]) == status
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.fullmatch(err)


def test_list(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["list", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    hashes = {row["name"]: row for row in document["hashes"]}
    assert hashes["sha256"]["unroll"] == [1, 2, 4, 8, 16, 32, 64]
    assert document["default_target"] in [row["name"] for row in document["targets"]]
    assert {row["option"] for row in document["options"]} >= {"--unroll", "--width"}
    assert all(row["meaning"] for row in document["options"])
    assert hashes["sha512_224"]["hmac"] == "hmac-sha512_224"
    accepted = {row["option"]: row["accepted"] for row in document["options"]}
    assert accepted["--engines"] == "1 | 2"
    assert accepted["--slots"] == "1 to 256"
    assert accepted["--keys"] == "lutram | bram"
    assert cli.run(["list"]) == 0
    text = capfd.readouterr().out
    assert "sha512_256" in text
    assert "ecp5-85f-8" in text


def test_explain(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "sha256", "--unroll", "2", "--svg", "pictures", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    first, last = document["steps"][0], document["steps"][-1]
    assert first["name"] == "round of the standard"
    assert last["name"] == "retiming"
    assert last["critical_path_ns"] < first["critical_path_ns"]
    assert document["estimated"]["critical_path_ns"] == last["critical_path_ns"]
    pictures = sorted((folder / "pictures").rglob("*.svg"))
    changed = [step for step in document["method"]["steps"] if step["changed"]]
    assert len(pictures) == len(document["steps"]) + len(changed)
    drawn = [picture.relative_to(folder).as_posix() for picture in pictures]
    assert sorted(document["drawings"]) == sorted(drawn)
    assert all("</svg>" in picture.read_text("utf-8") for picture in pictures)
    assert cli.run(["explain", "sha256"]) == 0
    assert "pre-fetch" in capfd.readouterr().out


def test_explain_a_design(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "michail2012", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["architecture"]["unroll"]) == ("michail2012", 2)
    assert {s["equation"] for s in document["method"]["steps"] if "equation" in s} == {
        3,
        4,
        5,
        6,
        7,
        11,
    }
    assert cli.run(["explain", "michail2012"]) == 0
    text = capfd.readouterr().out
    assert "equation 11" in " ".join(text.replace("│", " ").split())
    assert "step by step" not in text


def test_unrolling(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["unrolling", "sha256", "--estimate", "--factors", "1,2"]
    assert cli.run([*request, "--plot", "u.svg", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert [point["unroll"] for point in document["points"]] == [1, 2]
    assert document["figures"].startswith("estimated")
    assert not any(point["measured"] for point in document["points"])
    assert "</svg>" in (folder / "u.svg").read_text("utf-8")
    assert cli.run(request) == 0
    assert "estimated" in capfd.readouterr().out


def test_activity(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def counted(core: Any, target: Any, cache: Any, case: str = "plain_hash") -> Activity:
        weighted = 2.0 * core.hash.word_bits * (2 if case == "cached_key" else 1)
        return Activity(core.name, target.name, case, 32, 10.0, weighted)

    monkeypatch.setattr("hashloom.verification.activity.switching_activity", counted)
    assert cli.run(["activity", "juliato2009-sha512", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["relative_switching_activity"] == 2.0
    assert (document["of"]["core"], document["against"]["core"]) == ("juliato2009_sha512", "sha256")
    assert cli.run(["activity", "sha256", "--against", "sha512"]) == 0
    assert "0.50" in capfd.readouterr().out
    request = ["activity", "hmac-sha256", "--json", "--against"]
    for against, ratio in (("sha256", 2.0), ("hmac-sha512", 0.5)):
        assert cli.run([*request, against]) == 0
        cases = json.loads(capfd.readouterr().out)["cases"]
        assert tuple(cases) == CASES
        assert cases["cached_key"]["relative_switching_activity"] == ratio


def test_papers(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["papers", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    names = [design["name"] for design in document["designs"]]
    assert {"michail2012", "algredo2011-8x", "khadra2013-basic", "suhaili2019-4"} <= set(names)
    assert len(names) == 21
    assert len(document["papers"]) == 5
    assert cli.run(["papers"]) == 0
    text = capfd.readouterr().out
    assert all(name in text for name in names)


def test_a_design_in_place_of_a_hash(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "khadra2013", "-o", "core", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013"
    request = json.loads((folder / "core" / "manifest.json").read_text())["request"]
    assert (request["design"], request["architecture"]["method"]) == ("khadra2013", "prefetched")
    assert cli.run(["generate", "khadra2013", "--unroll", "1", "-o", "core", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013"
    changed = ["generate", "khadra2013", "--unroll", "2", "--width", "64", "-o", "core", "--json"]
    assert cli.run(changed) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013_u2_w64"
    digest = hashlib.sha256(b"abc").hexdigest()
    assert cli.run(["simulate", "khadra2013-basic", "--hex", "616263"]) == 0
    assert capfd.readouterr().out == f"{digest}\n"


def test_explain_an_hmac_core(
    folder: Path, hmac_stand_in: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["explain", "hmac-sha256", "--svg", "pictures", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["level"]) == ("hmac_sha256", "hmac")
    assert str(Path("pictures") / "streams.svg") in document["drawings"]
    assert "MAC, slot 3, 16 bytes" in (folder / "pictures" / "streams.svg").read_text("utf-8")


def test_verify_an_hmac_core(hmac_stand_in: None, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "hmac-sha256", "--engines", "2", "--resume", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["failed"]) == ("hmac_sha256_e2_resume", 0)
    names = [part["name"] for part in document["suites"][0]["parts"]]
    assert {"RFC 4231", "nothing of a key is left"} <= set(names)
    assert any("9000 of 10000" in text for text in document["suites"][0]["left_out"])


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
    ["", "{", "[]", '"61"', "{}", '{"msg": 1}', '{"msg": "6"}', '{"msg": "61", "key": "00"}'],
)
def test_bad_line(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_text(f'{{"msg": ""}}\n{line}\n{{"msg": ""}}\n')
    assert cli.run(["simulate", "sha256", "--jsonl", "requests"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.fullmatch(err)
    assert "Line 2 of requests" in err


def test_file_that_is_not_text(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_bytes(b"\xff\xfe\n")
    assert cli.run(["simulate", "sha256", "--jsonl", "requests"]) == 2
    assert SENTENCE.fullmatch(capfd.readouterr().err)


def test_message_too_long_for_the_counter(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "message").write_bytes(bytes(8192))
    assert cli.run(["simulate", "sha256", "--length-bits", "16", "--file", "message"]) == 2
    assert "--length-bits 17" in capfd.readouterr().err


@pytest.fixture
def hmac_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """HMAC cores are simulated by the model in software."""

    def sources(core: Core) -> dict[str, str]:
        interface = HmacInterface(core.interface.width or 32, core.interface.slots)
        return HmacModel(core.hash, core.contexts, interface).sources()

    monkeypatch.setattr(Core, "sources", sources)
    monkeypatch.setattr("hashloom.verification.driver.build_model", build_stand_in)


def test_simulate_tag(folder: Path, hmac_stand_in: None, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_bytes(b"Jefe")
    tag = hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex()
    request = ["simulate", "hmac-sha256", "--text", "what do ya want for nothing?"]
    for key in (["--key-hex", "4a656665"], ["--key-text", "Jefe"], ["--key-file", "key"]):
        assert cli.run([*request, *key]) == 0
        assert capfd.readouterr().out == f"{tag}\n"
    assert cli.run([*request, "--key-text", "Jefe", "--tag-bytes", "16", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document == {"core": "hmac_sha256", "digest": tag[:32]}
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
    assert [json.loads(line) for line in answers] == [{"digest": tag} for tag in tags]


@pytest.mark.parametrize(
    "line",
    [
        '{"msg": "61"}',
        '{"msg": "61", "key": 1}',
        '{"msg": "61", "key": "0"}',
        '{"key": "00"}',
        '{"msg": "61", "key": "00", "tag_bytes": "4"}',
        '{"msg": "61", "key": "00", "tag_bytes": true}',
        '{"msg": "61", "key": "00", "slot": 1}',
    ],
)
def test_bad_line_of_an_hmac(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "requests").write_text(f'{{"msg": "", "key": ""}}\n{line}\n')
    assert cli.run(["simulate", "hmac-sha256", "--jsonl", "requests"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.fullmatch(err)
    assert "Line 2 of requests" in err


def test_key_too_long_for_the_counter(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_bytes(bytes(8192))
    request = ["simulate", "hmac-sha256", "--length-bits", "16", "--text", "", "--key-file", "key"]
    assert cli.run(request) == 2
    assert "--length-bits 17" in capfd.readouterr().err
    (folder / "message").write_bytes(bytes(8192 - 64))
    request = ["simulate", "hmac-sha256", "--length-bits", "16", "--file", "message"]
    assert cli.run([*request, "--key-text", "k"]) == 2


def test_verify(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "sha256", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["failed"] == 0
    assert document["vectors"] == sum(p["vectors"] for p in document["suites"][0]["parts"])
    assert cli.run(["verify", "sha256"]) == 0
    assert "CAVP short" in capfd.readouterr().out


def test_device_too_small(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise RequestError("The core does not fit ice40-hx1k; ecp5-12f-8 has room for it.")

    monkeypatch.setattr("hashloom.implementation.flow.implement", refuse)
    assert cli.run(["implement", "sha256", "--target", "ice40-hx1k", "--json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.fullmatch(err.splitlines(keepends=True)[-1])


def test_json_is_all_there_is_on_standard_output(folder: Path) -> None:
    done = hashloom("generate", "sha256", "-o", "core", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["core"] == "sha256"
    done = hashloom("generate", "sha257", "-o", "other", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert SENTENCE.fullmatch(done.stderr)
    assert not (folder / "other").exists()


def test_no_permission(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("")
    assert cli.run(["generate", "sha256", "-o", "file/core"]) == 1
    err = capfd.readouterr().err.splitlines(keepends=True)
    assert SENTENCE.fullmatch(err[-1])
    assert [path.name for path in folder.iterdir()] == ["file"]


def test_nobody_reads_on() -> None:
    command = f"{sys.executable} -m hashloom.cli list | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("after", [0.5, 1.0, 1.5])
def test_killed_generate_leaves_no_half_folder(
    number: signal.Signals, after: float, folder: Path
) -> None:
    command = [sys.executable, "-m", "hashloom.cli", "generate", "sha256", "-o", "core"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    time.sleep(after)
    process.send_signal(number)
    process.communicate(timeout=60)
    core = folder / "core"
    if core.exists():
        listed = json.loads((core / "manifest.json").read_text())["files"]
        present = {p.relative_to(core).as_posix() for p in core.rglob("*") if p.is_file()}
        assert present == {*listed, "manifest.json"}
    if number != signal.SIGKILL:
        assert [path.name for path in folder.iterdir()] in ([], ["core"])


CHOICE = ["choose", "--throughput", "1.5Gbit/s", "--messages", "4", "--target", "ecp5-25f-6"]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with nothing in it."""
    return tmp_path / "store.sqlite"


def test_choose(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*CHOICE, "--store", str(store), "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    rows = document["best"]
    assert len(rows) == 5 < document["met"] < document["considered"]
    assert document["requirement"]["throughput_mbps"] == 1500
    assert [row["resources"]["lut"] for row in rows] == sorted(r["resources"]["lut"] for r in rows)
    for row in rows:
        assert row["throughput_mbps"]["required_messages"] >= 1500
        assert row["margins"]["throughput_percent"] >= 0
        assert row["margins"]["lut"] == 24288 - row["resources"]["lut"]
        assert (row["measured_on"] is None) == (row["basis"] == "estimated")
        assert (row["measured_on"] == "ecp5-25f-6") == (row["basis"] == "measured")
        assert row["build"].endswith("--target ecp5-25f-6")
    assert document["build"] == rows[0]["build"]
    assert cli.run([*CHOICE, "--store", str(store)]) == 0
    text = capfd.readouterr().out
    assert f" 1  {document['build']}\n" in text
    assert "messages at a time" in text


def test_choose_loads_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "z3", "matplotlib", "cocotb", "plotly")
    probe = (
        f"import sys; from hashloom import cli; cli.run({CHOICE});"
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("objective", ["area", "throughput", "density", "latency", "energy"])
def test_choose_objectives(objective: str, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--hash", "hmac-sha256", "--objective", objective, "--best", "3"]
    assert cli.run([*request, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["hash"], document["level"]) == ("sha256", "hmac")
    rows = document["best"]
    value = {
        "area": lambda row: row["resources"]["lut"],
        "throughput": lambda row: -row["throughput_mbps"]["required_messages"],
        "density": lambda row: -row["mbps_per_lut"],
        "latency": lambda row: row["latency_ns"],
        "energy": lambda row: row["cell_clocks_per_bit"],
    }[objective]
    assert len(rows) == 3
    assert [value(row) for row in rows] == sorted(value(row) for row in rows)
    assert cli.run(request) == 0
    assert ("Energy is not measured" in capfd.readouterr().out) == (objective == "energy")


class Measurement:
    """A measurement that finds every core a quarter as fast, until the third."""

    def __init__(self) -> None:
        self.cores: list[Core] = []

    def __call__(self, core: Core, *_: Any) -> Any:
        from support.documents import document

        from hashloom.exploration.point import Point

        self.cores.append(core)
        point = Point.of(core)
        made = document(point, mhz=1000.0 if len(self.cores) == 3 else 1.0, lut=700)

        class Result:
            @staticmethod
            def as_dict() -> dict[str, Any]:
                return made

        return Result()


def test_choose_confirms(
    store: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from hashloom.exploration.store import Store

    measurement = Measurement()
    monkeypatch.setattr("hashloom.exploration.measuring.measured", measurement)
    request = [*CHOICE, "--store", str(store), "--json"]
    assert cli.run(request) == 0
    before = json.loads(capfd.readouterr().out)
    assert cli.run([*request, "--confirm"]) == 0
    out, err = capfd.readouterr()
    after = json.loads(out)
    assert err.count("it misses the requirement") == 2
    assert len(measurement.cores) == 3 == len(Store(store).documents())
    assert SENTENCE.fullmatch(err.splitlines(keepends=True)[0])
    assert after["build"] == before["best"][2]["build"]
    assert (after["best"][0]["basis"], after["confirmed"]) == ("measured", True)
    assert after["best"][0]["resources"]["lut"] == 700
    assert cli.run(request) == 0
    remembered = json.loads(capfd.readouterr().out)
    assert remembered["best"][0]["basis"] == "measured"


def test_choose_confirms_none(
    store: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashloom.exploration.measuring.measured", Measurement())
    request = [*CHOICE, "--store", str(store), "--best", "2", "--confirm"]
    assert cli.run(request) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert all(SENTENCE.fullmatch(line + "\n") for line in err.splitlines())
    assert "none of the 2 best cores" in err


def test_choose_builds(
    store: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashloom.exploration.measuring.measured", Measurement())
    assert cli.run([*CHOICE, "--store", str(store), "-o", "out", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    result = json.loads((folder / "out" / "doc" / "result.json").read_text())
    assert result["request"] == document["best"][0]["request"]
    assert list((folder / "out" / "rtl").glob("*.sv"))
    (folder / "mine").mkdir()
    (folder / "mine" / "notes").write_text("mine")
    assert cli.run([*CHOICE, "-o", "mine"]) == 2
    assert SENTENCE.fullmatch(capfd.readouterr().err)
