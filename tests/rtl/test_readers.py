"""Verilator, Yosys, slang and Icarus read every generated file without a message.

The cores are chosen so that all of the library is among their files, and every form of what the
generator writes.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from support.readers import ICARUS, Design, icarus, slang, yosys

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.cores.boards.board import BoardDesign, board_design
from hashloom.implementation.flow import run_yosys, write_sources
from hashloom.implementation.tools import find_tool
from hashloom.verification.simulation.verilator import lint

A, Face = Architecture, Interface
RTL = resources.files("hashloom.rtl")
REQUESTS: dict[str, tuple[str, Architecture, Interface]] = {
    "message": ("sha256", A(), Face()),
    "parallel": ("sha256", A(load="parallel"), Face(level="engine")),
    "serial": ("sha512", A(load="serial", unroll=5, association="textbook"), Face(level="engine")),
    "interleaved": ("sha256", A(interleave=4), Face(level="engine")),
    "delays": ("sha1", A(interleave=3, delays="bram"), Face(level="engine")),
    "bram": ("sha256", A(interleave=4, constants="bram", chaining="bram", buffer="bram"), Face()),
    "tables": ("sha384", A(constants="bram", unroll=5), Face(length_bits=128)),
    "narrow": ("sha512", A(interleave=3), Face(width=8)),
    "wide": ("sha256", A(interleave=3), Face(width=128)),
    "full": ("sha224", A(unroll=4), Face(width=512)),
    "lone": ("sha256", A(unroll=64), Face(width=32)),
    "as written": ("sha256", A(association="textbook", adders="ripple", retiming=False), Face()),
    "groups": ("sha256", A(stages=4, unroll=2, groups=5), Face()),
    "stages": ("sha256", A(stages=2, interleave=3, unroll=2), Face(width=16)),
    "taking turns": ("sha224", A(groups=2), Face()),
    "choice": ("sha224+sha256", A(), Face()),
    "choice of three": ("sha384+sha512+sha512_224", A(interleave=3), Face(width=8)),
    "choice in groups": ("sha256+sha224", A(unroll=4, groups=3), Face(width=256)),
    "choice in an array": ("sha384+sha512+sha512_256", A(interleave=2), Face(copies=3)),
    "by hand": ("sha256", A(method="conventional", schedule="first"), Face(level="engine")),
    "hmac": ("hmac-sha256", A(keys="bram"), Face()),
    "two engines": ("hmac-sha512", A(engines=2, unroll=2, stages=4), Face()),
    "resume": ("hmac-sha256", A(interleave=3), Face(resume=True, slots=5, private_slots=True)),
    "both": ("hmac-sha256", A(engines=2), Face(resume=True, width=64, slots=1)),
    "pool": ("sha256", A(unroll=16, interleave=33, pool=40, chaining="bram"), Face()),
    "pool, keyed": (
        "hmac-sha256",
        A(unroll=16, interleave=33, pool=40, chaining="bram", keys="bram"),
        Face(slots=9),
    ),
    "little": ("md5", A(unroll=8, interleave=2), Face()),
    "little, keyed": ("hmac-md5", A(engines=2, buffer="bram"), Face()),
    "words for several stages": ("md5", A(stages=4, unroll=2), Face()),
    "two lines": ("hmac-ripemd160", A(interleave=3), Face()),
    "array": ("sha256", A(interleave=2), Face(copies=3)),
    "array of beats": ("sha256", A(), Face(copies=2, width=256)),
    "hmac choice": ("hmac-sha224+sha256", A(), Face(slots=3)),
    "hmac choice of three": (
        "hmac-sha384+sha512+sha512_224",
        A(engines=2, interleave=2),
        Face(width=8, private_slots=True),
    ),
    "hmac choice, resume": (
        "hmac-sha512_256+sha512+sha384",
        A(interleave=3),
        Face(slots=2, resume=True),
    ),
    "folded": ("sha512", A(fold=1), Face(width=8)),
    "folded on four": ("sha256", A(fold=4), Face()),
    "folded in place": ("sha512", A(fold=2), Face(length_bits=128)),
    "folded, keyed": ("hmac-sha256", A(fold=1), Face(slots=1)),
    "folded on four, keyed": ("hmac-sha512_224", A(fold=4), Face(slots=3)),
    "folded in place, keyed": ("hmac-sha512_224", A(fold=2), Face(slots=3)),
    "added": ("sha256", A(load="added"), Face()),
    "cleared": ("sha256", A(load="cleared"), Face()),
    "apb4": ("sha256", A(), Face(bus="apb4")),
    "axi4-lite": ("hmac-sha256", A(), Face(bus="axi4-lite")),
    "wishbone": ("sha224+sha256", A(), Face(bus="wishbone")),
    "avalon-mm": ("sha512", A(), Face(bus="avalon-mm")),
    "bus of states": ("hmac-sha512", A(), Face(bus="axi4-lite", resume=True)),
    "bus, folded": ("sha256", A(fold=4), Face(bus="apb4")),
    "bus, folded, wide words": ("sha384", A(fold=1), Face(bus="axi4-lite")),
    "bus, folded, keyed": ("hmac-sha512", A(fold=2), Face(bus="wishbone", slots=1)),
    "dma, folded": ("hmac-sha256", A(fold=4), Face(dma="axi4", slots=1)),
    "dma": ("hmac-sha224+sha256", A(interleave=2), Face(dma="axi4", width=64)),
    "dma, several": ("sha256", A(interleave=3), Face(dma="wishbone", width=128)),
    "dma, wide blocks": ("sha512", A(), Face(dma="axi4", bus="apb4")),
    "hmac array": ("hmac-sha256", A(), Face(copies=2)),
    "hmac array of threes": ("hmac-sha256", A(interleave=3), Face(copies=3, width=8)),
    "hmac groups": ("hmac-sha256", A(unroll=2, interleave=2, groups=2), Face()),
}
BOARDS: dict[str, tuple[str, str, Architecture]] = {  # a family of PLLs each
    "board, ecp5": ("ulx3s-12f", "hmac-sha224+sha256", A()),
    "board, ice40": ("icebreaker", "sha256", A(fold=1)),
    "board, gowin": ("tang-nano-9k", "hmac-sha256", A(fold=1)),
}
BY_NAME = ("michail2012-block", "hmac-michail2012-block")
ECP5 = ("message", "interleaved", "folded", "hmac")  # with the adders of that family


def core_of(name: str) -> Core:
    if name in BY_NAME:
        return core_for(name)
    hash_name, architecture, interface = REQUESTS[name]
    return core_for(hash_name, architecture, interface)


def design(name: str) -> Design:
    core = core_of(name)
    return core.sources(), core.top


def ecp5_design(name: str) -> Design:
    """With a model of the carry cell, which tools for the device have of themselves."""
    core = core_of(name)
    cell = (RTL / "ecp5" / "CCU2C.sv").read_text("utf-8")
    return core.sources_for(core.target) | {"CCU2C.sv": cell}, core.top


def board(name: str) -> BoardDesign:
    board_name, hash_name, architecture = BOARDS[name]
    return board_design(board_name, hash_name, architecture, Face())


def on_board(name: str) -> Design:
    """With models of the cells that tools for the device have of themselves."""
    made = board(name)
    return made.sources() | made.simulation_models, made.top


def prefix_of(name: str) -> str:
    return (board(name).core if name in BOARDS else core_of(name.removesuffix(", ecp5"))).prefix


@pytest.fixture(scope="module")
def designs() -> dict[str, Design]:
    return {
        **{name: design(name) for name in (*REQUESTS, *BY_NAME)},
        **{f"{name}, ecp5": ecp5_design(name) for name in ECP5},
        **{name: on_board(name) for name in BOARDS},
    }


def read_by(designs: dict[str, Design]) -> dict[str, set[str]]:
    """Texts of each design, with the names that the library's files have."""
    return {
        name: {text.replace(f"{prefix_of(name)}_", "") for text in sources.values()}
        for name, (sources, _) in designs.items()
    }


