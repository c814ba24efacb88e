"""What every file of a bundle begins with: the request, hashloom's version, the hash of the RTL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import PurePath

from hashloom import __version__
from hashloom.files import WRITER

_AFTER = ("CAPI=2:", "<?xml", "<!doctype")  # first lines that have to stay the first
# An XML comment must not hold the two hyphens of an option; a processing instruction may.
_BY_SUFFIX = {
    **dict.fromkeys((".sv", ".h", ".c", ".rdl"), ("// ", "")),
    ".vhd": ("-- ", ""),
    **dict.fromkeys((".svg", ".xml"), ("<?", "?>")),
    **dict.fromkeys((".md", ".html"), ("<!-- ", " -->")),
}
_OTHERS = ("# ", "")  # Python, Tcl, YAML, make and the constraints of all vendors


def stamped(files: Mapping[str, str], command: str, rtl: str) -> dict[str, str]:
    """The files, by path, each with its head: `command` makes it, `rtl` is the RTL's hash."""
    return {path: _stamped(path, text, command, rtl) for path, text in files.items()}


def _stamped(path: str, text: str, command: str, rtl: str) -> str:
    if path.endswith(".json"):
        fields = {WRITER: __version__, "command": command, "rtl_sha256": rtl}
        return json.dumps(fields | json.loads(text), indent=2, ensure_ascii=False) + "\n"
    begin, end = _BY_SUFFIX.get(PurePath(path).suffix, _OTHERS)
    rows = [f"hashloom {__version__}: {command}", f"rtl_sha256 {rtl}"]
    head = "".join(f"{begin}{row}{end}\n" for row in rows)
    if not end:
        head += f"{begin.rstrip()}\n"
    first, _, rest = text.partition("\n")
    return f"{first}\n{head}{rest}" if first.startswith(_AFTER) else head + text
