"""What a bundle tells of registers, and the bench that knows nothing else of the core."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.compiler import compiler
from hashloom.cores import Interface, core_for
from hashloom.cores.buses.registers import registers_of
from hashloom.files import write_folder
from hashloom.request.bus import BUSES

NAMES = {"apb4": "sha256", "axi4-lite": "sha224+sha256", "wishbone": "sha512"}


def files_of(bus: str, name: str = "", *, resume: bool = False) -> dict[str, str]:
    name = name or NAMES.get(bus, "hmac-sha256")
    return bundle_files(core_for(name, None, Interface(bus=bus, resume=resume)))


def test_everything_tells_of_every_register() -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4"))
    files = bundle_files(core)
    assert files == bundle_files(core)
    maps = {name: text for name, text in files.items() if "registers" in name and name[:2] != "tb"}
    assert len(maps) == 6  # the RTL, the description, the header, IP-XACT, and two maps
    for register in registers_of(core).registers:
        for name, text in maps.items():
            assert register.name.lower() in text.lower(), name
        assert (
            f"_{register.name}_OFFSET 0x{register.offset:02x}u"
            in files[f"registers/{core.prefix}.h"]
        )
    assert len(ElementTree.fromstring(files[f"registers/{core.prefix}.xml"])) > 3


@pytest.mark.parametrize("name", ["hmac-sha256", "sha512", "md5"])
def test_ip_xact_is_of_the_component_that_fusesoc_knows(name: str) -> None:
    core = core_for(name, None, Interface(bus="apb4"))
    files = bundle_files(core)
    component = ElementTree.fromstring(files[f"registers/{core.prefix}.xml"])
    space = component.tag.partition("}")[0] + "}"
    own = [component.findtext(space + each) for each in ("vendor", "library", "name", "version")]
    assert f"name: {':'.join(map(str, own))}" in files[f"{core.prefix}.core"].splitlines()


@pytest.mark.parametrize("page", ["registers.md", "dma.md"])
def test_a_page_shows_the_map_of_the_description(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by benchmarks/maps.py; a register that is renamed, moved or new is seen here."""
    root = Path(__file__).resolve().parents[2]
    monkeypatch.setattr(sys, "path", [str(root / "benchmarks"), *sys.path])
    from arrays import put
    from maps import MARK, table_of

    text = (root / "docs" / page).read_text("utf-8")
    assert put(text, MARK, f"\n{table_of(page)}\n") == text


def test_the_header_is_c(tmp_path: Path) -> None:
    files = files_of("apb4")
    header = files["registers/sha256_apb4.h"]
    assert "struct" not in header.replace("no structures", "")
    program = '#include "core.h"\nint main() { return SHA256_APB4_DIGEST_WORD(7) != 0x5c; }\n'
    (tmp_path / "core.h").write_text(header)
    (tmp_path / "main.cpp").write_text(program)
    subprocess.run(
        [compiler(), "-Wall", "-Werror", "-o", "main", "main.cpp"], cwd=tmp_path, check=True
    )
    assert subprocess.run([tmp_path / "main"]).returncode == 0


def test_no_stream_has_registers() -> None:
    assert not [name for name in bundle_files(core_for("sha256")) if "registers" in name]


def test_a_map_of_states() -> None:
    files = files_of("wishbone", "hmac-sha512", resume=True)
    name = "hmac_sha512_resume_wishbone"
    assert "_DIGEST_COUNT 20u" in files[f"registers/{name}.h"]
    assert "_CAPABILITIES_RESUME_VALUE 0x1u" in files[f"registers/{name}.h"]
    assert "DIGEST[20] @ 0x40" in files[f"registers/{name}.rdl"]
    for path in ("doc/registers.md", "doc/registers.html"):
        assert "0x40 to 0x8c" in files[path]
        assert "8 RESTORE" in files[path]


@pytest.mark.parametrize("bus", BUSES)
def test_bench_runs_by_itself(bus: str, tmp_path: Path) -> None:
    run_bench(files_of(bus), tmp_path)


@pytest.mark.parametrize("name", ["hmac-sha256", "hmac-sha512"])
def test_bench_saves_and_restores(name: str, tmp_path: Path) -> None:
    assert "states" in run_bench(files_of("apb4", name, resume=True), tmp_path)


def run_bench(files: dict[str, str], tmp_path: Path) -> str:
    """What the bench of a bundle prints, when every test passes."""
    write_folder(files, tmp_path / "core")
    environment = {**os.environ, "PATH": os.defpath}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, "run.py", "--seed", "2"],
        cwd=tmp_path / "core" / "tb",
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search(r"(\d+) of \1 tests of \w+ passed", done.stdout)
    return done.stdout + done.stderr
