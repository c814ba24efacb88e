"""How many rows the memories of a design have, which BTOR2 does not tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hashloom.cache import Cache, key_of
from hashloom.implementation.tools import find_tool, run_tool

_SCRIPT = (
    "read_verilog -sv {files}; hierarchy -check -top {top}; proc; flatten; opt_clean; "
    "memory_collect; select t:$mem_v2; dump -o {output}"
)
_OUTPUT = "memories.il"
_MEMORY = re.compile(r'parameter \\MEMID "\\+([^"]*)".*?parameter \\SIZE (\d+)', re.DOTALL)


def rows_by_name(sources: Mapping[str, str], top: str, cache: Cache) -> dict[str, int]:
    """Rows of each memory of module `top`; `sources` holds SystemVerilog by file name.

    Raises ToolError when Yosys does not read it.
    """
    yosys = find_tool("yosys")
    key = key_of(what="rows", tool=yosys.version, script=_SCRIPT, top=top, sources=dict(sources))
    found = cache.get(key)
    if found is None:
        with cache.work_folder() as folder:
            for name, text in sources.items():
                (folder / name).write_text(text, encoding="utf-8")
            script = _SCRIPT.format(files=" ".join(sources), top=top, output=_OUTPUT)
            run_tool(yosys, ["-p", script], folder, "rows")
            found = (folder / Path(_OUTPUT)).read_bytes()
        cache.put(key, found)
    return {name: int(rows) for name, rows in _MEMORY.findall(found.decode())}
