"""Proves that ERASE and ERASE_ALL leave nothing of a key in an HMAC core when they are answered.

They begin in a core that no reset has brought into a known state.  That it is at rest then is
proved by induction, in two parts that meet where digests are taken; from there the whole core is
followed clock by clock to the answer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.erasing import digests, shell
from hashloom.verification.erasing.digests import Emptied
from hashloom.verification.erasing.run import Erased, Left, rows_of_slots
from hashloom.verification.erasing.shell import Shell
from hashloom.verification.erasure.places import Places, places_of
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.order.proof import ORDER, has_order
from hashloom.verification.packets.proof import PACKETS
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

TITLE = "erasure by packets"
MOST_CONTEXTS = 4  # of so many all turns are tried
MOST_SLOTS = 16  # each is erased by itself
PROVES = (
    "When the answer to ERASE or ERASE_ALL has been taken, no register and no word of memory "
    "depends on the erased key, or on any key, whatever came before and whatever the inputs are "
    "meanwhile; the loader is done {} clocks behind the beginning of ERASE and {} behind that of "
    "ERASE_ALL at most. Then the slot, or every slot, holds no key."
)
_TAGS = "u_tags."
_ASSUMES = (
    "the loader is told that a state is stored when the words of its block have come, once for "
    "each of its blocks, which key_store's properties and the proof of the engine say",
    "the last word of a block has been written before its digest comes or its state is stored, and "
    "behind a reset the padder has been through all contexts before the loader is: an engine takes "
    "longer for a block",
    "rows of the key store hold nothing of another slot's key, which key_store's properties say",
    "expected tags, which are public, are not followed",
)
_OPENS = "the buffer of a block has been opened again when its words leave the engine"
_REST = "at rest: "
# What a run takes for known must be shown.
_KNOWN = (
    *(*shell.OF_CONTEXT, *shell.OF_ALL, *shell.OF_WHOM),
    *(*digests.OF_CONTEXT, *digests.OF_WHOM),
)


def _shell(core: Core, gates: Gates) -> Mapping[str, Shell]:
    notes = Shell(core, gates)
    notes.besides = PACKETS.noted(core, gates)[""].besides
    return {_REST: notes}


def has_erasing(core: Core) -> bool:
    """Whether this can be shown of a core: of one engine whose slots follow each other, one hash
    that reads a block's words in their order, streams and rows as wide as a word, few contexts
    and slots, and no saved states or private slots."""
    if not has_order(core) or len(core.hashes) > 1:
        return False
    face, at, shell_ = core.interface, core.architecture, core.shell
    plain = not (face.resume or face.private_slots or shell_.order)
    straight = shell_.pad_words == 1 and shell_.width == shell_.word_bits
    single = at.stages == 1 and at.contexts == at.interleave <= MOST_CONTEXTS
    return plain and straight and single and face.slots <= MOST_SLOTS


_SHELL = replace(PACKETS, title=TITLE, speaks=has_erasing, noted=_shell)
_DIGESTS = replace(
    ORDER,
    title=TITLE,
    speaks=has_erasing,
    noted=lambda core, gates: {_REST: Emptied(core, gates)},
)


def prove_erasing(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves what erasing leaves in `core`; None for one of which it has nothing to say.

    Raises ToolError when a tool is missing or fails.
    """
    return erasing_of(core, core.sources(), progress) if has_erasing(core) else None


def erasing_of(
    core: Core,
    sources: Mapping[str, str],
    progress: Progress = lambda part, done, total: None,
) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    parts: tuple[Induction, ...] = (_SHELL, _DIGESTS)
    rest = [each.of(core, sources, progress) for each in parts]
    places = places_of(core, sources)
    netlist = places.subject.netlist
    counted = {
        n: rows
        for n, rows in places.subject.counted.items()
        if not netlist.names.get(n, ("",))[0].startswith(_TAGS)
    }
    followed = Erased(replace(places.subject, counted=counted), core.architecture.contexts)
    slots = rows_of_slots(core, netlist)
    found: dict[str, list[tuple[int | None, Left]]] = {"ERASE": [], "ERASE_ALL": []}
    for slot in range(len(slots)):
        others = {
            n: [row for i, rows in enumerate(slots) if i != slot for row in rows[n]]
            for n in slots[slot]
        }
        progress("slots erased", slot, len(slots) + 1)
        found["ERASE"].append((slot, followed.left(slot, others, core.settle_clocks)))
    progress("slots erased", len(slots), len(slots) + 1)
    found["ERASE_ALL"].append((None, followed.left(None, {}, core.settle_clocks)))
    progress("slots erased", len(slots) + 1, len(slots) + 1)
    seconds = time.monotonic() - began - sum(each.seconds for each in rest)
    obligations = [each for section in rest for each in section.obligations]
    for name, runs in found.items():
        obligations += _obligations(places, followed.held & counted.keys(), name, runs, seconds / 2)
    shown = {each.name for each in obligations}
    obligations += (
        Obligation(f"{_REST}{name} is known", OPEN, 0.0, "flow")
        for name in _KNOWN
        if followed.has(name) and not any(each.startswith(f"{_REST}{name} is ") for each in shown)
    )
    status = PROVED if followed.opens else OPEN
    obligations.append(Obligation(_OPENS, status, 0.0, "flow"))
    assumed = [said for section in rest for said in section.assumes]
    return Section(
        TITLE,
        PROVES.format(*(_clocks(runs, core.settle_clocks) for runs in found.values())),
        tuple(dict.fromkeys((*assumed, *_ASSUMES))),
        tuple(obligations),
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {name: version for section in rest for name, version in section.tools.items()},
        time.monotonic() - began,
    )


def _clocks(runs: list[tuple[int | None, Left]], stated: int) -> int:
    return max(run.clocks or stated for _, run in runs)


def _obligations(
    places: Places,
    held: frozenset[int],
    name: str,
    runs: list[tuple[int | None, Left]],
    seconds: float,
) -> Iterator[Obligation]:
    netlist = places.subject.netlist
    members = {_part(netlist, each) for each in held}
    left = {_part(netlist, each) for _, run in runs for each, _ in run.places}
    ends = all(run.clocks is not None for _, run in runs)
    for part in sorted(members):
        status = PROVED if ends and part not in left else OPEN
        said = f"{part} holds nothing of the key when {name} has been answered"
        yield Obligation(said, status, seconds / len(members), "flow")
    empty = ends and all(_is_empty(places, slot, run) for slot, run in runs)
    said = f"no slot of {name} holds a key then"
    yield Obligation(said, PROVED if empty else OPEN, 0.0, "flow")


def _part(netlist: Netlist, number: int) -> str:
    part, dot, _ = netlist.names.get(number, ("",))[0].partition(".")
    return part if dot else "the rest"


def _is_empty(places: Places, slot: int | None, run: Left) -> bool:
    """Whether the erased slots hold no key at the end."""
    wanted = -1 if slot is None else 1 << slot
    words = [end[net] for end in run.ends for net in places.known]
    return bool(words) and not any((ones | open_) & wanted for ones, open_, _ in words)
