"""Whether a mutant is no change at all: Yosys proves its module equal to the unchanged one with the
parameters of each instance, or the core equal to the unchanged core.

Both are flattened, so that what a parameter or an instance holds constant counts. Nets are matched
by their names and proved by induction over a few clocks. At first no state is taken as unreachable,
so that a mutant that no run can tell from the core may not be proved. Then only those states are
looked at that the properties of the unchanged core's modules allow: `hashloom prove` proves them,
each under what it assumes of its surroundings, and every simulation checks both. A net that
differs, as the changed one may, is not matched in a further try: the outputs have to be equal, and
whatever is taken as equal on the way to them. Of a net that means something only beside another
one, as what a row says does beside its valid, that much is matched instead: the two by AND.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
_WIRE = re.compile(r"^  wire (?:width (\d+) )?(.*)(\\\S+)$", re.MULTILINE)
_BESIDE = ".beside."  # in the name of a net that is matched where another one is set
_BEHIND = 100_000  # numbers of further ports
_SAYS = ("valid", "valid_q", "busy")  # names of nets that say whether others mean something
_INSTANCE = re.compile(r"^  (\w+) (?:#\([^;]*?\) )?(u_\w+) \(([^;]*)\);", re.MULTILINE)
_WORD = re.compile(r"(?<!\.)\b[a-z]\w*")  # not a port
_EVERYWHERE = {"clk", "rst", "core_rst"}
_PORT = re.compile(r"^ +\.(\w+) +\([^()]*$", re.MULTILINE)
_NUMBER = re.compile(r"\.(\w+) *\((?:1'b|\d+'d)?(\d+)\)")
_READ = "read_verilog -sv"
_TRIES = 6
_CLOCKS, _CLOCKS_ALONE = 2, 4  # of an induction: of a core, of a module by itself
_FEW = 24  # nets that are not matched, at most

Parameters = tuple[tuple[str, int], ...]


def is_equivalent(
    sources: Mapping[str, str],
    top: str,
    mutant: Mutant,
    cache: Cache,
    *,
    prefix: str = "",
    parameters: Parameters = (),
) -> bool:
    """Whether the core, or the module, `top` with `mutant` is proved equal.

    With a `prefix`, that of its modules, their properties are taken as true of the unchanged core.
    Raises ToolError when Yosys fails.
    """
    texts = _always_checked(with_properties(sources, prefix)) if prefix else sources
    chosen = "".join(f" -chparam {name} {value}" for name, value in parameters)
    gold = _flat("gold", texts, f"{top}{chosen}", cache, formal=bool(prefix))
    gate = _flat("gate", mutated(sources, mutant), f"{top}{chosen}", cache)
    return _proved(gold, gate, cache, clocks=_CLOCKS_ALONE if parameters else _CLOCKS)


def _proved(
    gold: bytes,
    gate: bytes,
    cache: Cache,
    unmatched: frozenset[str] = frozenset(),
    clocks: int = _CLOCKS,
) -> bool:
    """Whether two cores as one module each are equal; nets `unmatched` are not matched at first."""
    other_nets = _nets(gate)
    nets = {name: net for name, net in _nets(gold).items() if other_nets.get(name) == net}
    for _ in range(_TRIES):
        beside = _beside(unmatched, nets)
        one, other = (_with_beside(flat, beside) for flat in (gold, gate))
        with cache.work_folder() as folder:
            log = _compared(folder, one, other, unmatched, clocks)
        if _EQUAL in log:
            return True
        different = frozenset(_NET.findall(" ".join(_UNPROVEN.findall(log))))
        if not different or any(nets[name].output for name in different & nets.keys()):
            return False
        unmatched |= different
        if len(unmatched & nets.keys()) > _FEW:
            return False
    return False


@dataclass(frozen=True)
class _Net:
    """A net of the core as one module: how many bits, and whether it is one of its outputs."""

    width: int
    output: bool


def _nets(flat: bytes) -> dict[str, _Net]:
    """The nets that have names."""
    found = _WIRE.findall(flat.decode())
    return {name: _Net(int(width or 1), " output " in f" {how}") for width, how, name in found}


def _beside(unmatched: frozenset[str], nets: Mapping[str, _Net]) -> list[tuple[str, str, int]]:
    """Of the nets that are not matched: each with one that says whether it means something, and
    its bits. Those that were tried and differ, too, are left out.
    """
    pairs = []
    for net in sorted(unmatched & nets.keys()):
        scope, _, own = net[1:].rpartition(".")
        parts = own.split("_")
        starts = ["_".join(parts[:end]) for end in range(1, len(parts))]
        names = {*_SAYS, *starts, *(f"{start}_valid" for start in starts)} - {own}
        for name in sorted(names):
            says = f"\\{scope}.{name}" if scope else f"\\{name}"
            if says in nets and nets[says].width == 1 and f"{net}{_BESIDE}{name}" not in unmatched:
                pairs.append((net, says, nets[net].width))
    return pairs


def _with_beside(flat: bytes, pairs: Sequence[tuple[str, str, int]]) -> bytes:
    """The core as one module, with a further output for each of the pairs."""
    lines = []
    for number, (net, says, width) in enumerate(pairs):
        name = f"{net}{_BESIDE}{says.rpartition('.')[2].lstrip(chr(92))}"
        lines += [
            f"  wire width {width} output {_BEHIND + number} {name}",
            f"  cell $and $and{name}",
            *(f"    parameter \\{side}_SIGNED 0" for side in "AB"),
            *(f"    parameter \\{side}_WIDTH {width}" for side in "ABY"),
            f"    connect \\A {net}",
            f"    connect \\B {{ {' '.join([says] * width)} }}",
            f"    connect \\Y {name}",
            "  end",
        ]
    before, end, behind = flat.decode().rpartition("\nend\n")
    return "".join([before, "\n", *(f"{line}\n" for line in lines), end[1:], behind]).encode()


def is_equivalent_around(
    sources: Mapping[str, str], top: str, mutant: Mutant, cache: Cache, *, prefix: str = ""
) -> bool:
    """Whether the core `top` is proved equal when what is far from the mutant is left open.

    Kept are the instance whose ports the mutant changes, or the instances of its module and those
    that they share nets with. Ports of the others are ports of the core then. With a `prefix` as in
    is_equivalent. Raises ToolError when Yosys fails.
    """
    texts = _always_checked(with_properties(sources, prefix)) if prefix else sources
    kept = _near(sources[f"{top}.sv"], top, mutant)
    modules = {name.removesuffix(".sv") for name in sources} - {top}
    for _ in modules:
        inside = " ".join(sources[f"{name}.sv"] for name in kept)
        kept |= {name for name in modules - kept if re.search(rf"\b{name}\b", inside)}
    opened = sorted(modules - kept)
    gold = _flat("gold", texts, top, cache, formal=bool(prefix), opened=opened)
    gate = _flat("gate", mutated(sources, mutant), top, cache, opened=opened)
    return _proved(gold, gate, cache, frozenset(_ports(sources[f"{top}.sv"], top, mutant)))


def _near(text: str, top: str, mutant: Mutant) -> set[str]:
    """The modules of the instances that are kept, by the core's own text."""
    found = list(_INSTANCE.finditer(text))
    if mutant.file == f"{top}.sv":
        starts = [edit.start for edit in mutant.edits]
        return {each[1] for each in found if any(each.start() <= at < each.end() for at in starts)}
    nets = [set(_WORD.findall(each[3])) - _EVERYWHERE for each in found]
    own = [of for each, of in zip(found, nets, strict=True) if f"{each[1]}.sv" == mutant.file]
    shared = set().union(*own)
    return {each[1] for each, of in zip(found, nets, strict=True) if of & shared}


