"""Reads a core's control as gates: the modules that matter, the others with free outputs."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from hashloom.cache import Cache, key_of
from hashloom.cores.naming import library_module
from hashloom.errors import ToolError
from hashloom.implementation.tools import find_tool, run_tool

AND, NOT, REGISTER = "$_AND_", "$_NOT_", "$_DFF_P_"
_OF_YOSYS = "$"  # begins names that are not in the text
_OUTPUT = "gates.json"
_SCRIPT = (
    "read_verilog -sv {files}; hierarchy -check -top {top}; proc; flatten; "
    "setattr -set keep 1 w:u_*.*; opt_clean; memory -nordff -nomap; opt_clean; memory_map; "
    "opt_clean; {reduce}"
    "dffunmap; techmap; simplemap; dffunmap; opt_clean; aigmap; opt_clean; write_json {output}"
)
_REDUCE = "opt_expr -fine; wreduce; opt_clean; "
_PINS = {AND: ("Y", "A", "B"), NOT: ("Y", "A"), REGISTER: ("Q", "D")}
_HEADER_END = "\n);\n"
# With something in it, or Yosys would take it for a module that is still to come.
_HOLLOW = "  logic hollow;\n  assign hollow = 1'b0;\nendmodule\n`default_nettype wire\n"

Bit = int | str  # a net of one bit, or "0", "1" or "x"


@dataclass(frozen=True)
class Gates:
    """Gates and registers of a design.

    Attributes:
        signals: bits by name of signal, the lowest first.
        drivers: kind of gate and what it reads, by the bit it drives.
    """

    signals: Mapping[str, tuple[Bit, ...]]
    drivers: Mapping[Bit, tuple[str, tuple[Bit, ...]]]

    def reached(self, sources: Iterable[Bit], ends: Container[Bit]) -> set[Bit]:
        """Bits to which there is a way from others; nothing is followed through `ends`."""
        readers: dict[Bit, list[Bit]] = {}
        for driven, (_, reads) in self.drivers.items():
            for each in reads:
                readers.setdefault(each, []).append(driven)
        found = set(sources)
        todo = list(found)
        while todo:
            for reader in readers.get(todo.pop(), ()):
                if reader not in found and reader not in ends:
                    found.add(reader)
                    todo.append(reader)
        return found

    def free(self) -> dict[Bit, list[str]]:
        """Bits of ports and signals that nothing drives, inputs among them, with their names."""
        found: dict[Bit, list[str]] = {}
        for name, bits in self.signals.items():
            for bit in () if name.startswith(_OF_YOSYS) else bits:
                if isinstance(bit, int) and bit not in self.drivers:
                    found.setdefault(bit, []).append(name)
        return found


def hollowed(
    sources: Mapping[str, str], top: str, prefix: str, kept: Container[str]
) -> dict[str, str]:
    """Sources by file name, in which modules but the top and those `kept` have no insides.

    What such a module drives may be anything.
    """
    found = {}
    for name, text in sources.items():
        module = name.removesuffix(".sv")
        if module != top and library_module(module, prefix) not in kept:
            head, end, _ = text.partition(_HEADER_END)
            text = f"{head}{end}{_HOLLOW}" if end else text
        found[name] = text
    return found


def read_gates(
    sources: Mapping[str, str], top: str, cache: Cache, *, reduced: bool = False
) -> Gates:
    """The gates of module `top`, `reduced`: fewer, for whom their form is nothing.

    Raises ToolError when Yosys does not read the text.
    """
    yosys = find_tool("yosys")
    reduce = _REDUCE if reduced else ""
    steps = _SCRIPT.replace("{reduce}", reduce)
    key = key_of(what="gates", tool=yosys.version, script=steps, top=top, sources=dict(sources))
    found = cache.get(key)
    if found is None:
        with cache.work_folder() as folder:
            for name, text in sources.items():
                (folder / name).write_text(text, encoding="utf-8")
            script = steps.format(files=" ".join(sources), top=top, output=_OUTPUT)
            run_tool(yosys, ["-p", script], folder, "gates")
            found = (folder / _OUTPUT).read_bytes()
        cache.put(key, found)
    module = json.loads(found)["modules"][top]
    signals = {name: tuple(net["bits"]) for name, net in module["netnames"].items()}
    drivers: dict[Bit, tuple[str, tuple[Bit, ...]]] = {}
    for cell in module["cells"].values():
        kind = cell["type"]
        if kind in _PINS:
            driven, *reads = (cell["connections"][pin][0] for pin in _PINS[kind])
            drivers[driven] = (kind, tuple(reads))
        elif kind != "$scopeinfo":
            raise ToolError(f"Yosys left a cell {kind} among the gates, which none should be.")
    return Gates(signals, drivers)
