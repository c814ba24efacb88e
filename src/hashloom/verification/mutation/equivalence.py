"""Whether a mutant is no change at all: Yosys proves its core equal to the unchanged one.

Both are flattened, so that what a parameter or an instance holds constant counts. Registers are
matched by their names and proved by induction over one clock: no state is taken as unreachable, so
a mutant that no run can tell from the core may still not be proved.
"""

from __future__ import annotations

from collections.abc import Mapping

from hashloom.implementation.cache import Cache
from hashloom.implementation.flow import run_yosys, source_key, write_sources
from hashloom.implementation.tools import find_tool, log_of
from hashloom.verification.mutation.mutant import Mutant, mutated

_NAME = "run-equivalence"
_FLAT = "run-flat.il"
_EQUAL = "Equivalence successfully proven!"


def is_equivalent(sources: Mapping[str, str], top: str, mutant: Mutant, cache: Cache) -> bool:
    """Whether the core `top` with `mutant` is proved equal. Raises ToolError when Yosys fails."""
    gold = _flat("gold", sources, top, cache)
    gate = _flat("gate", mutated(sources, mutant), top, cache)
    with cache.work_folder() as folder:
        (folder / "gold.il").write_bytes(gold)
        (folder / "gate.il").write_bytes(gate)
        script = [
            "read_rtlil gold.il",
            "read_rtlil gate.il",
            "equiv_make gold gate equiv",
            "hierarchy -top equiv",
            "opt_clean",
            "opt_merge -share_all",
            "equiv_simple -short",
            "equiv_induct -seq 2",
            "equiv_status",
        ]
        run_yosys(find_tool("yosys"), script, folder, _NAME)
        return _EQUAL in log_of(folder, _NAME)


def _flat(name: str, sources: Mapping[str, str], top: str, cache: Cache) -> bytes:
    """The core as one module, called `name`, memories as registers."""
    yosys = find_tool("yosys")
    commands = [
        f"hierarchy -top {top}",
        "proc",
        "flatten",
        "opt -full",
        "memory -nomap",
        "memory_map",
        "opt -full",
        f"rename -top {name}",
        f"write_rtlil {_FLAT}",
    ]
    key = source_key("flat", sources, top, "; ".join(commands), yosys)
    content = cache.get(key)
    if content is None:
        with cache.work_folder() as folder:
            run_yosys(yosys, [*write_sources(sources, folder), *commands], folder, _NAME)
            content = (folder / _FLAT).read_bytes()
        cache.put(key, content)
    return content
