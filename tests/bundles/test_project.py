"""Projects for vendors' tools, as far as they can be checked without those tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashloom import cli
from hashloom.bundles.bundle import bundle_files
from hashloom.bundles.project import VENDORS, ProjectRequest
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.implementation.tools import find_tool, run_tool

tkinter = pytest.importorskip("tkinter")  # its Tcl; no display is needed

READS = {
    "vivado": ["read_verilog", "-sv"],
    "quartus": ["set_global_assignment", "-name", "SYSTEMVERILOG_FILE"],
    "diamond": ["prj_src", "add", "-format", "Verilog"],
    "radiant": ["prj_add_source"],
}


def run_tcl(text: str) -> list[list[str]]:
    """The commands that Tcl makes of `text`, each with its words; its own are not run."""
    tcl = tkinter.Tcl()
    tcl.eval("foreach own {source exit} {catch {rename $own {}}}; set said {}")
    tcl.eval("proc unknown {args} {global said; lappend said $args; return {}}")
    tcl.eval(text)
    return [list(tcl.splitlist(command)) for command in tcl.splitlist(tcl.eval("set said"))]


def core(target: str = "ecp5-85f-8", **architecture: int) -> Core:
    return core_for("sha256", Architecture(**architecture), Interface(), target)


def project(tool: str, made: Core, **asked: object) -> dict[str, str]:
    """The files of the project by name, and the bundle's by path."""
    files = bundle_files(made, project=ProjectRequest(tool, **asked))  # type: ignore[arg-type]
    head = f"project/{tool}/"
    return {name.removeprefix(head): text for name, text in files.items()}


@pytest.mark.parametrize("tool", VENDORS)
def test_every_source_is_read_once_and_is_there(tool: str) -> None:
    made = core(interleave=4)
    files = project(tool, made)
    commands = run_tcl(files[f"{made.top}.tcl"])
    words = READS[tool]
    read = [c[len(words)] for c in commands if c[: len(words)] == words]
    sources = sorted(name for name in read if name.endswith(".sv"))
    assert all(name.removeprefix("../../") in files for name in sources)
    assert sorted(Path(name).name for name in sources) == sorted(
        made.sources_for(made.target) if tool == "diamond" else made.sources()
    )
    assert any("rtl/ecp5/" in name for name in sources) == (tool == "diamond")


@pytest.mark.parametrize("tool", VENDORS)
def test_same_request_same_bytes_and_no_place_of_this_machine(tool: str) -> None:
    first, second = project(tool, core()), project(tool, core())
    assert first == second
    own = [text for name, text in first.items() if "/" not in name]
    assert not any("/tmp" in text or str(Path.cwd()) in text for text in own)


@pytest.mark.parametrize("tool", VENDORS)
def test_all_tcl_is_tcl_and_all_files_it_names_are_there(tool: str) -> None:
    files = project(tool, core())
    scripts = {n: t for n, t in files.items() if n.endswith((".tcl", ".xdc", ".sdc", ".pdc"))}
    assert len(scripts) >= 2
    named = {word for text in scripts.values() for c in run_tcl(text) for word in c}
    assert {n for n in named if n.endswith((".xdc", ".sdc", ".pdc", ".lpf"))} <= set(files)
    constraints = {
        n for n in files if n.endswith((".xdc", ".sdc", ".pdc", ".lpf")) and "/" not in n
    }
    assert constraints
    assert constraints <= named


@pytest.mark.parametrize("tool", ["vivado", "quartus", "radiant"])
def test_constraints_name_every_port_and_the_period(tool: str) -> None:
    made = core()
    files = project(tool, made, clock_mhz=160.0)
    name = "clock.xdc" if tool == "vivado" else "clock.sdc"
    commands = run_tcl(files[name].replace("[get_ports {", "{").replace("}]", "}"))
    assert commands[0] == ["create_clock", "-name", "clk", "-period", "6.250", "clk"]
    untimed = " ".join(command[2] for command in commands[1:]).split()
    assert [command[:2] for command in commands[1:]] == [
        ["set_false_path", "-from"],
        ["set_false_path", "-to"],
    ]
    assert sorted(port.removesuffix("[*]") for port in untimed) == sorted(
        port.name for port in made.ports if port.name != "clk"
    )


def test_pins_of_quartus_are_virtual_but_the_clock() -> None:
    made = core()
    commands = run_tcl(project("quartus", made)["virtual_pins.tcl"])
    virtual = {command[-1].removesuffix("[*]") for command in commands}
    assert virtual == {port.name for port in made.ports} - {"clk"}


def test_diamond_reads_the_clock_it_is_asked_for() -> None:
    lines = project("diamond", core(), clock_mhz=160.0)["clock.lpf"].splitlines()
    assert 'FREQUENCY PORT "clk" 160.000 MHz ;' in lines


@pytest.mark.parametrize(
    ("tool", "target", "part"),
    [
        ("diamond", "ecp5-25f-6", "LFE5U-25F-6BG381C"),
        ("diamond", "machxo2-1200", "LCMXO2-1200HC-6TG144C"),
        ("radiant", "lifcl-40-9", "LIFCL-40-9BG400C"),
        ("vivado", "ecp5-25f-6", VENDORS["vivado"].default_part),
    ],
)
def test_part_is_the_targets_where_the_vendor_makes_it(tool: str, target: str, part: str) -> None:
    made = core(target)
    words = [word for c in run_tcl(project(tool, made)[f"{made.top}.tcl"]) for word in c]
    assert part in words


def test_sources_of_the_project_read_in_yosys(tmp_path: Path) -> None:
    made = core(interleave=4)
    files = bundle_files(made, project=ProjectRequest("diamond"))
    listed = [c[4] for c in run_tcl(files[f"project/diamond/{made.top}.tcl"]) if c[1:2] == ["add"]]
    script = []
    for name in listed:
        (tmp_path / Path(name).name).write_text(files[name.removeprefix("../../")])
        script.append(f"read_verilog -sv {Path(name).name}")
    script += ["read_verilog -lib +/ecp5/cells_bb.v +/ecp5/cells_sim.v"]
    script += [f"hierarchy -check -top {made.top}", "proc", f"select -assert-any {made.top}/w:clk"]
    (tmp_path / "read.ys").write_text("\n".join(script))
    run_tool(find_tool("yosys"), ["read.ys"], tmp_path, "read")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (ProjectRequest("ise"), "accepted are vivado, quartus, diamond, radiant"),
        (ProjectRequest("vivado", "a b"), "'a b' is not a part; accepted is"),
        (ProjectRequest("quartus", "xc7"), "accepted are parts that begin with"),
        *(
            (ProjectRequest("vivado", None, clock), "accepted is 0.001 to 10000 MHz")
            for clock in (0.0, 0.0009, 10001.0, float("inf"), float("nan"))
        ),
    ],
)
def test_refusals(asked: ProjectRequest, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        bundle_files(core(), project=asked)


def test_no_clock_where_none_is_estimated() -> None:
    with pytest.raises(RequestError, match=r"7-series.*--clock 200"):
        project("vivado", core("7-series"))
    assert "clock.xdc" in project("vivado", core("7-series"), clock_mhz=200.0)


def test_part_without_a_project_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["generate", "sha256", "--part", "x", "-o", str(tmp_path / "out")]) == 2
    assert "--project vivado" in capsys.readouterr().err
