"""The text of the driver of a core that reads memory by itself: compilers, and its types."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.c_driver import STRICT, compilers, driver_folder
from support.ring_traffic import CORES, core_of

from hashloom.bundles.bundle import bundle_files


@pytest.mark.parametrize("name", CORES)
def test_compilers_say_nothing(name: str, tmp_path: Path) -> None:
    core = core_of(name)
    driver_folder(core, tmp_path)
    own = [f"-D{core.prefix.upper()}_{each}" for each in ("OWN_MEMORY", "OWN_ACCESS")]
    for compiler in compilers():
        for chosen in (own[:1], own):
            command = [*compiler, *STRICT, *chosen, "-O3", "-c", f"{core.prefix}_driver.c"]
            subprocess.run([*command, "-o", "driver.o"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "p_finish(&open, &buffer, &flight)",  # the processor may still write there
        "p_update(&open, &buffer)",
        "p_take_back(&device, &buffer, &loan)",
        "p_update(&flight, &loan)",  # a packet that has ended takes nothing
        "p_collect(&open, 0)",  # one that has not ended has no answer
        "p_collect(&flight, bytes)",  # the processor writes words
        "(*loan.bytes = 0)",  # nobody writes what the core reads
    ],
)
def test_types_tell_buffers_apart(wrong: str, tmp_path: Path) -> None:
    core = core_of("several")
    driver_folder(core, tmp_path)
    p = core.prefix
    for compiler in compilers():
        for call, accepted in (("p_finish(&open, &loan, &flight)", True), (wrong, False)):
            (tmp_path / "user.c").write_text(
                f'#include "{p}_driver.h"\n'
                "int use(void);\n"
                f"int use(void) {{ {p}_open open = {{0}}; {p}_flight flight = {{0}}; "
                f"{p}_loan loan = {{0}}; {p}_buffer buffer = {{0}}; static {p}_device device; "
                "static uint8_t bytes[32]; (void)flight; (void)bytes; (void)buffer; (void)device; "
                f"return (int){call.replace('p_', f'{p}_')}; }}\n"
            )
            command = [*compiler, *STRICT, "-c", "user.c", "-o", "user.o"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (done.returncode == 0) == accepted, done.stderr
            told = ("incompatible", "read-only", "const-qualified")
            assert accepted or any(word in done.stderr for word in told), done.stderr


def test_a_bundle_has_its_driver() -> None:
    core = core_of("keys")
    files = bundle_files(core)
    assert f"driver/{core.prefix}_driver.c" in files
    assert "_take_back(" in files[f"driver/{core.prefix}_driver.h"]