def library() -> dict[str, str]:
    """Files of the library, and the text of each."""
    listed = (file for folder in ("lib", "ecp5") for file in (RTL / folder).iterdir())
    # Models of a device's cells, in capitals, are for simulation and part of no core.
    files = [file for file in listed if re.fullmatch(r"[a-z0-9_]+\.sv", file.name)]
    return {f"{file.parent.name}/{file.name}": file.read_text("utf-8") for file in files}


def few_with_all(designs: dict[str, Design]) -> list[Design]:
    """Designs that have all of the library among them, chosen one by one by what is new in each."""
    texts, found = read_by(designs), []
    left = set(library().values()) & set().union(*texts.values())
    while left:
        best = max(designs, key=lambda name: len(texts[name] & left) / len(texts[name]))
        found.append(designs[best])
        left -= texts[best]
    return found


def test_all_of_the_library_is_read(designs: dict[str, Design]) -> None:
    texts = set().union(*read_by(designs).values())
    assert [name for name, text in library().items() if text not in texts] == []


@pytest.fixture(scope="module")
def few(designs: dict[str, Design]) -> list[Design]:
    """Every module of the library, and a third of the designs: for the slower two."""
    found = few_with_all(designs)
    assert len(found) < len(designs) / 2
    return found


def test_verilator(few: list[Design]) -> None:
    for sources, top in few:
        lint(sources, top)