def _ports(text: str, top: str, mutant: Mutant) -> Iterator[str]:
    """The changed inputs of instances, as nets: what they are in these says nothing yet."""
    for edit in mutant.edits if mutant.file == f"{top}.sv" else ():
        for each in _INSTANCE.finditer(text):
            ports = _PORT.findall(text[each.start() : edit.start])
            if each.start() <= edit.start < each.end() and ports:
                yield f"\\{each[2]}.{ports[-1]}"


def _emptied(module: str) -> list[str]:
    """Commands that take away what is in a module, whatever its parameters."""
    return [f"blackbox {name}" for name in (module, f"$paramod?{module}?*", f"$paramod$*?{module}")]


def parameters_of(sources: Mapping[str, str], module: str) -> list[Parameters]:
    """The parameters of a module's instances in a core, each once; none unless all are numbers."""
    found: dict[Parameters, None] = {}
    for text in sources.values():
        places = re.findall(rf"^ +{module}\b(.*)", text, re.MULTILINE)
        instances = re.findall(rf"^ +{module} #\(([^;]*?)\n *\) u_\w+ \($", text, re.MULTILINE)
        for settings in instances:
            numbers = _NUMBER.findall(settings)
            found[tuple((name, int(value)) for name, value in numbers)] = None
            if len(numbers) != settings.count("."):
                return []
        if len(places) != len(instances):
            return []
    return list(found)


def _always_checked(sources: Mapping[str, str]) -> dict[str, str]:
    """Texts whose properties hold in every clock: there has been a reset."""
    return {
        name: text.replace(CHECKED, ALWAYS_CHECKED).replace(CHECKING, "")
        for name, text in sources.items()
    }


def _compared(
    folder: Path, gold: bytes, gate: bytes, unmatched: frozenset[str], clocks: int
) -> str:
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
        f"equiv_induct -seq {clocks} -set-assumes",
        "equiv_status",
    ]
    run_yosys(find_tool("yosys"), script, folder, _NAME)
    return log_of(folder, _NAME)


def _flat(
    name: str,
    sources: Mapping[str, str],
    top: str,
    cache: Cache,
    *,
    formal: bool = False,
    opened: Sequence[str] = (),
) -> bytes:
    """The core as one module, called `name`, memories as registers; assertions are assumed.

    The modules `opened` are left open: ports of their instances become the core's.
    """
    yosys = find_tool("yosys")
    assumed = ("async2sync", "chformal -lower", "chformal -assert2assume")
    commands = [
        f"hierarchy -top {top}",
        *(command for module in opened for command in _emptied(module)),
        "proc",
        "flatten",
        *(
            ["expose -evert t:$paramod* " + " ".join(f"t:{name}" for name in opened)]
            if opened
            else ()
        ),
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
