"""Reads a description with the SystemRDL compiler."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from hashloom.errors import MissingError, ToolError
from hashloom.rtl.registers.layout import Field, Register, RegisterMap

EXTRA = "registers"  # of the installation, which brings the compiler


@lru_cache(maxsize=64)
def register_map(text: str) -> RegisterMap:
    """The registers of a description.  Raises MissingError without the compiler."""
    top = compiled(text).top
    registers = tuple(_register(node) for node in top.registers(unroll=False))
    return RegisterMap(top.inst_name, top.get_property("name"), registers)


def compiled(text: str) -> Any:
    """The root node of a description, as PeakRDL's exporters take it.

    Raises MissingError without the compiler, and ToolError for a text that it does not read.
    """
    try:
        from systemrdl.compiler import RDLCompiler
        from systemrdl.messages import RDLCompileError
    except ImportError as error:
        raise MissingError.of(
            "systemrdl-compiler, for the registers behind a bus,", EXTRA
        ) from error
    compiler = RDLCompiler()
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        path = Path(folder) / "registers.rdl"
        path.write_text(text, "utf-8")
        try:
            compiler.compile_file(str(path))
            return compiler.elaborate()
        except RDLCompileError as error:
            raise ToolError(
                f"systemrdl-compiler does not read the description: {error}."
            ) from error


def _register(node: Any) -> Register:
    return Register(
        name=node.inst_name,
        offset=node.raw_absolute_address if node.is_array else node.absolute_address,
        count=node.n_elements if node.is_array else 1,
        array=node.is_array,
        guarded=node.get_property("guarded") is not None,
        filed=node.get_property("filed") is not None,
        title=node.get_property("name"),
        text=node.get_property("desc"),
        fields=tuple(_field(each) for each in node.fields()),
    )


def _field(node: Any) -> Field:
    enable = node.get_property("enable")
    written = node.get_property("onwrite")
    zero = written is not None and written.name == "wclr" and not node.is_hw_writable
    return Field(
        name=node.inst_name,
        high=node.high,
        low=node.low,
        software=node.get_property("sw").name,
        reset=node.get_property("reset"),
        stored=node.implements_storage and not zero,
        given="w" in node.get_property("hw").name and not node.implements_storage,
        shown="r" in node.get_property("hw").name,
        clears=written is not None and written.name == "woclr",
        sets=bool(node.get_property("hwset")),
        interrupts=bool(node.get_property("intr")),
        enabled=(enable.parent.inst_name, enable.inst_name) if enable is not None else None,
        clearable=bool(node.get_property("hwclr")),
        pulses=bool(node.get_property("singlepulse")),
        text=node.get_property("desc"),
    )
