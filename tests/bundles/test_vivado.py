"""The script for Vivado, run by Tcl with commands in the place of Vivado's that note what they do.

Vivado itself has not run it: of its own checks nothing is said here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hashloom.bundles.systems import system_files, vlnv_of
from hashloom.cores import Core, Interface, core_for

tkinter = pytest.importorskip("tkinter", reason="this Python has no Tcl")

CORES = {
    "sha256": core_for("sha256"),
    "hmac": core_for("hmac-sha512", None, Interface(bus="apb4")),
    "lite": core_for("hmac-sha256", None, Interface(bus="axi4-lite", resume=True)),
    "ring": core_for("sha256", None, Interface(dma="axi4", width=128)),
    "wishbone": core_for("hmac-sha256", None, Interface(dma="wishbone")),
    "avalon": core_for("md5", None, Interface(bus="avalon-mm")),
    "engine": core_for("sha256", None, Interface(level="engine")),
}
SOURCES = ("rtl/a.sv", "rtl/b.sv")
# Of each core its buses, which begin accesses (>) or answer them (<)
BUSES = {
    "sha256": {"s_axis": "<axis", "m_axis": ">axis"},
    "hmac": {"s_apb": "<apb"},
    "lite": {"s_axil": "<aximm"},
    "ring": {"s_axil": "<aximm", "m_axi": ">aximm"},
    "wishbone": {},
    "avalon": {},
    "engine": {},
}
NOT_OF_THE_CATALOGUE = ("zeroize", "wb_", "m_wb_", "avs_", "slot_", "word_", "chain_")


class Packager:
    """What the script has made, by Tcl names of objects: "core/bus/signal"."""

    def __init__(self, guessed: dict[str, str]) -> None:
        self.properties: dict[tuple[str, str], str] = {}
        self.objects = ["core"]
        self.files: list[str] = []
        self.saved = False
        self.guessed = guessed
        self.tcl = tkinter.Tcl()
        self.tcl.eval("namespace eval ipx {}")
        idle = ("ipx::create_xgui_files", "ipx::update_checksums")
        for name in (*idle, "create_project", "get_files", "current_fileset"):
            self.tcl.createcommand(name, lambda *_: "")
        for name in ("add_files", "set_property", "get_property"):
            self.tcl.createcommand(name, getattr(self, name))
        for name in ("package_project", "current_core", "save_core", "remove_bus_interface"):
            self.tcl.createcommand(f"ipx::{name}", getattr(self, name))
        kinds = ("bus_interface", "port_map", "bus_parameter", "memory_map", "address_block")
        for name in (*kinds, "address_space"):
            self.tcl.createcommand(f"ipx::add_{name}", self.add)
        for name in ("bus_interfaces", "port_maps"):
            self.tcl.createcommand(f"ipx::get_{name}", self.children)

    def add_files(self, _option: str, files: str) -> None:
        self.files += self.tcl.splitlist(files)

    def package_project(self, *options: str) -> None:
        """As Vivado does, it guesses some buses by the names of ports."""
        self.properties |= {("core", "vendor"): options[3], ("core", "library"): options[5]}
        for bus, port in self.guessed.items():
            self.set_property("physical_name", port, self.add("ANY", self.add(bus, "core")))

    def current_core(self) -> str:
        return "core"

    def save_core(self, core: str) -> None:
        assert core == "core"
        self.saved = True

    def add(self, name: str, parent: str) -> str:
        made = f"{parent}/{name}"
        assert parent in self.objects
        self.objects.append(made)
        self.properties[made, "name"] = name
        return made

    def children(self, _option: str, parent: str) -> tuple[str, ...]:
        return tuple(each for each in self.objects if each.rpartition("/")[0] == parent)

    def remove_bus_interface(self, name: str, core: str) -> None:
        gone = f"{core}/{name}"
        self.objects = [each for each in self.objects if not f"{each}/".startswith(f"{gone}/")]

    def set_property(self, name: str, value: str, what: str) -> None:
        assert what in ("", *self.objects)
        self.properties[what, name] = value

    def get_property(self, name: str, what: str) -> str:
        return self.properties.get((what, name), "")

    def all_of(self, bus: str, name: str) -> dict[str, str]:
        """A property of what a bus has, by its name."""
        own = [each for each in self.children("", f"core/{bus}") if (each, name) in self.properties]
        return {self.properties[each, "name"]: self.properties[each, name] for each in own}


def packaged(core: Core, folder: Path) -> Packager:
    """The script of a core, run in a folder."""
    script = folder / "vivado" / "package_ip.tcl"
    script.parent.mkdir(exist_ok=True)
    script.write_text(system_files(core, SOURCES)["vivado/package_ip.tcl"], "utf-8")
    ports = [port.name for port in core.ports]
    likely = {"clk_guess": "clk", "axis_guess": "s_axis_tdata", "apb_guess": "psel"}
    packager = Packager({bus: port for bus, port in likely.items() if port in ports})
    packager.tcl.eval(f"source {{{script}}}")
    assert packager.saved
    return packager


@pytest.mark.parametrize("name", CORES)
def test_every_port_is_of_a_bus(name: str, tmp_path: Path) -> None:
    core = CORES[name]
    made = packaged(core, tmp_path)
    interrupt = {"irq": ">interrupt"} if core.interface.registered else {}
    expected = BUSES[name] | {"clk": "<clock", "rst": "<reset"} | interrupt
    named = [made.get_property("name", bus) for bus in made.children("", "core")]
    buses = [bus for bus in dict.fromkeys(named) if f"core/{bus}" in made.objects]
    found, mapped = {}, []
    for bus in buses:
        kind = made.get_property("bus_type_vlnv", f"core/{bus}").split(":")
        mode = made.get_property("interface_mode", f"core/{bus}")
        found[bus] = {"master": ">", "slave": "<"}[mode] + kind[2]
        assert [kind[0], kind[3]] == ["xilinx.com", "1.0"]
        abstract = f"xilinx.com:{kind[1]}:{kind[2]}_rtl:1.0"
        assert made.get_property("abstraction_type_vlnv", f"core/{bus}") == abstract
        mapped += made.all_of(bus, "physical_name").values()
    assert found == expected
    rest = [p.name for p in core.ports if not p.name.startswith(NOT_OF_THE_CATALOGUE)]
    assert sorted(mapped) == sorted(rest)


def test_signals_are_those_of_the_catalogue(tmp_path: Path) -> None:
    made = packaged(CORES["hmac"], tmp_path)
    signals = made.all_of("s_apb", "physical_name")
    assert signals["PWDATA"] == "pwdata"
    assert {each.lower() for each in signals} == set(signals.values())
    made = packaged(CORES["ring"], tmp_path)
    assert made.all_of("m_axi", "physical_name")["ARLEN"] == "m_axi_arlen"
    assert made.all_of("m_axi", "value") == {"PROTOCOL": "AXI4"}
    assert made.all_of("s_axil", "value") == {"PROTOCOL": "AXI4LITE"}
    assert made.all_of("clk", "value") == {
        "ASSOCIATED_BUSIF": "s_axil:m_axi",
        "ASSOCIATED_RESET": "rst",
    }
    assert made.all_of("rst", "value") == {"POLARITY": "ACTIVE_HIGH"}
    assert made.all_of("irq", "value") == {"SENSITIVITY": "LEVEL_HIGH"}


def test_registers_and_memory_have_addresses(tmp_path: Path) -> None:
    made = packaged(CORES["ring"], tmp_path)
    assert made.get_property("slave_memory_map_ref", "core/s_axil") == "s_axil"
    assert made.get_property("range", "core/s_axil/registers") == "4096"
    assert made.get_property("master_address_space_ref", "core/m_axi") == "m_axi"
    assert made.get_property("range", "core/m_axi") == "4G"


def test_the_ip_is_named_as_the_core_of_fusesoc(tmp_path: Path) -> None:
    core = CORES["hmac"]
    made = packaged(core, tmp_path)
    own = [made.get_property(name, "core") for name in ("vendor", "library", "name", "version")]
    assert own == list(vlnv_of(core))


def test_the_portable_rtl_is_packaged(tmp_path: Path) -> None:
    core = CORES["sha256"]
    made = packaged(core, tmp_path)
    assert [Path(name).resolve() for name in made.files] == [tmp_path / name for name in SOURCES]
    script = (tmp_path / "vivado" / "package_ip.tcl").read_text("utf-8")
    assert "was not run in Vivado" in script
