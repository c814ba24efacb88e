"""The command line: what it accepts, what it refuses, and that it says so in one sentence."""

from __future__ import annotations

import hmac
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from support.console import is_sentence

from hashloom import cli
from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.targets import target_names

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
    "board",
)


def hashloom(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own."""
    command = [sys.executable, "-m", "hashloom", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    ("arguments", "mentions"),
    [
        (("generate", "sha256", "--unroll", "3", "-o", "out"), "1, 2, 4, 8, 16, 32, 64"),
        (("generate", "sha256", "--unroll", "x", "-o", "out"), "'x' is not a whole number"),
        (("build", "sha256", "--pool"), "hashloom build --help"),
        (("generate", "sha512", "--unroll", "3", "-o", "out"), "1, 2, 4, 5, 8, 10"),
        (("generate", "sha256", "--stages", "3", "-o", "out"), "1, 2, 4"),
        (("generate", "sha256", "--stages", "8", "-o", "out"), "1, 2, 4"),
        (("generate", "sha256", "--interleave", "99", "-o", "out"), "1 to 64, and with --pool 8"),
        (("generate", "sha256", "--interleave", "0", "-o", "out"), "1 to 64"),
        (("generate", "sha3", "-o", "out"), "sha256"),
        (("generate", "khadra2014", "-o", "out"), "sha256"),
        (("generate", "algredo2011-3x", "-o", "out"), "algredo2011-2x"),
        (("generate", "michail2012", "--interleave", "2", "-o", "out"), "--interleave 1"),
        (("generate", "sha256", "--schedule", "first", "-o", "out"), "--method conventional"),
        (("generate", "sha256", "--target", "ecp6", "-o", "out"), "ecp5-85f-8"),
        (("generate", "sha256", "--width", "24", "-o", "out"), "8, 16, 32, 64, 128, 256, 512"),
        (("generate", "sha256", "--width", "4", "-o", "out"), "4 bits cannot be built"),
        (("generate", "sha256", "--width", "4", "-o", "out"), "of a pool (--pool) a block, 512 or"),
        (("generate", "sha256", "--unroll", "x", "-o", "out"), "hashloom generate --help shows"),
        (("implement", "sha256", "--seeds", "x"), "accepted is 1 to 1000."),
        (("prove", "sha256", "--jobs", "0"), "accepted is 1 or more."),
        (("choose", "--hash", "hmac-sha256", "--slots", "0"), "accepted is 1 to 256."),
        (("generate", "sha256", "--width", "1024", "-o", "out"), "512"),
        (("generate", "md5", "--resume", "-o", "out"), "such as hmac-sha256"),
        (("generate", "sha256", "--project", "vivado", "--clock", "inf", "-o", "out"), "10000 MHz"),
        (("generate", "sha256", "--project", "vivado", "--clock", "nan", "-o", "out"), "10000 MHz"),
        (("generate", "sha256", "--project", "ise", "-o", "out"), "vivado"),
        (("verify", "sha256", "--suite", "random", "--minutes", "inf"), "525600"),
        (("verify", "sha256", "--suite", "random", "--minutes", "nan"), "--minutes"),
        (("verify", "sha256", "--netlist", "--target", "7-series"), "ecp5-85f-8"),
        (("choose", "--throughput", f"{10**400}G"), "1.5Gbit/s"),
        (("choose", "--max-latency", f"{10**400}ns"), "500ns"),
        (("choose", "--messages", f"{10**400}"), "1000000000"),
        (("choose", "--hash", "hmac-sha256", "--blocks", f"{10**400}"), "1000000000"),
        (("generate", "sha256", "--length-bits", "8", "-o", "out"), "16 to 64"),
        (("generate", "sha256", "--length-bits", "65", "-o", "out"), "16 to 64"),
        (
            ("generate", "sha256", "--level", "bus", "-o", "out"),
            "engine, message, hmac, block and hmac-block",
        ),
        (("generate", "sha256", "--adders", "fast", "-o", "out"), "ripple"),
        (("generate", "sha256", "--load", "serial", "--stages", "2", "-o", "out"), "parallel"),
        (("generate", "sha256"), "--output"),
        (("board", "icebraker", "sha256"), "did you mean icebreaker"),
        (("board", "ulx3s-85f", "sha256", "--interleave", "2"), "without --bus, --dma, --copies"),
        (("board", "ulx3s-85f", "sha256", "--clock", "1000"), "12.5 to 400"),
        (("board", "ulx3s-85f", "sha256", "--target", "ice40-up5k"), "--target"),
        (("board", "ulx3s-85f"), "HASH"),
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
        (("verify", "sha256", "--suite", "slow"), "quick, full and random"),
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
        (
            ("report", "-o", "r.html", "--level", "bus"),
            "engine, message, hmac, block and hmac-block",
        ),
        (("report", "--plot", "r.gif"), ".svg"),
        (("report", "--json", "--markdown", "-"), "--markdown"),
        (("choose", "--hash", "md6"), "sha256"),
        (
            ("choose", "--hash", "md5", "--target", "ice40-up5k"),
            "with --target ecp5-85f-8 also sha1",
        ),
        (("choose", "--hash", "sha256", "--throughput", "1G", "--blocks", "1"), "hmac-sha256"),
        (("verify", "sha256", "--minutes", "1"), "--suite random"),
        (("verify", "sha256", "--seed", "0"), "--suite random"),
        (("simulate", "sha1", "--schedule", "first", "--text", "a"), "beside"),
        (("explore", "sha256", "--unroll", "1,,2"), "unroll"),
        (("choose", "--hash", "sha1", "--target", "ecp5-85f-6"), "sha512_256, with --target"),
        (("generate", "hmac-md5", "--resume", "-o", "x"), "hmac-sha256"),
        (("generate", "md5", "--stages", "8", "-o", "x"), "accepted are 1, 2, 4"),
        (("generate", "ripemd160", "--load", "serial", "-o", "x"), "auto, parallel and head"),
        (("generate", "sha1", "--association", "reordered", "-o", "x"), "prefetch"),
        (("generate", "sm3", "--method", "recursive", "-o", "x"), "exact"),
        (("choose", "--throughput", "fast"), "2G"),
        (("choose", "--throughput", "2GB/s"), "1.5Gbit/s"),
        (("choose", "--throughput", "0"), "500M"),
        (("choose", "--max-latency", "5"), "500ns"),
        (("choose", "--objective", "beauty"), "density"),
        (("choose", "--level", "bus"), "engine, message, hmac, block and hmac-block"),
        (("choose", "--messages", "0"), "--messages"),
        (("choose", "--hash", "hmac-sha256", "--slots", "300"), "1 to 256"),
        (("choose", "--target", "virtex-5"), "synthesis only"),
        (("choose", "--target", "ecp6"), "ecp5-85f-8"),
        (("unrolling", "sha256", "--fold", "1", "--estimate"), "accepted is --fold 0"),
        (("generate", "sha256", "--fold", "3", "-o", "out"), "accepted for --fold are 0"),
        (("generate", "hmac-sha256", "--fold", "1", "--engines", "2", "-o", "out"), "--engines 1"),
        (("choose", "--throughput", "900G"), "accepted would be --throughput "),
        (("choose", "--throughput", "1G", "--max-lut", "500"), " or --max-lut "),
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
    assert is_sentence(err)
    assert mentions in err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_field_is_an_option(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    text = capfd.readouterr().out
    for field in (*fields(Architecture), *fields(Interface)):
        assert f"--{field.name.replace('_', '-')} " in text
    assert ("--target " in text) == (command != "board")  # whose device it has
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
        (OSError(36, "File name too long", "out"), 2),
    ],
)
def test_exit_status(
    error: Exception,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("hashloom.cores.making.core_for", fail)
    assert cli.run(["explain", "sha256"]) == status
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)


def test_list(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["list", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    hashes = {row["name"]: row for row in document["hashes"]}
    assert hashes["sha256"]["unroll"] == [1, 2, 4, 8, 16, 32, 64]
    assert document["default_target"] in [row["name"] for row in document["targets"]]
    assert {row["option"] for row in document["options"]} >= {"--unroll", "--width"}
    assert all(row["meaning"] for row in document["options"])
    assert hashes["sha512_224"]["hmac"] == "hmac-sha512_224"
    assert hashes["sha224"]["with"] == ["sha256"]
    assert hashes["sm3"]["with"] == []
    accepted = {row["option"]: row["accepted"] for row in document["options"]}
    assert accepted["--engines"] == "1 | 2"
    assert accepted["--slots"] == "1 to 256"
    assert accepted["--keys"] == "lutram | bram"
    assert cli.run(["list"]) == 0
    text = capfd.readouterr().out
    assert "sha512_256" in text
    assert "such as sha224+sha256" in text
    assert "ecp5-85f-8" in text


def test_device_too_small(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise RequestError("The core does not fit ice40-hx1k; ecp5-12f-8 has room for it.")

    monkeypatch.setattr("hashloom.implementation.flow.implement", refuse)
    assert cli.run(["implement", "sha256", "--target", "ice40-hx1k", "--json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err.splitlines(keepends=True)[-1])


def test_json_is_all_there_is_on_standard_output(folder: Path) -> None:
    done = hashloom("generate", "sha256", "-o", "core", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["core"] == "sha256"
    done = hashloom("generate", "sha257", "-o", "other", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_sentence(done.stderr)
    assert not (folder / "other").exists()


def test_nobody_reads_on() -> None:
    command = f"{sys.executable} -m hashloom list | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr


def test_list_cuts_no_name_at_80_columns(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.run(["list"]) == 0
    text = capfd.readouterr().out
    assert "…" not in text
    assert all(target in text for target in target_names())
    assert "LFE5U-85F CABGA381 8 " in text


@pytest.mark.parametrize(
    ("package", "extra", "words"),
    [
        ("matplotlib", "report", ["report", "--plot", "a.svg"]),
        ("plotly", "report", ["report", "-o", "a.html"]),
        ("edalize", "place", ["generate", "sha256", "--project", "vivado", "-o", "core"]),
    ],
)
def test_a_missing_extra_is_a_sentence(
    package: str,
    extra: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)

    class Nowhere:
        """Finds no package of that name."""

        def find_spec(self, name: str, *_: object) -> None:
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(name, name=name)

    monkeypatch.setattr(sys, "meta_path", [Nowhere(), *sys.meta_path])
    assert cli.run(words) == 2
    said = capfd.readouterr().err.splitlines()[-1]
    assert is_sentence(said + "\n")
    assert f"pip install 'hashloom[{extra}]'" in said


def test_every_extra_is_in_the_project_and_every_pin_in_the_constraints() -> None:
    root = Path(__file__).resolve().parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(extras) == {
        *("simulate", "place", "explore", "registers", "report", "fusesoc", "litex"),
        *("firmware", "boards", "examples", "prove", "dev"),
    }
    assert len(project["dependencies"]) == 7
    lines = (root / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0] for line in lines if "==" in line}
    for wanted in [*project["dependencies"], *(each for row in extras.values() for each in row)]:
        name = re.split(r"[\[><=]", wanted)[0]
        assert name == "hashloom" or name in pinned, wanted


@pytest.mark.parametrize(
    "arguments",
    [
        ("explore", "sha256", "--unroll", ""),
        ("choose", "sha256", "--throughput", ""),
        ("generate", "sha256", "--prefix=", "-o", "out"),
        ("implement", "sha256", "--placement", ""),
        ("list", ""),
        ("simulate", "sha256", "--file", ""),
    ],
)
def test_an_empty_word_is_no_value(
    arguments: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    said = capsys.readouterr().err
    assert is_sentence(said)
    assert "is empty" in said
    assert not (folder / "out").exists()


def test_a_message_and_a_key_may_be_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["simulate", "hmac-sha256", "--key-hex", "", "--text="]) == 0
    assert hmac.new(b"", b"", "sha256").hexdigest() in capsys.readouterr().out
