"""The bench with known answers: right cores pass, a wrong one fails, on every kind of port."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from support.readers import ICARUS, icarus, slang

from hashloom.bundles.known_answer import known_answer_bench, packets_of
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.simulation.verilator import lint

# FIPS 180-4's example of one block, and RFC 4231 section 4.3
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
JEFE = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
CORES = [
    ("sha256", Architecture(), Interface(width=8)),
    ("sha224+sha256", Architecture(interleave=2), Interface(width=128)),
    ("sha512", Architecture(), Interface(level="engine")),
    ("md5", Architecture(), Interface(bus="apb4")),
    ("sha256", Architecture(fold=1), Interface()),
    ("hmac-sha256", Architecture(interleave=2), Interface()),
    ("hmac-sha256", Architecture(), Interface(bus="axi4-lite")),
    ("hmac-sha224+sha256", Architecture(), Interface(bus="avalon-mm")),
    ("sha256", Architecture(), Interface(bus="wishbone")),
    ("hmac-sha256", Architecture(fold=4), Interface(bus="wishbone", slots=1)),
    ("sha256", Architecture(interleave=3), Interface(dma="axi4", width=64)),
    ("sha224+sha256", Architecture(), Interface(dma="wishbone", bus="apb4")),
    ("hmac-sha512", Architecture(), Interface(dma="axi4", width=128, bus="avalon-mm")),
    ("sha224+sha256", Architecture(), Interface(copies=2)),
    ("michail2012-block", None, None),
    ("hmac-michail2012-block", None, None),
]


def ran(core: Core, folder: Path, fault: tuple[str, str] | None = None) -> int:
    """Status of the bench in Icarus, with a text of the RTL changed."""
    module, bench = known_answer_bench(core)
    whole = core.as_level("message") if core.level == "engine" else core
    texts = whole.sources() | {f"{module}.sv": bench}
    if fault is not None:
        assert sum(text.count(fault[0]) for text in texts.values()) == 1
        texts = {name: text.replace(*fault) for name, text in texts.items()}
    for name, text in texts.items():
        (folder / name).write_text(text)
    program = folder / "bench"
    names = [name for name in texts if name.endswith(".sv")]
    build = ["iverilog", "-g2012", "-s", module, "-o", str(program), *names]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    done = subprocess.run(["vvp", "-n", str(program)], capture_output=True, text=True)
    print(done.stdout)
    assert (done.returncode == 0) == (f"answers of {whole.top} are right." in done.stdout)
    return done.returncode


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus is not installed")
@pytest.mark.parametrize(("name", "architecture", "interface"), CORES)
def test_right_cores(
    name: str, architecture: Architecture | None, interface: Interface | None, tmp_path: Path
) -> None:
    assert ran(core_for(name, architecture, interface), tmp_path) == 0


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus is not installed")
@pytest.mark.parametrize(
    "interface", [Interface(), Interface(bus="wishbone"), Interface(dma="axi4")]
)
def test_a_wrong_constant_is_seen(interface: Interface, tmp_path: Path) -> None:
    assert ran(core_for("sha256", None, interface), tmp_path, ("c671_78f2", "c671_78f3")) == 1


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus is not installed")
@pytest.mark.parametrize("name", ["michail2012-block", "hmac-michail2012-block"])
def test_a_wrong_initial_sum_is_seen(name: str, tmp_path: Path) -> None:
    """K[3], as it is added in the clock in which a block comes."""
    fault = ("K_W_s0_1_of_1 = 32'he9b5_dba5", "K_W_s0_1_of_1 = 32'he9b5_dba4")
    assert ran(core_for(name), tmp_path, fault) == 1


@pytest.mark.parametrize("number", [0, 3, 5, 9, 10])
def test_the_bench_is_read_without_a_message(number: int, tmp_path: Path) -> None:
    """Yosys, which reads what is made into hardware, has no use for it."""
    core = core_for(*CORES[number])
    module, bench = known_answer_bench(core)
    texts = core.sources() | {f"{module}.sv": bench}
    lint(texts, module, timing=True)
    assert slang((texts, module), tmp_path / "slang") == []
    assert ICARUS is None or icarus((texts, module), tmp_path / "icarus") == ""


def test_answers_are_those_of_the_standards() -> None:
    plain = {each.data: each.answer for each in packets_of(core_for("sha256"))}
    assert plain[b"abc"].hex() == ABC
    assert plain[b""] == hashlib.sha256(b"").digest()
    assert {len(data) for data in plain} == {0, 3, 56, 112}
    keyed = packets_of(core_for("hmac-sha256"))
    assert keyed[-2].data == b"Jefe"
    assert keyed[-1].answer.hex() == JEFE
