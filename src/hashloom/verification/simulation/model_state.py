"""Makes a Verilator model tell its whole state, signal by signal.

`--savable` makes Verilator write a function that serialises every variable of a model. Here those
functions are rewritten so that each variable is handed to the driver together with its name.
"""

from __future__ import annotations

import re
from pathlib import Path

from hashloom.errors import ToolError

OPTIONS = ("--savable",)

_DECLARATION = (
    "#include <cstddef>\n"
    "void state_item(const char* scope, const char* name, const void* data, size_t size);\n"
)
_FUNCTION = re.compile(
    r"^void \w+::__Vserialize\(VerilatedSerialize& os\) \{$(.*?)^\}$", re.MULTILINE | re.DOTALL
)
_INVERSE = re.compile(
    r"^(void \w+::__Vdeserialize\(VerilatedDeserialize& os\) \{)$.*?^\}$",
    re.MULTILINE | re.DOTALL,
)
_ITEM = re.compile(r"os\s*<<\s*(\w+)((?:\[\w+\])*)\s*;")
_OWN = re.compile(r"(?:^|__DOT__)__V")
_CALL = re.compile(r"\w+(?:\.|->)__Vserialize\(os\);")
_SYMBOLS = "__Syms"


def expose_state(model: Path) -> None:
    """Rewrite the C++ files of a savable model in the folder `model`.

    The program that includes them defines `state_item`, which is called for every variable of the
    design once the model is serialised; those that Verilator made for itself, whose names begin
    with __V, are left out: they hold no state. Raises ToolError when the files are not as expected.
    """
    items = 0
    for path in sorted(model.glob("*.cpp")):
        text = path.read_text()
        scope = '"model"' if _SYMBOLS in path.name else "vlNamep"
        new = _FUNCTION.sub(lambda found, scope=scope: _rewritten(found, scope), text)  # type: ignore[misc]
        if new != text:
            items += new.count("state_item(")
            path.write_text(_DECLARATION + _INVERSE.sub(r"\1}", new))
    if not items:
        raise ToolError("This Verilator does not write models whose state can be saved.")


def _rewritten(function: re.Match[str], scope: str) -> str:
    """The function with every statement that serialises something replaced or dropped."""
    lines = [function[0].splitlines()[0]]
    for line in function[1].splitlines():
        item = _ITEM.search(line)
        if item is None and (_CALL.search(line) or "os" not in re.findall(r"\w+", line)):
            lines.append(line)
        elif item is not None and not _OWN.search(item[1]):
            variable = item[1] + item[2]
            lines.append(f'state_item({scope}, "{item[1]}", &{variable}, sizeof({variable}));')
    return "\n".join([*lines, "}"])


def signal_name(name: str) -> str:
    """The name of a variable as in the SystemVerilog, such as "u_keys.store"."""
    plain = name.replace("__DOT__", ".").replace("__BRA__", "[").replace("__KET__", "]")
    return plain.removeprefix("TOP.")
