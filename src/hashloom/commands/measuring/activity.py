"""`hashloom activity`: relative switching activity of a core."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from hashloom.cache import Cache
from hashloom.commands.common.console import print_json, print_rich, working
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_for, core_of
from hashloom.targets import require_placement
from hashloom.verification.activity import Activity, switching_activity
from hashloom.verification.hmac_timing import CASES, PLAIN_HASH

Against = Annotated[
    str, typer.Option(metavar="HASH", help="Hash or design to compare with, on the same target.")
]


@on_request
def activity(request: Request, against: Against = "sha256") -> None:
    """Count how often the nets of a core change for a message of one block.

    In simulation of the netlist after synthesis, with random messages and every context busy; each
    net counts as often as pins read it. An HMAC core is counted in four cases, with random keys:
    a plain hash, a new key of one block and of two, and a key in its slot. Only the ratio to
    another core means something: this is no energy. Of two HMAC cores each case is compared with
    the same, otherwise with a plain hash. An engine (--level engine) is counted with the message
    core around it. Behind registers a message is all of its accesses, by a
    master that writes without pauses and waits for the interrupt.
    """
    core = core_of(request)
    require_placement(core.target, "hashloom activity")
    plain = core_for(against, target=core.target.name)
    with working(f"Counting the changes of nets of {core.name} and {plain.name}."):
        own, other = _activities(core), _activities(plain)
    compared = [(each, other.get(case, other[PLAIN_HASH])) for case, each in own.items()]
    if request.json:
        print_json(_document(compared))
    else:
        title = f"{core.name} against {plain.name}, netlists for {core.target.name}"
        print_rich(_table(title, compared), _MEANING)


_MEANING = (
    "Changes of nets for a message of one block, weighted by fan-out; a new key is part of its "
    "message. Only the ratio means something: it is no energy."
)


def _activities(core: Core) -> dict[str, Activity]:
    """By case; a core without keys has but one."""
    cases = CASES if core.keyed else (PLAIN_HASH,)
    return {case: switching_activity(core, core.target, Cache(), case) for case in cases}


def _document(compared: list[tuple[Activity, Activity]]) -> dict[str, Any]:
    """As JSON shows it: the plain hash, and of an HMAC core every case."""
    (plain, other), *_ = compared
    return {
        "relative_switching_activity": round(plain.relative_to(other), 4),
        "of": plain.as_dict(),
        "against": other.as_dict(),
        "cases": {
            each.case: {
                "relative_switching_activity": round(each.relative_to(other), 4),
                "of": each.as_dict(),
                "against": other.as_dict(),
            }
            for each, other in compared
        },
    }


def _table(title: str, compared: list[tuple[Activity, Activity]]) -> Any:
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("case")
    other = compared[0][1].core
    for name in ("changes", "weighted", f"weighted, {other}", "relative"):
        table.add_column(name, justify="right")
    for each, against in compared:
        numbers = (each.changes, each.weighted, against.weighted)
        ratio = f"{each.relative_to(against):.2f}"
        table.add_row(each.case.replace("_", " "), *(f"{n:.0f}" for n in numbers), ratio)
    return table