def test_verilator_reads_every_design(designs: dict[str, Design]) -> None:
    for sources, top in designs.values():
        lint(sources, top)


def test_slang(designs: dict[str, Design], tmp_path: Path) -> None:
    for name, each in designs.items():
        assert slang(each, tmp_path / name.replace(" ", "_").replace(",", "")) == [], name


def test_yosys(few: list[Design], tmp_path: Path) -> None:
    assert yosys(few, tmp_path) == []


def test_yosys_reads_every_design(designs: dict[str, Design], tmp_path: Path) -> None:
    assert yosys(list(designs.values()), tmp_path) == []


@pytest.mark.skipif(ICARUS is None, reason="Debian's package iverilog is not installed")
def test_icarus(designs: dict[str, Design], tmp_path: Path) -> None:
    for name, each in designs.items():
        assert icarus(each, tmp_path / name) == "", name


def module(*body: str) -> Design:
    lines = ["module m (input logic clk, d, output logic q);", *body, "endmodule", ""]
    return {"m.sv": "\n".join(lines)}, "m"


EARLY = module("  assign q = a;", "  logic a;", "  assign a = d;")
NARROW = module("  logic [1:0] a;", "  assign a = {d, clk};", "  assign q = a;")
ARRAY = module(
    "  logic a[2];",
    "  always_ff @(posedge clk) {a[0], a[1]} <= {d, a[0]};",
    "  assign q = a[1];",
)


def test_the_readers_say_something(tmp_path: Path) -> None:
    assert any("before its declaration" in m for m in slang(EARLY, tmp_path / "early"))
    assert any("truncates" in m for m in slang(NARROW, tmp_path / "narrow"))
    assert "list of registers" in yosys([ARRAY], tmp_path)[0]
    if ICARUS is not None:
        assert "syntax error" in icarus(module("  int unsigned;"), tmp_path / "icarus")


@pytest.mark.parametrize("target", ["ecp5-85f-8", "ice40-hx8k"])
def test_tables_are_in_block_ram_where_asked(target: str, tmp_path: Path) -> None:
    """Of the engine's text alone, whose only memories are the tables; in logic otherwise."""
    cells = {"ecp5-85f-8": ("synth_ecp5", "DP16KD"), "ice40-hx8k": ("synth_ice40", "SB_RAM40_4K")}
    synthesis, block = cells[target]
    found = {}
    for where in ("bram", "lut"):
        architecture = Architecture(constants=where, load="parallel")
        core = core_for("sha256", architecture, Interface(level="engine"), target)
        texts = core.sources()
        script = write_sources(texts, tmp_path)
        script += [f"{synthesis} -top {core.top} -run begin:map_ffs", f"tee -q -o {where} stat"]
        run_yosys(find_tool("yosys"), script, tmp_path, "tables")
        found[where] = block in (tmp_path / where).read_text()
        assert not any("initial begin" in text for text in texts.values())
    assert found == {"bram": True, "lut": False}
