"""Puts the properties of a library module into its text.

Properties stand in `rtl/lib/properties/<module>.svh`: items of the module, which see its registers.
They are put before its `endmodule` for a proof or a simulation and are no part of a core.  What is
assumed in the proof of a module is asserted where the module stands in a core that is simulated.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources

from hashloom.cores.naming import library_module

_FOLDER = "properties"
_HEADING = """
// ---- properties ---------------------------------------------------------------------------

"""
CHECKED = "logic checked = 1'b0;"
CHECKING = "  checked <= checked || rst;\n"
ALWAYS_CHECKED = "logic checked;\n  assign checked = 1'b1;"  # for states that a reset has led to
_RESETS = f"""\
{CHECKED}  // there has been a reset
logic followed = 1'b0;  // and the clock before was not one of it

always_ff @(posedge clk) begin
{CHECKING}\
  followed <= checked && !rst;
end

"""
_END = "endmodule"
_RESET = re.compile(r"^ +input +logic +rst,", re.MULTILINE)
_INCLUDE = re.compile(r'^`include "(\w+\.svh)"$', re.MULTILINE)  # of what modules share
_ASSERTION = re.compile(r"\bp_\w+ : assert\b")


@cache
def properties() -> Mapping[str, str]:
    """Properties by module."""
    folder = resources.files("hashloom.rtl") / "lib" / _FOLDER
    texts = (entry for entry in folder.iterdir() if entry.name.endswith(".svh"))
    found = {entry.name.removesuffix(".svh"): entry.read_text("utf-8") for entry in texts}
    shared = folder / "shared"
    return {
        module: _INCLUDE.sub(lambda line: (shared / line[1]).read_text("utf-8"), text)
        for module, text in sorted(found.items())
    }


def with_properties(
    sources: Mapping[str, str], prefix: str = "", without: Collection[str] = ()
) -> dict[str, str]:
    """Sources by file name, with the properties of every module that has some.

    `prefix` is that of a core's modules; the library's own texts have none.  Modules in
    `without` are left as they are.
    """
    known = {module: text for module, text in properties().items() if module not in without}
    return {
        name: _joined(text, known[module])
        if (module := library_module(name.removesuffix(".sv"), prefix)) in known
        else text
        for name, text in sources.items()
    }


def assertions(module: str) -> int:
    """How many assertions a module's properties are."""
    return len(_ASSERTION.findall(properties()[module]))


def _joined(text: str, items: str) -> str:
    before, _, behind = text.rpartition(_END)
    resets = _RESETS if _RESET.search(text) else ""
    return f"{before}{_HEADING}{resets}{items}\n{_END}{behind}"
