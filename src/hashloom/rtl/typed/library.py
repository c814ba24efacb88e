"""Faces of the modules of `lib`, read from their files."""

from __future__ import annotations

from functools import cache
from importlib import resources

from hashloom.rtl.typed.module import Module, module_from


@cache
def face(name: str) -> Module:
    """The face of the library module `name`."""
    return module_from(library_text(name))


@cache
def library_text(name: str) -> str:
    """The file of the library module `name`."""
    file = resources.files("hashloom.rtl") / "lib" / f"{name}.sv"
    return file.read_text(encoding="utf-8")
