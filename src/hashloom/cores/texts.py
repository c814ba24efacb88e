"""The SystemVerilog of a core: its engine, what is around it, and the library modules in both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Texts:
    """Texts by file name, which for every device are the same but for the absorbing adders.

    Attributes:
        prefix: what the names of all modules begin with.
        engine: the engine.
        engine_library: the library modules in it.
        around: what is around it, the top module first.
        libraries: the library modules in each of these.
    """

    prefix: str
    engine: Mapping[str, str]
    engine_library: Mapping[str, str]
    around: Mapping[str, str]
    libraries: Sequence[Mapping[str, str]]

    @staticmethod
    def of(core: Facts, part: Part, writer: Writer) -> Texts:
        """Those of a core."""
        tops = part.tops(core)
        return Texts(
            core.prefix,
            {f"{core.prefix}_engine.sv": writer.text(core.prefix)},
            {f"{name}.sv": library_text(name) for name in sorted(writer.modules_used())},
            {f"{top.name}.sv": top.text for top in tops},
            [top.module_texts for top in tops],
        )

    def files(self, adders: str = PORTABLE) -> dict[str, str]:
        """All files, with the absorbing adders of folder `adders` of `hashloom.rtl`."""
        library = self._of_engine(adders)
        for each in reversed(self.libraries):
            library |= dict(each) | _absorbing(each, adders)
        return prefixed({**self.around, **self.engine}, library, self.prefix)

    def engine_files(self) -> dict[str, str]:
        """The engine alone, whose file comes first."""
        return prefixed(self.engine, self._of_engine(PORTABLE), self.prefix)

    def _of_engine(self, adders: str) -> dict[str, str]:
        return dict(self.engine_library) | _absorbing(self.engine_library, adders)


def _absorbing(library: Iterable[str], adders: str) -> dict[str, str]:
    """The absorbing adders among the files of `library`, and what they share, from a folder."""
    folder = resources.files("hashloom.rtl") / adders
    adding = [name for name in library if name.startswith("add_")]
    own = [name for name in library if name in adding or name == "xor_mixed.sv"]
    shared = ["carry_add.sv"] if adding and (folder / "carry_add.sv").is_file() else []
    return {name: (folder / name).read_text("utf-8") for name in own + shared}
