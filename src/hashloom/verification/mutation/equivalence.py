"""Whether a mutant is no change at all: Yosys proves its core equal to the unchanged one.

Both are flattened, so that what a parameter or an instance holds constant counts. Nets are matched
by their names and proved by induction over two clocks. At first no state is taken as unreachable,
so that a mutant that no run can tell from the core may not be proved. Then only those states are
looked at that the properties of the unchanged core's modules allow: `hashloom prove` proves them,
each under what it assumes of its surroundings, and every simulation checks both. A net inside an
instance that differs, as the changed one may, is not matched in a further try: the outputs have to
be equal, and whatever is taken as equal on the way to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hashloom.cache import Cache
from hashloom.implementation.flow import run_yosys, source_key, write_sources
from hashloom.implementation.tools import find_tool, log_of
from hashloom.verification.mutation.mutant import Mutant, mutated
from hashloom.verification.properties.texts import (
    ALWAYS_CHECKED,
    CHECKED,
    CHECKING,
    with_properties,
)

_NAME = "run-equivalence"
_FLAT = "run-flat.il"
_EQUAL = "Equivalence successfully proven!"
_UNPROVEN = re.compile(r"Unproven \$equiv \S+: (.*)")
_NET = re.compile(r"(\\\S+)_(?:gold|gate)\b")  # one may have a name on each side
_INSIDE = "."  # in the name of a net inside an instance, and so never in an output's
_READ = "read_verilog -sv"
_TRIES = 6
_FEW = 24  # nets that are not matched, at most


def is_equivalent(
    sources: Mapping[str, str], top: str, mutant: Mutant, cache: Cache, *, prefix: str = ""
) -> bool:
    """Whether the core `top` with `mutant` is proved equal.

    With a `prefix`, that of its modules, their properties are taken as true of the unchanged core.
    Raises ToolError when Yosys fails.
    """
    texts = _always_checked(with_properties(sources, prefix)) if prefix else sources
    gold = _flat("gold", texts, top, cache, formal=bool(prefix))
    gate = _flat("gate", mutated(sources, mutant), top, cache)
    unmatched: frozenset[str] = frozenset()
    for _ in range(_TRIES):
        with cache.work_folder() as folder:
            log = _compared(folder, gold, gate, unmatched)
        if _EQUAL in log:
            return True
        different = frozenset(_NET.findall(" ".join(_UNPROVEN.findall(log))))
        if not different or not all(_INSIDE in name for name in different):
            return False
        unmatched |= different
        if len(unmatched) > _FEW:
            return False
    return False


def _always_checked(sources: Mapping[str, str]) -> dict[str, str]:
    """Texts whose properties hold in every clock: there has been a reset."""
    return {
        name: text.replace(CHECKED, ALWAYS_CHECKED).replace(CHECKING, "")
        for name, text in sources.items()
    }


def _compared(folder: Path, gold: bytes, gate: bytes, unmatched: frozenset[str]) -> str:
    """What Yosys says of the two, whose nets of the names `unmatched` are not matched."""
    (folder / "gold.il").write_bytes(gold)
    (folder / "gate.il").write_bytes(gate)
    (folder / "unmatched").write_text("".join(f"{name}\n" for name in sorted(unmatched)))
    script = [
        "read_rtlil gold.il",
        "read_rtlil gate.il",
        "equiv_make -blacklist unmatched gold gate equiv",
        "hierarchy -top equiv",
        "opt_clean",
        "opt_merge -share_all",
        "equiv_simple -short -set-assumes",
        "equiv_induct -seq 2 -set-assumes",
        "equiv_status",
    ]
    run_yosys(find_tool("yosys"), script, folder, _NAME)
    return log_of(folder, _NAME)


def _flat(
    name: str, sources: Mapping[str, str], top: str, cache: Cache, *, formal: bool = False
) -> bytes:
    """The core as one module, called `name`, memories as registers; assertions are assumed."""
    yosys = find_tool("yosys")
    assumed = ("async2sync", "chformal -lower", "chformal -assert2assume")
    commands = [
        f"hierarchy -top {top}",
        "proc",
        "flatten",
        *(assumed if formal else ()),
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
            read = write_sources(sources, folder)
            if formal:
                read = [line.replace(_READ, f"{_READ} -formal") for line in read]
            run_yosys(yosys, [*read, *commands], folder, _NAME)
            content = (folder / _FLAT).read_bytes()
        cache.put(key, content)
    return content
