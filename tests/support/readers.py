"""Everybody's readers of SystemVerilog: what each says of a core's files.  They should say nothing.

A design is files by name and its top module.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyslang

from hashloom.implementation.flow import run_yosys, write_sources
from hashloom.implementation.tools import find_tool, log_of

Design = tuple[Mapping[str, str], str]

_MESSAGE = re.compile(r"\S+:\d+:\d+: (error|warning): ")
ICARUS = shutil.which("iverilog")

# All of slang's warnings but those on parameters and genvars, which are int and never negative,
# where they are cast to the width of a place; and on casts that only another width needs.
SLANG_OPTIONS = (
    "-Weverything",
    "-Wno-sign-compare",
    "-Wno-sign-conversion",
    "-Wno-arith-op-mismatch",
    "-Wno-bitwise-op-mismatch",
    "-Wno-useless-cast",
)


def slang(design: Design, folder: Path) -> list[str]:
    """What slang says, a message of several lines each.

    As for Verilator, a variable whose name begins with "unused" need not be used.
    """
    sources, top = design
    paths = _written(sources, folder)
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    words = ["slang", *SLANG_OPTIONS, "--error-limit", "0", "--color-diagnostics=false"]
    line = " ".join([*words, "--top", top, *map(str, paths)])
    assert driver.parseCommandLine(line, pyslang.driver.CommandLineOptions())
    assert driver.processOptions()
    client = pyslang.TextDiagnosticClient()
    driver.diagEngine.addClient(client)
    driver.parseAllSources()
    compilation = driver.createCompilation()
    driver.reportCompilation(compilation, True)
    driver.runAnalysis(compilation)
    messages: list[str] = []
    for row in client.getString().splitlines():
        if _MESSAGE.match(row):
            messages.append(row)
        elif messages and not row.startswith("  in "):  # the instances of the next message
            messages[-1] += f"\n{row}"
    return [message for message in messages if "warning: variable 'unused" not in message]


def icarus(design: Design, folder: Path, output: str = "/dev/null") -> str:
    """What Icarus says under all of its warnings."""
    assert ICARUS is not None
    sources, top = design
    paths = _written(sources, folder)
    command = [ICARUS, "-g2012", "-Wall", "-o", output, "-s", top, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True)
    said = done.stdout + done.stderr
    return said or ("" if done.returncode == 0 else f"exit status {done.returncode}")


def yosys(designs: Sequence[Design], folder: Path) -> list[str]:
    """Warnings of Yosys on designs that are read and elaborated one after the other."""
    script: list[str] = []
    for number, (sources, top) in enumerate(designs):
        within = folder / f"d{number}"
        within.mkdir()
        for command in write_sources(sources, within):
            *words, name = command.split(" ")
            script.append(" ".join([*words, f"d{number}/{name}"]))
        script += [f"hierarchy -check -top {top}", "proc", "check -assert", "design -reset"]
    run_yosys(find_tool("yosys"), script, folder, "read")
    return [row for row in log_of(folder, "read").splitlines() if "Warning:" in row]


def _written(sources: Mapping[str, str], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (folder / name).write_text(text)
    return [folder / name for name in sources]
