"""Proves that of what was in an HMAC core nothing is left in time when everything is erased.

The netlist of the whole core is followed clock by clock from any state at all, with any inputs.  A
bit is known, or it may be anything; what may depend on what came in before is marked.  Control
that a reset determines is known, and with it what is overwritten and when.  Where no mark is left
nothing depends on what was before, then and ever after.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.erasure.machine import Held
from hashloom.verification.erasure.places import INNER, Places, places_of
from hashloom.verification.erasure.run import Followed, Found
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

TITLE = "erasure"
PROVES = (
    "From any state, {} clocks behind the last one of {} at most, no register and no word of "
    "memory depends on a byte of {} that came before, "
    "whatever the inputs are meanwhile but those that begin it again; {} were stated. {}"
)
_FOLLOWED = "a key, a message, an expected tag or a state"
_FOLLOWED_IN_POOLS = "a key, a message or a state"  # a reset alone leaves expected tags
_LEAVES = "From the clock behind it nothing leaves that depends on any such byte. "
_BEATS = "No beat is taken before. "
_EMPTY = "Then no slot holds a key."
_SHOWN_ROWS = 8
_WAYS = {"zeroize": "zeroize", "rst": "a reset"}


def has_erasure(core: Core) -> bool:
    """Whether a core has keys that it can erase."""
    return core.keyed and not core.interface.kind.whole


def prove_erasure(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves how soon nothing is left in `core`; None for a core without a key store.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_erasure(core):
        return None
    progress("erasure", 0, 1)
    section = erasure_of(core, core.sources())
    progress("erasure", 1, 1)
    return section


def erasure_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when Yosys fails."""
    began = time.monotonic()
    places = places_of(core, sources)
    netlist = places.subject.netlist
    followed = Followed(places.subject)
    ways = [way for way in _WAYS if way in netlist.inputs]
    found = {way: followed.erased(way, core.settle_clocks) for way in ways}
    seconds = (time.monotonic() - began) / len(ways)
    obligations = [
        each
        for way, of_way in found.items()
        for each in _obligations(core, places, followed.held, way, of_way, seconds)
    ]
    clocks = [each.clocks or core.settle_clocks for each in found.values()]
    says = _LEAVES if _streamed(core) else ""
    says += _BEATS if places.subject.ready is not None else ""
    return Section(
        TITLE,
        PROVES.format(
            max(clocks),
            " or of ".join(_WAYS[way] for way in ways),
            _FOLLOWED_IN_POOLS if core.architecture.pool else _FOLLOWED,
            core.settle_clocks,
            f"{says}{_EMPTY}",
        ),
        (
            f"no byte comes in the first {followed.begins} clocks behind power-up",
            *places.assumes,
        ),
        tuple(obligations),
        tuple(line for way, each in found.items() for line in _lines(core, places, way, each)),
        {"yosys": find_tool("yosys").version},
        time.monotonic() - began,
    )


def _obligations(
    core: Core, places: Places, held: frozenset[int], way: str, found: Found, seconds: float
) -> Iterator[Obligation]:
    netlist, counted = places.subject.netlist, places.subject.counted
    parts: dict[str, list[int]] = {}
    for each in sorted(held):
        if each in counted:
            parts.setdefault(_part(netlist, each), []).append(each)
    left = {_part(netlist, each) for each in found.left}
    behind = f"behind {_WAYS[way]}"
    for part, members in sorted(parts.items()):
        status = OPEN if found.clocks is None and (part in left or not left) else PROVED
        name = f"{part} holds nothing from before {behind} ({_size(netlist, members)})"
        yield Obligation(name, status, seconds / len(parts), "flow")
    if _streamed(core):
        status = OPEN if found.leaks else PROVED
        yield Obligation(f"nothing from before leaves {behind}", status, 0.0, "flow")
    if places.subject.ready is not None:
        status = OPEN if found.taken else PROVED
        yield Obligation(f"no beat is taken until it is done {behind}", status, 0.0, "flow")
    status = PROVED if _is_empty(places, found) else OPEN
    yield Obligation(f"no slot holds a key {behind}", status, 0.0, "flow")


def _streamed(core: Core) -> bool:
    """Whether what leaves of a core are its answers."""
    return not (core.interface.registered or core.interface.ringed)


def _part(netlist: Netlist, number: int) -> str:
    """The module in which a register is, as instances are called in the top module."""
    name = netlist.names.get(number, ("",))[0].removeprefix(INNER)
    return name.partition(".")[0] if "." in name else "the rest"


def _size(netlist: Netlist, members: list[int]) -> str:
    memories = [each for each in members if netlist.nets[each].rows]
    registers = len(members) - len(memories)
    return f"registers: {registers}, memories: {len(memories)}"


def _is_empty(places: Places, found: Found) -> bool:
    """Whether no slot holds a key where everything has been erased."""
    zero = all(_is_zero(end[net]) for end in found.ends for net in places.known)
    return bool(zero and places.known and found.ends)


def _is_zero(value: Held) -> bool:
    words = [value] if isinstance(value[0], int) else value
    return all(word[:2] == (0, 0) for word in words)


def _lines(core: Core, places: Places, way: str, found: Found) -> Iterator[str]:
    """A line for each place in which something may be left, and for what else is not shown."""
    netlist = places.subject.netlist
    for number, value in found.left.items():
        name = netlist.names.get(number, ("a register without a name",))[0]
        if not isinstance(value[0], int):
            rows = [str(row) for row, word in enumerate(value) if word[2]]
            more = ", ..." if len(rows) > _SHOWN_ROWS else ""
            name = f"{name}, rows {', '.join(rows[:_SHOWN_ROWS])}{more}"
        yield f"Something may be left behind {_WAYS[way]}: {name}."
    for name in sorted(found.leaks) if _streamed(core) else ():
        yield f"Something from before may leave behind {_WAYS[way]}: {name}."
    if found.taken:
        yield f"A beat may be taken behind {_WAYS[way]} before everything has been erased."
    if found.ends and not _is_empty(places, found):
        yield f"A slot may hold a key behind {_WAYS[way]} when everything has been erased."
