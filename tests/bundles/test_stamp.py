"""Every file says what made it, and the hash of the RTL can be had without hashloom."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from hashloom import __version__
from hashloom.bundles.bundle import bundle_files
from hashloom.bundles.project import VENDORS, ProjectRequest
from hashloom.cli import COMMANDS, app_of
from hashloom.cores import Architecture, Interface, core_for
from hashloom.cores.fingerprint import rtl_sha256
from hashloom.files import write_folder

STARTED = Path(__file__).parents[2] / "docs" / "getting-started.md"
CORES = {
    "message": core_for("sha256", Architecture(interleave=4)),
    "engine": core_for("sha512", interface=Interface(level="engine"), target="ice40-hx8k"),
    "hmac": core_for("hmac-sha256", interface=Interface(width=64, slots=2)),
}


def recipe() -> str:
    """The lines of shell in the documents that work out the hash."""
    found = re.search(r"```sh\n(cd out/rtl\n.*?)```", STARTED.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", CORES)
def test_head_of_every_file(name: str) -> None:
    core = CORES[name]
    for tool in ("", *VENDORS) if name == "engine" else ("",):  # a project is like another
        project = ProjectRequest(tool, clock_mhz=100) if tool else None
        for path, text in bundle_files(core, project=project).items():
            begin = text[:700]
            assert f"{__version__}" in begin, path
            assert "hashloom generate " in begin, path
            assert core.rtl_sha256 in begin, path
    ElementTree.fromstring(bundle_files(core)["doc/datapath.svg"])


@pytest.mark.parametrize("name", CORES)
def test_hash_without_hashloom(name: str, tmp_path: Path) -> None:
    core = CORES[name]
    write_folder(bundle_files(core), tmp_path / "out")
    done = subprocess.run(["sh", "-c", recipe()], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.split()[0] == core.rtl_sha256
    assert json.loads((tmp_path / "out/manifest.json").read_text())["rtl_sha256"] == core.rtl_sha256


def test_command_makes_the_bundle_again(tmp_path: Path) -> None:
    project = ProjectRequest("vivado", clock_mhz=123.5)
    files = bundle_files(CORES["hmac"], project=project)
    command = json.loads(files["manifest.json"])["command"]
    assert "--width 64" in command
    words = command.replace("DIR", str(tmp_path / "out")).split()
    done = subprocess.run([sys.executable, "-m", "hashloom", *words[1:]], check=True)
    assert done.returncode == 0
    out = tmp_path / "out"
    again = {p.relative_to(out).as_posix(): p for p in out.rglob("*") if p.is_file()}
    assert {name: path.read_text() for name, path in again.items()} == files


def test_a_comment_does_not_change_the_hash() -> None:
    texts = {"a.sv": "module a;\n  wire b;  // c\n\nendmodule\n", "b/a.sv": "module b;\n"}
    plain = rtl_sha256(texts)
    spoken = texts | {"a.sv": "// head\nmodule a;  \n  // more\n  wire b;\nendmodule\n"}
    assert rtl_sha256(spoken) == plain
    assert rtl_sha256(dict(reversed(texts.items()))) == plain
    others = [
        texts | {"a.sv": "module a;\n  wire c;\nendmodule\n"},
        texts | {"c.sv": ""},
        {"a.sv": texts["a.sv"], "b/b.sv": texts["b/a.sv"]},
    ]
    assert plain not in map(rtl_sha256, others)


def test_rtl_has_no_comments_of_another_kind() -> None:
    for core in CORES.values():
        for path, text in core.rtl().items():
            assert "/*" not in text, path
            assert not re.search(r'"[^"\n]*//', text), path


def test_what_is_not_rtl_does_not_change_the_hash() -> None:
    core = CORES["hmac"]
    assert replace(core).rtl_sha256 == core.rtl_sha256
    other = core_for("hmac-sha256", interface=Interface(width=64, slots=3))
    assert other.rtl_sha256 != core.rtl_sha256


def test_commands_name_the_rtl(tmp_path: Path) -> None:
    words = ["generate", "sha256", "--interleave", "4", "-o", str(tmp_path / "out"), "--json"]
    answer = CliRunner().invoke(app_of(COMMANDS), words)
    assert json.loads(answer.stdout)["rtl_sha256"] == CORES["message"].rtl_sha256
