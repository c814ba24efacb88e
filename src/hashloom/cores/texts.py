"""The SystemVerilog of a core: its engine, what is around it, and the library modules in both."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Protocol

from hashloom.cores.facts import Facts, Part
from hashloom.cores.naming import prefixed
from hashloom.rtl.typed.faces import library_text

PORTABLE = "lib"  # folder of the absorbing adders of every device that has none of its own


class Writer(Protocol):
    """What writes an engine."""

    def text(self, name: str) -> str:
        """The engine's module, of a core with that prefix."""

    def modules_used(self) -> Iterable[str]:
        """Names of the library modules in it."""


def core_texts(core: Facts, part: Part, writer: Writer, adders: str = PORTABLE) -> dict[str, str]:
    """All files by name, with the absorbing adders of folder `adders` of `hashloom.rtl`."""
    own, library = engine_texts(writer, core.prefix, adders)
    for top in reversed(part.tops(core)):
        own = {f"{top.name}.sv": top.text} | own
        library |= top.module_texts | _absorbing(top.module_texts, adders)
    return prefixed(own, library, core.prefix)


def engine_texts(
    writer: Writer, prefix: str, adders: str = PORTABLE
) -> tuple[dict[str, str], dict[str, str]]:
    """The engine, and the library modules in it, by file name; `adders` as for `core_texts`."""
    library = {f"{name}.sv": library_text(name) for name in sorted(writer.modules_used())}
    library |= _absorbing(library, adders)
    return {f"{prefix}_engine.sv": writer.text(prefix)}, library


def _absorbing(library: Iterable[str], adders: str) -> dict[str, str]:
    """The absorbing adders among the files of `library`, and what they share, from a folder."""
    folder = resources.files("hashloom.rtl") / adders
    adding = [name for name in library if name.startswith("add_")]
    own = [name for name in library if name in adding or name == "xor_mixed.sv"]
    shared = ["carry_add.sv"] if adding and (folder / "carry_add.sv").is_file() else []
    return {name: (folder / name).read_text("utf-8") for name in own + shared}
