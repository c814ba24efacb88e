"""Faces are read from the files of the library, as strictly as those are written."""

from __future__ import annotations

from importlib import resources

import pytest
from support.elaborated import ports_of

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.module import module_from

LIBRARY = sorted(
    file.name.removesuffix(".sv")
    for file in (resources.files("hashloom.rtl") / "lib").iterdir()
    if file.name.endswith(".sv")
)
TEXT = """// A module.

module thing #(
    parameter int WORD  = 32,  // bits of a word
    parameter bit QUICK = 0    // 1: at once
) (
    input  logic            clk,  // clock

    input  logic [WORD-1:0] data, // the word
    output logic            odd   // whether it is odd
);
endmodule
"""


def test_a_header() -> None:
    module = module_from(TEXT)
    assert module.name == "thing"
    assert [(p.kind, p.name, p.default) for p in module.parameters] == [
        ("int", "WORD", 32),
        ("bit", "QUICK", 0),
    ]
    ports = module.ports_at({"WORD": 8})
    assert {name: (p.direction, p.width) for name, p in ports.items()} == {
        "clk": ("input", 1),
        "data": ("input", 8),
        "odd": ("output", 1),
    }
    assert ports["odd"].comment == "whether it is odd"
    assert module.written({"QUICK": True, "WORD": 64}) == {"QUICK": "1'b1", "WORD": "64"}


@pytest.mark.parametrize("name", LIBRARY)
def test_every_face_is_what_slang_reads(name: str) -> None:
    """With the module's own parameters, and with others."""
    module = face(name)
    assert module.name == name
    for given in ({}, _others(name)):
        ports = [(p.name, p.direction, p.width) for p in module.ports_at(given).values()]
        assert ports == ports_of(name, module.values(given))


def _others(name: str) -> dict[str, int]:
    """Values that no two parameters share, as far as the module takes them."""
    wanted = {
        "WORD": 64,
        "WIDTH": 16 if name == "beat_gather" else 128,
        "PAD_WORDS": 1 if name in ("beat_gather", "beat_split") else 2,
        "COLUMNS": 2,
        "CONTEXTS": 5,
        "CONTEXT_BITS": 3,
        "SLOTS": 9,
        "SLOT_BITS": 4,
        "COMMAND_BITS": 6,
    }
    return {p.name: wanted[p.name] for p in face(name).parameters if p.name in wanted}


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("    parameter int WORD  = 32,  // bits of a word", "    parameter int WORD  = 32,"),
        ("    parameter int WORD  = 32,", "    parameter int WORD  = 4 * 8,"),
        ("    parameter bit QUICK = 0 ", "    parameter bit QUICK = 0,"),
        ("    input  logic            clk,", "    input  wire             clk,"),
        ("    input  logic            clk,  // clock", "    input  logic            clk,"),
        ("odd   //", "odd,  //"),
        ("data, //", "data  //"),
        ("[WORD-1:0]", "[WORD'd1:0]"),
        (");\nendmodule", ") ;\nendmodule"),
    ],
)
def test_other_headers_are_refused(line: str, instead: str) -> None:
    assert line in TEXT
    with pytest.raises(NetlistError):
        module_from(TEXT.replace(line, instead))


def test_parameters_that_do_not_fit() -> None:
    module = module_from(TEXT)
    with pytest.raises(NetlistError, match="thing has no parameter DEPTH; it has WORD, QUICK"):
        module.values({"DEPTH": 3})
    with pytest.raises(NetlistError, match="QUICK of thing is a bit and cannot be 2"):
        module.values({"QUICK": 2})
