"""Names of modules and files: every module of a core begins with the core's prefix.

So two cores stand in one design, each with the library modules it was generated with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
_INSTANCE = re.compile(r"^( +)(\w+)(?= (?:#\(|u_\w+ \())", re.MULTILINE)


def library_module(name: str, prefix: str) -> str:
    """The library's name of a module of a core with that prefix, which may be ""."""
    return name.removeprefix(f"{prefix}_") if prefix else name


def prefixed(own: Mapping[str, str], library: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Files by name: a core's own, which have the prefix, and the library's with it.

    Both are texts by file name, which is the module's and ".sv".  Instances keep their names.
    """
    modules = {name.removesuffix(".sv") for name in library}

    def instances(text: str) -> str:
        return _INSTANCE.sub(renamed, text)

    def renamed(found: re.Match[str]) -> str:
        indent, module = found.groups()
        return f"{indent}{prefix}_{module}" if module in modules else found[0]

    files = {name: instances(text) for name, text in own.items()}
    for name, text in library.items():
        declared = _MODULE.sub(rf"module {prefix}_\1", text, count=1)
        files[f"{prefix}_{name}"] = instances(declared)
    return files
