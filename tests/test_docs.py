"""The documents: what they point at is there, and the commands they show are accepted."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path

import pytest

from hashloom import cli
from hashloom.measurements.dataset import shipped

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
COMMAND = re.compile(r"(?:^ {4}|`)(?:\.venv/bin/)?(hashloom [a-z][^`\n]*?)(?:`|\s+[#>].*|$)", re.M)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links(document: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8")):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            target = document.parent / path
            assert target.exists(), link
            if anchor:
                heads = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M)
                assert anchor in {head.lower().replace(" ", "-") for head in heads}, link


def test_blocks_of_python_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs/python.md").read_text("utf-8"), re.M | re.S
    )
    assert len(blocks) >= 5
    for block in blocks:
        exec(block, names)
    said = capsys.readouterr().out
    assert hashlib.sha256(b"abc").hexdigest() in said
    assert "accepted are 1, 2, 4" in said
    assert (tmp_path / "sha256_u2" / "manifest.json").exists()


def test_words_that_must_not_come_back() -> None:
    """What the documents once said and the code does not do."""
    texts = {path.name: path.read_text("utf-8") for path in DOCUMENTS}
    assert "every second clock at most" not in "".join(texts.values())
    assert "| a word a clock for all contexts" not in texts["theory.md"]
    assert "`_d`" not in texts["developers.md"]
    head = texts["README.md"][:400]
    assert "make demo" in head
    assert "make test" in head
    assert "glossary.md" in texts["README.md"]
    for word in ("context", "group", "interleave", "slot", "load"):
        assert f"| {word} |" in texts["glossary.md"]


def test_make_docs_keeps_what_it_does_not_draw() -> None:
    rules = (ROOT / "Makefile").read_text("utf-8")
    removed = re.search(r"find docs/pictures -mindepth 1 .*! -name (\S+)", rules)
    assert removed is not None
    assert removed[1] == "estimator.svg"
    assert "rm -rf docs/pictures" not in rules


def test_measured_cores_that_pass_the_bound_are_counted() -> None:
    cores = shipped()
    faster = [d for d in cores if d["fmax_mhz"]["median"] > d["estimated"]["bound_mhz"]]
    said = f"{len(faster)} of the {len(cores)} measured cores"
    assert said in (ROOT / "README.md").read_text("utf-8")
    theory = (ROOT / "docs" / "theory.md").read_text("utf-8")
    most = max(d["fmax_mhz"]["median"] / d["estimated"]["bound_mhz"] for d in faster) - 1
    said = f"{len(faster)} are faster than this bound, by {100 * most:.0f} % at most"
    assert said in theory


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands(document: Path) -> None:
    for command in COMMAND.findall(document.read_text("utf-8")):
        if "..." not in command:
            _, name, *options = shlex.split(command)
            # typer refuses options that there are not before it prints the help
            assert cli.run([name, "--help", *options]) == 0, command
