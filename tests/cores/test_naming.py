"""Names of modules: two bundles stand in one design, and everything follows the prefix."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.readers import ICARUS, Design, icarus, slang, yosys

from hashloom.bundles.bundle import bundle_files
from hashloom.bundles.project import ProjectRequest
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.cores.naming import prefixed
from hashloom.errors import RequestError
from hashloom.rtl.verilog import Port, instance, module_head
from hashloom.verification.properties.subjects import subjects_of
from hashloom.verification.properties.texts import with_properties
from hashloom.verification.simulation.verilator import lint

C4 = Architecture(interleave=4)
PAIRS: dict[str, tuple[Core, Core]] = {
    "two hashes": (core_for("sha256"), core_for("sha512")),
    "with and without keys": (core_for("sha256", C4), core_for("hmac-sha256")),
    "two lengths": (core_for("sha256"), core_for("sha256", interface=Interface(length_bits=32))),
    "engines": tuple(  # type: ignore[dict-item]
        core_for("sha256", a, Interface(level="engine")) for a in (C4, Architecture(unroll=2))
    ),
    "two of a kind": tuple(  # type: ignore[dict-item]
        core_for("sha256", C4, Interface(prefix=prefix)) for prefix in ("left", "padder")
    ),
}


def together(*cores: Core) -> Design:
    """A design of cores side by side, each with ports of its own."""
    ports: list[Port] = []
    lines: list[str] = []
    sources: dict[str, str] = {}
    for number, core in enumerate(cores):
        wired = {port.name: f"c{number}_{port.name}" for port in core.ports}
        ports += [Port(p.direction, p.width, wired[p.name], p.comment) for p in core.ports]
        lines += instance(core.top, f"u_core{number}", wired, {})
        assert not set(sources) & set(core.sources())
        sources |= core.sources()
    head = ["`default_nettype none", *module_head("both", ports)]
    text = "\n".join([*head, *lines, "endmodule", "`default_nettype wire", ""])
    return sources | {"both.sv": text}, "both"


@pytest.mark.parametrize("pair", PAIRS)
def test_two_bundles_in_one_design(pair: str, tmp_path: Path) -> None:
    design = together(*PAIRS[pair])
    lint(*design)
    assert slang(design, tmp_path / "slang") == []
    if ICARUS is not None:
        assert icarus(design, tmp_path / "icarus") == ""


def test_two_bundles_in_yosys(tmp_path: Path) -> None:
    assert yosys([together(*pair) for pair in PAIRS.values()], tmp_path) == []


def modules(texts: dict[str, str]) -> set[str]:
    return {name for text in texts.values() for name in re.findall(r"^module (\w+)", text, re.M)}


@pytest.mark.parametrize("name", ["sha256", "hmac-sha256"])
@pytest.mark.parametrize("prefix", ["", "mine", "engine", "word_memory"])
def test_every_module_has_the_prefix(name: str, prefix: str) -> None:
    core = core_for(name, C4, Interface(prefix=prefix))
    usual = prefix or core.name
    assert (core.prefix, core.top) == (usual, usual)
    for texts in (core.sources(), core.sources_for(core.target)):
        assert modules(texts) == {file.removesuffix(".sv") for file in texts}
        assert all(module == usual or module.startswith(f"{usual}_") for module in modules(texts))
    assert "carry_add" in "".join(core.sources_for(core.target))
    # Instances, which reports of paths name, do not change
    units = [
        set(re.findall(r"\bu_\w+", "".join(c.sources().values()))) for c in (core, PLAIN[name])
    ]
    assert units[0] == units[1]


PLAIN = {name: core_for(name, C4) for name in ("sha256", "hmac-sha256")}


def test_only_names_change() -> None:
    core = core_for("hmac-sha256", C4, Interface(prefix="mine"))
    names = {f"mine{n.removeprefix(PLAIN['hmac-sha256'].name)}": n for n in PLAIN_FILES}
    for file, text in core.sources().items():
        assert text.replace("mine", PLAIN["hmac-sha256"].name) == PLAIN_FILES[names[file]]


PLAIN_FILES = PLAIN["hmac-sha256"].sources()


def test_properties_follow() -> None:
    core = core_for("sha256", C4, Interface(prefix="mine"))
    assert subjects_of(core)
    assert subjects_of(core) == subjects_of(PLAIN["sha256"])
    joined = with_properties(core.sources(), core.prefix)
    assert {n for n in joined if joined[n] != core.sources()[n]} == {
        f"mine_{subject.module}.sv" for subject in subjects_of(core)
    }


def test_bundle_follows() -> None:
    core = core_for("sha256", C4, Interface(prefix="mine"))
    files = bundle_files(core, project=ProjectRequest("vivado", clock_mhz=100))
    rtl = [name for name in files if name.startswith("rtl/")]
    assert {"rtl/mine.sv", "rtl/mine_padder.sv", "rtl/ecp5/mine_carry_add.sv"} <= set(rtl)
    listed = re.findall(r"^      - (rtl/\S+)$", files["mine.core"], re.MULTILINE)
    assert sorted(listed) == sorted(rtl)
    assert "toplevel: mine\n" in files["mine.core"]
    assert "name: hashloom:sha2:mine:" in files["mine.core"]
    project = files["project/vivado/mine.tcl"]
    portable = {name for name in rtl if name.count("/") == 1}
    assert set(re.findall(r"\.\./\.\./(rtl/\S+?\.sv)", project)) == portable
    assert json.loads(files["tb/core.json"])["top"] == "mine"
    assert "| top module | `mine` |" in files["doc/core.md"]
    assert "--prefix mine" in files["manifest.json"]


@pytest.mark.parametrize("interface", [Interface("engine", 8), Interface("engine", None, 32)])
def test_bench_of_an_engine_has_no_other_engine(interface: Interface) -> None:
    core = core_for("sha256", C4, interface)
    files = bundle_files(core)
    texts = {Path(n).name: t for n, t in files.items() if n.endswith(".sv") and "ecp5" not in n}
    assert not [name for name in files if name.startswith("tb/") and name.endswith("_engine.sv")]
    lint(texts, json.loads(files["tb/core.json"])["top"])


@pytest.mark.parametrize(
    "prefix",
    [
        *("2sha", "my-core", "a b", "_x", "ä", "x" * 101),
        *("a__b", "abc_"),  # no names of VHDL
        *("module", "reg", "std", "entity", "Signal", "others"),
        *("clk", "s_axis_tdata"),  # ports
    ],
)
def test_refusals(prefix: str) -> None:
    with pytest.raises(RequestError, match="--prefix"):
        core_for("sha256", interface=Interface(prefix=prefix))


def test_what_is_no_instance_stays() -> None:
    own = {"top.sv": "module top (\n);\n  // the b waits\n  b #(\n  ) u_b (\n  );\n  logic b;\n"}
    library = {"b.sv": "module b #(\n);\n  b_one u_one (\n  );\n  c u_c (\n  );\n"}
    files = prefixed(own, library, "top")
    assert files["top.sv"] == own["top.sv"].replace("  b #", "  top_b #")
    assert files["top_b.sv"] == library["b.sv"].replace("module b", "module top_b")


LONG = Architecture(
    **{"unroll": 2, "interleave": 2, "groups": 2, "engines": 2, "association": "reordered"},
    **dict.fromkeys(("constants", "chaining", "buffer", "keys"), "bram"),
    **{"adders": "ripple", "retiming": False},
)


def test_no_name_is_longer_than_tools_read() -> None:
    """Verilator names what it writes otherwise from 128 letters on, and its lint complains."""
    wide = Interface(level="hmac", width=256, slots=16, private_slots=True)
    core, other = (core_for("hmac-sha512_224", LONG, replace(wide, slots=n)) for n in (16, 17))
    assert len(core.name) > 120
    assert max(len(name) for name in core.sources()) < 128
    assert core.name.startswith(core.top.rpartition("_")[0])
    assert core.prefix != other.prefix
    lint(core.sources(), core.top)
