"""FuseSoC runs a bundle's targets with the tools that pip has; a wrong core ends with status 1."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Architecture, Interface, core_for
from hashloom.files import write_folder
from hashloom.implementation.shims import commands_of_tcl, write_shims

FUSESOC = Path(sys.executable).with_name("fusesoc")
pytestmark = pytest.mark.skipif(
    not FUSESOC.exists(), reason="fusesoc is missing: pip install 'hashloom[fusesoc]'"
)


def ran(folder: Path, target: str, core: str) -> subprocess.CompletedProcess[str]:
    """FuseSoC run in a bundle, with shims for what pip has installed."""
    write_shims(folder.parent / "shims")
    path = os.pathsep.join([str(folder.parent / "shims"), os.environ["PATH"]])
    command = [FUSESOC, "--cores-root", ".", "run", f"--target={target}", core]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    "interface",
    [Interface(), Interface(bus="wishbone"), Interface(dma="axi4"), Interface(dma="wishbone")],
)
def test_lint_and_known_answers(interface: Interface, tmp_path: Path) -> None:
    core = core_for("sha256", None, interface)
    write_folder(bundle_files(core), tmp_path / "core")
    linted = ran(tmp_path / "core", "lint", core.prefix)
    assert linted.returncode == 0, linted.stdout + linted.stderr
    assert "%Warning" not in linted.stdout + linted.stderr
    done = ran(tmp_path / "core", "sim", core.prefix)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert f"4 of 4 answers of {core.top} are right." in done.stdout + done.stderr
    assert "%Warning" not in done.stdout + done.stderr


def test_a_wrong_digest_ends_with_status_1(tmp_path: Path) -> None:
    core = core_for("sha256")
    files = bundle_files(core)
    engine = files["rtl/sha256_engine.sv"]
    assert engine.count("c671_78f2") == 1
    files["rtl/sha256_engine.sv"] = engine.replace("c671_78f2", "c671_78f3")
    write_folder(files, tmp_path / "core")
    done = ran(tmp_path / "core", "sim", core.prefix)
    assert done.returncode == 1
    assert "packet 0 has the answer" in done.stdout + done.stderr


def test_a_bitstream(tmp_path: Path) -> None:
    """The target ecp5 ends with a bitstream and with a clock that nextpnr has found."""
    pytest.importorskip("tkinter", reason="this Python has no Tcl")
    core = core_for("sha256", Architecture(fold=1), None, "ecp5-85f-8")
    write_folder(bundle_files(core), tmp_path / "core")
    done = ran(tmp_path / "core", "ecp5", core.prefix)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert re.search(r"Max frequency for clock .*: \d+\.\d+ MHz", done.stdout + done.stderr)
    (stream,) = (tmp_path / "core" / "build").rglob("*.bit")
    assert stream.stat().st_size > 100_000


def test_every_bundle_has_the_targets(tmp_path: Path) -> None:
    interfaces = (Interface(), Interface(level="engine"), Interface(bus="apb4"))
    for number, interface in enumerate((*interfaces, Interface(dma="axi4"))):
        core = core_for("sha256", None, interface, ("ecp5-85f-8", "ice40-hx8k")[number % 2])
        folder = tmp_path / str(number)
        write_folder(bundle_files(core), folder)
        command = [FUSESOC, "--cores-root", ".", "core", "show", core.prefix]
        shown = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert shown.returncode == 0, shown.stderr
        for target in ("lint", "ecp5", "sim", *(() if interface.ringed else ("cocotb",))):
            assert f"\n{target} " in shown.stdout, target


def test_a_script_of_tcl_is_what_it_says_to_yosys(tmp_path: Path) -> None:
    pytest.importorskip("tkinter", reason="this Python has no Tcl")
    (tmp_path / "procs.tcl").write_text("proc read {} {read_verilog -sv a.sv}\nset top x\n")
    script = "yosys -import\nsource procs.tcl\nread\nsynth_ecp5 -top $top\n"
    (tmp_path / "main.tcl").write_text(script)
    said = commands_of_tcl(tmp_path / "main.tcl")
    assert said.splitlines() == ["read_verilog -sv a.sv", "synth_ecp5 -top x"]


def test_shims_are_programs(tmp_path: Path) -> None:
    assert "verilator" in write_shims(tmp_path)
    done = subprocess.run([tmp_path / "verilator", "--version"], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout
    assert shutil.which("verilator", path=str(tmp_path))
