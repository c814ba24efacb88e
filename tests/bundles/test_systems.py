"""VHDL and LiteX in a bundle: read by a reader of each language."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Core, Interface, core_for

VSG = Path(sys.executable).with_name("vsg")
CORES = [
    core_for("sha256", None, Interface(width=8)),
    core_for("hmac-sha224+sha256", None, Interface(bus="axi4-lite")),
    core_for("sha256", None, Interface(dma="axi4")),
]


@pytest.fixture
def vhdl(tmp_path: Path) -> list[Path]:
    """Files of the cores: of each a component, and a wrapper that uses it."""
    files = [
        (tmp_path / Path(name).name, text)
        for core in CORES
        for name, text in sorted(bundle_files(core).items())
        if name.endswith(".vhd")
    ]
    assert len(files) == 2 * len(CORES)
    for path, text in files:
        path.write_text(text)
    return [path for path, _ in files]


@pytest.mark.skipif(not VSG.exists(), reason="vsg, which reads VHDL, is missing: pip install vsg")
def test_vhdl_is_read_without_a_message(vhdl: list[Path]) -> None:
    done = subprocess.run([VSG, "-f", *vhdl], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.count("Total Violations:    0") == len(vhdl)
    broken = vhdl[1]
    broken.write_text(broken.read_text().replace("port map (", "port map map ("))
    assert subprocess.run([VSG, "-f", broken], capture_output=True).returncode != 0


@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
def test_vhdl_is_compiled_without_a_message(vhdl: list[Path], tmp_path: Path) -> None:
    for standard in ("93", "08"):
        command = ["ghdl", "-a", f"--std={standard}", *vhdl]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
    vhdl[-1].write_text(vhdl[-1].read_text().replace("=> clk", "=> clock"))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode != 0


@pytest.mark.parametrize("core", CORES)
def test_vhdl_has_every_port(core: Core) -> None:
    text = bundle_files(core)[f"vhdl/{core.top}_component.vhd"]
    for port in core.ports:
        assert f"\n      {port.name} : {'in' if port.direction == 'input' else 'out'} " in text


@pytest.mark.parametrize("core", CORES)
def test_modules_for_litex(core: Core) -> None:
    files = bundle_files(core)
    name = f"litex/{core.prefix}_litex.py"
    assert (name in files) == core.interface.registered
    if name in files:
        ast.parse(files[name])
    assert "litex/sha256_apb4_litex.py" not in bundle_files(
        core_for("sha256", None, Interface(bus="apb4"))
    )
