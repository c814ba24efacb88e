"""The programs of examples/bare_metal as their README says; what they print is in test_firmware."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import firmware
from support.examples import EXAMPLES

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Interface, core_for
from hashloom.files import write_folder

FOLDER = EXAMPLES / "bare_metal"
GNU = "riscv64-unknown-elf"
pytestmark = pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())


def test_a_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    firmware.SIMULATE.main(["hmac"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "init 0 0 "
    assert {line.split(" ")[0] for line in lines} >= {"key", "mac", "right", "wrong", "zeroize"}


def test_vexriscv_refuses_a_ring_over_axi4() -> None:
    core = core_for("sha256", None, Interface(bus="wishbone", dma="axi4"))
    with pytest.raises(SystemExit, match="accepted is --system picorv32"):
        firmware.SIMULATE.model(core, "vexriscv")


@pytest.mark.parametrize("program", ["hash", "hmac", "ring", "states"])
@pytest.mark.parametrize("system", ["picorv32", "vexriscv"])
def test_every_program_is_compiled_for_every_system(
    program: str, system: str, tmp_path: Path
) -> None:
    core = firmware.SIMULATE.core_of_program(program, system)
    image = firmware.SIMULATE.compiled(core, program, system, tmp_path).read_bytes()
    assert 1000 < len(image) < 0x4000


@pytest.mark.skipif(shutil.which(f"{GNU}-gcc") is None, reason=f"{GNU}-gcc is not installed")
@pytest.mark.parametrize("program", ["hash", "hmac", "ring", "states"])
def test_a_program_is_compiled_by_gcc(program: str, tmp_path: Path) -> None:
    """As the head of the Makefile names it."""
    head = (FOLDER / "Makefile").read_text("utf-8").partition(" CORE=...\n")[0]
    options = shlex.split(head.rpartition("#   make ")[2].replace("\\\n#", ""))
    assert [option.partition("=")[0] for option in options] == ["CC", "TARGET", "LD", "OBJCOPY"]
    core = firmware.SIMULATE.core_of_program(program, "picorv32")
    image = firmware.SIMULATE.compiled(core, program, "picorv32", tmp_path, options)
    assert 1000 < image.stat().st_size < 0x4000
    assert b"GCC: " in (tmp_path / f"{program}-picorv32" / "program.o").read_bytes()


def test_a_program_takes_the_names_of_any_core(tmp_path: Path) -> None:
    core = core_for("sm3", None, Interface(bus="avalon-mm", prefix="guard"))
    firmware.SIMULATE.compiled(core, "hash", "vexriscv", tmp_path)
    text = (tmp_path / "hash-vexriscv" / "program.c").read_text("utf-8")
    assert "guard_hash(" in text
    assert "sha256" not in text.lower()


def test_of_another_core_a_program_is_made_anew(tmp_path: Path) -> None:
    for name in ("sm3", "md5"):
        write_folder(bundle_files(core_for(name, None, Interface(bus="wishbone"))), tmp_path / name)
    build = tmp_path / "build"
    for name in ("sm3", "md5", "sm3"):
        words = [f"CORE={tmp_path / name}", f"BUILD={build}", f"PYTHON={sys.executable}"]
        subprocess.run(["make", "-C", FOLDER, "SYSTEM=vexriscv", *words], check=True)
        assert f'"{name}_wishbone_driver.h"' in (build / "program.c").read_text("utf-8")
        made = (build / "program.bin").stat().st_mtime_ns
    subprocess.run(["make", "-C", FOLDER, "SYSTEM=vexriscv", *words], check=True)
    assert (build / "program.bin").stat().st_mtime_ns == made


def test_make_says_what_is_missing(tmp_path: Path) -> None:
    command = ["make", "-C", FOLDER, f"CORE={tmp_path}", f"BUILD={tmp_path}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"There is no driver in {tmp_path}/driver; accepted for CORE" in done.stderr


def test_the_readme_names_every_file() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([^`]+)`", text, re.M))
    there = {path.name + "/" * path.is_dir() for path in FOLDER.iterdir()}
    assert named == there - {"README.md", "simulate.py", "build/", "__pycache__/"}
