"""VHDL and LiteX in a bundle: read by a reader of each language."""

from __future__ import annotations

import ast
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


@pytest.mark.skipif(not VSG.exists(), reason="vsg, which reads VHDL, is missing: pip install vsg")
def test_vhdl_is_read_without_a_message(tmp_path: Path) -> None:
    names = []
    for core in CORES:
        for name, text in bundle_files(core).items():
            if name.endswith(".vhd"):
                names.append(tmp_path / Path(name).name)
                names[-1].write_text(text)
    assert len(names) == 2 * len(CORES)
    done = subprocess.run([VSG, "-f", *names], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.count("Total Violations:    0") == len(names)
    broken = tmp_path / "broken.vhd"
    broken.write_text(names[1].read_text().replace("port map (", "port map map ("))
    assert subprocess.run([VSG, "-f", broken], capture_output=True).returncode != 0


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
