"""Bundles: complete, the same every time, and usable without hashloom."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from hashlib import new
from pathlib import Path

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.files import write_folder
from hashloom.verification.benches.bench_run import OPTIONS
from hashloom.verification.simulation.verilator import find_verilator, lint
from hashloom.verification.simulator import simulate

MESSAGE = Interface()
ENGINE = Interface(level="engine")


def made(
    architecture: Architecture | None = None,
    interface: Interface = MESSAGE,
    target: str = "ecp5-85f-8",
) -> Core:
    return core_for("sha256", architecture, interface, target)


def body(text: str) -> str:
    """A file of RTL without its head."""
    first, named, blank, rest = text.split("\n", 3)
    assert first.startswith("// hashloom ")
    assert named.startswith("// rtl_sha256 ")
    assert blank == "//"
    return rest


@pytest.mark.parametrize(
    ("architecture", "interface"),
    [(Architecture(), MESSAGE), (Architecture(interleave=2), ENGINE)],
)
def test_complete(architecture: Architecture, interface: Interface) -> None:
    core = made(architecture, interface)
    files = bundle_files(core)
    assert {f"rtl/{name}" for name in core.sources()} <= set(files)
    assert {"doc/core.md", "doc/datapath.svg", "tb/run.py", "tb/bench_protocol.py"} <= set(files)
    assert f"{core.name}.core" in files
    for port in core.ports:
        assert f"| `{port.name}` | {port.direction} | {port.width} |" in files["doc/core.md"]
    manifest = json.loads(files["manifest.json"])
    assert set(manifest["files"]) == set(files) - {"manifest.json"}
    for name, entry in manifest["files"].items():
        assert entry["sha256"] == hashlib.sha256(files[name].encode()).hexdigest()


def test_sources_of_the_family() -> None:
    core = made(Architecture(interleave=4))
    files = bundle_files(core)
    targeted = core.sources_for(core.target)
    own = {name for name in files if name.startswith("rtl/ecp5/")}
    assert own
    for name in own:
        assert body(files[name]) == targeted[Path(name).name]
    portable = {n: body(t) for n, t in files.items() if n.startswith("rtl/") and n not in own}
    assert portable == {f"rtl/{name}": text for name, text in core.sources().items()}


def test_no_sources_of_a_family_without_adders() -> None:
    files = bundle_files(made(target="ice40-hx8k"))
    assert not [name for name in files if name.startswith("rtl/ice40/")]


def test_what_fusesoc_reads_is_there() -> None:
    files = bundle_files(made(Architecture(interleave=4)))
    listed = re.findall(r"^      - (rtl/\S+)$", files["sha256_c4.core"], re.MULTILINE)
    assert sorted(listed) == sorted(name for name in files if name.startswith("rtl/"))


@pytest.mark.parametrize("interface", [MESSAGE, ENGINE])
def test_fusesoc_names_a_vendor_and_simulates(interface: Interface) -> None:
    core = made(interface=interface)
    files = bundle_files(core)
    text = files["sha256.core"]
    assert re.search(r"^name: hashloom:sha2:sha256:\d", text, re.MULTILINE)
    _, sim = text.split("\n  sim:\n")
    sim, cocotb = sim.split("  cocotb:\n")
    setting = json.loads(files["tb/core.json"])
    assert f"toplevel: {setting['top']}_known_answer\n" in sim
    assert f"cocotb_module: {setting['bench']}\n" in cocotb
    assert f"toplevel: {setting['top']}\n" in cocotb
    listed = re.findall(r"^      - (tb/\S+)", text, re.MULTILINE)
    assert set(listed) == {
        name
        for name in files
        if name.startswith(("tb/bench_", "tb/shell/"))
        or name in ("tb/core.json", f"tb/{setting['top']}_known_answer.sv")
    }


def test_engine_bench_has_a_message_core() -> None:
    core = made(interface=ENGINE)
    files = bundle_files(core)
    texts = {Path(n).name: t for n, t in files.items() if n.endswith(".sv") and "ecp5" not in n}
    lint(texts, json.loads(files["tb/core.json"])["top"])


@pytest.mark.parametrize("request_", [("sha256", "--unroll", "2"), ("michail2012",)])
def test_same_bytes_in_another_process(request_: tuple[str, ...], tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two" / "deeper"]
    for number, folder in enumerate(folders):
        environment = {**os.environ, "PYTHONHASHSEED": str(number)}
        command = [sys.executable, "-m", "hashloom", "generate", *request_]
        subprocess.run([*command, "-o", str(folder)], env=environment, check=True)
    one, two = ({p.relative_to(f): p.read_bytes() for p in f.rglob("*.*")} for f in folders)
    assert one == two
    assert not [name for name, content in one.items() if str(tmp_path).encode() in content]


def test_result_is_part_of_the_documents() -> None:
    result = {
        "target": "ecp5-85f-8",
        "tools": {"yosys": "yosys 1"},
        "fmax_mhz": {"median": 100.5, "min": 99.0, "max": 102.0, "seeds": {"1": 100.5}},
        "resources": {"lut": 1234, "ff": 5, "bram": 0, "lutram": 0, "dsp": 0},
        "cycles_per_block": 66,
        "cycles_per_block_aggregate": 66,
        "latency_cycles": 97,
        "throughput_mbps": {"single_message": 779.6, "aggregate": 779.6},
        "verified": {"suite": "quick", "vectors": 272, "failed": 0},
    }
    files = bundle_files(made(), result)
    assert json.loads(files["doc/result.json"]).items() >= result.items()
    assert "100.5 MHz" in files["doc/core.md"]
    assert "1234" in files["doc/core.md"]


def test_documents_of_several_hashes() -> None:
    files = bundle_files(core_for("sha384+sha512+sha512_224"))
    text = files["doc/core.md"]
    assert "SHA-384 (FIPS 180-4 section 6.5) or SHA-512 (FIPS 180-4 section 6.4) or" in text
    assert "0 is SHA-384, 1 is SHA-512, 2 is SHA-512/224." in text
    assert "28 bytes of SHA-512/224" in text
    assert "A message with the number 3" in text
    assert "is too long, or has the number 3, which no hash has |" in text
    assert json.loads(files["manifest.json"])["request"]["hash"] == "sha384+sha512+sha512_224"
    assert "hashloom generate sha384+sha512+sha512_224 -o DIR" in files["doc/core.md"]


def test_documents_of_several_hashes_with_keys() -> None:
    text = bundle_files(core_for("hmac-sha384+sha512+sha512_224"))["doc/core.md"]
    assert "slot in 18:11, and hash above." in text
    assert "0 is SHA-384, 1 is SHA-512, 2 is SHA-512/224." in text
    assert "With the number 3, which no hash has" in text
    assert "It is read with the message" not in text


def test_documents_of_a_pool() -> None:
    shape = Architecture(unroll=16, interleave=33, pool=4, chaining="bram")
    text = bundle_files(made(shape))["doc/core.md"]
    assert "| messages in flight | 4 |" in text
    assert "interleaved messages" not in text
    assert "clocks of a slot" not in text


@pytest.mark.parametrize("name", ["sha224+sha256", "hmac-sha256", "hmac-michail2012"])
def test_bench_has_no_message_of_verilator(name: str, tmp_path: Path) -> None:
    core = core_for(name)
    files = bundle_files(core)
    write_folder(files, tmp_path / "core")
    found = find_verilator()
    done = subprocess.run(
        [
            *(str(found.program), "--cc", "-Mdir", str(tmp_path / "model")),
            *("--top-module", core.top, "--vpi", "--public-flat-rw"),  # as cocotb has it
            *OPTIONS["verilator"],
            *map(str, sorted((tmp_path / "core" / "rtl").glob("*.sv"))),
        ],
        env={**os.environ, "VERILATOR_ROOT": str(found.root)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["sha224+sha256", "hmac-sha256"])
def test_bench_runs_by_itself(name: str, tmp_path: Path) -> None:
    core = core_for(name)
    files = bundle_files(core)
    write_folder(files, tmp_path / "core")
    environment = {**os.environ, "PATH": os.defpath}  # on which Verilator is not
    environment.pop("PYTHONPATH", None)
    assert shutil.which("verilator", path=os.defpath) is None
    done = subprocess.run(
        [sys.executable, "run.py"],
        cwd=tmp_path / "core" / "tb",
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search(rf"(\d+) of \1 tests of {core.top} passed", done.stdout)
    without_states = "; 1 of what the core does not have."  # skipped, and not counted as passed
    assert (without_states in done.stdout) == (name == "hmac-sha256")
    write_folder(files, tmp_path / "core")


@pytest.fixture
def hmac_core(monkeypatch: pytest.MonkeyPatch) -> Core:
    """An HMAC core; only its own texts are of the model in software."""
    core = made(interface=Interface(level="hmac", slots=16))
    texts = {f"{core.name}.sv": f"module {core.name}; endmodule\n"}
    monkeypatch.setattr(Core, "sources", lambda self: texts)
    monkeypatch.setattr(Core, "sources_for", lambda self, target: texts)
    monkeypatch.setattr(Core, "ports", made().ports)
    return core


def test_bundle_of_an_hmac_core(hmac_core: Core) -> None:
    files = bundle_files(hmac_core)
    assert "rtl/hmac_sha256_slots16.sv" in files
    setting = json.loads(files["tb/core.json"])
    assert setting["top"] == "hmac_sha256_slots16"
    assert (setting["bench"], setting["slots"]) == ("bench_hmac", 16)
    assert "from bench_protocol import" in files["tb/bench_hmac.py"]
    assert "import hashloom" not in "".join(files.values())
    text = files["doc/core.md"]
    for part in (
        "an HMAC core",
        "| 4 KEY |",
        "| 6 |",
        "| key slots | 16, in lutram |",
        f"{hmac_core.settle_clocks} clocks",
    ):
        assert part in text
    assert "not protected against power analysis" in text
    request = json.loads(files["manifest.json"])["request"]
    assert request["interface"]["slots"] == 16
    assert "bench_hmac" not in files["tb/bench_protocol.py"]


def test_documents_name_the_operations_that_there_are(hmac_core: Core) -> None:
    private = replace(hmac_core.interface, private_slots=True)
    two = made(Architecture(interleave=2), private)
    cores = (
        hmac_core,
        replace(hmac_core, interface=replace(hmac_core.interface, resume=True)),
        replace(hmac_core, interface=private),  # with one context there is no tid
        two,
    )
    for core in cores:
        text = bundle_files(core)["doc/core.md"]
        for operation in ("SAVE", "RESTORE"):
            assert (operation in text) == core.interface.resume
        for told in ("belongs to the tid", "a slot of another tid", "belong to its tid"):
            assert (told in text) == (core is two)


def test_benches_know_nothing_of_hashloom() -> None:
    for interface in (MESSAGE, ENGINE):
        files = bundle_files(made(interface=interface))
        assert "tb/bench_hmac.py" not in files
        assert json.loads(files["tb/core.json"])["bench"] == "bench_protocol"


def test_a_core_simulates_its_rtl_and_writes_its_bundle(tmp_path: Path) -> None:
    core = core_for("sha256", Architecture(interleave=2))
    messages = [b"", b"abc", bytes(200)]
    assert simulate(core, messages, stalls=0.3) == [new("sha256", m).digest() for m in messages]
    write_folder(bundle_files(core), tmp_path / "bundle")
    assert (tmp_path / "bundle" / "rtl" / "sha256_c2.sv").is_file()
    assert (tmp_path / "bundle" / "manifest.json").is_file()
