"""Modules of the library as slang elaborates them, with given parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import pyslang
from pyslang import ast, syntax

MANAGER = pyslang.SourceManager()


@cache
def _texts() -> dict[str, str]:
    """The library's modules by name."""
    library = resources.files("hashloom.rtl") / "lib"
    return {
        f.name.removesuffix(".sv"): f.read_text("utf-8")
        for f in library.iterdir()
        if f.name.endswith(".sv")
    }


@cache
def _tree(name: str) -> Any:
    return syntax.SyntaxTree.fromText(_texts()[name], MANAGER, f"{name}.sv", f"{name}.sv")


@cache
def _used(name: str) -> frozenset[str]:
    """A module and those it is made of."""
    inside = set(re.findall(r"^ *(\w+) (?:#\(|u_)", _texts()[name], re.M)) & _texts().keys()
    return frozenset({name}).union(*map(_used, inside))


def elaborated(name: str, parameters: Mapping[str, int]) -> tuple[Any, Any]:
    """The compilation, and the instance of the module."""
    options = ast.CompilationOptions()
    options.topModules = {name}
    options.paramOverrides = [f"{key}={int(value)}" for key, value in parameters.items()]
    bag = pyslang.Bag()
    bag.compilationOptions = options
    compilation = ast.Compilation(bag)
    for each in sorted(_used(name)):
        compilation.addSyntaxTree(_tree(each))
    errors = [d for d in compilation.getAllDiagnostics() if d.isError()]
    assert not errors, [str(error.code) for error in errors]
    return compilation, compilation.getRoot().topInstances[0]


def ports_of(name: str, parameters: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Name, direction and width in bits of each port."""
    _, top = elaborated(name, parameters)
    directions = {ast.ArgumentDirection.In: "input", ast.ArgumentDirection.Out: "output"}
    return [(p.name, directions[p.direction], p.type.bitWidth) for p in top.body.portList]


def memories_of(name: str, parameters: Mapping[str, int]) -> list[tuple[int, int, bool]]:
    """Places, bits of each and whether it asks for block RAM, of every memory in a module.

    Arrays that do not say what memory they are to be are registers.
    """
    compilation, top = elaborated(name, parameters)
    found = []
    for symbol in _variables(top.body):
        attributes = {a.name: a.value for a in compilation.getAttributes(symbol)}
        if not symbol.type.isUnpackedArray or "ram_style" not in attributes:
            continue
        element = symbol.type.arrayElementType
        style = attributes["ram_style"].convertToStr()
        found.append((symbol.type.fixedRange.width, element.bitWidth, style == "block"))
    return sorted(found)


def _variables(scope: Any) -> Iterator[Any]:
    for member in scope:
        if member.kind == ast.SymbolKind.Variable:
            yield member
        elif member.kind == ast.SymbolKind.GenerateBlock:
            if not member.isUninstantiated:
                yield from _variables(member)
        elif member.kind == ast.SymbolKind.GenerateBlockArray:
            for entry in member.entries:
                yield from _variables(entry)
        elif member.kind == ast.SymbolKind.Instance:
            yield from _variables(member.body)
