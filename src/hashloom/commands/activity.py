"""`hashloom activity`: relative switching activity of a core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashloom.commands.console import print_json, print_rich, working
from hashloom.commands.request import Request, on_request
from hashloom.errors import RequestError

if TYPE_CHECKING:
    from hashloom.cores import Core

Against = Annotated[
    str, typer.Option(metavar="HASH", help="Hash or design to compare with, on the same target.")
]


@on_request
def activity(request: Request, against: Against = "sha256") -> None:
    """Count how often the nets of a core change for a block.

    In simulation of the netlist after synthesis, with random messages of one block and every
    context busy; each net counts as often as pins read it. Only the ratio to another core means
    something: this is no energy.
    """
    from hashloom.cores import core_for
    from hashloom.implementation.cache import Cache
    from hashloom.reports.text import facts
    from hashloom.targets import require_placement
    from hashloom.verification.activity import switching_activity

    core = request.core()
    require_placement(core.target, "hashloom activity")
    plain = core_for(against, target=core.target.name)
    for each in (core, plain):
        _check_level(each)
    with working(f"Counting the changes of nets of {core.name} and {plain.name}."):
        own, other = (switching_activity(each, each.target, Cache()) for each in (core, plain))
    ratio = own.relative_to(other)
    if request.json:
        document = {"relative_switching_activity": round(ratio, 4)}
        print_json(document | {"of": own.as_dict(), "against": other.as_dict()})
        return
    rows = {
        each.core: f"{each.changes:.0f} changes of nets for a block, "
        f"{each.weighted:.0f} weighted by fan-out"
        for each in (own, other)
    }
    rows["relative switching activity"] = f"{ratio:.2f}"
    print_rich(facts(f"{core.name} against {plain.name}, netlists for {core.target.name}", rows))


def _check_level(core: Core) -> None:
    if core.level == "hmac":
        raise RequestError(
            f"Switching activity is counted for plain hashes; accepted in place of {core.name} is "
            f"{core.hash.name}."
        )
