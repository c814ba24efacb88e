"""The documents: what they point at is there, and the commands they show are accepted."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hashloom import cli
from hashloom.exploration.dataset import shipped

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


def test_measured_cores_that_pass_the_bound_are_counted() -> None:
    cores = shipped()
    faster = [d for d in cores if d["fmax_mhz"]["median"] > d["estimated"]["bound_mhz"]]
    said = f"{len(faster)} of the {len(cores)} measured cores"
    assert said in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands(document: Path) -> None:
    for command in COMMAND.findall(document.read_text("utf-8")):
        if "..." not in command:
            _, name, *options = shlex.split(command)
            # typer refuses options that there are not before it prints the help
            assert cli.run([name, "--help", *options]) == 0, command
